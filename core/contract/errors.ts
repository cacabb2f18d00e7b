/** Every problem code of the API with its HTTP status and its plain English title. Clients translate the code. */
export const problems = {
  invalidRequest: [400, 'The request is not valid.'],
  accountDeleted: [400, 'This account has been deleted.'],
  oldPasswordIncorrect: [400, 'Old password is incorrect'],
  invalidResetLink: [400, 'Invalid reset link'],
  incorrectPassword: [400, 'Incorrect password'],
  alreadyHasAccess: [400, 'The user already has access'],
  noData: [400, 'No data'],
  sessionExpired: [401, 'The session has expired. Please log in again.'],
  forbidden: [403, 'You may not do this.'],
  foreignOrigin: [403, 'Writes from another origin are refused.'],
  accountNotActivated: [403, 'Account has not been activated'],
  registrationClosed: [403, 'No new accounts are made here.'],
  invitationNeeded: [403, 'An account is made here by invitation only.'],
  cannotShare: [403, 'You cannot share this list'],
  notFound: [404, 'There is no such thing here.'],
  idTaken: [409, 'This id belongs to something else.'],
  emailTaken: [409, 'There is already an account with the given email address'],
  limitReached: [409, 'The limit is reached.'],
  alreadySubmittedForDeletion: [409, 'Account has already been submitted for deletion'],
  fork: [409, 'This client id was used by another copy of the device.'],
  gap: [409, 'Operations are missing before these.'],
  otherAccount: [409, 'These changes belong to another account.'],
  gone: [410, 'It has been deleted.'],
  inviteExpired: [410, 'The invitation has expired.'],
  inviteRevoked: [410, 'The invitation was taken back.'],
  inviteUsed: [410, 'Somebody else has used the invitation.'],
  activationExpired: [410, 'The activation link has expired or was already used.'],
  resync: [410, 'Pull everything anew.'],
  tooLarge: [413, 'The request is too large.'],
  unsupportedMediaType: [415, 'Send application/json.'],
  unsupportedImage: [415, 'Only JPEG, PNG and WebP pictures are accepted.'],
  idempotencyKeyReused: [422, 'This idempotency key was used for another request.'],
  outdated: [426, 'This version of the app is too old. Please update.'],
  tooManyRequests: [429, 'Too many requests. Try again later.'],
  activationAlreadySent: [429, 'Only one activation link per 24 hours can be sent'],
  serverError: [500, 'An unexpected error occured. Try again later.'],
  maintenance: [503, 'The service is under maintenance.'],
  unavailable: [503, 'The service is busy. Try again later.'],
  storageFull: [503, 'The server has no room left to save this. Nothing that was saved is lost.'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof problems

/** RFC 9457 problem details as every call outside /oauth answers them. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  requestId: string
  detail?: string
  /** field name → code of what is wrong with it */
  fields?: Record<string, string>
}

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problems, code)
}
