import { reading } from './reopening.ts'
import type { UseDb } from './stored.ts'

/** What an account keeps under a name: profile, templates, suggestions, what was chosen. */
export function createValues(withDb: UseDb) {
  return {
    getValue: (key: string) => withDb((db) => reading(db, ['kv']).objectStore('kv').get(key)),
    putValue: (key: string, value: unknown) => withDb((db) => db.put('kv', value, key)),
    /** Every value whose key begins with `prefix`. */
    getValues: (prefix: string) =>
      withDb((db) =>
        reading(db, ['kv'])
          .objectStore('kv')
          .getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
      ),
    /** Puts what `change` makes of the value in its place, in one transaction; undefined removes it. */
    changeValue: (key: string, change: (value: unknown) => unknown) =>
      withDb(async (db) => {
        const tx = db.transaction('kv', 'readwrite', { durability: 'strict' })
        const value = change(await tx.store.get(key))
        await (value === undefined ? tx.store.delete(key) : tx.store.put(value, key))
        await tx.done
      }),
    keepOnly: (wanted: (value: unknown) => boolean) =>
      withDb(async (db) => {
        const tx = db.transaction('kv', 'readwrite', { durability: 'strict' })
        for await (const cursor of tx.store) if (!wanted(cursor.value)) await cursor.delete()
        await tx.done
      }),
  }
}
