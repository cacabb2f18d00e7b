import type { OAuthProblem, Problem } from '../core/contract/problem-codes.ts'

/** The server refused the call with a problem document of its own. */
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

/** The token endpoint refused, with an error code of RFC 6749. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly problem: OAuthProblem
  readonly status: number
  constructor(problem: OAuthProblem, status: number) {
    super(problem.error)
    this.problem = problem
    this.status = status
  }
}

/** No answer, or an answer that is not from our server: no network, a timeout, a captive portal, a broken proxy. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The database does not open. 'blocked': not yet; it opens by itself as soon as it can. 'newer': a newer version of the
 * app has upgraded it, see `isOfNewer`. 'full': the disk has no room, see disk.ts.
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

/**
 * Returns whether a newer version of the app has upgraded the storage. It stays closed to this version, also after a
 * reload, if the operator went back to it.
 */
export function isOfNewer(error: unknown): boolean {
  return error instanceof StorageClosed && error.why === 'newer'
}

/** Returns whether this page cannot use the device's storage now, but may go on without it. */
export function isUnusable(error: unknown): boolean {
  return isStorageFailure(error) || isOfNewer(error)
}

/** Returns whether the device's storage failed, not the app. The same write may succeed once there is room. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageClosed) return error.why === 'full'
  // Mistakes of the app itself have other names: DataError, DataCloneError, ReadOnlyError.
  const ofStorage = [
    'QuotaExceededError',
    'UnknownError',
    'AbortError',
    'InvalidStateError',
    'NotReadableError',
  ]
  return error instanceof DOMException && ofStorage.includes(error.name)
}
