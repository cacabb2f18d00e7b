import { v7 as newId } from 'uuid'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import { type Unit, units } from '../../core/product/entities.ts'
import { ProblemError } from '../../device/failures.ts'
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

type Db = Pick<AccountDb, 'getValue' | 'getValues' | 'changeValue'>
export type Alive<T> = LocalValue<T> & { value: T }

const isAlive = <T>(kept: LocalValue<unknown> | null): kept is Alive<T> =>
  kept !== null && kept.value !== null

/**
 * Merges a moved one with the account's copy, which an interrupted move left there. A version changed since then
 * replaces the copy, unless the server has it already. Returns undefined if the values are not templates or categories.
 */
export function joinLocal(moved: unknown, own: unknown): unknown {
  const [now, before] = [readLocal(moved), readLocal(own)]
  if (!now || !before) return undefined
  return before.isSent || before.stamp === now.stamp ? before : now
}

/** Returns whether an account has taken over a trial's value in exactly this version. */
export function isSameLocal(value: unknown, other: unknown): boolean {
  const stamp = readLocal(value)?.stamp
  return stamp !== undefined && readLocal(other)?.stamp === stamp
}

/** Creates the error that the server would give. */
export function refusal(code: ProblemCode, fields?: Record<string, string>): ProblemError {
  return new ProblemError(
    {
      type: 'about:blank',
      title: code,
      status: problemStatus[code],
      code,
      requestId: '',
      ...(fields && { fields }),
    },
    null,
  )
}

/** Accesses those of one kind in one place on this device. */
export function localOf<T>(own: Kind) {
  const prefix = `own:${own}:`

  async function all(db: Db): Promise<Alive<T>[]> {
    const values = (await db.getValues(prefix)).map(readLocal).filter(isAlive<T>)
    return values.toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
  }

  async function find(db: Db, id: string): Promise<Alive<T> | null> {
    const kept = readLocal(await db.getValue(prefix + id))
    return isAlive<T>(kept) ? kept : null
  }

  /** Stores a new one. A repeated id changes nothing. Throws limitReached if there are `most` already. */
  async function make(db: Db, id: string, value: T, most: number): Promise<void> {
    if ((await all(db)).length >= most) throw refusal('limitReached')
    const made: LocalValue<T> = { own, id, stamp: newId(), madeAt: Date.now(), value }
    await db.changeValue(prefix + id, (before) => before ?? made)
  }

  /** Throws what `change` throws, and notFound if it is not here. */
  async function change(db: Db, id: string, change: (value: T) => T): Promise<void> {
    await put(db, id, (kept) => ({ ...kept, stamp: newId(), value: change(kept.value) }))
  }

  /** Deletes it. Returns false if it was not here. */
  function drop(db: Db, id: string): Promise<boolean> {
    return putIf(db, id, (kept) => ({ ...kept, stamp: newId(), value: null }))
  }

  /** Marks it as sent. Returns false if it was deleted here meanwhile. */
  async function sent(db: Db, id: string): Promise<boolean> {
    let isDropped = false
    await db.changeValue(prefix + id, (value) => {
      const kept = readLocal(value)
      isDropped = kept !== null && kept.value === null && !kept.isSent
      if (!isAlive<T>(kept)) return value
      const { refused: _, ...mark } = kept
      return { ...mark, value: null, isSent: true } satisfies LocalValue<T>
    })
    return !isDropped
  }

  /** Records why the server refused it. */
  async function refuse(db: Db, id: string, refused: ProblemCode): Promise<void> {
    await putIf(db, id, (kept) => ({ ...kept, refused }))
  }

  async function put(db: Db, id: string, change: (kept: Alive<T>) => LocalValue<T>): Promise<void> {
    if (!(await putIf(db, id, change))) throw refusal('notFound')
  }

  async function putIf(db: Db, id: string, change: (kept: Alive<T>) => LocalValue<T>): Promise<boolean> {
    let isHere = false
    let failed: unknown
    await db.changeValue(prefix + id, (value) => {
      const kept = readLocal(value)
      isHere = isAlive<T>(kept)
      try {
        return isAlive<T>(kept) ? change(kept) : value
      } catch (error) {
        failed = error
        return value
      }
    })
    if (failed !== undefined) throw failed
    return isHere
  }

  return { all, find, make, change, drop, sent, refuse }
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
