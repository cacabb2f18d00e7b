/**
 * What a device stores of one list, and the five ways in which it changes: sealing, accepting an answer, a new client
 * id, refusing, leaving (the last two: leaving.ts). Pure: device/storage/db.ts reads, calls these functions and writes,
 * all in one transaction.
 */
import type { Answer, Body } from '../contract/api.ts'
import { limits, syncVersion } from '../product/entities.ts'
import { isListRow, type List, type ListRow, type Row } from '../contract/shapes.ts'
import { type Entry, readField, successorOf, viewOf } from './mutation.ts'
import { isOfList, isOfProduct, type Refusal, type SentOp, writtenBy } from './change.ts'
import { countsOf, newList, withRow } from './list-row.ts'
import { goesOn, noteSeen, recover, type Recovered, type Seen, sharedHead } from './recovery.ts'

/** A device's place in the history of a list; `list` is its entry in the overview. */
export interface Stream {
  listId: string
  clientId: string
  nextSeq: number
  /** the device has all rows up to this version */
  cursor: number
  epoch: string | null
  list: List | null
  /** the list's own row as of the cursor; missing if it has not changed since the first pull */
  row?: ListRow | null
  seen?: Seen
}

export type SyncBody = NonNullable<Body<'sync'>>
export type SyncReply = Answer<'sync'>

/** One call to send, with the device's state at that time. */
export interface SyncCall {
  listId: string
  body: SyncBody
  /** the stream's epoch when the call was made */
  fromEpoch: string | null
  /** the stream's cursor when the call was made */
  fromCursor: number
  snapshot: boolean
}

export type TrayReason = Refusal | 'tooLarge' | 'lost'

/** A change that could not be applied; it waits until the person decides about it. */
export interface TrayItem {
  opId: string
  listId: string
  entry: Entry
  /**
   * changes that depend on a refused add: later changes to the same product, or, if the list's own add was refused, all
   * changes in the list
   */
  hung: Entry[]
  why: TrayReason
  /** the row on the server, or its last known state */
  row: Row | ListRow | null
  /** only if the list is gone */
  listName?: string | undefined
  /** epoch ms */
  at: number
}

export interface SealOptions {
  user: string
  request: string
  now: number
  maxOps: number
  /** request all rows and send nothing */
  snapshot: boolean
  /** make a call even if there is nothing to send */
  pull: boolean
  /** only test whether the server answers: make a call without operations and leave the entries unsealed */
  probe?: boolean
}

export interface Sealed {
  call: SyncCall | null
  stream: Stream
  /** entries that got their sequence number now */
  changed: Entry[]
}

/** Step D2 of docs/sync.md: assigns sequence numbers just before the first send. A sealed batch is resent unchanged. */
export function seal(stream: Stream, entries: readonly Entry[], options: SealOptions): Sealed {
  const { user, request, snapshot, pull, maxOps, now, probe = false } = options
  const sealed = entries.filter((entry) => entry.seq !== null)
  // The server does not know an unborn list: it has no snapshot of it and would answer that the list is gone.
  const isAsking = probe || (snapshot && !isUnborn(stream, entries))
  const candidates = isAsking ? [] : (sealed.length > 0 ? sealed : entries).slice(0, maxOps)
  const batch: Entry[] = []
  const ops: SentOp[] = []
  let bytes = 0
  let { nextSeq } = stream
  for (const candidate of candidates) {
    const entry = candidate.seq === null ? { ...candidate, seq: nextSeq, sent: true } : candidate
    const op = toOp(entry, now, stream.cursor)
    bytes += utf8Length(JSON.stringify(op)) + 1
    if (bytes > limits.batchBytes - 1024 && batch.length > 0) break
    if (candidate.seq === null) nextSeq++
    batch.push(entry)
    ops.push(op)
  }
  const asks = pull || snapshot || (probe && entries.length > 0)
  if (ops.length === 0 && !asks) return { call: null, stream, changed: [] }
  const body: SyncBody = {
    v: syncVersion,
    user,
    client: stream.clientId,
    request,
    cursor: snapshot ? 0 : stream.cursor,
    ops,
    ...(stream.epoch !== null && !snapshot ? { epoch: stream.epoch } : {}),
  }
  return {
    call: { listId: stream.listId, body, fromEpoch: stream.epoch, fromCursor: stream.cursor, snapshot },
    stream: nextSeq === stream.nextSeq ? stream : { ...stream, nextSeq },
    changed: batch.filter((entry) => !sealed.includes(entry)),
  }
}

/** Returns whether the list exists only on this device: its add waits in the outbox, and no answer has named it. */
export function isUnborn(stream: Stream, entries: readonly Entry[]): boolean {
  return stream.epoch === null && entries.some(isAddOfList)
}

export function isAddOfList(entry: Entry): boolean {
  return entry.op === 'add' && isOfList(entry.listId, entry)
}

/**
 * The age limit of recovered changes, in ms: just below the 90 days from which the server refuses a change as too old.
 */
const oldest = 89 * 86_400_000

function toOp(entry: Entry, now: number, cursor: number): SentOp {
  const { rowId, opId } = entry
  const seq = entry.seq ?? 0
  // If the clock was set back since the edit, its age would be negative.
  const age = Math.max(0, now - entry.typedAt)
  const ageMs = entry.recovered ? Math.min(age, oldest) : age
  if (entry.op === 'add') {
    const boughtAt = 'boughtAt' in entry && { boughtAt: entry.boughtAt }
    return { op: 'add', seq, opId, rowId, value: entry.value, ...boughtAt, ageMs } as SentOp
  }
  // The server compares its age with that of the untick; any other delete is never too old.
  if (entry.op === 'delete')
    return { op: 'delete', seq, opId, rowId, ...(entry.tick === 'takenBack' && { ageMs }) }
  const { field, value } = entry
  const also = 'also' in entry && entry.also ? { also: entry.also } : {}
  // A base version above the cursor belongs to a history that ended when a backup was restored.
  const baseVer = entry.baseVer > cursor ? 0 : entry.baseVer
  return { op: 'set', seq, opId, rowId, field, value, ...also, baseVer, ageMs } as SentOp
}

function utf8Length(text: string): number {
  // An upper bound: each UTF-16 unit outside printable ASCII counts as 3 bytes.
  return text.length + (text.match(/[^ -~]/g)?.length ?? 0) * 2
}

export interface Accepted {
  stream: Stream
  /** the list was deleted: ignore all other fields */
  isDeleted: boolean
  /** rows to write */
  rows: Row[]
  /** `rows` is complete: delete all other rows of this list */
  replace: boolean
  /** numbers of the answered outbox entries */
  remove: number[]
  /** outbox entries to rewrite */
  changed: Entry[]
  tray: TrayItem[]
  /** changes that the server lost and this device still knows; they are sent before all other entries */
  recovered: Recovered[]
}

/** Input from the device. */
export interface DeviceFacts {
  now: number
  newId: () => string
  /** its rows of this list; only needed if the answer may replace them */
  rows: readonly Row[]
}

/**
 * Returns the last version that device and server share if the server lost later ones that this device has, else null.
 * The same epoch with a lower head means that a backup was restored without a new epoch.
 */
export function lostAbove(stream: Stream, call: SyncCall, reply: SyncReply): number | null {
  if (stream.epoch === null || reply.base !== 0) return null
  if (stream.epoch !== reply.epoch) return sharedHead(stream.epoch, reply.epoch)
  return reply.head < call.fromCursor && stream.cursor === call.fromCursor ? reply.head : null
}

/**
 * Step D4 of docs/sync.md: computes what to store for an answer. Returns null if the answer must be dropped: the client
 * id or the epoch changed since the call, or the rows begin beyond the cursor, which happens when storage was rolled
 * back and would leave a hole.
 */
export function accept(
  stream: Stream,
  entries: readonly Entry[],
  call: SyncCall,
  reply: SyncReply,
  { now, newId, rows: old }: DeviceFacts,
): Accepted | null {
  // D4a. Drop an answer to a call that was made in an earlier state.
  if (call.body.client !== stream.clientId) return null
  const { epoch, cursor: until } = stream
  const sameEpoch = epoch === null || epoch === reply.epoch || goesOn(epoch, reply.epoch, until)
  const fresh = reply.base === 0 && stream.epoch === call.fromEpoch
  if (!sameEpoch && !fresh) return null
  if (reply.base > stream.cursor) return null
  // D4b. Take the new rows and move the cursor.
  const shared = lostAbove(stream, call, reply)
  const replace = reply.base === 0 && (shared !== null || reply.head >= stream.cursor)
  // Rows up to the cursor are known already. An old row in a late answer may have been deleted since, and a snapshot
  // contains no deleted rows: storing it would bring the product back.
  const news = replace ? reply.rows : reply.rows.filter((row) => row.ver > stream.cursor)
  const ownRow = news.find(isListRow)
  const isDeleted = ownRow?.deleted === true
  const products = news.flatMap((row) => (isListRow(row) ? [] : row))
  const rows = replace ? [...deletedIn(old, products, shared ?? reply.head), ...products] : products
  const reached = reply.more ? reply.rows.reduce((max, row) => Math.max(max, row.ver), 0) : reply.head
  const cursor = shared === null ? Math.max(stream.cursor, reached) : reached
  // D4c. Remove the answered entries from the outbox; refused ones go to the tray (D5).
  const { remove, tray } = answered(stream.listId, entries, call, reply, now)
  const gone = new Set(remove)
  const left = entries.filter((entry) => !gone.has(entry.n))
  const based = call.snapshot ? left.filter((e) => e.op === 'set' && e.baseVer > 0) : []
  const rebased = based.map((entry): Entry => ({ ...entry, baseVer: 0 }) as Entry)
  const { seen = [] } = stream
  const row = ownRow ?? (replace ? null : (stream.row ?? null))
  const next = {
    ...stream,
    epoch: reply.epoch,
    cursor,
    row,
    list: listAfter(stream, call, reply, row, shared),
  }
  if (shared === null) {
    const noted = { ...next, seen: noteSeen(seen, cursor, now) }
    return { stream: noted, isDeleted, rows, replace, remove, changed: rebased, tray, recovered: [] }
  }
  // D4d. The server lost changes that this device knows: send them again, under a new client id.
  const ids = new Set(old.map((row) => row.id))
  // An add whose row is here was applied before, and the recovered changes contain it: drop the entry.
  const applied = left.filter((entry) => entry.op === 'add' && ids.has(entry.rowId))
  const byN = new Map([...left, ...rebased].map((entry) => [entry.n, entry]))
  for (const { n } of applied) byN.delete(n)
  const rest = [...byN.values()]
  // The server may have seen some of the other entries: they go out under a new client id, after the recovered changes.
  const anew = rekey(next, rest, newId)
  const changed = [...anew.changed, ...rebased.filter((entry) => entry.seq === null)]
  const before = stream.row ? [stream.row, ...old] : old
  const recovered = recover(before, reply.rows, { head: shared, entries: rest, seen, now })
  const common = seen.filter(([ver]) => ver <= shared)
  const again = { ...anew.stream, seen: noteSeen(common, cursor, now) }
  return {
    stream: again,
    isDeleted,
    rows,
    replace,
    remove: [...remove, ...applied.map(({ n }) => n)],
    changed,
    tray,
    recovered,
  }
}

/**
 * Returns the device's tombstones that a snapshot does not contain, up to version `until`, which both sides share. They
 * are kept so that the device deletes the product again if a later restored backup brings it back.
 */
function deletedIn(old: readonly Row[], snapshot: readonly Row[], until: number): Row[] {
  const ids = new Set(snapshot.map(({ id }) => id))
  return old.filter(({ id, ver, deleted }) => deleted && ver <= until && !ids.has(id))
}

/**
 * Returns the list's overview entry after an answer. A list made on this device gets its entry at once; after the
 * server lost versions, name, status and head follow the restored history.
 */
function listAfter(
  { listId, list }: Stream,
  call: SyncCall,
  reply: SyncReply,
  row: ListRow | null,
  shared: number | null,
): List | null {
  if (!row) return list
  if (list) return shared === null ? list : { ...withRow(list, row), head: Math.min(list.head, reply.head) }
  // Only the owner gets an answer to a call that adds the list.
  const isMade = call.body.ops.some((op) => op.op === 'add' && op.rowId === listId)
  if (!isMade) return null
  const products = reply.rows.flatMap((one) => (isListRow(one) || one.deleted ? [] : viewOf(one)))
  return { ...newList(listId, row), ...countsOf(products), head: reply.head }
}

/**
 * Steps D4c and D5. Matches by operation id, never by sequence number alone: after a rollback of storage, two
 * operations may have had the same number.
 */
function answered(listId: string, entries: readonly Entry[], call: SyncCall, reply: SyncReply, now: number) {
  const asked = new Set(call.body.ops.map((op) => op.opId))
  const refusals = new Map(Object.values(reply.results).map((result) => [result.opId, result]))
  const remove: number[] = []
  const tray: TrayItem[] = []
  const refusedAdds = new Map<string, TrayItem>()
  for (const entry of entries) {
    const refusal = asked.has(entry.opId) ? refusals.get(entry.opId) : undefined
    const parent = refusedAdds.get(listId) ?? refusedAdds.get(entry.rowId)
    if (parent && (refusal || !asked.has(entry.opId))) {
      parent.hung.push(entry)
      remove.push(entry.n)
      continue
    }
    if (refusal) {
      remove.push(entry.n)
      // Another device recovered the product, or somebody deleted it. Only what `limit` refused exists nowhere else.
      if (entry.recovered && refusal.why !== 'limit') continue
      // A stale tick is dropped without asking: the later tick stands.
      if (refusal.status === 'stale' && entry.op === 'set' && entry.field === 'productStatus') continue
      // Two people ticked the same product, and one of them has ended the trip: there is nothing to decide.
      if (entry.op === 'set' && refusal.row && isThere(entry, refusal.row)) continue
      const why = refusal.why ?? 'stale'
      const item: TrayItem = {
        opId: entry.opId,
        listId,
        entry,
        hung: [],
        why,
        row: refusal.row ?? null,
        at: now,
      }
      tray.push(item)
      if (entry.op === 'add') refusedAdds.set(entry.rowId, item)
    } else if (asked.has(entry.opId) && !reply.more) {
      // While more rows are to come, applied entries stay: removing them would briefly show the old value.
      remove.push(entry.n)
    }
  }
  return { remove, tray }
}

/** Returns whether the product, deleted or not, has the values of a change anyway. */
function isThere(change: Extract<Entry, { op: 'set' }>, row: Row | ListRow): boolean {
  if (isListRow(row) || !isOfProduct(change.listId, change)) return false
  return writtenBy(change).every(([field, value]) => (readField(row, field) ?? null) === value)
}

/** After a fork or a gap: a new client id. Entries lose their sequence numbers and keep their operation ids. */
export function rekey(stream: Stream, entries: readonly Entry[], newId: () => string) {
  const clientId = successorOf(stream.clientId, newId().slice(-12))
  return {
    stream: { ...stream, clientId, nextSeq: 1 },
    changed: entries.filter((entry) => entry.seq !== null).map((entry) => ({ ...entry, seq: null })),
  }
}
