import { v7 as newId } from 'uuid'
import { Unreachable } from '../../device/failures.ts'
import { ofAccount } from './account-store.ts'

const keysOf = ofAccount(() => new Map<string, string>())

/** A call that may have arrived is repeated under the same key, so that a second press makes no second thing. */
export async function once<T>(what: string, run: (key: string) => Promise<T>): Promise<T> {
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
