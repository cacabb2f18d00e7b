import { unwrap } from 'idb'
import type { List } from '../../core/contract/shapes.ts'
import { type Entry, entryFormat, fold } from '../../core/sync/mutation.ts'
import type { Change } from '../../core/sync/change.ts'
import * as replica from '../../core/sync/replica.ts'
import * as leaving from '../../core/sync/leaving.ts'
import type {
  SealOptions,
  Stream,
  SyncCall,
  SyncReply,
  TrayItem,
  TrayReason,
} from '../../core/sync/replica.ts'
import type { Recovered } from '../../core/sync/recovery.ts'
import { coalesced } from '../coalesced.ts'
import { type Copy, createCopies, type Spare, type Typed } from './copies.ts'
import { type Disk, lookAgainMs } from './disk.ts'
import { isStorageFailure } from '../failures.ts'
import { type PageLife, pageLife } from './page-life.ts'
import { createReads, type OnDevice } from './reads.ts'
import { reading, reopening } from './reopening.ts'
import { pack, partsOf, unpack } from './rows.ts'
import {
  type AccountSchema,
  accountVersion,
  allInPlace,
  allOf,
  finish,
  isNewer,
  of,
  opIdsOf,
  placesOf,
  put,
  remove,
  type StoredStream,
  type StoreName,
  type Unnumbered,
  stores,
  upgradeStores,
  type Write,
} from './stored.ts'
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
  disk?: Disk
  /** holds a second copy of what waits; a worker has none, because nobody types there */
  spare?: Spare | null
  /** see values.ts */
  isUnsent?: (value: unknown) => boolean
  /** calls back after so many ms: to look whether what is held in memory can be stored now */
  later?: (run: () => void, ms: number) => void
  /** `full`: the storage takes nothing at the moment, and what is typed is held in memory */
  full?: (isFull: boolean) => void
}

export type AccountDb = ReturnType<typeof createAccountDb>

/** Everything an account keeps on this device, in a database of its own. */
export function createAccountDb(
  userId: string,
  {
    newId,
    now,
    changed,
    renewed,
    slow,
    life = pageLife,
    disk,
    spare = null,
    isUnsent = () => false,
    later,
    full,
  }: DbDeps,
) {
  const hears = { renewed, slow, life, disk }
  const database = reopening<AccountSchema>(
    `account:${userId}`,
    accountVersion,
    (db, from, _to, tx) => upgradeStores(db, from, tx, newId),
    hears,
  )
  const copies = createCopies(userId, spare, life, now)
  const withDb = database.use
  const by = newId()
  const values = createValues(withDb, { userId, spare, isUnsent })
  const reads = createReads(withDb)

  /**
   * One transaction, on the disk when it resolves: only then a change counts as saved. It waits for whoever reads
   * one of its stores, so what is quick to write names no more of them than it needs.
   */
  function write<T>(
    run: (tx: Write) => Promise<T>,
    durability: IDBTransactionDurability = 'strict',
    names: readonly StoreName[] | (() => readonly StoreName[]) = stores,
  ): Promise<T> {
    return withDb(async (db) => {
      const some = typeof names === 'function' ? names() : names
      const tx = db.transaction([...some], 'readwrite', { durability }) as Write
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
    }).catch((error: unknown) => {
      // Whatever it was for: where there is no room, this page sends from memory from now on.
      if (later && isStorageFailure(error) && !isFull && !isRecovering) void recover().catch(() => undefined)
      throw error
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
      all,
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
    const typed: Typed = { entries, fromTray }
    const added = entries.map((entry) => ({ ...entry, n: lastOfAll }))
    copies.begin(typed)
    let isPlain = fromTray === undefined
    try {
      // What is typed later stands behind what is held.
      if (held.length > 0) hold(typed)
      else if (!(await enterTyped(typed))) isPlain = false
    } catch (error) {
      if (!later || !isStorageFailure(error)) {
        copies.remove(entries.map(({ opId }) => opId))
        throw error
      }
      hold(typed)
    } finally {
      copies.end(typed)
    }
    for (const listId of new Set(parts.map((part) => part.listId)))
      changed({ listId, rows: null, ...(isPlain && { added: { by, entries: of(listId, added) } }) })
    return isPlain ? added : null
  }

  /** Writes what was just typed. False: another page may have written it, or it left the tray. */
  async function enterTyped(typed: Typed): Promise<boolean> {
    const isPlain = typed.fromTray === undefined
    const before = life.departures
    let isNew = !life.away
    let tries = 0
    // Once the page was left, some of it may be written, by this page or another.
    const mayBeThere = () => !isNew || tries > 0 || life.departures !== before
    const enter = (tx: Write): Promise<unknown> => {
      isNew = !mayBeThere()
      tries++
      if (!isNew) return enterMissing(tx, copiesOf(typed))
      put(tx, 'outbox', typed.entries)
      return isPlain ? Promise.resolve() : takeFromTray(tx, typed.fromTray)
    }
    const names = () =>
      isPlain && !mayBeThere() ? (['outbox'] as const) : (['outbox', 'tray', 'done'] as const)
    await write<unknown>(enter, 'strict', names)
    return isNew && isPlain
  }

  async function takeFromTray(tx: Write, opId: string | undefined): Promise<void> {
    if (opId === undefined) return
    const item = await tx.objectStore('tray').get(opId)
    if (item) finish(tx, opIdsOf(item))
    unwrap(tx.objectStore('tray')).delete(opId)
  }

  /** The operations of which this device still knows what became of them. */
  async function knownIn(tx: Write): Promise<Set<string>> {
    const [outbox, tray, done] = await Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('tray').getAll(),
      tx.objectStore('done').getAll(),
    ])
    return new Set([...outbox.map(({ opId }) => opId), ...tray.flatMap(opIdsOf), ...done.flat()])
  }

  /**
   * Enters what the storage does not have, or has lost. What was written and answered before, the server recognises by
   * its id; so an entry that may have been sent is never superseded. Returns what was missing.
   */
  async function enterMissing(tx: Write, some: readonly Copy[]): Promise<Copy[]> {
    const known = await knownIn(tx)
    const missing = some.filter(({ entry }) => !known.has(entry.opId) && copies.has(entry.opId))
    for (const opId of new Set(missing.map(({ fromTray }) => fromTray))) await takeFromTray(tx, opId)
    put(
      tx,
      'outbox',
      missing.map(({ entry, left }) => (left ? entry : { ...entry, seq: null, sent: true })),
    )
    return missing
  }

  /** What was typed after the oldest of these comes behind them, unless it may have been sent. */
  async function putBehind(tx: Write, entered: readonly Copy[]): Promise<void> {
    if (entered.length === 0) return
    const from = Math.min(...entered.map(({ at }) => at))
    const own = new Set(entered.map(({ entry }) => entry.opId))
    const [outbox, streams] = await Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('streams').getAll(),
    ])
    const places = new Map(streams.map((stream) => [stream.listId, stream.places]))
    const mayBeSent = (entry: Entry) =>
      entry.sent || isNewer(entry) || places.get(entry.listId)?.has(entry.n) === true
    const later = outbox.filter((entry) => entry.typedAt > from && !own.has(entry.opId) && !mayBeSent(entry))
    for (const { n } of later) unwrap(tx.objectStore('outbox')).delete(n)
    put(
      tx,
      'outbox',
      later.map(({ n: _, ...entry }) => entry as Unnumbered),
    )
  }

  /** What could not be stored: it waits in this page's memory, and in its copies, until there is room. */
  let held: Typed[] = []
  /** operations that were sent from memory: they may take effect, so they are not superseded any more */
  const sentFromMemory = new Set<string>()
  let isFull = false
  let isRecovering = false
  let isToLook = false

  function heldEntries(): Entry[] {
    return held.flatMap(({ entries }) => entries.map((entry) => ({ ...entry, n: lastOfAll }) as Entry))
  }

  function hold(typed: Typed): void {
    held.push(typed)
    waitForRoom()
  }

  function waitForRoom(): void {
    if (isFull) return
    isFull = true
    full?.(true)
    lookAgain()
  }

  /** One look at a time, however many asked meanwhile and found no room. */
  function lookAgain(): void {
    if (isToLook || !later) return
    isToLook = true
    later(() => {
      isToLook = false
      recover().catch(() => undefined) // it looks again by itself
    }, lookAgainMs)
  }

  /**
   * Brings the outbox and its second copies together: enters what the storage lost or could not take, copies what has no
   * copy, and removes the copies of what is done. Returns how many entries and values had been lost. Rejects while the
   * storage does not work, and then tries again by itself.
   */
  async function recover(): Promise<number> {
    let lost = 0
    isRecovering = true
    try {
      // The person goes on typing meanwhile.
      do lost += await recoverNow()
      while (held.length > 0)
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      if (isFull) lookAgain()
      else waitForRoom()
      throw error
    } finally {
      isRecovering = false
    }
    if (isFull) {
      isFull = false
      full?.(false)
      renewed?.()
    }
    return lost
  }

  async function recoverNow(): Promise<number> {
    const waited = [...held]
    const ofMemory = waited.flatMap(copiesOf)
    const inMemory = new Set(ofMemory.map(({ entry }) => entry.opId))
    const beside = copies.all().filter(({ entry }) => !inMemory.has(entry.opId))
    birth ??= { id: await reads.birth() }
    const missing = await write(async (tx) => {
      await markSent(tx)
      const entered = await enterMissing(tx, [...beside, ...ofMemory])
      await putBehind(tx, entered)
      return entered
    })
    held = held.filter((typed) => !waited.includes(typed))
    await settle()
    copies.entered(beside.filter(({ left }) => left).map(({ entry }) => entry))
    const copied = copies.add(await waiting())
    if (copied.length > 0) {
      // What another page or the worker had answered meanwhile has lost its copy already, and must not get one again.
      const waits = new Set((await waiting()).map(({ opId }) => opId))
      copies.remove(copied.filter((opId) => !waits.has(opId)))
    }
    if (missing.length > 0) changed({ listId: null, rows: null })
    return missing.filter(({ left }) => !left).length + (await values.restoreValues())
  }

  /** Everything that needs a second copy, in the order typed. */
  function waiting(): Promise<Entry[]> {
    return withDb(async (db) => {
      const tx = reading(db, ['outbox', 'tray'])
      const [outbox, tray] = await Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('tray').getAll(),
      ])
      return [...tray.flatMap(({ entry, hung }) => [entry, ...hung]), ...outbox]
    })
  }

  /** The database this page began with; it is another one once the browser has deleted it and made it anew. */
  let birth: { id: unknown } | null = null

  /**
   * Stores again what a page shows, if the browser emptied the storage under it. What was sent meanwhile the server
   * recognises by its id.
   */
  async function putBack({ outbox, tray, stream, rows }: OnDevice): Promise<void> {
    const id = await reads.birth()
    if (birth === null || birth.id === id) return
    const waiting = await write(async (tx) => {
      const known = await knownIn(tx)
      const isLost = ({ opId }: Entry | TrayItem) => !known.has(opId)
      // Another page or the worker may have asked for the list by now.
      if (stream && (await tx.objectStore('streams').getKey(stream.listId)) === undefined) {
        put(tx, 'streams', [{ ...stream, places: placesOf([]) }])
        put(tx, 'rows', pack(stream.listId, rows))
      }
      const lost = outbox.filter(
        (entry) => isLost(entry) && !held.some((typed) => isPartOf(entry.opId, typed)),
      )
      put(
        tx,
        'outbox',
        lost.map(({ n: _, ...entry }) => ({ ...entry, seq: null, sent: true }) as Unnumbered),
      )
      put(tx, 'tray', tray.filter(isLost))
      return [...tray.filter(isLost).flatMap(({ entry, hung }) => [entry, ...hung]), ...lost]
    })
    birth = { id }
    copies.add(waiting)
  }

  async function markSent(tx: Write): Promise<void> {
    if (sentFromMemory.size === 0) return
    const outbox = await tx.objectStore('outbox').getAll()
    const sent = outbox.filter((entry) => sentFromMemory.has(entry.opId) && !entry.sent)
    put(
      tx,
      'outbox',
      sent.map((entry) => ({ ...entry, sent: true })),
    )
  }

  function copiesOf({ entries, fromTray }: Typed): Copy[] {
    return entries.map((entry) => ({
      entry,
      at: entry.typedAt,
      place: 0,
      ...(fromTray !== undefined && { fromTray }),
      ...(!sentFromMemory.has(entry.opId) && { left: true }),
    }))
  }

  /** Removes the second copies of what is answered or superseded. */
  const settle = coalesced(async () => {
    const done = await withDb(async (db) => {
      const store = reading(db, ['done']).objectStore('done')
      const [keys, opIds] = await Promise.all([store.getAllKeys(), store.getAll()])
      return { last: keys.at(-1), opIds: opIds.flat() }
    })
    const { last, opIds } = done
    if (last === undefined) return
    copies.remove(opIds)
    await write(
      (tx) => Promise.resolve(unwrap(tx.objectStore('done')).delete(IDBKeyRange.upperBound(last))),
      'relaxed',
      ['done'],
    )
  })

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
    return write(sealIn, options.maxOps === 0 ? 'relaxed' : 'strict', ['outbox', 'streams', 'done'])
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
        leaveIn(tx, listId, entries, leaving.left(stream, entries, known, now()))
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
      remove(tx, entries, accepted.remove, accepted.tray)
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
      remove(tx, entries, refused.remove, refused.tray)
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
        leaveIn(tx, listId, entries, what.left)
        return false
      }
      const { revived } = what
      put(tx, 'streams', [{ ...revived.stream, places: placesOf([]) }])
      put(tx, 'outbox', revived.changed)
      remove(tx, entries, revived.remove)
      await putFirst(tx, listId, revived.recovered)
      return true
    })
    changed({ listId, rows: 'all' })
    return stays
  }

  /** Nothing stays of the list but what is in the tray. */
  function leaveIn(tx: Write, listId: string, entries: readonly Entry[], gone: leaving.Left): void {
    put(tx, 'tray', gone.tray)
    remove(tx, entries, gone.remove, gone.tray)
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
   * sequence numbers they need, and those values that `isUnsent`) stays for the next sign-in of the same account.
   */
  async function forget(): Promise<void> {
    // What stands in a copy only waits as well.
    await recover()
    const waits = await write(async (tx) => {
      await tx.objectStore('rows').clear()
      const waiting =
        held.length + (await tx.objectStore('outbox').count()) + (await tx.objectStore('tray').count())
      for (const stream of await tx.objectStore('streams').getAll())
        if (waiting === 0) await tx.objectStore('streams').delete(stream.listId)
        else await tx.objectStore('streams').put({ ...stream, cursor: 0, list: null, row: null })
      return waiting > 0
    })
    await values.forgetValues()
    await settle()
    if (!waits) copies.clear()
  }

  /** What the person does not want any more: an item of the tray, with all that hung on it. */
  async function dropTray(item: TrayItem): Promise<void> {
    const drop = (tx: Write) => {
      unwrap(tx.objectStore('tray')).delete(item.opId)
      finish(tx, opIdsOf(item))
      return Promise.resolve()
    }
    await write(drop, 'strict', ['tray', 'done'])
    changed({ listId: null, rows: null })
  }

  /** As reads.ts, and what is held in memory behind it. */
  async function readDevice(...what: Parameters<typeof reads.readDevice>): Promise<OnDevice> {
    const found = await reads.readDevice(...what)
    if (held.length === 0) return found
    const stored = new Set(found.outbox.map(({ opId }) => opId))
    return { ...found, outbox: [...found.outbox, ...heldEntries().filter(({ opId }) => !stored.has(opId))] }
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
    putBack,
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
    readDevice,
    outbox: async () => (await readDevice(null, [])).outbox,
    tray: async () => (await reads.readDevice(null, [])).tray,
    dropTray,
    settle,
    /** These operations were sent from memory, and the server may have applied them. */
    noteSent: (opIds: readonly string[]) => opIds.forEach((opId) => sentFromMemory.add(opId)),
    /** There was no room for the second copies of some changes. */
    isShortOfCopies: copies.isShort,
    close: () => {
      copies.close()
      return database.close()
    },
  }
}

function isPartOf(opId: string, { entries }: Typed): boolean {
  return entries.some((entry) => entry.opId === opId)
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
