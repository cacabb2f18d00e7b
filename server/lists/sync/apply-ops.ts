import type { ListRow, Row } from '../../../core/contract/shapes.ts'
import { type Change, isOfList, type Refusal } from '../../../core/sync/change.ts'
import { problem } from '../../base/problem.ts'
import { adoptList, applyToList, toListRow } from '../store/list-row.ts'
import { adopt, apply, type Batch } from '../store/merge.ts'
import { applied, type Outcome, rejected } from '../store/outcome.ts'
import { toRow } from '../store/product-rows.ts'
import { type Refusals, tagOf } from '../store/refusals.ts'
import type { Writer } from '../store/stamps.ts'
import type { SyncAnswer } from './call.ts'
import type { Operation } from './operations.ts'
import type { SentOperation } from './read-op.ts'

type Results = SyncAnswer['results']

/** The client that sends the operations, and what the server knows about it. */
export interface Sender {
  listId: string
  client: string
  /** epoch ms */
  now: number
  /** the operation that created the list in this call, if any */
  maker: SentOperation | null
  /** the last sequence number that was decided before */
  last: number
  /** this client's earlier refusals that have no record of their own */
  refusals: Refusals
  /** the result of loadOperations */
  recorded: readonly Operation[]
}

interface Decided {
  last: number
  /** records to store */
  records: Operation[]
  refusals: Refusals
  /** the operations that were not applied, with their rows as they are now */
  results: (withLists: boolean) => Results
}

/**
 * Step 6 of docs/sync.md: decides the operations in their order and changes the batch in memory. An operation is
 * decided only once; if it is sent again, its id gives the same result. Sequence numbers keep the order and show gaps.
 * A refused operation counts as decided, so it never blocks later ones.
 *
 * @throws ProblemError fork: another operation has this place already; gap: an operation before it is missing
 */
export function applyOps(batch: Batch, ops: readonly SentOperation[], sender: Sender): Decided {
  const { listId, client } = sender
  const byOpId = new Map(sender.recorded.map((operation) => [operation.op_id, operation]))
  const bySeq = new Map(sender.recorded.filter((o) => o.client_id === client).map((o) => [o.seq, o]))
  const records = new Map<string, Operation>()
  const refusals = new Map(sender.refusals)
  const refused: { op: SentOperation; status: 'rejected' | 'stale'; why: Refusal }[] = []
  const answer = (op: SentOperation, { status, why }: { status: Outcome['status']; why: string }) => {
    if (status !== 'applied') refused.push({ op, status, why: why as Refusal })
  }
  let { last } = sender
  for (const op of ops) {
    const known = byOpId.get(op.opId)
    // 6a. Decided before: return the same result.
    if (op.seq <= last) {
      // An operation that was resent under a new client id is no longer recorded at its old place, but by its id.
      const there = bySeq.get(op.seq) ?? known
      const refusal = there ? undefined : refusals.get(op.seq)
      if (refusal?.tag === tagOf(op.opId)) answer(op, { status: 'rejected', why: refusal.why })
      else if (there?.op_id === op.opId) answer(op, there)
      else throw problem('fork')
      continue
    }
    // 6b. It must be the next in the sequence, and its place must be free.
    if (op.seq !== last + 1) throw problem('gap')
    // If the client's row was pruned, `last` is 0 but its operations may still be recorded.
    const taken = bySeq.get(op.seq)
    if (taken && taken.op_id !== op.opId) throw problem('fork')
    last = op.seq
    // 6c. Decide it, unless its id has been decided already, such as under another client id.
    const outcome = known ?? outcomeOf(batch, op, sender)
    // 6d. Record the result.
    if (!known && outcome.status === 'rejected' && !isThere(batch, op)) {
      refusals.set(op.seq, { tag: tagOf(op.opId), why: outcome.why as Refusal })
      answer(op, outcome)
      continue
    }
    const place = { list_id: listId, op_id: op.opId, client_id: client, seq: op.seq }
    const operation: Operation = { ...outcome, ...place }
    if (known && op.change?.rowId === listId) adoptList(batch, known.ver, client)
    else if (known && op.change) adopt(batch, op.change.rowId, known.ver, client)
    byOpId.set(op.opId, operation)
    bySeq.set(op.seq, operation)
    records.set(op.opId, operation)
    answer(op, operation)
  }
  const results = (withLists: boolean) =>
    Object.fromEntries(
      refused.map(({ op, status, why }) => [
        String(op.seq),
        { opId: op.named, status, why, row: rowOf(batch, op, withLists) },
      ]),
    )
  return { last, records: [...records.values()], refusals, results }
}

function outcomeOf(batch: Batch, op: SentOperation, { client, now, maker }: Sender) {
  const { change, ageMs } = op
  if (op === maker) return { ...applied(batch.list.ver), at: now }
  const outcome = change ? decide(batch, change, { client, typedAt: now - ageMs }) : rejected('invalid')
  return { ...outcome, at: now }
}

/** Applies a change to the list or to a product of it, or returns why not. */
export function decide(batch: Batch, change: Change, writer: Writer): Outcome {
  return isOfList(batch.list.id, change) ? applyToList(batch, change, writer) : apply(batch, change, writer)
}

/**
 * Returns whether the row of an operation exists. A refused operation without a row gets no record of its own, or a
 * client could fill the disk with operations that do nothing. The client's row keeps the last such refusals instead.
 */
function isThere({ list, products }: Batch, { change }: SentOperation): boolean {
  return change !== null && (change.rowId === list.id || products.has(change.rowId))
}

function rowOf(batch: Batch, { change }: SentOperation, withLists: boolean): Row | ListRow | undefined {
  if (!change) return undefined
  if (change.rowId === batch.list.id) return withLists ? toListRow(batch.list) : undefined
  const held = batch.products.get(change.rowId)
  return held ? toRow(held, batch.account) : undefined
}
