import { v7 as newId } from 'uuid'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import { ofAccount } from './account-store.ts'

const keysOf = ofAccount(() => new Map<string, string>())

/**
 * Runs a call with an idempotency key. If it may have been done although it failed, the next call with the same `what`
 * reuses the key, so that a second press creates nothing twice.
 */
export async function callOnce<T>(what: string, run: (key: string) => Promise<T>): Promise<T> {
  const keys = keysOf()
  const key = keys.get(what) ?? newId()
  keys.set(what, key)
  try {
    const done = await run(key)
    keys.delete(what)
    return done
  } catch (error) {
    if (!mayBeDone(error)) keys.delete(what)
    throw error
  }
}

/** A 503 may come after the commit, and a 429 before the server has looked whether the call was done earlier. */
function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return error instanceof Unreachable
  const { status } = error.problem
  return status >= 500 || status === 429
}
