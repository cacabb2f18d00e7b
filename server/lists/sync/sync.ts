import type { Selectable } from 'kysely'
import type { Body } from '../../../core/contract/api.ts'
import { limits, syncVersions } from '../../../core/product/entities.ts'
import type { ListRow, Row } from '../../../core/contract/shapes.ts'
import { isOfList, isOfProduct, type ProductChange, type Refusal } from '../../../core/sync/change.ts'
import {
  bytesOf,
  countingRefusals,
  noteWritten,
  type Quota,
  refuseFull,
  spend,
  waitFor,
  writtenIn,
} from '../../base/daily-quota.ts'
import { accept, type Access, accessList } from '../store/access.ts'
import { emptyLists } from '../store/list-removal.ts'
import { storeList } from '../store/list-store.ts'
import { type Categories, categoriesFor } from '../../words/category-finder.ts'
import type { Db, Trx } from '../../db/open.ts'
import { insertion, isOneOf, run, statement } from '../../db/statement.ts'
import type { OperationTable } from '../../db/schema.ts'
import type { Affected } from '../../db/affected.ts'
import { cut, withList } from './answer-rows.ts'
import { adoptList, applyToList, toListRow } from '../store/list-row.ts'
import { isKnown, makerOf, openList } from './make-list.ts'
import { adopt, apply, type Batch } from '../store/merge.ts'
import { applied, type Outcome, rejected } from '../store/outcome.ts'
import { problem } from '../../base/problem.ts'
import { toRow } from '../store/product-rows.ts'
import { changedSince, loadBatch, storeBatch } from '../store/product-store.ts'
import { breath, sliceOf } from '../../db/slices.ts'
import { readOp, type SentOperation } from './read-op.ts'
import type { SyncAnswer, SyncCall } from './call.ts'
import { readRefusals, type Refusals, tagOf, writeRefusals } from '../store/refusals.ts'
import { nothingRead, readSnapshot, type Snapshot } from '../store/snapshot.ts'

type Operation = Selectable<OperationTable>

/**
 * One push and pull in one transaction. The number of statements does not depend on the number of operations.
 * Throws a ProblemError (fork, gap, resync, otherAccount, outdated, tooLarge, notFound, limitReached, invalidRequest);
 * then nothing has been stored.
 */
export async function sync(db: Db, call: SyncCall): Promise<SyncAnswer> {
  const { request, user, listId } = call
  if (!syncVersions.includes(request.v)) throw problem('outdated')
  // Checked before the list is looked up: with another account's token the list would seem to be missing.
  if (request.user !== undefined && request.user !== user.id) throw problem('otherAccount')
  if (request.ops.length > limits.batchOps) throw problem('tooLarge')
  const ops = request.ops.map((op) => readOp(op, listId, request))
  const products = ops.flatMap(({ change }) => (change && isOfProduct(listId, change) ? [change] : []))
  // A full pull reads the list in slices, before the transaction, because others wait for the transaction.
  const snapshot = request.cursor === 0 ? await snapshotBefore(db, call, makerOf(call, ops) !== null) : null
  const categories = await categoriesFor(db, user, products)
  const quotas = call.quotas?.(ops.every(({ change }) => change?.op === 'delete')) ?? []
  const ahead = { ops, products, snapshot, categories, quotas }
  const { answer, affected, isGone } = await countingRefusals(db, quotas, call.now, () =>
    db.transaction().execute((trx) => syncIn(trx, call, ahead)),
  )
  if (affected) call.onCommit?.(affected)
  if (isGone) await emptyLists(db, [listId]).catch((error: unknown) => call.onLeft?.(error))
  return answer
}

/** What was prepared before the transaction and its locks. */
interface Ahead {
  ops: SentOperation[]
  /** the changes of products among them */
  products: ProductChange[]
  snapshot: Snapshot | null
  categories: Categories | null
  quotas: readonly Quota[]
}

async function snapshotBefore(db: Db, { listId, user }: SyncCall, mayBeNew: boolean): Promise<Snapshot> {
  if (mayBeNew && !(await isKnown(db, listId))) return nothingRead
  return readSnapshot(db, await accessList(db, listId, user.id, 'see', 'read'))
}

interface Done {
  answer: SyncAnswer
  /** null: nothing changed */
  affected: Affected | null
  /** the list was deleted, and is to be emptied */
  isGone: boolean
}

async function syncIn(
  trx: Trx,
  call: SyncCall,
  { ops, products, snapshot, categories, quotas }: Ahead,
): Promise<Done> {
  const { listId, user, request, now, random = Math.random, mostProducts } = call
  const { cursor, client } = request
  const { list, maker } = await openList(trx, call, makerOf(call, ops))
  if (ops.length > 0) await accept(trx, list, user.id)
  // None of these needs the answer of another: they go out together.
  const loading = loadBatch(trx, list, user.id, {
    ids: products.map(({ rowId }) => rowId),
    adds: products.some(({ op }) => op === 'add'),
    categories,
    now,
    random,
    mostProducts,
  })
  const [known, batch, recorded, wait] = await Promise.all([
    knownClient.first(trx, { listId, client }),
    loading,
    loadOperations(trx, listId, client, ops),
    ops.length > 0 ? waitFor(trx, quotas, 0, now) : 0,
  ])
  const foreign = known !== undefined && known.account_id !== user.id
  if (foreign && ops.length > 0) throw problem('fork')
  if (cursor > 0) {
    const otherEpoch = request.epoch !== undefined && request.epoch !== list.epoch
    if (otherEpoch || cursor < list.floor || cursor > list.head)
      throw problem('resync', { more: { epoch: list.epoch, head: list.head } })
  }
  refuseFull(wait)
  const before = foreign ? 0 : (known?.last_seq ?? 0)
  await pause(ops)
  const at = { listId, client, now, maker, refusals: readRefusals(known?.refused ?? '') }
  const taken = take(batch, at, ops, recorded, before)
  await pause(ops)
  const { overview } = await storeList(trx, list, batch)
  // Nothing is kept of a list that is gone: whoever comes later does not find it.
  const isGone = batch.list.deletedAt > 0
  if (!isGone) {
    const refused = writeRefusals(taken.refusals, taken.last)
    const place = { listId, client, accountId: user.id, last: taken.last, refused, now }
    noteWritten(trx, bytesOf([...taken.records, place]))
    await Promise.all([
      storeBatch(trx, list, batch),
      paused(ops, () => storeOperations(trx, taken.records)),
      taken.last > before && clientAt.rows(trx, place),
      // Last: by now all of them have said what they write.
      ops.length > 0 && spend(trx, quotas, writtenIn(trx), now),
    ])
    await pause(ops)
  } else await spend(trx, quotas, writtenIn(trx), now)
  const answer: SyncAnswer = {
    v: request.v,
    client,
    request: request.request,
    epoch: list.epoch,
    base: cursor,
    head: batch.head,
    last: taken.last,
    results: taken.results(knowsLists(request)),
    ...(await rowsFor(trx, call, list, batch, snapshot)),
  }
  const pokes = isGone ? [] : [{ list: listId, head: batch.head }]
  if (maker) return { answer, affected: { pokes, overview: [user.id] }, isGone }
  const affected = batch.head > list.head ? { pokes, ...(overview && { overview }) } : null
  return { answer, affected, isGone }
}

type Place = { listId: string; client: string }

const knownClient = statement((db, { listId, client }: Place) =>
  db
    .selectFrom('client')
    .select(['account_id', 'last_seq', 'refused'])
    .where('list_id', '=', listId)
    .where('client_id', '=', client),
)

interface Taken extends Place {
  accountId: string
  last: number
  refused: string
  now: number
}

const clientAt = statement((db, taken: Taken) =>
  db
    .insertInto('client')
    .values({
      list_id: taken.listId,
      client_id: taken.client,
      account_id: taken.accountId,
      last_seq: taken.last,
      refused: taken.refused,
      at: taken.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['list_id', 'client_id'])
        .doUpdateSet({ last_seq: taken.last, refused: taken.refused, at: taken.now }),
    ),
)

/** Version 1 knows no rows but products. */
const knowsLists = ({ v }: Body<'sync'>) => v > 1

/** What the device does not have yet. A snapshot is one response of any size. */
async function rowsFor(
  trx: Trx,
  { request, user, answerRows = limits.answerRows }: SyncCall,
  list: Access,
  batch: Batch,
  snapshot: Snapshot | null,
): Promise<Pick<SyncAnswer, 'rows' | 'more'>> {
  const { cursor } = request
  const isNews = knowsLists(request) && (cursor === 0 || batch.list.ver > cursor)
  const own = isNews ? toListRow(batch.list) : null
  // Of a list that is gone nothing else is of use.
  if (batch.list.deletedAt > 0) return { rows: own ? [own] : [], more: false }
  const { held, more } = await changedSince(trx, list, batch, { cursor, limit: answerRows, snapshot })
  const products = held.map((product) => toRow(product, user.id))
  // Where the products were cut at the limit, a list's row behind them is cut off too.
  const rows = own ? withList(products, own) : products
  return cursor === 0 ? { rows, more } : cut(rows, { most: answerRows, more })
}

/** A large push yields between its steps; everyday pushes are too small to need it. */
async function pause(ops: readonly unknown[]): Promise<void> {
  if (ops.length > sliceOf / 2) await breath()
}

const paused = (ops: readonly unknown[], work: () => Promise<void>) =>
  ops.length > sliceOf / 2 ? breath().then(work) : work()

/** The recorded operations with the same ids, and those recorded at the same places in this client's sequence. */
async function loadOperations(
  trx: Trx,
  listId: string,
  client: string,
  ops: readonly SentOperation[],
): Promise<Operation[]> {
  if (ops.length === 0) return []
  const first = Math.min(...ops.map((op) => op.seq))
  const opIds = [...new Set(ops.map((op) => op.opId))]
  return recordedAt.rows(trx, { listId, client, first, end: first + limits.batchOps, opIds })
}

const operationColumns = [
  ...(['list_id', 'op_id', 'client_id', 'seq', 'status', 'why', 'ver', 'at'] as const),
] as const

const recordedAt = statement((db, at: Place & { first: number; end: number; opIds: readonly string[] }) => {
  const ofList = db.selectFrom('operation').select(operationColumns).where('list_id', '=', at.listId)
  const inPlace = ofList
    .where('client_id', '=', at.client)
    .where('seq', '>=', at.first)
    .where('seq', '<', at.end)
  // A union, because an OR would make SQLite scan all operations of the list.
  return ofList.where(isOneOf(db, 'op_id', at.opIds)).union(inPlace)
})

type Results = SyncAnswer['results']

interface Taking extends Performing {
  listId: string
  /** what this client was refused before */
  refusals: Refusals
}

interface Took {
  last: number
  records: Operation[]
  refusals: Refusals
  results: (withLists: boolean) => Results
}

function take(
  batch: Batch,
  at: Taking,
  ops: readonly SentOperation[],
  recorded: readonly Operation[],
  before: number,
): Took {
  const byOpId = new Map(recorded.map((operation) => [operation.op_id, operation]))
  const bySeq = new Map(recorded.filter((o) => o.client_id === at.client).map((o) => [o.seq, o]))
  const records = new Map<string, Operation>()
  const refusals = new Map(at.refusals)
  const refused: { op: SentOperation; status: 'rejected' | 'stale'; why: Refusal }[] = []
  const answer = (op: SentOperation, { status, why }: { status: Outcome['status']; why: string }) => {
    if (status !== 'applied') refused.push({ op, status, why: why as Refusal })
  }
  let last = before
  for (const op of ops) {
    const known = byOpId.get(op.opId)
    if (op.seq <= last) {
      // An operation resent under a new client id has left its old place, but its id is still known.
      const there = bySeq.get(op.seq) ?? known
      const refusal = there ? undefined : refusals.get(op.seq)
      if (refusal?.tag === tagOf(op.opId)) answer(op, { status: 'rejected', why: refusal.why })
      else if (there?.op_id === op.opId) answer(op, there)
      else throw problem('fork')
      continue
    }
    if (op.seq !== last + 1) throw problem('gap')
    // The client's own row may be gone: what it did before is still its own.
    const taken = bySeq.get(op.seq)
    if (taken && taken.op_id !== op.opId) throw problem('fork')
    last = op.seq
    const place = { list_id: at.listId, op_id: op.opId, client_id: at.client, seq: op.seq }
    const outcome = known ?? perform(batch, op, at)
    if (!known && outcome.status === 'rejected' && !isThere(batch, op)) {
      refusals.set(op.seq, { tag: tagOf(op.opId), why: outcome.why as Refusal })
      answer(op, outcome)
      continue
    }
    const operation: Operation = { ...outcome, ...place }
    if (known && op.change?.rowId === at.listId) adoptList(batch, known.ver, at.client)
    else if (known && op.change) adopt(batch, op.change.rowId, known.ver, at.client)
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

/**
 * Whether the operation is about something that is there. What is refused otherwise leaves no row of its own, or a
 * client could fill the disk with operations that do nothing: the client's row keeps the last of them.
 */
function isThere({ list, products }: Batch, { change }: SentOperation): boolean {
  return change !== null && (change.rowId === list.id || products.has(change.rowId))
}

interface Performing {
  client: string
  now: number
  maker: SentOperation | null
}

function perform(batch: Batch, op: SentOperation, { client, now, maker }: Performing) {
  const outcome = op === maker ? applied(batch.list.ver) : outcomeOf(batch, op, { client, now })
  return { ...outcome, at: now }
}

function outcomeOf(batch: Batch, { change, ageMs }: SentOperation, at: { client: string; now: number }) {
  if (!change) return rejected('invalid')
  const writer = { client: at.client, typedAt: at.now - ageMs }
  return isOfList(batch.list.id, change) ? applyToList(batch, change, writer) : apply(batch, change, writer)
}

function rowOf(batch: Batch, { change }: SentOperation, withLists: boolean): Row | ListRow | undefined {
  if (!change) return undefined
  if (change.rowId === batch.list.id) return withLists ? toListRow(batch.list) : undefined
  const held = batch.products.get(change.rowId)
  return held ? toRow(held, batch.account.id) : undefined
}

const insertOperations = insertion('operation', operationColumns, (operations) =>
  operations.onConflict((conflict) =>
    conflict.columns(['list_id', 'op_id']).doUpdateSet((set) => ({
      client_id: set.ref('excluded.client_id'),
      seq: set.ref('excluded.seq'),
    })),
  ),
)

async function storeOperations(trx: Trx, records: readonly Operation[]): Promise<void> {
  if (records.length > 0) await run(trx, insertOperations(trx, records))
}
