import type { Row } from '../../core/contract/shapes.ts'
import { type Entry, productsOnlyIn } from '../../core/sync/mutation.ts'
import { isAddOfList, type Stream, type TrayItem } from '../../core/sync/replica.ts'
import { reading } from './reopening.ts'
import { partsOf, unpack } from './rows.ts'
import { allOf, inPlace, isNewer, legibleItem, of, type UseDb } from './stored.ts'

export interface ListOnDevice {
  stream: Stream | undefined
  rows: Row[]
  entries: Entry[]
}

/** The outbox and the tray of all lists, and rows of one list, read in one transaction. */
export interface OnDevice {
  /** in the order typed; includes entries that only a newer version of the app can send */
  outbox: Entry[]
  tray: TrayItem[]
  stream: Stream | undefined
  rows: Row[]
}

export type Reads = ReturnType<typeof createReads>

/** Creates the read-only queries of an account's database. */
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

  /** Returns a list's rows as the server has them. */
  function readRows(listId: string): Promise<Row[]> {
    return withDb(async (db) => unpack(await reading(db, ['rows']).objectStore('rows').getAll(allOf(listId))))
  }

  /** Returns these rows of a list, without pending changes applied. */
  function readSome(listId: string, ids: readonly string[]): Promise<Row[]> {
    return withDb(async (db) => {
      const wanted = new Set(ids)
      const rows = reading(db, ['rows']).objectStore('rows')
      const parts = await Promise.all([...partsOf(wanted)].map((part) => rows.get([listId, part])))
      return unpack(parts).filter((row) => wanted.has(row.id))
    })
  }

  /**
   * Reads the outbox, the tray and rows of one list in one transaction: the rows of `ids`, and of the products whose
   * entries are in `waited` but no longer in the outbox. So an answered change appears as a row at once and is never
   * missing on the screen.
   */
  function readDevice(
    listId: string | null,
    ids: readonly string[] | 'all',
    waited: readonly Entry[] = [],
  ): Promise<OnDevice> {
    return withDb(async (db) => {
      const tx = reading(db, ['rows', 'outbox', 'streams', 'tray'])
      const rows = tx.objectStore('rows')
      const [stored, tray, whole] = await Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('tray').getAll(),
        listId !== null && ids === 'all' ? rows.getAll(allOf(listId)) : null,
      ])
      const lists = new Set([...stored.map((entry) => entry.listId), ...(listId === null ? [] : [listId])])
      const streams = await Promise.all([...lists].map((id) => tx.objectStore('streams').get(id)))
      const byList = new Map(streams.flatMap((stream) => (stream ? [[stream.listId, stream]] : [])))
      const outbox = [...Map.groupBy(stored, (entry) => entry.listId)]
        .flatMap(([id, ofList]) => [...inPlace(ofList, byList.get(id)), ...ofList.filter(isNewer)])
        .toSorted((a, b) => a.n - b.n)
      const found = {
        outbox,
        tray: tray.map(legibleItem),
        stream: listId === null ? undefined : byList.get(listId),
      }
      if (listId === null || ids === 'all') return { ...found, rows: unpack(whole ?? []) }
      const wanted = new Set([...ids, ...productsOnlyIn(waited, of(listId, outbox))])
      const parts = await Promise.all([...partsOf(wanted)].map((part) => rows.get([listId, part])))
      return { ...found, rows: unpack(parts).filter((row) => wanted.has(row.id)) }
    })
  }

  /** Returns the ids of the lists that have pending entries. */
  function waitingLists(): Promise<string[]> {
    return withDb(async (db) => {
      const entries = await reading(db, ['outbox']).objectStore('outbox').getAll()
      return [...new Set(entries.map((entry) => entry.listId))]
    })
  }

  /** Returns whether the outbox is empty, for all lists. */
  function isAllSent(): Promise<boolean> {
    return withDb(async (db) => (await reading(db, ['outbox']).objectStore('outbox').count()) === 0)
  }

  /** Returns the ids of the lists on this device, including those that are still to be created on the server. */
  function listsHere(): Promise<Set<string>> {
    return withDb(async (db) => {
      const tx = reading(db, ['outbox', 'streams'])
      const [streams, entries] = await Promise.all([
        tx.objectStore('streams').getAll(),
        tx.objectStore('outbox').getAll(),
      ])
      const listed = streams.filter(({ list }) => list !== null)
      return new Set([...listed, ...entries.filter(isAddOfList)].map(({ listId }) => listId))
    })
  }

  return {
    readList,
    readRows,
    listsHere,
    readSome,
    readDevice,
    waitingLists,
    isAllSent,
    stream: (listId: string) => withDb((db) => reading(db, ['streams']).objectStore('streams').get(listId)),
    streams: () => withDb((db) => reading(db, ['streams']).objectStore('streams').getAll()),
  }
}
