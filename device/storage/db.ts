import { unwrap } from 'idb'
import type { List } from '../../core/contract/shapes.ts'
import { type Entry, fold, formatOf } from '../../core/sync/mutation.ts'
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
import { createCopies, type Spare } from './copies.ts'
import type { Disk } from './disk.ts'
import { type Changed, createOutbox } from './outbox.ts'
import { type PageLife, pageLife } from './page-life.ts'
import { createPutBack, type Shown } from './put-back.ts'
import { createReads, type OnDevice } from './reads.ts'
import { reopening } from './reopening.ts'
import { pack, partsOf, unpack } from './rows.ts'
import {
  type AccountSchema,
  accountVersion,
  allInPlace,
  allOf,
  finish,
  of,
  opIdsOf,
  placesOf,
  put,
  remove,
  stores,
  type StoredStream,
  upgradeStores,
  type Write,
} from './stored.ts'
import { isTrialId } from '../trial.ts'
import { createValues } from './values.ts'
import { createWrite } from './write.ts'

export interface DbDeps {
  newId: () => string
  now: () => number
  changed: (change: Changed) => void
  /** see reopening.ts */
  renewed?: () => void
  slow?: (isSlow: boolean) => void
  life?: PageLife
  disk?: Disk
  /** holds second copies of what waits; null in a worker, because nobody types there */
  spare?: Spare | null
  /** see values.ts */
  isUnsent?: (value: unknown) => boolean
  /** what this page shows; missing in a worker. See put-back.ts */
  shown?: () => Shown
  /** calls back after `ms`; used to check whether changes held in memory can be stored now */
  later?: (run: () => void, ms: number) => void
  /** `full`: whether the storage refuses writes, so that typed changes are held in memory */
  full?: (isFull: boolean) => void
}

export type AccountDb = ReturnType<typeof createAccountDb>

/** Opens everything an account keeps on this device, in a database of its own. */
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
    shown,
    later,
    full,
  }: DbDeps,
) {
  const copies = createCopies(userId, spare, life, now)
  const isTrial = isTrialId(userId)
  const isHeld = (opId: string) => heldEntries().some((entry) => entry.opId === opId)
  const connected = shown && createPutBack({ shown, isHeld, copies, freshStream })
  const database = reopening<AccountSchema>(
    `account:${userId}`,
    accountVersion,
    (db, from, _to, tx) => upgradeStores(db, from, tx, newId),
    { connected, renewed, slow: (isSlow) => (slow?.(isSlow), slowed(isSlow)), life, disk },
  )
  const withDb = database.use
  const values = createValues(withDb, { userId, spare, isUnsent })
  const reads = createReads(withDb)
  const write = createWrite(withDb, () => failed())
  const { failed, heldEntries, slowed, ...typing } = createOutbox({
    newId,
    now,
    changed,
    renewed,
    life,
    later,
    full,
    withDb,
    write,
    values,
    copies,
  })

  function freshStream(listId: string): Stream {
    return { listId, clientId: newId(), nextSeq: 1, cursor: 0, epoch: null, list: null }
  }

  /**
   * Reads a list's stream and pending entries, and removes superseded entries. `newer`: a newer version of the app
   * wrote some of the pending entries, so only that version can send them.
   */
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
    const entries = fold(all, { isTrial })
    const needed = new Set(entries)
    // Superseded entries must go now: once the later change is answered and removed, they would be sent after all.
    remove(
      tx,
      all,
      all.filter((entry) => !needed.has(entry)).map((entry) => entry.n),
    )
    return { stream, entries, newer: all.length < stored.length }
  }

  /**
   * Seals the next call of a list (step D2 of docs/sync.md). If the page is left meanwhile, the transaction runs again
   * when the page is shown, so it reads the time itself: the changes are older by then. `prepare` gets the call while
   * the disk still writes; the call must not be sent before this resolves.
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
      // No new batch is sealed while a sealed one waits, so `changed` holds all sealed entries.
      const places = placesOf(sealed.changed)
      if (places.size > 0) put(tx, 'streams', [{ ...sealed.stream, places }])
      else if (sealed.stream !== stored) put(tx, 'streams', [sealed.stream])
      prepare(sealed.call)
      return { call: sealed.call, newer: false }
    }
    // With `maxOps` 0 the call carries no operations. A power cut may then undo the new client id without harm, because
    // nothing was sent under it.
    return write(sealIn, options.maxOps === 0 ? 'relaxed' : 'strict', ['outbox', 'streams', 'done'])
  }

  /**
   * Stores an answer (step D4). Does not wait for the disk: if a power cut undoes it, the next call brings it again.
   */
  async function store(call: SyncCall, reply: SyncReply): Promise<{ dropped: boolean; left: number }> {
    const { listId } = call
    const result = await write(async (tx) => {
      const rows = tx.objectStore('rows')
      // All reads are requested at once. These parts hold every row that the answer names, whether or not it is
      // accepted.
      const parts = [...partsOf(reply.rows.map((row) => row.id))]
      const reading = Promise.all(parts.map((part) => rows.get([listId, part])))
      const [{ stream, entries }, storedParts] = await Promise.all([listIn(tx, listId), reading])
      if (!stream) return { dropped: false, left: entries.length, touched: null }
      const mayReplace = reply.base === 0 && stream.cursor > 0
      const old = mayReplace ? unpack(await rows.getAll(allOf(listId))) : []
      const accepted = replica.accept(stream, entries, call, reply, { now: now(), newId, rows: old })
      if (!accepted) return { dropped: true, left: entries.length, touched: null }
      if (accepted.isDeleted) {
        const products = unpack(await rows.getAll(allOf(listId)))
        leaveIn(tx, listId, entries, leaving.left(stream, entries, products, now()))
        return { dropped: false, left: 0, touched: 'all' as const }
      }
      const isRekeyed = accepted.stream.clientId !== stream.clientId
      const gone = new Set(accepted.remove)
      const sealed = isRekeyed ? [] : entries.filter((entry) => !gone.has(entry.n))
      put(tx, 'streams', [{ ...accepted.stream, places: placesOf(sealed) }])
      const touched = accepted.rows.map((row) => row.id)
      if (accepted.replace) unwrap(rows).delete(allOf(listId))
      const beside = partsOf(touched)
      const partsToMerge = accepted.replace ? [] : storedParts.filter((part) => part && beside.has(part.part))
      put(tx, 'rows', pack(listId, [...unpack(partsToMerge), ...accepted.rows]))
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

  /**
   * Puts recovered changes before everything typed, which may depend on them. They are marked as sent, so that none is
   * superseded.
   */
  async function putFirst(tx: Write, listId: string, recovered: readonly Recovered[]): Promise<void> {
    if (recovered.length === 0) return
    const outbox = tx.objectStore('outbox')
    const first = (await outbox.openKeyCursor())?.key ?? 0
    const start = Math.min(0, first) - recovered.length
    for (const [i, change] of recovered.entries()) {
      const mark = { seq: null, sent: true, recovered: true } as const
      const format = formatOf(change)
      await outbox.put({ ...change, ...mark, format, n: start + i, opId: newId(), listId })
    }
  }

  /** Removes superseded entries. Needed in a trial, where nothing is sent; elsewhere sending removes them. */
  async function tidy(): Promise<void> {
    for (const listId of await reads.waitingLists())
      await write(async (tx) => void (await listIn(tx, listId)))
  }

  async function rekey(listId: string): Promise<void> {
    await write(async (tx) => {
      const { stream, entries } = await listIn(tx, listId)
      // Meanwhile everything may have been erased here.
      if (!stream && entries.length === 0) return
      const again = replica.rekey(stream ?? freshStream(listId), entries, newId)
      put(tx, 'streams', [{ ...again.stream, places: placesOf([]) }])
      put(tx, 'outbox', again.changed)
    })
  }

  /** Moves operations that the server can never take to the tray. */
  async function refuse(call: SyncCall, why: TrayReason): Promise<void> {
    const asked = new Set(call.body.ops.map((op) => op.opId))
    await write(async (tx) => {
      const { stream, entries } = await listIn(tx, call.listId)
      const refused = leaving.refuse(
        entries,
        entries.filter((e) => asked.has(e.opId)),
        why,
        now(),
      )
      put(tx, 'tray', refused.tray)
      remove(tx, entries, refused.remove, refused.tray)
      // Meanwhile everything may have been erased here.
      if (!stream) return
      const gone = new Set(refused.remove)
      const places = placesOf(entries.filter((entry) => !gone.has(entry.n)))
      put(tx, 'streams', [{ ...stream, places }])
    })
    changed({ listId: call.listId, rows: null })
  }

  /**
   * Leaves a list that the server says does not exist for this person: typed changes go to the tray, everything else is
   * deleted. Returns true if the list stays for now and is pulled once more.
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

  /** Deletes everything of a list except what is in the tray. */
  function leaveIn(tx: Write, listId: string, entries: readonly Entry[], gone: leaving.Left): void {
    put(tx, 'tray', gone.tray)
    remove(tx, entries, gone.remove, gone.tray)
    unwrap(tx.objectStore('rows')).delete(allOf(listId))
    unwrap(tx.objectStore('streams')).delete(listId)
  }

  /**
   * Stores the overview as the server has it now. Lists that are missing in it are handled by `leave`. `before`: the
   * result of `listsHere` when the request began. A list that was there then and has gone since was left meanwhile, and
   * is not stored again.
   */
  async function putLists(lists: readonly List[], before: ReadonlySet<string> = new Set()): Promise<void> {
    const isNew = await write(async (tx) => {
      const streams = await Promise.all(lists.map((list) => tx.objectStore('streams').get(list.id)))
      const pairs = lists.map((list, i) => ({ list, stream: streams[i] ?? freshStream(list.id) }))
      const mayBeGone = pairs.some(({ list, stream }) => stream.list === null && before.has(list.id))
      const outbox = mayBeGone ? await tx.objectStore('outbox').getAll() : []
      const toBeMade = new Set(outbox.filter(replica.isAddOfList).map(({ listId }) => listId))
      // Usually nothing has changed, and each reported change makes every page read again.
      const news = pairs.flatMap(({ list, stream }) => {
        const isGone = stream.list === null && before.has(list.id) && !toBeMade.has(list.id)
        return isGone || isSame(stream.list, list) ? [] : [{ ...stream, list }]
      })
      put(tx, 'streams', news)
      return news.length > 0
    }, 'relaxed')
    if (isNew) changed({ listId: null, rows: null })
  }

  /**
   * Forgets an account's data after a sign-out. What the server has is deleted. What only this device has stays for the
   * next sign-in of the same account: outbox, tray, the client ids and sequence numbers they need, and the values that
   * are `isUnsent`.
   */
  async function forget(): Promise<void> {
    // What stands in a copy only waits as well.
    await typing.recover()
    const waits = await write(async (tx) => {
      await tx.objectStore('rows').clear()
      const waiting =
        heldEntries().length +
        (await tx.objectStore('outbox').count()) +
        (await tx.objectStore('tray').count())
      for (const stream of await tx.objectStore('streams').getAll())
        if (waiting === 0) await tx.objectStore('streams').delete(stream.listId)
        else await tx.objectStore('streams').put({ ...stream, cursor: 0, list: null, row: null })
      return waiting > 0
    })
    await values.forgetValues()
    await typing.settle()
    if (!waits) copies.clear()
  }

  /** Removes everything of an account that does not come back, also what only this device has. */
  async function erase(): Promise<void> {
    // Must come first: another tab that recovers meanwhile would enter the copies into the emptied outbox.
    copies.clear()
    await write(async (tx) => {
      for (const name of stores) await tx.objectStore(name).clear()
    })
    await values.eraseValues()
    // Until the outbox was empty, another tab may have copied it again.
    copies.clear()
  }

  /** Drops an item of the tray and the changes that depend on it. */
  async function dropTray(item: TrayItem): Promise<void> {
    const drop = (tx: Write) => {
      unwrap(tx.objectStore('tray')).delete(item.opId)
      finish(tx, opIdsOf(item))
      return Promise.resolve()
    }
    await write(drop, 'strict', ['tray', 'done'])
    changed({ listId: null, rows: null })
  }

  /** Like `readDevice` in reads.ts, with the entries held in memory behind the stored ones. */
  async function readDevice(...what: Parameters<typeof reads.readDevice>): Promise<OnDevice> {
    const found = await reads.readDevice(...what)
    const held = heldEntries()
    if (held.length === 0) return found
    const stored = new Set(found.outbox.map(({ opId }) => opId))
    return { ...found, outbox: [...found.outbox, ...held.filter(({ opId }) => !stored.has(opId))] }
  }

  return {
    userId,
    use: withDb,
    changed,
    seal,
    store,
    tidy,
    rekey,
    refuse,
    leave,
    putLists,
    forget,
    erase,
    ...typing,
    ...reads,
    ...values,
    readDevice,
    outbox: async () => (await readDevice(null, [])).outbox,
    tray: async () => (await reads.readDevice(null, [])).tray,
    dropTray,
    /** Returns whether there was no room for the second copies of some changes. */
    isShortOfCopies: copies.isShort,
    /** Returns how many changes have a second copy here, even if the database does not open. */
    countCopies: () => copies.all().length,
    close: () => {
      copies.close()
      return database.close()
    },
  }
}

function isSame(before: List | null, now: List): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
