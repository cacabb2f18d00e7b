import { problem } from '../base/problem.ts'

/** Thrown if the list was changed after it was read: nothing is stored, and the write must be prepared again. */
export class Overtaken extends Error {}

const mostAttempts = 5

/** Retries an overtaken attempt; throws unavailable after the last one. */
export async function untilInTime<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = mostAttempts - 1; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (left === 0) throw problem('unavailable', { retryAfter: 1 })
    }
}
