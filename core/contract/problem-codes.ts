/** Every problem code of the API with its HTTP status. Clients translate the code. */
export const problemStatus = {
  invalidRequest: 400,
  accountDeleted: 400,
  oldPasswordIncorrect: 400,
  invalidResetLink: 400,
  incorrectPassword: 400,
  alreadyHasAccess: 400,
  noData: 400,
  wayInRefused: 400,
  passkeysNotHere: 400,
  sessionExpired: 401,
  forbidden: 403,
  foreignOrigin: 403,
  accountNotActivated: 403,
  insufficientScope: 403,
  localLogInOff: 403,
  emailNotVerified: 403,
  registrationClosed: 403,
  invitationNeeded: 403,
  recipesOff: 403,
  cannotShare: 403,
  inviteForOther: 403,
  notFound: 404,
  idTaken: 409,
  hasOwner: 409,
  emailTaken: 409,
  limitReached: 409,
  alreadySubmittedForDeletion: 409,
  fork: 409,
  gap: 409,
  otherAccount: 409,
  gone: 410,
  inviteExpired: 410,
  inviteRevoked: 410,
  inviteUsed: 410,
  activationExpired: 410,
  emailChangeOver: 410,
  resync: 410,
  tooLarge: 413,
  unsupportedMediaType: 415,
  unsupportedImage: 415,
  idempotencyKeyReused: 422,
  noRecipe: 422,
  unknownFormat: 422,
  nothingInFile: 422,
  productsMissing: 422,
  outdated: 426,
  tooManyRequests: 429,
  quotaReached: 429,
  activationAlreadySent: 429,
  serverError: 500,
  unreachable: 502,
  maintenance: 503,
  unavailable: 503,
  storageFull: 503,
} as const satisfies Record<string, number>

export type ProblemCode = keyof typeof problemStatus

/** RFC 9457 problem details, the error format of all calls outside /oauth. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  requestId: string
  detail?: string
  /** field name → code of what is wrong with it */
  fields?: Record<string, string>
  /** with sessionExpired: the user ended this session, so its device clears the account's stored data */
  signedOut?: true
}

/** An error of /oauth, in the format of RFC 6749. */
export interface OAuthProblem {
  error: string
  error_description: string
  /** as in `Problem`, if a refresh token is refused */
  signedOut?: true
  /** for another try of a second factor: what it shows, and what asks for a passkey */
  ticket?: string
  passkey?: object
  /** of `link_required`: the address that has an account here */
  email?: string
}

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problemStatus, code)
}
