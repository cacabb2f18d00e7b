import type { DBSchema, IDBPTransaction } from 'idb'
import type { List, Row } from '../core/entities.ts'
import type { FieldValue } from '../core/fields.ts'
import { type Change, coalesce, type Entry, entryFormat, fieldVersion, upgrade } from '../core/mutation.ts'
import * as replica from '../core/replica.ts'
import type { SealOptions, Stream, SyncCall, SyncReply, TrayItem, TrayReason } from '../core/replica.ts'
import type { Recovered } from '../core/recovery.ts'
import { reopening } from './reopening.ts'

/** What a person did, before the device knows its versions. */
export type Typed =
  Exclude<Change, { op: 'set' }> | (Omit<Extract<Change, { op: 'set' }>, 'baseVer'> & { prev?: FieldValue })

type StoredRow = Row & { listId: string }

interface AccountSchema extends DBSchema {
  rows: { key: [string, string]; value: StoredRow; indexes: { listId: string } }
  outbox: { key: number; value: Entry; indexes: { listId: string } }
  tray: { key: string; value: TrayItem }
  streams: { key: string; value: Stream }
  kv: { key: string; value: unknown }
}
const stores = ['rows', 'outbox', 'tray', 'streams'] as const
type Write = IDBPTransaction<
  AccountSchema,
  typeof stores extends readonly (infer S)[] ? S[] : never,
  'readwrite'
>

/** What changed, for the page that shows it; `rows` null: none, 'all': too many to name. */
export interface Changed {
  listId: string | null
  rows: string[] | 'all' | null
}

export interface ListOnDevice {
  stream: Stream | undefined
  rows: Row[]
  entries: Entry[]
}

export interface DbDeps {
  newId: () => string
  now: () => number
  changed: (change: Changed) => void
  /** what is stored may be another than before, see reopening.ts */
  renewed?: () => void
}

export type AccountDb = ReturnType<typeof createAccountDb>

/** Everything an account keeps on this device, in a database of its own. */
export function createAccountDb(userId: string, { newId, now, changed, renewed }: DbDeps) {
  const database = reopening<AccountSchema>(
    `account:${userId}`,
    1,
    (db) => {
      db.createObjectStore('rows', { keyPath: ['listId', 'id'] }).createIndex('listId', 'listId')
      db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true }).createIndex('listId', 'listId')
      db.createObjectStore('tray', { keyPath: 'opId' })
      db.createObjectStore('streams', { keyPath: 'listId' })
      db.createObjectStore('kv')
    },
    renewed,
  )
  const withDb = database.use

  /** One transaction, on the disk when it resolves: only then a change counts as saved. */
  function write<T>(run: (tx: Write) => Promise<T>): Promise<T> {
    return withDb(async (db) => {
      const tx = db.transaction([...stores], 'readwrite', { durability: 'strict' })
      try {
        const result = await run(tx)
        await tx.done
        return result
      } catch (error) {
        tx.done.catch(() => undefined) // its reason is thrown below
        if (!(error instanceof DOMException && error.name === 'AbortError')) abort(tx)
        throw tx.error ?? error
      }
    })
  }

  function freshStream(listId: string): Stream {
    return { listId, clientId: newId(), nextSeq: 1, cursor: 0, epoch: null, list: null }
  }

  async function streamOf(tx: Write, listId: string): Promise<Stream> {
    return (await tx.objectStore('streams').get(listId)) ?? freshStream(listId)
  }

  async function entriesIn(tx: Write, listId: string): Promise<Entry[]> {
    return legible(await tx.objectStore('outbox').index('listId').getAll(listId))
  }

  async function toTray(tx: Write, items: readonly TrayItem[]): Promise<void> {
    for (const item of items) await tx.objectStore('tray').put(item)
  }

  /**
   * Appends what a person did, folding it into what was never sent. `fromTray` leaves the tray in the same
   * transaction: a change is in one of the two, never in both and never in none.
   */
  async function append(listId: string, typed: readonly Typed[], fromTray?: string): Promise<void> {
    await write(async (tx) => {
      if (fromTray !== undefined) await tx.objectStore('tray').delete(fromTray)
      const outbox = tx.objectStore('outbox')
      const waiting = byProduct(await entriesIn(tx, listId))
      const based = async (change: Extract<Typed, { op: 'set' }>): Promise<Change> => {
        const row = await tx.objectStore('rows').get([listId, change.productId])
        return { ...withoutPrev(change), baseVer: fieldVersion(row, change.field) }
      }
      for (const change of typed) {
        let entries = waiting.get(change.productId) ?? []
        const whole: Change = change.op === 'set' ? await based(change) : change
        const folded = coalesce(entries, whole)
        for (const n of folded.remove) await outbox.delete(n)
        entries = entries.filter((entry) => !folded.remove.includes(entry.n))
        if (folded.rewrite) {
          const { n, value } = folded.rewrite
          const add = entries.find((entry) => entry.n === n)
          if (add?.op === 'add') {
            const rewritten: Entry = { ...add, value, opId: newId() }
            await outbox.put(rewritten)
            entries = entries.map((entry) => (entry.n === n ? rewritten : entry))
          }
        }
        if (folded.append) {
          const prev = folded.prev ?? (change.op === 'set' ? change.prev : undefined)
          const entry: Omit<Entry, 'n'> = {
            ...folded.append,
            opId: newId(),
            listId,
            prev,
            typedAt: now(),
            format: entryFormat,
            seq: null,
            sent: false,
          }
          const n = await outbox.add(entry as Entry)
          entries = [...entries, { ...entry, n } as Entry]
        }
        waiting.set(change.productId, entries)
      }
    })
    changed({ listId, rows: null })
  }

  function seal(listId: string, options: SealOptions): Promise<{ call: SyncCall | null; newer: boolean }> {
    return write(async (tx) => {
      const stream = await streamOf(tx, listId)
      const stored = await tx.objectStore('outbox').index('listId').getAll(listId)
      const entries = legible(stored)
      if (entries.length < stored.length) return { call: null, newer: true }
      const sealed = replica.seal(stream, entries, options)
      if (!sealed.call) return { call: null, newer: false }
      await tx.objectStore('streams').put(sealed.stream)
      for (const entry of sealed.changed) await tx.objectStore('outbox').put(entry)
      return { call: sealed.call, newer: false }
    })
  }

  async function store(call: SyncCall, reply: SyncReply): Promise<{ dropped: boolean; left: number }> {
    const { listId } = call
    const result = await write(async (tx) => {
      const rows = tx.objectStore('rows')
      const stream = await tx.objectStore('streams').get(listId)
      const entries = await entriesIn(tx, listId)
      if (!stream) return { dropped: false, left: entries.length, touched: null }
      const lost = replica.lostAbove(stream, call, reply) !== null
      const old = lost ? await rows.index('listId').getAll(listId) : []
      const accepted = replica.accept(stream, entries, call, reply, { now: now(), newId, rows: old })
      if (!accepted) return { dropped: true, left: entries.length, touched: null }
      await tx.objectStore('streams').put(accepted.stream)
      if (accepted.replace) await rows.delete(IDBKeyRange.bound([listId], [listId, []]))
      for (const row of accepted.rows) await rows.put({ ...row, listId })
      for (const entry of accepted.changed) await tx.objectStore('outbox').put(entry)
      for (const n of accepted.remove) await tx.objectStore('outbox').delete(n)
      await toTray(tx, accepted.tray)
      await putFirst(tx, listId, accepted.recovered)
      const many = accepted.replace || accepted.rows.length > 200
      const touched: Changed['rows'] = many ? 'all' : accepted.rows.map((row) => row.id)
      return {
        dropped: false,
        left: entries.length - accepted.remove.length + accepted.recovered.length,
        touched,
      }
    })
    if (!result.dropped) changed({ listId, rows: result.touched })
    return result
  }

  /** Before everything that was typed, which may hang on it; marked as sent, so that nothing folds into it. */
  async function putFirst(tx: Write, listId: string, recovered: readonly Recovered[]): Promise<void> {
    if (recovered.length === 0) return
    const outbox = tx.objectStore('outbox')
    const first = (await outbox.openKeyCursor())?.key ?? 0
    const start = Math.min(0, first) - recovered.length
    for (const [i, change] of recovered.entries()) {
      const mark = { format: entryFormat, seq: null, sent: true, recovered: true } as const
      await outbox.put({ ...change, ...mark, n: start + i, opId: newId(), listId })
    }
  }

  async function rekey(listId: string): Promise<void> {
    await write(async (tx) => {
      const again = replica.rekey(await streamOf(tx, listId), await entriesIn(tx, listId), newId())
      await tx.objectStore('streams').put(again.stream)
      for (const entry of again.changed) await tx.objectStore('outbox').put(entry)
    })
  }

  /** The operations of this call can never be taken: to the tray with them. */
  async function refuse(call: SyncCall, why: TrayReason): Promise<void> {
    const asked = new Set(call.body.ops.map((op) => op.opId))
    await write(async (tx) => {
      const entries = await entriesIn(tx, call.listId)
      const refused = replica.refuse(
        entries,
        entries.filter((e) => asked.has(e.opId)),
        why,
        now(),
      )
      await toTray(tx, refused.tray)
      for (const n of refused.remove) await tx.objectStore('outbox').delete(n)
    })
    changed({ listId: call.listId, rows: null })
  }

  /** The list is gone for this person: what was typed goes to the tray, the rest goes. */
  async function leave(listId: string): Promise<void> {
    await write(async (tx) => {
      const entries = await entriesIn(tx, listId)
      const refused = replica.refuse(entries, entries, 'lost', now())
      const listName = (await tx.objectStore('streams').get(listId))?.list?.listName
      const rows = tx.objectStore('rows')
      // Nothing else will know what it was called.
      for (const item of refused.tray) item.row = (await rows.get([listId, item.entry.productId])) ?? null
      await toTray(
        tx,
        refused.tray.map((item) => ({ ...item, listName })),
      )
      for (const n of refused.remove) await tx.objectStore('outbox').delete(n)
      await rows.delete(IDBKeyRange.bound([listId], [listId, []]))
      await tx.objectStore('streams').delete(listId)
    })
    changed({ listId, rows: 'all' })
  }

  /** The overview as the server has it now. Lists that are no longer in it are left to `leave`. */
  async function putLists(lists: readonly List[]): Promise<void> {
    await write(async (tx) => {
      for (const list of lists) {
        const stream = await streamOf(tx, list.id)
        await tx.objectStore('streams').put({ ...stream, list })
      }
    })
    changed({ listId: null, rows: null })
  }

  /**
   * After a sign-out: what the server has goes; what only this device has (outbox, tray, the client ids and
   * sequence numbers they need, and those values that are `unsent`) stays for the next sign-in of the same account.
   */
  async function forget(unsent: (value: unknown) => boolean): Promise<void> {
    await write(async (tx) => {
      await tx.objectStore('rows').clear()
      const waiting = (await tx.objectStore('outbox').count()) + (await tx.objectStore('tray').count())
      for (const stream of await tx.objectStore('streams').getAll())
        if (waiting === 0) await tx.objectStore('streams').delete(stream.listId)
        else await tx.objectStore('streams').put({ ...stream, cursor: 0, list: null })
    })
    await withDb(async (db) => {
      const tx = db.transaction('kv', 'readwrite', { durability: 'strict' })
      for await (const cursor of tx.store) if (!unsent(cursor.value)) await cursor.delete()
      await tx.done
    })
  }

  function readList(listId: string): Promise<ListOnDevice> {
    return withDb(async (db) => {
      const tx = db.transaction(['rows', 'outbox', 'streams'])
      tx.done.catch(() => undefined) // the requests say so themselves
      const [stream, rows, entries] = await Promise.all([
        tx.objectStore('streams').get(listId),
        tx.objectStore('rows').index('listId').getAll(listId),
        tx.objectStore('outbox').index('listId').getAll(listId),
      ])
      return { stream, rows, entries: legible(entries) }
    })
  }

  /** Only these rows and the outbox, for a list that is already on the screen. */
  function readChanges(listId: string, ids: readonly string[]): Promise<ListOnDevice> {
    return withDb(async (db) => {
      const tx = db.transaction(['rows', 'outbox', 'streams'])
      tx.done.catch(() => undefined) // the requests say so themselves
      const rows = tx.objectStore('rows')
      const [stream, entries, found] = await Promise.all([
        tx.objectStore('streams').get(listId),
        tx.objectStore('outbox').index('listId').getAll(listId),
        Promise.all(ids.map((id) => rows.get([listId, id]))),
      ])
      return { stream, entries: legible(entries), rows: found.filter((row) => row !== undefined) }
    })
  }

  return {
    userId,
    append,
    seal,
    store,
    rekey,
    refuse,
    leave,
    putLists,
    forget,
    readList,
    readChanges,
    streams: () => withDb((db) => db.getAll('streams')),
    outbox: () => withDb((db) => db.getAll('outbox')),
    tray: () => withDb((db) => db.getAll('tray')),
    dropTray: async (opId: string) => {
      await withDb((db) => db.delete('tray', opId))
      changed({ listId: null, rows: null })
    },
    getValue: (key: string) => withDb((db) => db.get('kv', key)),
    putValue: (key: string, value: unknown) => withDb((db) => db.put('kv', value, key)),
    /** Every value whose key begins with `prefix`. */
    getValues: (prefix: string) =>
      withDb((db) => db.getAll('kv', IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
    /** Puts what `change` makes of the value in its place, in one transaction; undefined removes it. */
    changeValue: (key: string, change: (value: unknown) => unknown) =>
      withDb(async (db) => {
        const tx = db.transaction('kv', 'readwrite', { durability: 'strict' })
        const value = change(await tx.store.get(key))
        await (value === undefined ? tx.store.delete(key) : tx.store.put(value, key))
        await tx.done
      }),
    close: database.close,
  }
}

/** A change folds only into others of the same product; with thousands of them all must not be looked through. */
function byProduct(entries: readonly Entry[]): Map<string, Entry[]> {
  const products = new Map<string, Entry[]>()
  for (const entry of entries) {
    const own = products.get(entry.productId)
    if (own) own.push(entry)
    else products.set(entry.productId, [entry])
  }
  return products
}

/** What this version of the app can read; the rest waits for the newer one that wrote it. */
function legible(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => upgrade(entry) ?? [])
}

function withoutPrev<T extends { prev?: FieldValue }>({ prev: _, ...rest }: T): Omit<T, 'prev'> {
  return rest
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // it has ended already, by itself or by the error that brought us here
  }
}
