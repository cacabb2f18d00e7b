import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'

/** Milliseconds until the user is told that the server does not answer. */
const timeoutMs = 4_500

/**
 * Makes a call that the user waits for. Without a response it fails as Unreachable in under 5 s. The request may have
 * arrived all the same; it is safe to repeat because of its id or idempotency key.
 */
export const interactiveCall: typeof http.call = (key, options) =>
  http.call(key, { timeout: timeoutMs, ...options })

/** Treats a 404 as 'already gone', whoever deleted it, and returns undefined. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 404) return undefined
    throw error
  }
}
