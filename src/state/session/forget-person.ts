import { v7 as newId } from 'uuid'
import { spareHere } from '../../../device/storage/copies.ts'
import { createAccountDb } from '../../../device/storage/db.ts'
import { isUnsent } from './unsent.ts'

/**
 * Clears the visible data of an account that no page has open: lists, products, settings. Outbox and tray stay under
 * the account's id, which names nobody.
 */
export async function forgetPerson(userId: string): Promise<void> {
  const deps = { newId, now: Date.now, changed: () => undefined, spare: spareHere(), isUnsent }
  const db = createAccountDb(userId, deps)
  await db.forget().finally(() => db.close())
}
