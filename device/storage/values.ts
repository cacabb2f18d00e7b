import { unwrap } from 'idb'
import { keysWith, type Spare } from './copies.ts'
import { carryOver } from './older-values.ts'
import { atOnce, reading, writing } from './reopening.ts'
import type { UseDb } from './stored.ts'

/** A value that an account keeps under a key: profile, templates, suggestions, preferences. */
export type Value = readonly [key: string, value: unknown]

const beginningWith = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

interface ValuesDeps {
  userId: string
  spare: Spare | null
  /** whether a value exists only on this device, such as a template made without an account */
  isUnsent: (value: unknown) => boolean
}

export type Values = ReturnType<typeof createValues>

/**
 * Stores the values of an account. Those that are `isUnsent` have a second copy beside IndexedDB, for the same reasons
 * as pending changes (copies.ts), and survive a sign-out.
 */
export function createValues(withDb: UseDb, { userId, spare, isUnsent }: ValuesDeps) {
  const prefix = `value:${userId}:`

  /** Copies a value after it was stored; undefined means that it was removed. */
  function copy([key, value]: Value): void {
    try {
      if (isUnsent(value)) spare?.setItem(prefix + key, JSON.stringify(value))
      else spare?.removeItem(prefix + key)
    } catch {
      // No room, or not allowed: there is only one copy then.
    }
  }

  function copies(): Value[] {
    try {
      return keysWith(spare, prefix).map(
        (key) => [key.slice(prefix.length), JSON.parse(spare?.getItem(key) ?? 'null')] as const,
      )
    } catch {
      return []
    }
  }

  async function putValue(key: string, value: unknown): Promise<void> {
    await withDb((db) => atOnce(db, 'kv', (kv) => kv.put(value, key)))
    copy([key, value])
  }

  /** Replaces a value by what `change` returns for it, in one transaction; undefined removes it. */
  const changeValue = (key: string, change: (value: unknown) => unknown): Promise<void> =>
    changeValues([key], change)

  /** Replaces each of these values, all in one transaction. */
  async function changeValues(
    keys: readonly string[],
    change: (value: unknown, key: string) => unknown,
  ): Promise<void> {
    const changed = await withDb(async (db) => {
      const tx = writing(db, ['kv'])
      const kv = tx.objectStore('kv')
      const before = await Promise.all(keys.map((key) => kv.get(key)))
      const values = keys.map((key, n): Value => [key, change(before[n], key)])
      // Copies that are not needed any more go first, or another page may take the value for a lost one.
      values.filter(([, value]) => !isUnsent(value)).forEach(copy)
      for (const [key, value] of values)
        if (value === undefined) unwrap(kv).delete(key)
        else unwrap(kv).put(value, key)
      tx.commit()
      await tx.done
      return values
    })
    changed.forEach(copy)
  }

  /** Stores again what the storage has lost. Returns how many values that were. */
  async function restoreValues(): Promise<number> {
    if (copies().length === 0) return 0
    return withDb(async (db) => {
      const tx = writing(db, ['kv'])
      const kv = tx.objectStore('kv')
      const keys = new Set(await kv.getAllKeys())
      // Read only now: what was removed before this transaction was not lost, and has no copy any more.
      const lost = copies()
        .flatMap((one) => carryOver(one) ?? [one])
        .filter(([key, value]) => isUnsent(value) && !keys.has(key))
      for (const [key, value] of lost) void unwrap(kv).put(value, key)
      await tx.done
      return lost.length
    })
  }

  /** Removes every value that the server has too. */
  async function forgetValues(): Promise<void> {
    await withDb(async (db) => {
      const tx = writing(db, ['kv'])
      for await (const cursor of tx.objectStore('kv')) if (!isUnsent(cursor.value)) await cursor.delete()
      await tx.done
    })
  }

  /** Removes every value with its copy. */
  async function eraseValues(): Promise<void> {
    // The copies go first, or another tab that recovers meanwhile would store them again.
    for (const [key] of copies()) spare?.removeItem(prefix + key)
    await withDb((db) => atOnce(db, 'kv', (kv) => kv.clear()))
  }

  return {
    getValue: (key: string): Promise<unknown> =>
      withDb((db) => reading(db, ['kv']).objectStore('kv').get(key)),
    /** Returns these values in this order; undefined for each that there is not. */
    getValuesOf: (keys: readonly string[]): Promise<unknown[]> =>
      withDb((db) => {
        const kv = reading(db, ['kv']).objectStore('kv')
        return Promise.all(keys.map((key) => kv.get(key)))
      }),
    getKeys: (prefix: string): Promise<string[]> =>
      withDb((db) => reading(db, ['kv']).objectStore('kv').getAllKeys(beginningWith(prefix))),
    /** Returns every value whose key begins with `prefix`. */
    getValues: (prefix: string): Promise<unknown[]> =>
      withDb((db) => reading(db, ['kv']).objectStore('kv').getAll(beginningWith(prefix))),
    putValue,
    changeValue,
    changeValues,
    copyValues: (values: readonly Value[]): void => values.forEach(copy),
    restoreValues,
    forgetValues,
    eraseValues,
  }
}
