import { unwrap } from 'idb'
import type { List } from '../core/contract/shapes.ts'
import { type Entry, entryFormat, fold } from '../core/sync/mutation.ts'
import type { Change } from '../core/sync/change.ts'
import * as replica from '../core/sync/replica.ts'
import * as leaving from '../core/sync/leaving.ts'
import type { SealOptions, Stream, SyncCall, SyncReply, TrayReason } from '../core/sync/replica.ts'
import type { Recovered } from '../core/sync/recovery.ts'
import { type PageLife, pageLife } from './page-life.ts'
import { createReads } from './reads.ts'
import { atOnce, reopening } from './reopening.ts'
import { pack, partsOf, unpack } from './rows.ts'
import {
  type AccountSchema,
  accountVersion,
  allInPlace,
  allOf,
  of,
  placesOf,
  put,
  remove,
  type StoredStream,
  type StoreName,
  stores,
  upgradeStores,
  type Write,
} from './stored.ts'
import { createUnwritten, type Spare, type Typed } from './unwritten.ts'
import { createValues } from './values.ts'

/** What changed, for the page that shows it; `rows` null: none, 'all': too many to name. */
export interface Changed {
  listId: string | null
  rows: string[] | 'all' | null
  /** nothing but these entries was added to the outbox */
  added?: Appended
}

/** `by`: who appended them, which is one page or worker of the device. */
export interface Appended {
  by: string
  entries: Entry[]
}

/** An entry that was just appended stands behind all others; the database alone knows its number. */
const lastOfAll = Number.POSITIVE_INFINITY

/** What a person does to one list. */
export interface ChangesOf {
  listId: string
  changes: readonly Change[]
}

export interface DbDeps {
  newId: () => string
  now: () => number
  changed: (change: Changed) => void
  /** see reopening.ts */
  renewed?: () => void
  slow?: (isSlow: boolean) => void
  life?: PageLife
  /** where changes are noted that were not written in time; a worker has none, because nobody types there */
  spare?: Spare | null
}

export type AccountDb = ReturnType<typeof createAccountDb>

/** Everything an account keeps on this device, in a database of its own. */
export function createAccountDb(
  userId: string,
  { newId, now, changed, renewed, slow, life = pageLife, spare = null }: DbDeps,
) {
  const hears = { renewed, slow, life }
  const database = reopening<AccountSchema>(`account:${userId}`, accountVersion, upgradeStores, hears)
  const unwritten = createUnwritten(userId, spare, life)
  const withDb = database.use
  const by = newId()
  const values = createValues(withDb)
  const reads = createReads(withDb)

  /**
   * One transaction, on the disk when it resolves: only then a change counts as saved. It waits for whoever reads
   * one of its stores, so what is quick to write names no more of them than it needs.
   */
  function write<T>(
    run: (tx: Write) => Promise<T>,
    durability: IDBTransactionDurability = 'strict',
    names: readonly StoreName[] = stores,
  ): Promise<T> {
    return withDb(async (db) => {
      const tx = db.transaction([...names], 'readwrite', { durability }) as Write
      tx.done.catch(() => undefined) // its reason is thrown below, where `run` may still wait for another request
      try {
        const result = await run(tx)
        // All requests are made: without this the browser would wait one more task before it commits.
        tx.commit()
        await tx.done
        return result
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) abort(tx)
        throw tx.error ?? error
      }
    })
  }

  function freshStream(listId: string): Stream {
    return { listId, clientId: newId(), nextSeq: 1, cursor: 0, epoch: null, list: null }
  }

  /** `newer`: a newer version of the app wrote some of what waits, and must send it. */
  async function listIn(
    tx: Write,
    listId: string,
  ): Promise<{ stream: StoredStream | undefined; entries: Entry[]; newer: boolean }> {
    const [stream, outbox] = await Promise.all([
      tx.objectStore('streams').get(listId),
      tx.objectStore('outbox').getAll(),
    ])
    const stored = of(listId, outbox)
    const all = allInPlace(stored, stream)
    const entries = fold(all)
    const kept = new Set(entries)
    // Superseded entries go now: once the later change is answered and removed, they would be sent after all.
    remove(
      tx,
      all.filter((entry) => !kept.has(entry)).map((entry) => entry.n),
    )
    return { stream, entries, newer: all.length < stored.length }
  }

  /**
   * Appends what a person did. Nothing is read for it, so it is on the disk as soon as the disk allows.
   * `fromTray` leaves the tray in the same transaction: a change is in one of the two, never in both and
   * never in none. Returns what waits now; null: something else may have changed too, and is to be read.
   */
  function append(listId: string, changes: readonly Change[], fromTray?: string): Promise<Entry[] | null> {
    return appendTo([{ listId, changes }], fromTray)
  }

  /** The same for what a person does to several lists at once, such as copying one: all of it is written or nothing. */
  async function appendTo(parts: readonly ChangesOf[], fromTray?: string): Promise<Entry[] | null> {
    const mark = { typedAt: now(), format: entryFormat, seq: null, sent: false } as const
    const entries = parts.flatMap(({ listId, changes }) =>
      changes.map((change) => ({ ...change, ...mark, listId, opId: newId() })),
    )
    const typed = { entries, fromTray }
    unwritten.begin(typed)
    let isNew = !life.away
    let isPlain = fromTray === undefined
    try {
      const enterAll = (tx: Write) => {
        // A page that was left while its storage opened: another one may have written it.
        if (unwritten.isNoted(typed)) isNew = false
        if (!isNew) isPlain = false
        if (!isNew) return unwritten.isTaken(typed) ? Promise.resolve() : enterMissing(tx, typed)
        isNew = false
        enter(tx, typed)
        return Promise.resolve()
      }
      await write(enterAll, 'strict', fromTray === undefined ? ['outbox'] : ['outbox', 'tray'])
    } finally {
      unwritten.end(typed)
    }
    const added = entries.map((entry) => ({ ...entry, n: lastOfAll }))
    for (const listId of new Set(parts.map((part) => part.listId)))
      changed({ listId, rows: null, ...(isPlain && { added: { by, entries: of(listId, added) } }) })
    return isPlain ? added : null
  }

  function enter(tx: Write, { entries, fromTray }: Typed): void {
    if (fromTray !== undefined) unwrap(tx.objectStore('tray')).delete(fromTray)
    put(tx, 'outbox', entries)
  }

  /** Enters what may not have been written. What was written and answered before, the server recognises by its id. */
  async function enterMissing(tx: Write, typed: Typed): Promise<void> {
    const there = new Set((await tx.objectStore('outbox').getAll()).map(({ opId }) => opId))
    enter(tx, { ...typed, entries: typed.entries.filter(({ opId }) => !there.has(opId)) })
  }

  /** Writes what a page could not write any more when it was left. */
  async function recover(): Promise<void> {
    for (const typed of unwritten.left()) {
      await write((tx) => enterMissing(tx, typed))
      unwritten.strike(typed)
      for (const listId of new Set(typed.entries.map((entry) => entry.listId)))
        changed({ listId, rows: null })
    }
  }

  /**
   * A page that was left in the middle of it seals again when it is shown again, and the changes are older by then.
   * `prepare`: called with what is being sealed while the disk writes; it must not be sent before this resolves.
   */
  function seal(
    listId: string,
    options: Omit<SealOptions, 'now'>,
    prepare: (call: SyncCall) => void = () => undefined,
  ): Promise<{ call: SyncCall | null; newer: boolean }> {
    const sealIn = async (tx: Write) => {
      const { stream: stored, entries, newer } = await listIn(tx, listId)
      if (newer) return { call: null, newer }
      const sealed = replica.seal(stored ?? freshStream(listId), entries, { ...options, now: now() })
      if (!sealed.call) return { call: null, newer: false }
      // Nothing is sealed while a sealed batch waits, so these are all that are.
      const places = placesOf(sealed.changed)
      if (places.size > 0) put(tx, 'streams', [{ ...sealed.stream, places }])
      else if (sealed.stream !== stored) put(tx, 'streams', [sealed.stream])
      prepare(sealed.call)
      return { call: sealed.call, newer: false }
    }
    // A client id that a power cut takes back has sent nothing yet if no operation may go with the call.
    return write(sealIn, options.maxOps === 0 ? 'relaxed' : 'strict', ['outbox', 'streams'])
  }

  /** Does not wait for the disk: an answer that a power cut undoes is asked for again. */
  async function store(call: SyncCall, reply: SyncReply): Promise<{ dropped: boolean; left: number }> {
    const { listId } = call
    const result = await write(async (tx) => {
      const rows = tx.objectStore('rows')
      // All is asked for at once. What the answer tells of is in these parts, whether it is accepted or not.
      const parts = [...partsOf(reply.rows.map((row) => row.id))]
      const reading = Promise.all(parts.map((part) => rows.get([listId, part])))
      const [{ stream, entries }, here] = await Promise.all([listIn(tx, listId), reading])
      if (!stream) return { dropped: false, left: entries.length, touched: null }
      const mayReplace = reply.base === 0 && stream.cursor > 0
      const old = mayReplace ? unpack(await rows.getAll(allOf(listId))) : []
      const accepted = replica.accept(stream, entries, call, reply, { now: now(), newId, rows: old })
      if (!accepted) return { dropped: true, left: entries.length, touched: null }
      if (accepted.isDeleted) {
        const known = unpack(await rows.getAll(allOf(listId)))
        leaveIn(tx, listId, leaving.left(stream, entries, known, now()))
        return { dropped: false, left: 0, touched: 'all' as const }
      }
      const isRekeyed = accepted.stream.clientId !== stream.clientId
      const gone = new Set(accepted.remove)
      const sealed = isRekeyed ? [] : entries.filter((entry) => !gone.has(entry.n))
      put(tx, 'streams', [{ ...accepted.stream, places: placesOf(sealed) }])
      const touched = accepted.rows.map((row) => row.id)
      if (accepted.replace) unwrap(rows).delete(allOf(listId))
      const beside = partsOf(touched)
      const kept = accepted.replace ? [] : here.filter((part) => part && beside.has(part.part))
      put(tx, 'rows', pack(listId, [...unpack(kept), ...accepted.rows]))
      put(tx, 'outbox', accepted.changed)
      remove(tx, accepted.remove)
      put(tx, 'tray', accepted.tray)
      await putFirst(tx, listId, accepted.recovered)
      const many = accepted.replace || touched.length > 200
      return {
        dropped: false,
        left: entries.length - accepted.remove.length + accepted.recovered.length,
        touched: many ? ('all' as const) : touched,
      }
    }, 'relaxed')
    if (!result.dropped) changed({ listId, rows: result.touched })
    return result
  }

  /** Puts recovered changes before everything typed, which may depend on them; as sent, so that none is superseded. */
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

  /** Drops what is superseded, in a place where nothing is ever sent: otherwise sending does that. */
  async function tidy(): Promise<void> {
    for (const listId of await reads.waitingLists())
      await write(async (tx) => void (await listIn(tx, listId)))
  }

  async function rekey(listId: string): Promise<void> {
    await write(async (tx) => {
      const { stream = freshStream(listId), entries } = await listIn(tx, listId)
      const again = replica.rekey(stream, entries, newId)
      put(tx, 'streams', [{ ...again.stream, places: placesOf([]) }])
      put(tx, 'outbox', again.changed)
    })
  }

  /** The server can never take these operations: they go to the tray. */
  async function refuse(call: SyncCall, why: TrayReason): Promise<void> {
    const asked = new Set(call.body.ops.map((op) => op.opId))
    await write(async (tx) => {
      const { stream = freshStream(call.listId), entries } = await listIn(tx, call.listId)
      const refused = leaving.refuse(
        entries,
        entries.filter((e) => asked.has(e.opId)),
        why,
        now(),
      )
      put(tx, 'tray', refused.tray)
      remove(tx, refused.remove)
      const gone = new Set(refused.remove)
      const places = placesOf(entries.filter((entry) => !gone.has(entry.n)))
      put(tx, 'streams', [{ ...stream, places }])
    })
    changed({ listId: call.listId, rows: null })
  }

  /**
   * The server says that there is no such list for this person: what was typed goes to the tray, the rest goes. True: the
   * list stays for now, and is asked for once more.
   */
  async function leave(call: SyncCall): Promise<boolean> {
    const { listId } = call
    const stays = await write(async (tx) => {
      const { stream, entries } = await listIn(tx, listId)
      const rows = unpack(await tx.objectStore('rows').getAll(allOf(listId)))
      const what = leaving.leave(stream, entries, call, { now: now(), newId, rows })
      if (what === 'stays') return true
      if ('left' in what) {
        leaveIn(tx, listId, what.left)
        return false
      }
      const { revived } = what
      put(tx, 'streams', [{ ...revived.stream, places: placesOf([]) }])
      put(tx, 'outbox', revived.changed)
      remove(tx, revived.remove)
      await putFirst(tx, listId, revived.recovered)
      return true
    })
    changed({ listId, rows: 'all' })
    return stays
  }

  /** Nothing stays of the list but what is in the tray. */
  function leaveIn(tx: Write, listId: string, gone: leaving.Left): void {
    put(tx, 'tray', gone.tray)
    remove(tx, gone.remove)
    unwrap(tx.objectStore('rows')).delete(allOf(listId))
    unwrap(tx.objectStore('streams')).delete(listId)
  }

  /**
   * The overview as the server has it now. Lists that are no longer in it are left to `leave`. `before`: `listsHere` when
   * it was asked for; what is gone by now was left meanwhile, and does not come back.
   */
  async function putLists(lists: readonly List[], before: ReadonlySet<string> = new Set()): Promise<void> {
    const isNew = await write(async (tx) => {
      const streams = await Promise.all(lists.map((list) => tx.objectStore('streams').get(list.id)))
      const known = lists.map((list, i) => ({ list, stream: streams[i] ?? freshStream(list.id) }))
      const mayBeGone = known.some(({ list, stream }) => stream.list === null && before.has(list.id))
      const outbox = mayBeGone ? await tx.objectStore('outbox').getAll() : []
      const toBeMade = new Set(outbox.filter(replica.isAddOfList).map(({ listId }) => listId))
      // Mostly nothing has changed, and each change that is told makes every page read again.
      const news = known.flatMap(({ list, stream }) => {
        const isGone = stream.list === null && before.has(list.id) && !toBeMade.has(list.id)
        return isGone || isSame(stream.list, list) ? [] : [{ ...stream, list }]
      })
      put(tx, 'streams', news)
      return news.length > 0
    }, 'relaxed')
    if (isNew) changed({ listId: null, rows: null })
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
        else await tx.objectStore('streams').put({ ...stream, cursor: 0, list: null, row: null })
    })
    await values.keepOnly(unsent)
  }

  return {
    userId,
    /** who appends here, as `Appended` names it */
    by,
    use: withDb,
    changed,
    append,
    appendTo,
    recover,
    seal,
    store,
    tidy,
    rekey,
    refuse,
    leave,
    putLists,
    forget,
    ...reads,
    ...values,
    dropTray: async (opId: string) => {
      await withDb((db) => atOnce(db, 'tray', (tray) => tray.delete(opId)))
      changed({ listId: null, rows: null })
    },
    close: () => {
      unwritten.close()
      return database.close()
    },
  }
}

function isSame(before: List | null, now: List): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // it has ended already, by itself or by the error that brought us here
  }
}
