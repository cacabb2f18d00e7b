import { v7 as newId } from 'uuid'
import { type ProblemCode, problemStatus } from '../../../core/contract/problem-codes.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import { ProblemError } from '../../../device/failures.ts'
import { type Kept, type Kind, readKept } from './kept-value.ts'
import type { CategoryFields, TemplateHere } from './own.ts'

type Db = Pick<AccountDb, 'getValue' | 'getValues' | 'changeValue'>
export type Alive<T> = Kept<T> & { value: T }

const isAlive = <T>(kept: Kept<unknown> | null): kept is Alive<T> => kept !== null && kept.value !== null

/**
 * Merges a moved one with the account's copy, which an interrupted move left there. A version changed since then
 * replaces the copy, unless the server has it already. Returns undefined if the values are not templates or categories.
 */
export function joinKept(moved: unknown, own: unknown): unknown {
  const [now, before] = [readKept(moved), readKept(own)]
  if (!now || !before) return undefined
  return before.isSent || before.stamp === now.stamp ? before : now
}

/** Returns whether an account has taken over a trial's value in exactly this version. */
export function isSameKept(value: unknown, other: unknown): boolean {
  const stamp = readKept(value)?.stamp
  return stamp !== undefined && readKept(other)?.stamp === stamp
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
function keptOf<T>(own: Kind) {
  const prefix = `own:${own}:`

  async function all(db: Db): Promise<Alive<T>[]> {
    const values = (await db.getValues(prefix)).map(readKept).filter(isAlive<T>)
    return values.toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
  }

  async function find(db: Db, id: string): Promise<Alive<T> | null> {
    const kept = readKept(await db.getValue(prefix + id))
    return isAlive<T>(kept) ? kept : null
  }

  /** Stores a new one. A repeated id changes nothing. Throws limitReached if there are `most` already. */
  async function make(db: Db, id: string, value: T, most: number): Promise<void> {
    if ((await all(db)).length >= most) throw refusal('limitReached')
    const made: Kept<T> = { own, id, stamp: newId(), madeAt: Date.now(), value }
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
      const kept = readKept(value)
      isDropped = kept !== null && kept.value === null && !kept.isSent
      if (!isAlive<T>(kept)) return value
      const { refused: _, ...mark } = kept
      return { ...mark, value: null, isSent: true } satisfies Kept<T>
    })
    return !isDropped
  }

  /** Records why the server refused it. */
  async function refuse(db: Db, id: string, refused: ProblemCode): Promise<void> {
    await putIf(db, id, (kept) => ({ ...kept, refused }))
  }

  async function put(db: Db, id: string, change: (kept: Alive<T>) => Kept<T>): Promise<void> {
    if (!(await putIf(db, id, change))) throw refusal('notFound')
  }

  async function putIf(db: Db, id: string, change: (kept: Alive<T>) => Kept<T>): Promise<boolean> {
    let isHere = false
    let failed: unknown
    await db.changeValue(prefix + id, (value) => {
      const kept = readKept(value)
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

export const keptTemplates = keptOf<TemplateHere>('template')
export const keptCategories = keptOf<CategoryFields>('category')
