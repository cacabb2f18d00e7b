import type { Selectable } from 'kysely'
import type { Answer, Body } from '../../core/contract/api.ts'
import { limits, syncVersion } from '../../core/product/entities.ts'
import { isField } from '../../core/product/fields.ts'
import type { Row } from '../../core/contract/shapes.ts'
import type { Change, Refusal } from '../../core/sync/change.ts'
import { accept, accessList } from '../lists/access.ts'
import { type Categories, categoriesFor } from '../words/category-finder.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import type { OperationTable } from '../db/schema.ts'
import type { Affected } from './affected.ts'
import { adopt, apply, type Outcome, type Batch } from './merge.ts'
import { problem } from '../http/problem.ts'
import { type StoredProduct, toRow } from '../products/product-rows.ts'
import { changedSince, loadBatch, storeBatch } from '../products/product-store.ts'
import { breath, sliceOf } from '../db/slices.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

export type SyncAnswer = Answer<'sync'>
type Operation = Selectable<OperationTable>

export interface SyncCall {
  listId: string
  user: { id: string }
  request: Body<'sync'>
  /** epoch ms */
  now: number
  /** for the positions of products that were sent without one */
  random?: () => number
  /** the most rows in one response, if not the usual number */
  answerRows?: number
  /** the product limit of the list's owner, if not the usual number */
  mostProducts?: number
  /** called after the commit, and only when something changed */
  onCommit?: (affected: Affected) => void
}

const answerBytes = 512 << 10
const idPattern = /^[A-Za-z0-9_-]{1,64}$/

/**
 * One push and pull in one transaction. The number of statements does not depend on the number of operations.
 * Throws a ProblemError (fork, gap, resync, otherAccount, outdated, tooLarge, notFound, invalidRequest); then
 * nothing has been stored.
 */
export async function sync(db: Db, call: SyncCall): Promise<SyncAnswer> {
  const { request, user, listId } = call
  if (request.v !== syncVersion) throw problem('outdated')
  // Checked before the list is looked up: with another account's token the list would seem to be missing.
  if (request.user !== undefined && request.user !== user.id) throw problem('otherAccount')
  if (request.ops.length > limits.batchOps) throw problem('tooLarge')
  const ops = request.ops.map((op) => readOp(op, request.client))
  // A full pull reads the list in slices, before the transaction, because others wait for the transaction.
  const snapshot =
    request.cursor === 0 ? await readSnapshot(db, await accessList(db, listId, user.id, 'see', 'read')) : null
  const categories = await categoriesFor(
    db,
    user,
    ops.map((op) => op.change),
  )
  const ahead = { ops, snapshot, categories }
  const { answer, moved } = await db.transaction().execute((trx) => syncIn(trx, call, ahead))
  if (moved) call.onCommit?.({ pokes: [{ list: listId, head: answer.head }] })
  return answer
}

interface SentOperation {
  seq: number
  /** the key under which it is recorded */
  opId: string
  /** the opId used in the response */
  named: string
  change: Change | null
  ageMs: number
}

/** A malformed operation gets `change: null`. Only one without a valid `seq` fails the whole request. */
function readOp(op: unknown, client: string): SentOperation {
  const {
    seq,
    opId,
    ageMs = 0,
    ...rest
  } = (typeof op === 'object' && op !== null ? op : {}) as Record<string, unknown>
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1)
    throw problem('invalidRequest', { fields: { ops: 'invalidType' } })
  const named = typeof opId === 'string' ? opId.slice(0, 64) : ''
  const isAge = typeof ageMs === 'number' && Number.isFinite(ageMs)
  const isNamed = typeof opId === 'string' && idPattern.test(opId)
  return {
    seq,
    opId: isNamed ? opId : `!${client}:${seq}`,
    named,
    change: isNamed && isAge ? readChange(rest) : null,
    ageMs: isAge ? Math.max(0, ageMs) : 0,
  }
}

function readChange({ op, productId, ...rest }: Record<string, unknown>): Change | null {
  if (typeof productId !== 'string' || !idPattern.test(productId)) return null
  const keys = Object.keys(rest).toSorted().join()
  if (op === 'delete') return keys === '' ? { op, productId } : null
  if (op === 'add' && keys === 'value') return { op, productId, value: rest['value'] as never }
  if (op === 'set' && keys === 'baseVer,field,value') {
    const { field, value, baseVer } = rest
    if (!isField(field) || typeof baseVer !== 'number') return null
    return { op, productId, field, value: value as never, baseVer }
  }
  return null
}

/** What was prepared before the transaction and its locks. */
interface Ahead {
  ops: SentOperation[]
  snapshot: Snapshot | null
  categories: Categories | null
}

async function syncIn(
  trx: Trx,
  {
    listId,
    user,
    request,
    now,
    random = Math.random,
    answerRows = limits.answerRows,
    mostProducts,
  }: SyncCall,
  { ops, snapshot, categories }: Ahead,
): Promise<{ answer: SyncAnswer; moved: boolean }> {
  const { cursor, client } = request
  const list = await accessList(trx, listId, user.id)
  if (ops.length > 0) await accept(trx, list, user.id)
  const known = await trx
    .selectFrom('client')
    .selectAll()
    .where('list_id', '=', listId)
    .where('client_id', '=', client)
    .executeTakeFirst()
  const foreign = known !== undefined && known.account_id !== user.id
  if (foreign && ops.length > 0) throw problem('fork')
  if (cursor > 0) {
    const otherEpoch = request.epoch !== undefined && request.epoch !== list.epoch
    if (otherEpoch || cursor < list.floor || cursor > list.head)
      throw problem('resync', { more: { epoch: list.epoch, head: list.head } })
  }
  const before = foreign ? 0 : (known?.last_seq ?? 0)
  const batch = await loadBatch(trx, list, user.id, {
    ids: ops.flatMap((op) => (op.change ? [op.change.productId] : [])),
    adds: ops.some((op) => op.change?.op === 'add'),
    categories,
    now,
    random,
    mostProducts,
  })
  const recorded = await loadOperations(trx, listId, client, ops)
  await pause(ops)
  const taken = take(batch, { listId, client, now }, ops, recorded, before)
  await pause(ops)
  await storeBatch(trx, list, batch)
  await pause(ops)
  await storeOperations(trx, taken.records)
  await pause(ops)
  if (taken.last > before)
    await trx
      .insertInto('client')
      .values({ list_id: listId, client_id: client, account_id: user.id, last_seq: taken.last })
      .onConflict((conflict) =>
        conflict.columns(['list_id', 'client_id']).doUpdateSet({ last_seq: taken.last }),
      )
      .execute()
  const delta = await changedSince(trx, list, batch, { cursor, limit: answerRows, snapshot })
  const answer: SyncAnswer = {
    v: request.v,
    client,
    request: request.request,
    epoch: list.epoch,
    base: cursor,
    head: batch.head,
    last: taken.last,
    results: taken.results(),
    ...cut(delta.held, user.id, delta.more, cursor > 0),
  }
  return { answer, moved: batch.head > list.head }
}

/** A large push yields between its steps; everyday pushes are too small to need it. */
async function pause(ops: readonly unknown[]): Promise<void> {
  if (ops.length > sliceOf / 2) await breath()
}

/** The recorded operations with the same ids, and those recorded at the same places in this client's sequence. */
async function loadOperations(
  trx: Trx,
  listId: string,
  client: string,
  ops: readonly SentOperation[],
): Promise<Operation[]> {
  if (ops.length === 0) return []
  const first = Math.min(...ops.map((op) => op.seq))
  const ofList = trx.selectFrom('operation').selectAll().where('list_id', '=', listId)
  const inPlace = ofList
    .where('client_id', '=', client)
    .where('seq', '>=', first)
    .where('seq', '<', first + limits.batchOps)
  // A union, because an OR would make SQLite scan all operations of the list.
  return ofList
    .where('op_id', 'in', oneOf(ops.map((op) => op.opId)))
    .union(inPlace)
    .execute()
}

type Results = SyncAnswer['results']

function take(
  batch: Batch,
  at: { listId: string; client: string; now: number },
  ops: readonly SentOperation[],
  recorded: readonly Operation[],
  before: number,
): { last: number; records: Operation[]; results: () => Results } {
  const byOpId = new Map(recorded.map((operation) => [operation.op_id, operation]))
  const bySeq = new Map(recorded.filter((o) => o.client_id === at.client).map((o) => [o.seq, o]))
  const records = new Map<string, Operation>()
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
      if (!there || there.op_id !== op.opId) throw problem('fork')
      answer(op, there)
      continue
    }
    if (op.seq !== last + 1) throw problem('gap')
    last = op.seq
    const place = { list_id: at.listId, op_id: op.opId, client_id: at.client, seq: op.seq }
    const operation: Operation = known ? { ...known, ...place } : { ...place, ...perform(batch, op, at) }
    if (known && op.change) adopt(batch, op.change.productId, known.ver, at.client)
    byOpId.set(op.opId, operation)
    bySeq.set(op.seq, operation)
    records.set(op.opId, operation)
    answer(op, operation)
  }
  const results = () =>
    Object.fromEntries(
      refused.map(({ op, status, why }) => [
        String(op.seq),
        { opId: op.named, status, why, row: rowOf(batch, op) },
      ]),
    )
  return { last, records: [...records.values()], results }
}

function perform(batch: Batch, op: SentOperation, { client, now }: { client: string; now: number }) {
  const outcome: Outcome = op.change
    ? apply(batch, op.change, { client, typedAt: now - op.ageMs })
    : { status: 'rejected', why: 'invalid', ver: 0 }
  return { ...outcome, at: now }
}

function rowOf(batch: Batch, op: SentOperation): Row | undefined {
  const held = op.change && batch.products.get(op.change.productId)
  return held ? toRow(held, batch.account.id) : undefined
}

async function storeOperations(trx: Trx, records: readonly Operation[]): Promise<void> {
  if (records.length === 0) return
  await trx
    .insertInto('operation')
    .values(records)
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'op_id']).doUpdateSet((set) => ({
        client_id: set.ref('excluded.client_id'),
        seq: set.ref('excluded.seq'),
      })),
    )
    .execute()
}

/** A snapshot is one response of any size. A delta that is too large is cut and continues in the next response. */
function cut(
  held: readonly StoredProduct[],
  reader: string,
  more: boolean,
  bounded: boolean,
): { rows: Row[]; more: boolean } {
  const rows = held.map((product) => toRow(product, reader))
  if (!bounded || sizeOf(rows) <= answerBytes) return { rows, more }
  let bytes = 1 // each row counts with its comma or bracket
  const tooMany = rows.findIndex((row) => (bytes += sizeOf(row) + 1) > answerBytes)
  return { rows: rows.slice(0, Math.max(1, tooMany)), more: true }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
