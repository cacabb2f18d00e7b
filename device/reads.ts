import type { Row } from '../core/entities.ts'
import { type Entry, productsOnlyIn } from '../core/mutation.ts'
import type { Stream } from '../core/replica.ts'
import { reading } from './reopening.ts'
import { partsOf, unpack } from './rows.ts'
import { allOf, inPlace, isNewer, of, type UseDb } from './stored.ts'

export interface ListOnDevice {
  stream: Stream | undefined
  rows: Row[]
  entries: Entry[]
}

/** What can be asked of an account's database. */
export function createReads(withDb: UseDb) {
  function readList(listId: string): Promise<ListOnDevice> {
    return withDb(async (db) => {
      const tx = reading(db, ['rows', 'outbox', 'streams'])
      const [stream, parts, entries] = await Promise.all([
        tx.objectStore('streams').get(listId),
        tx.objectStore('rows').getAll(allOf(listId)),
        tx.objectStore('outbox').getAll(),
      ])
      return { stream, rows: unpack(parts), entries: inPlace(of(listId, entries), stream) }
    })
  }

  /** What the server has of a list. */
  function readRows(listId: string): Promise<Row[]> {
    return withDb(async (db) => unpack(await reading(db, ['rows']).objectStore('rows').getAll(allOf(listId))))
  }

  /**
   * The outbox, these rows, and those of whatever `waited` and does not any more, read together, for a list
   * that is already on the screen: what was answered has become a row, and is never gone for a moment.
   */
  function readChanges(
    listId: string,
    ids: readonly string[],
    waited: readonly Entry[] = [],
  ): Promise<ListOnDevice> {
    return withDb(async (db) => {
      const tx = reading(db, ['rows', 'outbox', 'streams'])
      const rows = tx.objectStore('rows')
      const [stream, outbox] = await Promise.all([
        tx.objectStore('streams').get(listId),
        tx.objectStore('outbox').getAll(),
      ])
      const entries = inPlace(of(listId, outbox), stream)
      const wanted = new Set([...ids, ...productsOnlyIn(waited, entries)])
      const parts = await Promise.all([...partsOf(wanted)].map((part) => rows.get([listId, part])))
      return { stream, entries, rows: unpack(parts).filter((row) => wanted.has(row.id)) }
    })
  }

  /** What is to be sent, of all lists, in the order typed; also what only a newer version of the app can send. */
  function outbox(): Promise<Entry[]> {
    return withDb(async (db) => {
      const tx = reading(db, ['outbox', 'streams'])
      const [entries, streams] = await Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('streams').getAll(),
      ])
      const byList = new Map(streams.map((stream) => [stream.listId, stream]))
      return [...Map.groupBy(entries, (entry) => entry.listId)]
        .flatMap(([listId, own]) => [...inPlace(own, byList.get(listId)), ...own.filter(isNewer)])
        .toSorted((a, b) => a.n - b.n)
    })
  }

  /** The lists of which something waits. */
  function waitingLists(): Promise<string[]> {
    return withDb(async (db) => {
      const entries = await reading(db, ['outbox']).objectStore('outbox').getAll()
      return [...new Set(entries.map((entry) => entry.listId))]
    })
  }

  return {
    readList,
    readRows,
    readChanges,
    outbox,
    waitingLists,
    streams: () => withDb((db) => reading(db, ['streams']).objectStore('streams').getAll()),
    tray: () => withDb((db) => reading(db, ['tray']).objectStore('tray').getAll()),
  }
}
