import { unwrap } from 'idb'
import { type Entry, fold } from '../../core/sync/mutation.ts'
import type { AccountDb } from './db.ts'
import { isMoveMark, type MoveMark, movedPrefix, movingTo } from './move-mark.ts'
import { reading, writing } from './reopening.ts'
import { allInPlace, isNewer } from './stored.ts'
import type { Value } from './values.ts'
import { isTrialId } from '../trial.ts'

/** What was typed in one place on this device and is to be moved to another. */
export interface Belongings {
  /** id of the source */
  from: string
  /** entry number up to which everything was moved before; `last`: the number of the last entry included here */
  since: number
  last: number
  /** nothing is left at the source, including what was moved before */
  isEmpty: boolean
  /** in the order typed, without superseded entries */
  entries: Entry[]
  values: Value[]
}

/** Merges a value that both places have. */
export type Join = (key: string, moved: unknown, existing: unknown) => unknown

/** One of the two places of a move. */
export type Place = ReturnType<typeof placeOf>

/** Reads and writes one place of a move, such as a trial whose changes go into an account's outbox. */
export function placeOf({
  userId,
  use,
  changed,
  recover,
  settle,
  copyValues,
}: Pick<AccountDb, 'userId' | 'use' | 'changed' | 'recover' | 'settle' | 'copyValues'>) {
  /** Returns the number of the last entry that was moved from `from`, or 0 if none was. */
  async function movedFrom(from: string): Promise<number> {
    const mark = await use((db) =>
      reading(db, ['kv'])
        .objectStore('kv')
        .get(movedPrefix + from),
    )
    return isMoveMark(mark) ? mark.movedUpTo : 0
  }

  /**
   * Reads every entry newer than `since`, and all values. Marks the entries as sent, because they may be known
   * elsewhere from now on: a later delete must reach the destination instead of cancelling them.
   */
  function belongings(since: number): Promise<Belongings> {
    return use(async (db) => {
      const tx = writing(db, ['outbox', 'kv'])
      const [stored, keys, values] = await Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('kv').getAllKeys(),
        tx.objectStore('kv').getAll(),
      ])
      const outbox = unwrap(tx.objectStore('outbox'))
      for (const entry of stored) if (!entry.sent && !isNewer(entry)) outbox.put({ ...entry, sent: true })
      await tx.done
      // Entries that were moved before are left out: if a product is deleted now, the delete must reach the destination
      // too.
      const left = stored.filter(({ n }) => n > since).map((entry) => ({ ...entry, sent: false }))
      const entries = [...Map.groupBy(left, (entry) => entry.listId).values()]
        .flatMap((ofList) => [
          ...fold(allInPlace(ofList, undefined), { isTrial: isTrialId(userId) }),
          ...ofList.filter(isNewer),
        ])
        .toSorted((a, b) => a.n - b.n)
      const last = Math.max(since, stored.at(-1)?.n ?? 0)
      const all = keys.map((key, i) => [key, values[i]] as const).filter(([key]) => key !== movingTo)
      const isEmpty = stored.length === 0 && all.length === 0
      return { from: userId, since, last, isEmpty, entries, values: all }
    })
  }

  /** Stores the belongings, once. Returns false if they were stored meanwhile; the caller must read them again. */
  async function takeIn({ from, since, last, entries, values }: Belongings, join: Join): Promise<boolean> {
    const taken = await use(async (db) => {
      const tx = writing(db, ['outbox', 'kv'])
      const kv = tx.objectStore('kv')
      const mark = (await kv.get(movedPrefix + from)) as MoveMark | undefined
      if ((mark?.movedUpTo ?? 0) !== since) return null
      const joined: Value[] = [[movedPrefix + from, { movedUpTo: last } satisfies MoveMark]]
      for (const [key, moved] of values) {
        const existing: unknown = await kv.get(key)
        joined.push([key, existing === undefined ? moved : join(key, moved, existing)])
      }
      for (const [key, value] of joined) void unwrap(kv).put(value, key)
      const outbox = unwrap(tx.objectStore('outbox')) as IDBObjectStore
      for (const { n: _, ...entry } of entries) outbox.put(entry)
      await tx.done
      return joined
    })
    if (!taken) return false
    copyValues(taken)
    for (const listId of new Set(entries.map((entry) => entry.listId))) changed({ listId, rows: null })
    return true
  }

  /** Removes what the destination has taken in. */
  async function empty({ last, values }: Belongings): Promise<void> {
    // First, or another page may take the values for lost ones.
    copyValues(values.map(([key]) => [key, undefined]))
    await use(async (db) => {
      const tx = writing(db, ['outbox', 'kv', 'done'])
      const moved = await tx.objectStore('outbox').getAll(IDBKeyRange.upperBound(last))
      if (moved.length > 0) await tx.objectStore('done').put(moved.map(({ opId }) => opId))
      unwrap(tx.objectStore('outbox')).delete(IDBKeyRange.upperBound(last))
      for (const [key] of values) unwrap(tx.objectStore('kv')).delete(key)
      await tx.done
    })
  }

  return { userId, recover, settle, movedFrom, belongings, takeIn, empty }
}

/**
 * Moves everything from one place on this device into another. If it is interrupted anywhere, each change is in one of
 * the two places and is moved only once, because the entries and the mark are written together. Returns the moved
 * entries.
 */
export async function move(from: Place, to: Omit<Place, 'settle'>, join: Join): Promise<Entry[]> {
  const moved: Entry[] = []
  for (;;) {
    await from.recover()
    const next = await from.belongings(await to.movedFrom(from.userId))
    // Another tab may type there until it hears of the move.
    if (next.isEmpty) break
    if (!(await to.takeIn(next, join))) continue
    // Their second copies must exist at the destination before those of the source are removed.
    await to.recover()
    await from.empty(next)
    moved.push(...next.entries)
  }
  // Covers what another tab has moved or dropped too: nothing else would remove these copies.
  await from.settle()
  return moved
}
