import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'

/** Milliseconds that a person is left waiting before they are told that nobody answers. */
const timeoutMs = 4_500

/**
 * A call that somebody waits for. A network that takes it and never answers is told as none in under five seconds;
 * what may have arrived all the same is safe to repeat, by its id or its idempotency key.
 */
export const promptly: typeof http.call = (key, options) => http.call(key, { timeout: timeoutMs, ...options })

/** For what is done when it is gone: by whosever hand, it is. Undefined then. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 404) return undefined
    throw error
  }
}
