/**
 * What a device stores of one list, and the five ways it changes: sealing, accepting an answer, a new
 * client id, refusing, leaving (leaving.ts). Pure: device/storage/db.ts reads, asks here and writes, all in one transaction.
 */
import type { Answer, Body } from '../contract/api.ts'
import { limits, syncVersion } from '../product/entities.ts'
import { isListRow, type List, type ListRow, type Row } from '../contract/shapes.ts'
import { type Entry, successorOf, viewOf } from './mutation.ts'
import { isOfList, type Refusal, type SentOp } from './change.ts'
import { countsOf, newList, withRow } from './list-row.ts'
import { noteSeen, recover, type Recovered, type Seen, sharedHead } from './recovery.ts'

/** A device's place in the history of a list; `list` is what the overview shows of it. */
export interface Stream {
  listId: string
  clientId: string
  nextSeq: number
  /** the head up to which all rows are here */
  cursor: number
  epoch: string | null
  list: List | null
  /** the list's own row, as far as the cursor; without it nothing has changed in it since it was first pulled */
  row?: ListRow | null
  seen?: Seen
}

export type SyncBody = NonNullable<Body<'sync'>>
export type SyncReply = Answer<'sync'>

/** One call to be sent, with what only the device knows about it. */
export interface SyncCall {
  listId: string
  body: SyncBody
  /** the stream's epoch when the call was made */
  fromEpoch: string | null
  /** and its cursor */
  fromCursor: number
  snapshot: boolean
}

export type TrayReason = Refusal | 'tooLarge' | 'lost'

/** Something a person typed that could not be applied; it waits for their word. */
export interface TrayItem {
  opId: string
  listId: string
  entry: Entry
  /** later changes to a product whose add was refused; of a list whose add was refused, all that was to be in it */
  hung: Entry[]
  why: TrayReason
  /** the row as the server has it, or had it last */
  row: Row | ListRow | null
  /** of a list that is gone */
  listName?: string | undefined
  /** epoch ms */
  at: number
}

export interface SealOptions {
  user: string
  request: string
  now: number
  maxOps: number
  /** ask for everything anew, sending nothing */
  snapshot: boolean
  /** ask for news even when nothing is to be sent */
  pull: boolean
  /** only ask, so that an answer tells whether there is a network; what waits is left as it is */
  probe?: boolean
}

export interface Sealed {
  call: SyncCall | null
  stream: Stream
  /** entries that got their sequence number now */
  changed: Entry[]
}

/** Step D2 of docs/sync.md: gives sequence numbers just before the first send. A sealed batch goes again as it was. */
export function seal(stream: Stream, entries: readonly Entry[], options: SealOptions): Sealed {
  const { user, request, snapshot, pull, maxOps, now, probe = false } = options
  const sealed = entries.filter((entry) => entry.seq !== null)
  // There is nothing to ask of a list that the server does not know, and the answer would be that it is gone.
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

/** The server has not told of the list, and its add is on the way. */
export function isUnborn(stream: Stream, entries: readonly Entry[]): boolean {
  return stream.epoch === null && entries.some(isAddOfList)
}

export function isAddOfList(entry: Entry): boolean {
  return entry.op === 'add' && isOfList(entry.listId, entry)
}

/** Recovered changes are never refused as too old. */
const oldest = 89 * 86_400_000

function toOp(entry: Entry, now: number, cursor: number): SentOp {
  const { rowId, opId } = entry
  const seq = entry.seq ?? 0
  // A clock set back in between must not make an edit younger than now.
  const age = Math.max(0, now - entry.typedAt)
  const ageMs = entry.recovered ? Math.min(age, oldest) : age
  if (entry.op === 'add') return { op: 'add', seq, opId, rowId, value: entry.value, ageMs } as SentOp
  if (entry.op === 'delete') return { op: 'delete', seq, opId, rowId }
  const { field, value } = entry
  // The person may have seen a version of a history that a restored backup ended.
  const baseVer = entry.baseVer > cursor ? 0 : entry.baseVer
  return { op: 'set', seq, opId, rowId, field, value, baseVer, ageMs } as SentOp
}

function utf8Length(text: string): number {
  // rounded up: each character beyond ASCII counts three bytes
  return text.length + (text.match(/[^ -~]/g)?.length ?? 0) * 2
}

export interface Accepted {
  stream: Stream
  /** the list is no more: nothing else of this is to be stored */
  isDeleted: boolean
  /** rows to be written */
  rows: Row[]
  /** the rows are all there is: others of this list go */
  replace: boolean
  /** outbox entries that are answered */
  remove: number[]
  /** outbox entries that are written again */
  changed: Entry[]
  tray: TrayItem[]
  /** what the server lost and this device knew: to be sent before everything else */
  recovered: Recovered[]
}

/** Facts that only the device knows. */
export interface DeviceFacts {
  now: number
  newId: () => string
  /** its rows of this list; read when the answer may replace them */
  rows: readonly Row[]
}

/**
 * The last version that device and server share, if the server lost later ones that this device has; else null. The
 * same epoch with a lower head means that a backup was restored without a new epoch.
 */
export function lostAbove(stream: Stream, call: SyncCall, reply: SyncReply): number | null {
  if (stream.epoch === null || reply.base !== 0) return null
  if (stream.epoch !== reply.epoch) return sharedHead(stream.epoch, reply.epoch)
  return reply.head < call.fromCursor && stream.cursor === call.fromCursor ? reply.head : null
}

/**
 * Step D4 of docs/sync.md: stores an answer, or returns null when it must be dropped: the device went on under another
 * client id or epoch, or the rows start beyond what is here, which leaves a hole after storage was rolled back.
 */
export function accept(
  stream: Stream,
  entries: readonly Entry[],
  call: SyncCall,
  reply: SyncReply,
  { now, newId, rows: old }: DeviceFacts,
): Accepted | null {
  // D4a. Drop what is not an answer to the device as it is now.
  if (call.body.client !== stream.clientId) return null
  const sameEpoch = stream.epoch === null || stream.epoch === reply.epoch
  const fresh = reply.base === 0 && stream.epoch === call.fromEpoch
  if (!sameEpoch && !fresh) return null
  if (reply.base > stream.cursor) return null
  // D4b. Take the rows that are news, and move the cursor.
  const shared = lostAbove(stream, call, reply)
  const replace = reply.base === 0 && (shared !== null || reply.head >= stream.cursor)
  // Rows up to the cursor are known. A late row from before it may have been deleted since, and a snapshot names no
  // deleted rows: it would come back.
  const news = replace ? reply.rows : reply.rows.filter((row) => row.ver > stream.cursor)
  const ownRow = news.find(isListRow)
  const isDeleted = ownRow?.deleted === true
  const told = news.flatMap((row) => (isListRow(row) ? [] : row))
  const rows = replace ? [...deletedIn(old, told, shared ?? reply.head), ...told] : told
  const reached = reply.more ? reply.rows.reduce((max, row) => Math.max(max, row.ver), 0) : reply.head
  const cursor = shared === null ? Math.max(stream.cursor, reached) : reached
  // D4c. Remove what is answered from the outbox; what was refused goes to the tray (D5).
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
  // D4d. The server lost what this device knows: send it again, under a new client id.
  const here = new Set(old.map((row) => row.id))
  // The recovered changes hold the add of every product that was here.
  const applied = left.filter((entry) => entry.op === 'add' && here.has(entry.rowId))
  const byN = new Map([...left, ...rebased].map((entry) => [entry.n, entry]))
  for (const { n } of applied) byN.delete(n)
  const rest = [...byN.values()]
  // The server may have had some of the other entries: they are sent under a new client id, after the recovered ones.
  const anew = rekey(next, rest, newId)
  const changed = [...anew.changed, ...rebased.filter((entry) => entry.seq === null)]
  const known = stream.row ? [stream.row, ...old] : old
  const recovered = recover(known, reply.rows, { head: shared, entries: rest, seen, now })
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
 * What the device knows to be deleted and a snapshot does not name, up to the version that both share: should a backup
 * bring such a product back, the device deletes it again.
 */
function deletedIn(old: readonly Row[], snapshot: readonly Row[], until: number): Row[] {
  const there = new Set(snapshot.map(({ id }) => id))
  return old.filter(({ id, ver, deleted }) => deleted && ver <= until && !there.has(id))
}

/**
 * What the device keeps of the overview after an answer: a list that was made here is in it at once, and what was told
 * of a history that was lost gives way to what is there now.
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
  // Nobody but its owner gets an answer to such a call.
  const isMade = call.body.ops.some((op) => op.op === 'add' && op.rowId === listId)
  if (!isMade) return null
  const products = reply.rows.flatMap((one) => (isListRow(one) || one.deleted ? [] : viewOf(one)))
  return { ...newList(listId, row), ...countsOf(products), head: reply.head }
}

/** Steps D4c and D5. Matches by operation id, never by sequence number alone: after a rollback one number may stand for two operations. */
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
      // Another device brought the product back, or somebody deleted it. Only what the limit refused is nowhere else.
      if (entry.recovered && refusal.why !== 'limit') continue
      // The later tick stays; a person need not decide about it.
      if (refusal.status === 'stale' && entry.op === 'set' && entry.field === 'productStatus') continue
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
      // With more rows to come the applied ones stay: without them an old value would flash up.
      remove.push(entry.n)
    }
  }
  return { remove, tray }
}

/** After a fork or a gap: a new client id, all sequence numbers taken back, the operation ids kept. */
export function rekey(stream: Stream, entries: readonly Entry[], newId: () => string) {
  const clientId = successorOf(stream.clientId, newId().slice(-12))
  return {
    stream: { ...stream, clientId, nextSeq: 1 },
    changed: entries.filter((entry) => entry.seq !== null).map((entry) => ({ ...entry, seq: null })),
  }
}
