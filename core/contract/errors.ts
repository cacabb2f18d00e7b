import { type ProblemCode, problemStatus } from './problem-codes.ts'

export { isProblemCode, type Problem, type ProblemCode } from './problem-codes.ts'

/** In plain English; the page has texts of its own and does without these. */
const titles: Record<ProblemCode, string> = {
  invalidRequest: 'The request is not valid.',
  accountDeleted: 'This account has been deleted.',
  oldPasswordIncorrect: 'Old password is incorrect',
  invalidResetLink: 'Invalid reset link',
  incorrectPassword: 'Incorrect password',
  alreadyHasAccess: 'The user already has access',
  noData: 'No data',
  sessionExpired: 'The session has expired. Please log in again.',
  forbidden: 'You may not do this.',
  foreignOrigin: 'Writes from another origin are refused.',
  accountNotActivated: 'Account has not been activated',
  registrationClosed: 'No new accounts are made here.',
  invitationNeeded: 'An account is made here by invitation only.',
  cannotShare: 'You cannot share this list',
  notFound: 'There is no such thing here.',
  idTaken: 'This id belongs to something else.',
  emailTaken: 'There is already an account with the given email address',
  limitReached: 'The limit is reached.',
  alreadySubmittedForDeletion: 'Account has already been submitted for deletion',
  fork: 'This client id was used by another copy of the device.',
  gap: 'Operations are missing before these.',
  otherAccount: 'These changes belong to another account.',
  gone: 'It has been deleted.',
  inviteExpired: 'The invitation has expired.',
  inviteRevoked: 'The invitation was taken back.',
  inviteUsed: 'Somebody else has used the invitation.',
  activationExpired: 'The activation link has expired or was already used.',
  resync: 'Pull everything anew.',
  tooLarge: 'The request is too large.',
  unsupportedMediaType: 'Send application/json.',
  unsupportedImage: 'Only JPEG, PNG and WebP pictures are accepted.',
  idempotencyKeyReused: 'This idempotency key was used for another request.',
  outdated: 'This version of the app is too old. Please update.',
  tooManyRequests: 'Too many requests. Try again later.',
  activationAlreadySent: 'Only one activation link per 24 hours can be sent',
  serverError: 'An unexpected error occured. Try again later.',
  maintenance: 'The service is under maintenance.',
  unavailable: 'The service is busy. Try again later.',
  storageFull: 'The server has no room left to save this. Nothing that was saved is lost.',
}

/** Every problem code with its HTTP status and its title. */
export const problems = Object.fromEntries(
  Object.entries(titles).map(([code, title]) => [code, [problemStatus[code as ProblemCode], title]]),
) as unknown as { [C in ProblemCode]: readonly [status: (typeof problemStatus)[C], title: string] }
