/**
 * What a device stores of one list, and the five ways it changes: sealing, accepting an answer, a new
 * client id, refusing, leaving. Pure: device/db.ts reads, asks here and writes, all in one transaction.
 */
import type { Answer, Body } from '../contract/api.ts'
import { limits, syncVersion } from '../product/entities.ts'
import type { List, Row } from '../contract/shapes.ts'
import { type Entry, successorOf } from './mutation.ts'
import type { Refusal, SentOp } from './change.ts'
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
  /** later changes to a product whose add was refused */
  hung: Entry[]
  why: TrayReason
  /** the row as the server has it, or had it last */
  row: Row | null
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

/** Gives sequence numbers just before the first send. A batch that was sealed goes again as it was. */
export function seal(stream: Stream, entries: readonly Entry[], options: SealOptions): Sealed {
  const { user, request, snapshot, pull, maxOps, now, probe = false } = options
  const sealed = entries.filter((entry) => entry.seq !== null)
  const candidates = snapshot || probe ? [] : (sealed.length > 0 ? sealed : entries).slice(0, maxOps)
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

/** Recovered changes are never refused as too old. */
const oldest = 89 * 86_400_000

function toOp(entry: Entry, now: number, cursor: number): SentOp {
  const { productId, opId } = entry
  const seq = entry.seq ?? 0
  // A clock set back in between must not make an edit younger than now.
  const age = Math.max(0, now - entry.typedAt)
  const ageMs = entry.recovered ? Math.min(age, oldest) : age
  if (entry.op === 'add') return { op: 'add', seq, opId, productId, value: entry.value, ageMs }
  if (entry.op === 'delete') return { op: 'delete', seq, opId, productId }
  const { field, value } = entry
  // The person may have seen a version of a history that a restored backup ended.
  const baseVer = entry.baseVer > cursor ? 0 : entry.baseVer
  return { op: 'set', seq, opId, productId, field, value, baseVer, ageMs }
}

function utf8Length(text: string): number {
  // rounded up: each character beyond ASCII counts three bytes
  return text.length + (text.match(/[^ -~]/g)?.length ?? 0) * 2
}

export interface Accepted {
  stream: Stream
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
  /** its rows of this list; read when the server may have lost some */
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
 * Stores an answer, or returns null when it must be dropped: the device went on under another client id
 * or epoch, or the rows start beyond what is here, which leaves a hole after storage was rolled back.
 */
export function accept(
  stream: Stream,
  entries: readonly Entry[],
  call: SyncCall,
  reply: SyncReply,
  { now, newId, rows: old }: DeviceFacts,
): Accepted | null {
  if (call.body.client !== stream.clientId) return null
  const sameEpoch = stream.epoch === null || stream.epoch === reply.epoch
  const fresh = reply.base === 0 && stream.epoch === call.fromEpoch
  if (!sameEpoch && !fresh) return null
  if (reply.base > stream.cursor) return null
  const shared = lostAbove(stream, call, reply)
  const replace = reply.base === 0 && (shared !== null || reply.head >= stream.cursor)
  // Rows up to the cursor are known. A late row from before it may have been deleted since, and a snapshot names no
  // deleted rows: it would come back.
  const rows = replace ? reply.rows : reply.rows.filter((row) => row.ver > stream.cursor)
  const reached = reply.more ? reply.rows.reduce((max, row) => Math.max(max, row.ver), 0) : reply.head
  const cursor = shared === null ? Math.max(stream.cursor, reached) : reached
  const { remove, tray } = answered(stream.listId, entries, call, reply, now)
  const gone = new Set(remove)
  const left = entries.filter((entry) => !gone.has(entry.n))
  const based = call.snapshot ? left.filter((e) => e.op === 'set' && e.baseVer > 0) : []
  const rebased = based.map((entry): Entry => ({ ...entry, baseVer: 0 }) as Entry)
  const { seen = [] } = stream
  const next = { ...stream, epoch: reply.epoch, cursor }
  if (shared === null) {
    const noted = { ...next, seen: noteSeen(seen, cursor, now) }
    return { stream: noted, rows, replace, remove, changed: rebased, tray, recovered: [] }
  }
  const here = new Set(old.map((row) => row.id))
  // The recovered changes hold the add of every product that was here.
  const applied = left.filter((entry) => entry.op === 'add' && here.has(entry.productId))
  const byN = new Map([...left, ...rebased].map((entry) => [entry.n, entry]))
  for (const { n } of applied) byN.delete(n)
  const rest = [...byN.values()]
  // The server may have had some of the other entries: they are sent under a new client id, after the recovered ones.
  const anew = rekey(next, rest, newId)
  const changed = [...anew.changed, ...rebased.filter((entry) => entry.seq === null)]
  const recovered = recover(old, reply.rows, { head: shared, entries: rest, seen, now })
  const common = seen.filter(([ver]) => ver <= shared)
  const again = { ...anew.stream, seen: noteSeen(common, cursor, now) }
  return {
    stream: again,
    rows,
    replace,
    remove: [...remove, ...applied.map(({ n }) => n)],
    changed,
    tray,
    recovered,
  }
}

/** Matches by operation id, never by sequence number alone: after a rollback one number may stand for two operations. */
function answered(listId: string, entries: readonly Entry[], call: SyncCall, reply: SyncReply, now: number) {
  const asked = new Set(call.body.ops.map((op) => op.opId))
  const refusals = new Map(Object.values(reply.results).map((result) => [result.opId, result]))
  const remove: number[] = []
  const tray: TrayItem[] = []
  const refusedAdds = new Map<string, TrayItem>()
  for (const entry of entries) {
    const refusal = asked.has(entry.opId) ? refusals.get(entry.opId) : undefined
    const parent = refusedAdds.get(entry.productId)
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
      if (entry.op === 'add') refusedAdds.set(entry.productId, item)
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

/** Entries that will never be sent go to the tray, each with what hangs on it. */
export function refuse(entries: readonly Entry[], refused: readonly Entry[], why: TrayReason, now: number) {
  const tray: TrayItem[] = []
  const remove: number[] = []
  for (const entry of refused) {
    if (remove.includes(entry.n)) continue
    // Nobody typed it on this device, and its list is gone.
    if (entry.recovered && why === 'lost') {
      remove.push(entry.n)
      continue
    }
    const hung =
      entry.op === 'add' ? entries.filter((e) => e.productId === entry.productId && e.n > entry.n) : []
    tray.push({ opId: entry.opId, listId: entry.listId, entry, hung, why, row: null, at: now })
    remove.push(entry.n, ...hung.map((e) => e.n))
  }
  return { tray, remove }
}
