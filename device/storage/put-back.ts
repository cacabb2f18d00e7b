import type { IDBPDatabase } from 'idb'
import type { List } from '../../core/contract/shapes.ts'
import { isAddOfList, type Stream } from '../../core/sync/replica.ts'
import type { Copies } from './copies.ts'
import type { OnDevice } from './reads.ts'
import { reading, writing } from './reopening.ts'
import { pack } from './rows.ts'
import { type AccountSchema, knownIn, placesOf, put, stores, type Unnumbered } from './stored.ts'

/** What a page shows. `lists`: the lists of its overview. */
export interface Shown extends OnDevice {
  lists: readonly List[]
}

interface PutBackDeps {
  shown: () => Shown
  /** whether the outbox holds this operation in memory; it stores it itself */
  isHeld: (opId: string) => boolean
  copies: Copies
  freshStream: (listId: string) => Stream
}

/**
 * Returns what must be done with each new connection before anything else reads it. The browser may have deleted the
 * database while the page was open, for instance with 'clear site data'. Then this page has the only copy of what it
 * shows, so it is stored again. The server recognises by their ids the operations that were sent meanwhile.
 */
export function createPutBack({ shown, isHeld, copies, freshStream }: PutBackDeps) {
  /** the id of the database this page began with; it differs once the database was created anew */
  let birth: { id: unknown } | null = null

  return async (db: IDBPDatabase<AccountSchema>): Promise<void> => {
    const [id] = await reading(db, ['birth']).objectStore('birth').getAll()
    if (birth && birth.id !== id) await store(db, shown())
    birth = { id }
  }

  async function store(
    db: IDBPDatabase<AccountSchema>,
    { outbox, tray, stream, rows, lists }: Shown,
  ): Promise<void> {
    const tx = writing(db, [...stores])
    // Another page or the worker may have pulled some lists by now.
    const [opIds, listIds] = await Promise.all([knownIn(tx), tx.objectStore('streams').getAllKeys()])
    const isMissing = (listId: string) => !listIds.includes(listId)
    const toBeMade = new Set(outbox.filter(isAddOfList).map(({ listId }) => listId))
    const others = lists.filter(({ id }) => id !== stream?.listId && !toBeMade.has(id) && isMissing(id))
    const inOverview = others.map((list) => ({ ...freshStream(list.id), list }))
    put(tx, 'streams', inOverview)
    if (stream && isMissing(stream.listId)) {
      put(tx, 'streams', [{ ...stream, places: placesOf([]) }])
      put(tx, 'rows', pack(stream.listId, rows))
    }
    const lost = outbox.filter(({ opId }) => !opIds.has(opId) && !isHeld(opId))
    put(
      tx,
      'outbox',
      lost.map(({ n: _, ...entry }) => ({ ...entry, seq: null, sent: true }) as Unnumbered),
    )
    const lostTray = tray.filter(({ opId }) => !opIds.has(opId))
    put(tx, 'tray', lostTray)
    await tx.done
    copies.add([...lostTray.flatMap(({ entry, hung }) => [entry, ...hung]), ...lost])
  }
}
