import type { Problem } from '../core/contract/problem-codes.ts'

/** The server said no in its own words. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  readonly retryAfterMs: number | null
  constructor(problem: Problem, retryAfterMs: number | null) {
    super(problem.title)
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }
}

/** The token endpoint said no, in the words of RFC 6749. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: string
  readonly status: number
  /** the person ended the session, from another device */
  readonly signedOut: boolean
  constructor(code: string, status: number, signedOut = false) {
    super(code)
    this.code = code
    this.status = status
    this.signedOut = signedOut
  }
}

/** No answer, or one that is not ours: no network, too slow, a captive portal, a broken proxy. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The database does not open. 'blocked': yet; it opens by itself as soon as it can. 'newer': a newer version of
 * the app has changed it, and this page must give way to that. 'full': the disk has no room, see disk.ts.
 */
export class StorageClosed extends Error {
  override readonly name = 'StorageClosed'
  readonly why: 'blocked' | 'newer' | 'full'
  constructor(why: StorageClosed['why']) {
    super(`the database is ${why}`)
    this.why = why
  }
}

export function isSessionExpired(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'sessionExpired'
}

/** The device's storage failed, not the app: the same write may succeed once there is room. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageClosed) return error.why === 'full'
  // What the app itself does wrong has other names: DataError, DataCloneError, ReadOnlyError.
  const ofStorage = [
    'QuotaExceededError',
    'UnknownError',
    'AbortError',
    'InvalidStateError',
    'NotReadableError',
  ]
  return error instanceof DOMException && ofStorage.includes(error.name)
}
