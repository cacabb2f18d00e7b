import { unwrap } from 'idb'
import type { Change } from '../../core/sync/change.ts'
import { type Entry, formatOf } from '../../core/sync/mutation.ts'
import { coalesced } from '../coalesced.ts'
import { isStorageFailure } from '../failures.ts'
import type { Copies, Copy, Typed } from './copies.ts'
import { lookAgainMs } from './disk.ts'
import type { PageLife } from './page-life.ts'
import { reading } from './reopening.ts'
import {
  finish,
  isNewer,
  knownIn,
  of,
  opIdsOf,
  put,
  type Unnumbered,
  type UseDb,
  type Write,
} from './stored.ts'
import type { Values } from './values.ts'
import type { WriteDb } from './write.ts'

/**
 * What changed, for the page that shows it. `rows`: ids of the changed rows, null for none, 'all' if they are too many
 * to list.
 */
export interface Changed {
  listId: string | null
  rows: string[] | 'all' | null
  /** set if the only change is that these entries were added to the outbox */
  added?: Appended
}

/** `by`: the id of the page or worker that appended the entries. */
export interface Appended {
  by: string
  entries: Entry[]
}

/** Entries that were just appended sort behind all others; only the database knows their numbers. */
const lastOfAll = Number.POSITIVE_INFINITY

/** Changes to one list. */
export interface ChangesOf {
  listId: string
  changes: readonly Change[]
}

interface OutboxDeps {
  newId: () => string
  now: () => number
  changed: (change: Changed) => void
  renewed: (() => void) | undefined
  life: PageLife
  later: ((run: () => void, ms: number) => void) | undefined
  full: ((isFull: boolean) => void) | undefined
  withDb: UseDb
  write: WriteDb
  values: Values
  copies: Copies
}

/**
 * Holds what the server has not answered yet: in the outbox, in its second copies, and in memory while the storage
 * refuses writes.
 */
export function createOutbox({
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
}: OutboxDeps) {
  const by = newId()

  // Decision 007: an edit is one record and reads nothing.
  /**
   * Appends changes to the outbox (step D1 of docs/sync.md). It reads nothing first, so that the write reaches the disk
   * as early as possible. The item `fromTray` leaves the tray in the same transaction: a change is in the outbox or in
   * the tray, never in both and never in neither. Returns the appended entries, or null if something else may have
   * changed too, so that the caller must read the outbox.
   */
  function append(listId: string, changes: readonly Change[], fromTray?: string): Promise<Entry[] | null> {
    return appendTo([{ listId, changes }], fromTray)
  }

  /** Like `append`, for changes to several lists at once, such as copying one: all of them are written or none. */
  async function appendTo(parts: readonly ChangesOf[], fromTray?: string): Promise<Entry[] | null> {
    const mark = { typedAt: now(), seq: null, sent: false } as const
    const entries = parts.flatMap(({ listId, changes }) =>
      changes.map((change) => ({ ...change, ...mark, format: formatOf(change), listId, opId: newId() })),
    )
    const typed: Typed = { entries, fromTray }
    const added = entries.map((entry) => ({ ...entry, n: lastOfAll }))
    copies.begin(typed)
    let isPlain = fromTray === undefined
    try {
      // While earlier changes are held in memory, later ones must queue behind them.
      const entered = held.length > 0 || isSlow ? 'late' : await inTime(enterTyped(typed))
      if (entered === 'late') hold(typed)
      else if (!entered) isPlain = false
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

  /** stop waiting for the writes that the storage has not answered */
  const unanswered = new Set<() => void>()
  let isSlow = false

  /**
   * Returns 'late' once the storage is known to be slow. A full disk sometimes never answers, and what was typed must be
   * seen. The write may still succeed: `recover` finds it by its ids.
   */
  function inTime<T>(entering: Promise<T>): Promise<T | 'late'> {
    if (!later) return entering
    return new Promise((resolve, reject) => {
      const stop = () => resolve('late')
      unanswered.add(stop)
      entering.then(resolve, reject).finally(() => unanswered.delete(stop))
    })
  }

  /** Called when the storage takes long to answer, and when it has answered. */
  function slowed(now: boolean): void {
    isSlow = now && later !== undefined
    if (now) for (const stop of unanswered) stop()
    else if (held.length > 0) void recover().catch(() => undefined) // it tries again by itself
  }

  /** Writes what was just typed. Returns false if it came from the tray or another page may have written it. */
  async function enterTyped(typed: Typed): Promise<boolean> {
    const isPlain = typed.fromTray === undefined
    const before = life.departures
    let isNew = !life.away
    let tries = 0
    // If the page was left meanwhile, this page or another may already have written some of it.
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

  /**
   * Enters what the storage does not have, or has lost. The server recognises by its id an operation that was written
   * and answered before, so an entry that may have been sent is marked as sent and is never superseded. Returns what
   * was missing.
   */
  async function enterMissing(tx: Write, some: readonly Copy[]): Promise<Copy[]> {
    const opIds = await knownIn(tx)
    const missing = some.filter(({ entry }) => !opIds.has(entry.opId) && copies.has(entry.opId))
    for (const opId of new Set(missing.map(({ fromTray }) => fromTray))) await takeFromTray(tx, opId)
    put(
      tx,
      'outbox',
      missing.map(({ entry, left }) => (left ? entry : { ...entry, seq: null, sent: true })),
    )
    return missing
  }

  /** Moves entries that were typed after the oldest of `entered` behind them, unless they may have been sent. */
  async function putBehind(tx: Write, entered: readonly Copy[]): Promise<void> {
    if (entered.length === 0) return
    const from = Math.min(...entered.map(({ at }) => at))
    const ids = new Set(entered.map(({ entry }) => entry.opId))
    const [outbox, streams] = await Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('streams').getAll(),
    ])
    const places = new Map(streams.map((stream) => [stream.listId, stream.places]))
    const mayBeSent = (entry: Entry) =>
      entry.sent || isNewer(entry) || places.get(entry.listId)?.has(entry.n) === true
    const later = outbox.filter((entry) => entry.typedAt > from && !ids.has(entry.opId) && !mayBeSent(entry))
    for (const { n } of later) unwrap(tx.objectStore('outbox')).delete(n)
    put(
      tx,
      'outbox',
      later.map(({ n: _, ...entry }) => entry as Unnumbered),
    )
  }

  /** changes that could not be stored; they wait in this page's memory, and in their copies, until there is room */
  let held: Typed[] = []
  /** operations that were sent from memory; they may have taken effect, so they can no longer be superseded */
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

  /** Schedules the next `recover`. At most one is scheduled at a time. */
  function lookAgain(): void {
    if (isToLook || !later) return
    isToLook = true
    later(() => {
      isToLook = false
      recover().catch(() => undefined) // it schedules the next attempt itself
    }, lookAgainMs)
  }

  /**
   * Reconciles the outbox with its second copies: enters what the storage lost or could not take, copies entries that
   * have no copy, and removes the copies of answered entries. Returns how many entries and values had been lost.
   * Rejects while the storage does not work, and then tries again by itself.
   */
  async function recover(): Promise<number> {
    let lost = 0
    isRecovering = true
    try {
      // The person may type more meanwhile.
      do lost += await recoverNow()
      while (held.length > 0)
    } catch (error) {
      // Once it is full this goes on until it is not, whatever fails meanwhile: nothing else looks for room.
      if (isFull) lookAgain()
      else if (isStorageFailure(error)) waitForRoom()
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
      // An entry that another page or the worker had answered meanwhile has already lost its copy, and must not get a
      // new one.
      const waits = new Set((await waiting()).map(({ opId }) => opId))
      copies.remove(copied.filter((opId) => !waits.has(opId)))
    }
    if (missing.length > 0) changed({ listId: null, rows: null })
    return missing.filter(({ left }) => !left).length + (await values.restoreValues())
  }

  /** Returns everything that needs a second copy, tray first, in the order typed. */
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

  return {
    /** the id of this context, as in `Appended` */
    by,
    append,
    appendTo,
    recover,
    settle,
    /** Called after a failed write. If there is no room, this page sends from memory from now on. */
    failed(): void {
      if (later && !isFull && !isRecovering) void recover().catch(() => undefined)
    },
    heldEntries,
    slowed,
    /** Records that these operations were sent from memory, so the server may have applied them. */
    noteSent: (opIds: readonly string[]) => opIds.forEach((opId) => sentFromMemory.add(opId)),
  }
}
