import type { ListRow, Row } from '../../../core/contract/shapes.ts'
import { isOfList, type Refusal } from '../../../core/sync/change.ts'
import { problem } from '../../base/problem.ts'
import { adoptList, applyToList, toListRow } from '../store/list-row.ts'
import { adopt, apply, type Batch } from '../store/merge.ts'
import { applied, type Outcome, rejected } from '../store/outcome.ts'
import { toRow } from '../store/product-rows.ts'
import { type Refusals, tagOf } from '../store/refusals.ts'
import type { SyncAnswer } from './call.ts'
import type { Operation } from './operations.ts'
import type { SentOperation } from './read-op.ts'

type Results = SyncAnswer['results']

/** Who sends, and what the server knows of them. */
export interface Sender {
  listId: string
  client: string
  /** epoch ms */
  now: number
  /** the operation that made the list in this call */
  maker: SentOperation | null
  /** the last sequence number that was decided before */
  last: number
  /** what this client was refused before */
  refusals: Refusals
  /** see loadOperations */
  recorded: readonly Operation[]
}

interface Decided {
  last: number
  /** to be recorded */
  records: Operation[]
  refusals: Refusals
  /** what was not applied, with the rows as they are now */
  results: (withLists: boolean) => Results
}

/**
 * Step 6 of docs/sync.md: decides the operations in their order, and changes the batch in memory. An operation is decided
 * once: its id gives its result again. Its sequence number gives the order and shows gaps. A refused operation counts as
 * decided, so it never blocks those behind it.
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
    // 6a. Decided before: the same result again.
    if (op.seq <= last) {
      // An operation resent under a new client id has left its old place, but its id is still known.
      const there = bySeq.get(op.seq) ?? known
      const refusal = there ? undefined : refusals.get(op.seq)
      if (refusal?.tag === tagOf(op.opId)) answer(op, { status: 'rejected', why: refusal.why })
      else if (there?.op_id === op.opId) answer(op, there)
      else throw problem('fork')
      continue
    }
    // 6b. The next in the sequence, and in a place that is free.
    if (op.seq !== last + 1) throw problem('gap')
    // The client's own row may be gone: what it did before is still its own.
    const taken = bySeq.get(op.seq)
    if (taken && taken.op_id !== op.opId) throw problem('fork')
    last = op.seq
    // 6c. Decide it, unless its id was decided under another client id.
    const outcome = known ?? decide(batch, op, sender)
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

function decide(batch: Batch, op: SentOperation, { client, now, maker }: Sender) {
  const outcome = op === maker ? applied(batch.list.ver) : outcomeOf(batch, op, { client, now })
  return { ...outcome, at: now }
}

function outcomeOf(batch: Batch, { change, ageMs }: SentOperation, at: { client: string; now: number }) {
  if (!change) return rejected('invalid')
  const writer = { client: at.client, typedAt: at.now - ageMs }
  return isOfList(batch.list.id, change) ? applyToList(batch, change, writer) : apply(batch, change, writer)
}

/**
 * Whether the row of an operation exists. What is refused otherwise gets no record of its own, or a client could fill the
 * disk with operations that do nothing: the client's row keeps the last of them.
 */
function isThere({ list, products }: Batch, { change }: SentOperation): boolean {
  return change !== null && (change.rowId === list.id || products.has(change.rowId))
}

function rowOf(batch: Batch, { change }: SentOperation, withLists: boolean): Row | ListRow | undefined {
  if (!change) return undefined
  if (change.rowId === batch.list.id) return withLists ? toListRow(batch.list) : undefined
  const held = batch.products.get(change.rowId)
  return held ? toRow(held, batch.account.id) : undefined
}
