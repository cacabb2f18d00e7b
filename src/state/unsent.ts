import { v7 as newId } from 'uuid'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { type Unit, units } from '../../core/product/entities.ts'
import { spareHere } from '../../device/storage/copies.ts'
import { type AccountDb, createAccountDb } from '../../device/storage/db.ts'
import { isMoveMark } from '../../device/storage/move-mark.ts'

/** Returns whether a stored value exists only on this device, so that it stays for the next sign-in of its account. */
export function isUnsent(value: unknown): boolean {
  return readStored(value)?.waiting === true || isMoveMark(value) || isLocal(value)
}

/**
 * A template or a category that was made without an account. It is stored in the trial until that is moved, then in the
 * account until the server has it. A deleted or sent one leaves a mark with `value` null: after an interrupted move the
 * same one may be in both places, and would be moved a second time.
 */
export interface LocalValue<T> {
  own: Kind
  id: string
  /** new with each change, so that two copies can be told apart */
  stamp: string
  /** epoch ms */
  madeAt: number
  /** null: it was deleted, or `isSent` */
  value: T | null
  isSent?: true
  /** why the server refused it; it is sent again on the next occasion */
  refused?: ProblemCode
}

export type Kind = 'template' | 'category'

/** Returns null for a value that is not one of these. */
export function readLocal(value: unknown): LocalValue<unknown> | null {
  const { own, id, stamp } = (value ?? {}) as Partial<LocalValue<unknown>>
  const isKnown = (own === 'template' || own === 'category') && typeof id === 'string' && !!stamp
  return isKnown ? (value as LocalValue<unknown>) : null
}

/** Returns whether a stored value is one of these, or the mark of one. Such a value survives a sign-out. */
export function isLocal(value: unknown): boolean {
  return readLocal(value) !== null
}

/** The product that the household saved for a barcode. */
export interface CodedProduct {
  productName: string
  unit: Unit
  category: string
  price?: number
  /** of the price; PLN if it is left out */
  currency?: string | undefined
}

/** A barcode as stored on this device. `waiting`: named here and not sent to the server yet. */
export interface StoredBarcode extends CodedProduct {
  code: string
  waiting: boolean
  /** new each time the barcode is named, so that a response never marks a newer name as sent */
  stamp: string
}

/** Returns null for a value that this version of the app cannot read. */
export function readStored(value: unknown): StoredBarcode | null {
  if (typeof value !== 'object' || value === null) return null
  const stored = value as Partial<StoredBarcode>
  const isKnown =
    typeof stored.code === 'string' &&
    typeof stored.productName === 'string' &&
    typeof stored.category === 'string' &&
    units.includes(stored.unit as Unit)
  return isKnown ? (stored as StoredBarcode) : null
}

/** Opens the stored data of an account that no page shows. The caller closes it. */
export function openAccount(userId: string): AccountDb {
  return createAccountDb(userId, {
    newId,
    now: Date.now,
    changed: () => undefined,
    spare: spareHere(),
    isUnsent,
  })
}

/** Removes everything of an account that does not come back, such as a guest's, from this device. */
export async function eraseAccount(userId: string): Promise<void> {
  const db = openAccount(userId)
  await db.erase().finally(() => db.close())
}

/**
 * Clears the visible data of an account that no page has open: lists, products, settings. Outbox and tray stay under
 * the account's id, which names nobody.
 */
export async function forgetPerson(userId: string): Promise<void> {
  const db = openAccount(userId)
  await db.forget().finally(() => db.close())
}
