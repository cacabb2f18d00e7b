import { unwrap } from 'idb'
import type { List } from '../../core/contract/shapes.ts'
import { type Entry, entryFormat, fold } from '../../core/sync/mutation.ts'
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
  type StoredStream,
  upgradeStores,
  type Write,
} from './stored.ts'
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
  const withDb = database.use
  const copies = createCopies(userId, spare, life, now)
  const values = createValues(withDb, { userId, spare, isUnsent })
  const reads = createReads(withDb)
  const write = createWrite(withDb, () => failed())
  const { failed, heldEntries, ...typing } = createOutbox({
    newId,
    now,
    changed,
    renewed,
    life,
    later,
    full,
    withDb,
    write,
    reads,
    values,
    copies,
  })

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
    ...typing,
    ...reads,
    ...values,
    readDevice,
    outbox: async () => (await readDevice(null, [])).outbox,
    tray: async () => (await reads.readDevice(null, [])).tray,
    dropTray,
    /** There was no room for the second copies of some changes. */
    isShortOfCopies: copies.isShort,
    close: () => {
      copies.close()
      return database.close()
    },
  }
}

function isSame(before: List | null, now: List): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
