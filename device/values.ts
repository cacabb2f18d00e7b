import { unwrap } from 'idb'
import { atOnce, reading, writing } from './reopening.ts'
import type { UseDb } from './stored.ts'

/** What an account keeps under a name: profile, templates, suggestions, what was chosen. */
export function createValues(withDb: UseDb) {
  return {
    getValue: (key: string) => withDb((db) => reading(db, ['kv']).objectStore('kv').get(key)),
    putValue: (key: string, value: unknown) => withDb((db) => atOnce(db, 'kv', (kv) => kv.put(value, key))),
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
        const tx = writing(db, ['kv'])
        const value = change(await tx.objectStore('kv').get(key))
        const kv = unwrap(tx.objectStore('kv'))
        if (value === undefined) kv.delete(key)
        else kv.put(value, key)
        tx.commit()
        await tx.done
      }),
    keepOnly: (wanted: (value: unknown) => boolean) =>
      withDb(async (db) => {
        const tx = writing(db, ['kv'])
        for await (const cursor of tx.objectStore('kv')) if (!wanted(cursor.value)) await cursor.delete()
        await tx.done
      }),
  }
}
