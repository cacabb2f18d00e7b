import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames, unwrap } from 'idb'
import type { Row } from '../../core/contract/shapes.ts'
import { type Entry, fold, upgrade } from '../../core/sync/mutation.ts'
import type { Change } from '../../core/sync/change.ts'
import type { Stream, TrayItem } from '../../core/sync/replica.ts'
import { carryOver } from './older-values.ts'
import { pack, type Part } from './rows.ts'

/** The layout of an account's database, and fast reads and writes of its records. */

/** `places` maps entry numbers to sequence numbers, so that one write can seal 1,000 entries. */
export type StoredStream = Stream & { places?: ReadonlyMap<number, number> }

export interface AccountSchema extends DBSchema {
  rows: { key: [string, string]; value: Part }
  outbox: { key: number; value: Entry }
  tray: { key: string; value: TrayItem }
  streams: { key: string; value: StoredStream }
  /** operation ids of answered or superseded entries whose second copies may still exist, see copies.ts */
  done: { key: number; value: string[] }
  kv: { key: string; value: unknown }
  /** one id, created with the database; a different id means that the browser deleted the database meanwhile */
  birth: { key: number; value: string }
}
export const stores = ['rows', 'outbox', 'tray', 'streams', 'done'] as const
export type StoreName = (typeof stores)[number]
export type Write = IDBPTransaction<AccountSchema, StoreName[], 'readwrite'>

/** Runs `run` with the database, which is opened when it is first needed. */
export type UseDb = <T>(run: (db: IDBPDatabase<AccountSchema>) => Promise<T>) => Promise<T>

export const accountVersion = 6

/**
 * Upgrades the database from version `from`. Versions 1 and 2 kept each row in a record of its own, and an index on the
 * outbox; up to version 3 there was no `done`, up to 4 no `birth`. Up to 5 some values waited in another way.
 */
export function upgradeStores(
  db: IDBPDatabase<AccountSchema>,
  from: number,
  tx: IDBPTransaction<AccountSchema, StoreNames<AccountSchema>[], 'versionchange'>,
  newId: () => string,
): void {
  if (from > 0) upgradeValues(unwrap(tx.objectStore('kv')) as IDBObjectStore)
  if (from === 5) return
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
  // In the request's own handler, because an error there aborts the whole upgrade.
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

function upgradeValues(kv: IDBObjectStore): void {
  const keys = kv.getAllKeys()
  const all = kv.getAll() as IDBRequest<unknown[]>
  all.addEventListener('success', () => {
    const values = keys.result.map((key, i) => [String(key), all.result[i]] as const)
    for (const [key, value] of values.flatMap((one) => carryOver(one) ?? []))
      if (value === undefined) kv.delete(key)
      else kv.put(value, key)
  })
}

function createRows(db: IDBPDatabase<AccountSchema>, parts: readonly Part[]): void {
  const store = unwrap(db.createObjectStore('rows', { keyPath: ['listId', 'part'] }))
  for (const part of parts) store.put(part)
}

type OldRow = Row & { listId: string }

/** Returns the key range of all rows of a list. */
export function allOf(listId: string): IDBKeyRange {
  return IDBKeyRange.bound([listId], [listId, []])
}

/**
 * Returns a list's entries of a whole outbox. Filtering is faster than an index, because entries of other lists are
 * rare.
 */
export function of(listId: string, outbox: readonly Entry[]): Entry[] {
  return outbox.filter((entry) => entry.listId === listId)
}

/**
 * Returns the pending entries that this version can read, in the order typed and without superseded ones. Sealed
 * entries have their sequence numbers.
 */
export function inPlace(entries: readonly Entry[], stream: StoredStream | undefined): Entry[] {
  return fold(allInPlace(entries, stream))
}

/** Like `inPlace`, but with superseded entries, which the next write removes. */
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

/** An entry without `n` goes behind all others. */
export type Unnumbered = Entry | (Change & Omit<Entry, 'n' | keyof Change>)

/**
 * Writes values without waiting for each request, which would take longer than the writes. The transaction reports
 * failures.
 */
export function put<S extends StoreName>(
  tx: Write,
  name: S,
  values: readonly (S extends 'outbox' ? Unnumbered : AccountSchema[S]['value'])[],
): void {
  const store = unwrap(tx.objectStore(name)) as IDBObjectStore
  for (const value of values) store.put(value)
}

/** Returns the ids of all operations in a tray item. */
export function opIdsOf({ entry, hung }: TrayItem): string[] {
  return [entry, ...hung].map(({ opId }) => opId)
}

/** Returns the operation ids in the outbox, in the tray and in `done`: this device still knows what became of them. */
export async function knownIn(tx: Write): Promise<Set<string>> {
  const [outbox, tray, done] = await Promise.all([
    tx.objectStore('outbox').getAll(),
    tx.objectStore('tray').getAll(),
    tx.objectStore('done').getAll(),
  ])
  return new Set([...outbox.map(({ opId }) => opId), ...tray.flatMap(opIdsOf), ...done.flat()])
}

/** Records that these operations are answered or superseded, so that their second copies are removed. */
export function finish(tx: Write, opIds: readonly string[]): void {
  if (opIds.length > 0) void (unwrap(tx.objectStore('done')) as IDBObjectStore).put(opIds)
}

/**
 * Removes the entries numbered `ns` from the outbox, each run of consecutive numbers with one request. Those that no
 * item of `tray` keeps are recorded as done.
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
  const inTray = new Set(tray.flatMap(opIdsOf))
  finish(
    tx,
    entries.filter(({ n, opId }) => gone.has(n) && !inTray.has(opId)).map(({ opId }) => opId),
  )
}

/** Returns a tray item as this version reads it. Entries written by a newer version stay as they are. */
export function legibleItem(item: TrayItem): TrayItem {
  const read = (entry: Entry) => upgrade(entry) ?? entry
  return { ...item, entry: read(item.entry), hung: item.hung.map(read) }
}

/** Returns whether a newer version of the app wrote the entry. Only that version can send it. */
export function isNewer(entry: Entry): boolean {
  return upgrade(entry) === null
}

/** Returns the entries that this version can read. The others wait for the newer version that wrote them. */
function legible(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => upgrade(entry) ?? [])
}
