import type { TransactionBuilder } from 'kysely'
import type { Body } from '../../../core/contract/api.ts'
import type { ListRow, Row } from '../../../core/contract/shapes.ts'
import { limits, syncVersions } from '../../../core/product/entities.ts'
import { goesOn } from '../../../core/sync/recovery.ts'
import { isOfProduct, type ProductChange } from '../../../core/sync/change.ts'
import {
  bytesOf,
  countingRefusals,
  noteWritten,
  type Quota,
  refuseFull,
  spend,
  waitFor,
  writtenIn,
} from '../../limits/daily-quota.ts'
import { problem } from '../../base/problem.ts'
import { untilInTime } from '../../http/overtaken.ts'
import type { Affected } from '../../db/affected.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { yieldToEventLoop, chunkSize } from '../../db/chunks.ts'
import { type Categories, categoriesFor } from '../../catalogue/category-finder.ts'
import { accept, type Access, accessList } from '../store/access.ts'
import { toListRow } from '../store/list-row.ts'
import { emptyLists } from '../store/list-removal.ts'
import { everybody, storeList } from '../store/list-store.ts'
import type { Batch } from '../store/merge.ts'
import { toRow } from '../store/product-rows.ts'
import { noteChanges } from '../store/push-notes.ts'
import { changedSince, checkRoom, loadBatch, namesOfBought, storeBatch } from '../store/product-store.ts'
import { readRefusals, writeRefusals } from '../store/refusals.ts'
import { nothingRead, readSnapshot, type Snapshot } from '../store/snapshot.ts'
import { applyOps } from './apply-ops.ts'
import type { SyncAnswer, SyncCall } from './call.ts'
import { isKnown, makerOf, openList } from './make-list.ts'
import { clientRow, loadOperations, storeOperations, storeProgress } from './operations.ts'
import { readOp, type SentOperation } from './read-op.ts'

/**
 * Handles one push and pull in one transaction. The steps are numbered as in docs/sync.md. The number of statements
 * does not depend on the number of operations.
 *
 * @throws ProblemError fork, gap, resync, otherAccount, outdated, tooLarge, notFound, limitReached or invalidRequest;
 * then
 *   nothing has been stored
 */
export async function sync(db: Db, call: SyncCall): Promise<SyncAnswer> {
  const { request, user, listId } = call
  // 1. Check what needs no database, and parse the operations.
  if (!syncVersions.includes(request.v)) throw problem('outdated')
  // Must come before the list is looked up: with another account's token the list would seem to be missing.
  if (request.user !== undefined && request.user !== user.id) throw problem('otherAccount')
  if (request.ops.length > limits.batchOps) throw problem('tooLarge')
  const ops = request.ops.map((op) => readOp(op, listId, request))
  const products = ops.flatMap(({ change }) => (change && isOfProduct(listId, change) ? [change] : []))
  // 2. Read as much as possible before the transaction, because other writers wait for it.
  const snapshot = request.cursor === 0 ? await snapshotBefore(db, call, makerOf(call, ops) !== null) : null
  const categories = await categoriesFor(db, user, products)
  const quotas = call.quotas?.(ops.every(({ change }) => change?.op === 'delete')) ?? []
  // 3 to 8.
  const prepared = { ops, products, snapshot, categories, quotas }
  const { answer, affected, isGone } = await countingRefusals(db, quotas, call.now, () =>
    untilInTime(() => begin(db, ops.length === 0).execute((trx) => pushAndPull(trx, call, prepared))),
  )
  // 9. Notify the members after the commit.
  if (affected) call.onCommit?.(affected)
  if (isGone) await emptyLists(db, [listId], call.now).catch((error: unknown) => call.onLeft?.(error))
  return answer
}

/**
 * A pull locks nothing on PostgreSQL, whose snapshot is as good: a lock is a write, which would wait for others and for a
 * standby. SQLite has one writer and no locks of rows.
 */
function begin(db: Db, isPull: boolean): TransactionBuilder<Schema> {
  if (!isPull || isSqlite(db)) return db.transaction()
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
}

/** What was parsed and read before the transaction and its locks. */
interface Prepared {
  ops: SentOperation[]
  /** their changes to products */
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
  /** null: nobody needs to be told */
  affected: Affected | null
  /** the list was deleted and must be emptied */
  isGone: boolean
}

async function pushAndPull(trx: Trx, call: SyncCall, prepared: Prepared): Promise<Done> {
  const { ops, products, snapshot, categories, quotas } = prepared
  const { listId, user, request, now, random = Math.random, mostProducts } = call
  const { client, cursor } = request

  // 3. Lock the list, or create it. A pull only reads it.
  const { list, maker } = await openList(trx, call, makerOf(call, ops), ops.length > 0 ? 'lock' : 'read')
  if (ops.length > 0) await accept(trx, list, user.id)

  // 4. Load the rows that the operations name, the operations' records and the client's progress, all in parallel.
  const loading = loadBatch(trx, list, user, {
    ids: products.map(({ rowId }) => rowId),
    adds: products.some(({ op }) => op === 'add'),
    boughtNames: namesOfBought(products),
    categories,
    now,
    random,
    mostProducts,
  })
  const [clientState, batch, recorded, wait] = await Promise.all([
    clientRow.first(trx, { listId, client }),
    loading,
    loadOperations(trx, { listId, client }, ops),
    ops.length > 0 ? waitFor(trx, quotas, 0, now) : 0,
  ])

  // 5. Check that the client id belongs to this account and that the cursor belongs to this history of the list.
  const isForeign = clientState !== undefined && clientState.account_id !== user.id
  if (isForeign && ops.length > 0) throw problem('fork')
  checkCursor(list, request)
  refuseFull(wait)

  // 6. Decide the operations in their order.
  await pause(ops)
  const before = isForeign ? 0 : (clientState?.last_seq ?? 0)
  const refusals = readRefusals(clientState?.refused ?? '')
  const decided = applyOps(batch, ops, { listId, client, now, maker, last: before, refusals, recorded })

  // 7. Store rows, records and progress.
  await pause(ops)
  const { overview, trips = [] } = await storeList(trx, list, batch)
  // Nothing is stored for a deleted list: later calls do not find it.
  const isGone = batch.list.deletedAt > 0
  if (!isGone) {
    const refused = writeRefusals(decided.refusals, decided.last)
    const progress = { listId, client, accountId: user.id, last: decided.last, refused, now }
    noteWritten(trx, bytesOf([...decided.records, progress]))
    const stored = Promise.all([
      storeBatch(trx, list, batch),
      paused(ops, () => storeOperations(trx, decided.records)),
      decided.last > before && storeProgress.rows(trx, progress),
      paused(ops, () => checkRoom(trx, list, batch, mostProducts)),
    ])
    // Its error is thrown below, after the notes.
    stored.catch(() => undefined)
    // The notes lock devices, which comes after the lock of the account. A small push has sent all of the above.
    if (isLarge(ops)) await stored
    // Who gets a new list hears of the list, not of what is on it.
    if (maker) await call.push?.noteShared(trx, { listId, actorId: user.id })
    else if (call.push && batch.changed.size > 0)
      trips.push(...(await noteChanges(call.push, trx, list, batch)))
    // Must be last: by now all of the above have noted the bytes that they write.
    await Promise.all([stored, ops.length > 0 && spend(trx, quotas, writtenIn(trx), now)])
    await pause(ops)
  } else await spend(trx, quotas, writtenIn(trx), now)

  // 8. Answer with the operations that were not applied and the rows that changed since the cursor.
  const answer: SyncAnswer = {
    v: request.v,
    client,
    request: request.request,
    epoch: list.epoch,
    base: cursor,
    head: batch.head,
    last: decided.last,
    results: decided.results(knowsLists(request)),
    ...(await rowsSince(trx, call, list, batch, snapshot)),
  }
  const pokes = isGone ? [] : [{ list: listId, head: batch.head, epoch: list.epoch }]
  // What is sent again may have been committed with a 503 as its answer, and then nobody was told of it.
  const isRepeated = recorded.some(({ status }) => status === 'applied')
  if (maker || (isRepeated && makerOf(call, ops)))
    return { answer, affected: { pokes, overview: await everybody(trx, list) }, isGone }
  const affected =
    batch.head > list.head || isRepeated
      ? { pokes, ...(overview && { overview }), ...(trips.length > 0 && { trips }) }
      : null
  return { answer, affected, isGone }
}

/** Throws resync if a delta from this cursor would have holes. */
function checkCursor(list: Access, { v, cursor, epoch = list.epoch }: Body<'sync'>): void {
  if (cursor === 0) return
  // Before version 3, a device dropped an answer of another epoch unless it was a snapshot.
  const otherEpoch = epoch !== list.epoch && !(v > 2 && goesOn(epoch, list.epoch, cursor))
  if (otherEpoch || cursor < list.floor || cursor > list.head)
    throw problem('resync', { more: { epoch: list.epoch, head: list.head } })
}

/** Protocol version 1 has rows for products only. */
const knowsLists = ({ v }: Body<'sync'>) => v > 1

/** Returns the rows that the device does not have yet. A snapshot is one response of any size. */
async function rowsSince(
  trx: Trx,
  { request, answerRows = limits.answerRows }: SyncCall,
  list: Access,
  batch: Batch,
  snapshot: Snapshot | null,
): Promise<Rows> {
  const { cursor } = request
  const isNews = knowsLists(request) && (cursor === 0 || batch.list.ver > cursor)
  const listRow = isNews ? toListRow(batch.list) : null
  // Of a deleted list, only its own row matters.
  if (batch.list.deletedAt > 0) return { rows: listRow ? [listRow] : [], more: false }
  const { held, more } = await changedSince(trx, list, batch, { cursor, limit: answerRows, snapshot })
  const products = held.map((product) => toRow(product, batch.account))
  // If the products were cut at the limit, a list's row with a higher version is cut off too.
  const rows = listRow ? withList(products, listRow) : products
  return cursor === 0 ? { rows, more } : cut(rows, { most: answerRows, more })
}

type Rows = Pick<SyncAnswer, 'rows' | 'more'>

/** Inserts the list's own row among the products' rows, which are sorted by version. */
function withList(rows: readonly Row[], list: ListRow): Rows['rows'] {
  return [...rows, list].toSorted((a, b) => a.ver - b.ver)
}

const mostBytes = 512 << 10

/** Cuts a delta that is too large; the next response continues it. `more`: some rows are missing already. */
function cut(rows: Rows['rows'], { most, more }: { most: number; more: boolean }): Rows {
  const some = rows.slice(0, most)
  const isCut = more || rows.length > most
  if (sizeOf(some) <= mostBytes) return { rows: some, more: isCut }
  let bytes = 1 // the opening bracket; each row counts with the comma or bracket after it
  const tooMany = some.findIndex((row) => (bytes += sizeOf(row) + 1) > mostBytes)
  return { rows: some.slice(0, Math.max(1, tooMany)), more: true }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Lets other requests run between the steps of a large push. Usual pushes are too small to need it. */
async function pause(ops: readonly unknown[]): Promise<void> {
  if (isLarge(ops)) await yieldToEventLoop()
}

const paused = (ops: readonly unknown[], work: () => Promise<void>) =>
  isLarge(ops) ? yieldToEventLoop().then(work) : work()

const isLarge = (ops: readonly unknown[]) => ops.length > chunkSize / 2
