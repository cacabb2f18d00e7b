import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'

/** Milliseconds until the user is told that the server does not answer. */
const timeoutMs = 4_500

/**
 * A call that the user waits for. Without a response it fails as unreachable in under five seconds. It may have
 * arrived all the same; it is safe to repeat, by its id or its idempotency key.
 */
export const interactiveCall: typeof http.call = (key, options) =>
  http.call(key, { timeout: timeoutMs, ...options })

/** Treats a 404 as 'already gone', whoever deleted it: returns undefined then. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 404) return undefined
    throw error
  }
}
