import { v7 as newId } from 'uuid'
import { spareHere } from '../../../device/copies.ts'
import { createAccountDb } from '../../../device/db.ts'
import { isMoveMark } from '../../../device/move-mark.ts'
import { isKept } from '../own/kept-value.ts'
import { isUnsentBarcode } from '../stored-barcode.ts'

/** Whether a stored value exists on this device only, so that it stays for the next sign-in of its account. */
export function isUnsent(value: unknown): boolean {
  return isUnsentBarcode(value) || isMoveMark(value) || isKept(value)
}

/**
 * Clears what a person sees of an account whose pages are closed: lists, products, settings. Outbox and tray stay under
 * the account's id, which names nobody.
 */
export async function forgetPerson(userId: string): Promise<void> {
  const db = createAccountDb(userId, { newId, now: Date.now, changed: () => undefined, spare: spareHere() })
  await db.forget(isUnsent).finally(() => db.close())
}
