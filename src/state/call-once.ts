import { v7 as newId } from 'uuid'
import { Unreachable } from '../../device/failures.ts'
import { ofAccount } from './account-store.ts'

const keysOf = ofAccount(() => new Map<string, string>())

/**
 * Runs a call with an idempotency key. If it got no answer, the next call with the same `what` reuses the key, so that
 * a second press creates nothing twice.
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
    if (!(error instanceof Unreachable)) keys.delete(what)
    throw error
  }
}
