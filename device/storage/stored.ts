import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames, unwrap } from 'idb'
import type { Row } from '../../core/contract/shapes.ts'
import { type Entry, fold, upgrade } from '../../core/sync/mutation.ts'
import type { Change } from '../../core/sync/change.ts'
import type { Stream, TrayItem } from '../../core/sync/replica.ts'
import { pack, type Part } from './rows.ts'

/** How an account's database is laid out, and how its records are read and written fast. */

/** A thousand entries are sealed by one write: which of them, and under which sequence numbers. */
export type StoredStream = Stream & { places?: ReadonlyMap<number, number> }

export interface AccountSchema extends DBSchema {
  rows: { key: [string, string]; value: Part }
  outbox: { key: number; value: Entry }
  tray: { key: string; value: TrayItem }
  streams: { key: string; value: StoredStream }
  /** operation ids of entries that are answered or superseded and whose second copies may still stand, see copies.ts */
  done: { key: number; value: string[] }
  kv: { key: string; value: unknown }
  /** one id, which the database got when it was made: another one is a sign that the browser deleted it meanwhile */
  birth: { key: number; value: string }
}
export const stores = ['rows', 'outbox', 'tray', 'streams', 'done'] as const
export type StoreName = (typeof stores)[number]
export type Write = IDBPTransaction<AccountSchema, StoreName[], 'readwrite'>

/** Runs something with the database, opened when it is first needed. */
export type UseDb = <T>(run: (db: IDBPDatabase<AccountSchema>) => Promise<T>) => Promise<T>

export const accountVersion = 5

/**
 * Versions 1 and 2 kept each row in a record of its own, and the outbox with an index; up to 3 there was no `done`, up
 * to 4 no `birth`.
 */
export function upgradeStores(
  db: IDBPDatabase<AccountSchema>,
  from: number,
  tx: IDBPTransaction<AccountSchema, StoreNames<AccountSchema>[], 'versionchange'>,
  newId: () => string,
): void {
  unwrap(db.createObjectStore('birth', { autoIncrement: true })).put(newId())
  if (from === 4) return
  db.createObjectStore('done', { autoIncrement: true })
  if (from === 3) return
  if (from === 0) {
    db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
    db.createObjectStore('tray', { keyPath: 'opId' })
    db.createObjectStore('streams', { keyPath: 'listId' })
    db.createObjectStore('kv')
    createRows(db, [])
    return
  }
  unwrap(tx.objectStore('outbox')).deleteIndex(from === 1 ? 'listId' : 'product')
  const all = unwrap(tx.objectStore('rows')).getAll() as IDBRequest<OldRow[]>
  // In the request's own handler, since an error in it undoes the whole upgrade.
  all.addEventListener('success', () => {
    const byList = [...Map.groupBy(all.result, (row) => row.listId)]
    const parts = byList.flatMap(([listId, rows]) =>
      pack(
        listId,
        rows.map(({ listId: _, ...row }) => row),
      ),
    )
    db.deleteObjectStore('rows')
    createRows(db, parts)
  })
}

function createRows(db: IDBPDatabase<AccountSchema>, parts: readonly Part[]): void {
  const store = unwrap(db.createObjectStore('rows', { keyPath: ['listId', 'part'] }))
  for (const part of parts) store.put(part)
}

type OldRow = Row & { listId: string }

/** The key range of all rows of a list. */
export function allOf(listId: string): IDBKeyRange {
  return IDBKeyRange.bound([listId], [listId, []])
}

/** Of a whole outbox: to read it and leave out the others' takes less than an index, and there are seldom others. */
export function of(listId: string, outbox: readonly Entry[]): Entry[] {
  return outbox.filter((entry) => entry.listId === listId)
}

/** What this version can read and is still to be sent, in the order typed, sealed entries with their sequence numbers. */
export function inPlace(entries: readonly Entry[], stream: StoredStream | undefined): Entry[] {
  return fold(allInPlace(entries, stream))
}

/** And what only stands there still, because a later change stands for it: it goes with the next write. */
export function allInPlace(entries: readonly Entry[], stream: StoredStream | undefined): Entry[] {
  return legible(entries)
    .map((entry) => placed(entry, stream))
    .toSorted((a, b) => a.n - b.n)
}

function placed(entry: Entry, stream: StoredStream | undefined): Entry {
  const seq = stream?.places?.get(entry.n)
  return seq === undefined ? entry : { ...entry, seq, sent: true }
}

export function placesOf(entries: readonly Entry[]): Map<number, number> {
  return new Map(entries.flatMap(({ n, seq }) => (seq === null ? [] : [[n, seq]])))
}

/** Without an `n` it is put behind everything else. */
export type Unnumbered = Entry | (Change & Omit<Entry, 'n' | keyof Change>)

/** Not waited for one by one, which would take longer than the writing: the transaction tells how it went. */
export function put<S extends StoreName>(
  tx: Write,
  name: S,
  values: readonly (S extends 'outbox' ? Unnumbered : AccountSchema[S]['value'])[],
): void {
  const store = unwrap(tx.objectStore(name)) as IDBObjectStore
  for (const value of values) store.put(value)
}

/** The operations that an item of the tray stands for. */
export function opIdsOf({ entry, hung }: TrayItem): string[] {
  return [entry, ...hung].map(({ opId }) => opId)
}

/** Notes that these operations are answered or superseded, so that their second copies go. */
export function finish(tx: Write, opIds: readonly string[]): void {
  if (opIds.length > 0) void (unwrap(tx.objectStore('done')) as IDBObjectStore).put(opIds)
}

/**
 * Takes the entries numbered `ns` out of the outbox, each run of neighbours at once. Those that no item of `tray` keeps
 * are done.
 */
export function remove(
  tx: Write,
  entries: readonly Entry[],
  ns: readonly number[],
  tray: readonly TrayItem[] = [],
): void {
  const outbox = unwrap(tx.objectStore('outbox')) as IDBObjectStore
  const sorted = ns.toSorted((a, b) => a - b)
  let start = 0
  for (const [i, n] of sorted.entries()) {
    if (sorted[i + 1] === n + 1) continue
    outbox.delete(IDBKeyRange.bound(sorted[start], n))
    start = i + 1
  }
  const gone = new Set(ns)
  const kept = new Set(tray.flatMap(opIdsOf))
  finish(
    tx,
    entries.filter(({ n, opId }) => gone.has(n) && !kept.has(opId)).map(({ opId }) => opId),
  )
}

/** A tray item as this version reads it; what a newer version put there is shown as it is. */
export function legibleItem(item: TrayItem): TrayItem {
  const read = (entry: Entry) => upgrade(entry) ?? entry
  return { ...item, entry: read(item.entry), hung: item.hung.map(read) }
}

/** Written by a newer version of the app, which must also send it. */
export function isNewer(entry: Entry): boolean {
  return upgrade(entry) === null
}

/** What this version of the app can read; the rest waits for the newer one that wrote it. */
function legible(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => upgrade(entry) ?? [])
}
