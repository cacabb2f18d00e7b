import type { CompiledQuery } from 'kysely'
import { type Language, limits } from '../../../core/product/entities.ts'
import { asLastKnown, copiesOf } from '../../../core/product/list-copies.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { type Change, isOfProduct, type ProductChange } from '../../../core/sync/change.ts'
import type { SessionUser } from '../../auth/session.ts'
import { noteWritten } from '../../limits/daily-quota.ts'
import type { Access } from '../store/access.ts'
import { type Categories, namedCategoriesOf } from '../../catalogue/category-finder.ts'
import type { Affected } from '../../db/affected.ts'
import type { Db, Trx } from '../../db/open.ts'
import { writtenPurchases } from '../purchases/purchase-rows.ts'
import { foldLog, writtenLog } from '../store/change-log.ts'
import { storeList } from '../store/list-store.ts'
import type { Batch } from '../store/merge.ts'
import { insertList, type NewList, newList } from '../store/new-list.ts'
import { refusal } from '../store/outcome.ts'
import { toRow } from '../store/product-rows.ts'
import { noteChanges } from '../store/push-notes.ts'
import { decide } from '../sync/apply-ops.ts'
import {
  checkRoom,
  loadBatch,
  namesOfBought,
  readInto,
  storeBatch,
  storeHead,
  written,
} from '../store/product-store.ts'
import { readSnapshot } from '../store/snapshot.ts'
import { noteHooks } from '../../hooks/hook-outbox.ts'
import { problem } from '../../base/problem.ts'
import { Overtaken } from '../../http/overtaken.ts'
import { roomOf } from '../../limits/quota.ts'
import type { Services } from '../../services/services.ts'
import { yieldToEventLoop } from '../../db/chunks.ts'

/**
 * Changes a list and its products in one transaction, by the rules of a push (steps 4, 6 and 7 of docs/sync.md). The
 * changes count as typed now, so they are never stale. They are no operations: those need a client with a sequence, and
 * the call has an idempotency key of its own. `list` is its locked row.
 * @throws ProblemError if one of them is refused; then nothing has been stored
 */
export async function changeNow(
  trx: Trx,
  { now, random, push }: Services,
  list: Access,
  user: Pick<SessionUser, 'id' | 'sessionId' | 'rights'>,
  changes: readonly Change[],
  categories: Categories | null = null,
): Promise<{ batch: Batch; affected: Affected }> {
  const products = changes.flatMap((change) => (isOfProduct(list.id, change) ? [change] : []))
  const batch = await loadBatch(trx, list, user, {
    ids: products.map(({ rowId }) => rowId),
    adds: products.some(({ op }) => op === 'add'),
    boughtNames: namesOfBought(products),
    categories,
    now: now(),
    random,
  })
  let isRepeated = false
  for (const change of changes) {
    const held = batch.products.get(change.rowId)
    if (change.op === 'set' && !held && change.rowId !== list.id) throw problem('notFound')
    // Applying a repeated add again would undo later edits.
    if (change.op === 'add' && held?.addedBy === user.id && held.deletedAt === 0) isRepeated = true
    else applyNow(batch, change, user)
  }
  const { overview, trips = [] } = await storeList(trx, list, batch)
  if (batch.list.deletedAt > 0) return { batch, affected: { overview } }
  await storeBatch(trx, list, batch)
  await checkRoom(trx, list, batch)
  if (batch.changed.size > 0) trips.push(...(await noteChanges(push, trx, list, batch)))
  // Nobody may have been told of the first one: its answer may have been a 503.
  const isTold = batch.head > list.head || isRepeated
  const pokes = isTold ? [{ list: list.id, head: batch.head, epoch: list.epoch }] : []
  return { batch, affected: { pokes, overview, trips } }
}

function applyNow(batch: Batch, change: Change, user: { sessionId: string }): void {
  const outcome = decide(batch, change, { client: user.sessionId, typedAt: null })
  if (outcome.status !== 'applied') throw refusal(outcome)
}

/** The computed result of changes that count as typed now, not yet stored. */
export interface Prepared {
  list: Access
  batch: Batch
  statements: readonly CompiledQuery[]
  /** the bytes of the changed products and of the log */
  bytes: number
}

/**
 * Computes the result of changes that count as typed now, in slices. Throws if one of them is refused. Long work must
 * be done before the transaction: in SQLite all other writers wait while one is open.
 */
export async function prepareAll(
  db: Db | Trx,
  { now, random }: { now: () => number; random: () => number },
  list: Access,
  user: Pick<SessionUser, 'id' | 'sessionId' | 'rights'>,
  changes: readonly ProductChange[],
  categories: Categories | null,
): Promise<Prepared> {
  const batch = await loadBatch(db, list, user, {
    ids: [],
    adds: changes.some((change) => change.op === 'add'),
    boughtNames: namesOfBought(changes),
    categories,
    now: now(),
    random,
  })
  for (const part of parts(changes)) {
    await readInto(
      batch,
      db,
      list.id,
      part.map((change) => change.rowId),
    )
    for (const change of part) applyNow(batch, change, user)
    await yieldToEventLoop()
  }
  const statements: CompiledQuery[] = []
  let bytes = 0
  for (const part of parts([...batch.changed])) {
    const { statement, bytes: more } = written(db, list, part)
    statements.push(statement)
    bytes += more
    await yieldToEventLoop()
  }
  statements.push(...(await foldLog(db, list.id, batch)))
  for (const part of parts(batch.log)) {
    const log = writtenLog(db, list.id, batch, part)
    if (log) statements.push(log.statement)
    bytes += log?.bytes ?? 0
    await yieldToEventLoop()
  }
  const purchases = writtenPurchases(db, list.id, batch)
  statements.push(...purchases.statements)
  return { list, batch, statements, bytes: bytes + purchases.bytes }
}

/**
 * Stores everything, or throws Overtaken if the list has changed since. `list` is its locked row. Returns the new head.
 */
export async function storePrepared(trx: Trx, list: Access, prepared: Prepared): Promise<number> {
  const { list: before, batch, statements, bytes } = prepared
  if (list.head !== before.head || list.epoch !== before.epoch) throw new Overtaken()
  if (batch.changed.size === 0) return list.head
  const added = batch.living - before.living
  for (const statement of statements) {
    await trx.executeQuery(statement)
    await yieldToEventLoop()
  }
  noteWritten(trx, bytes)
  await noteHooks(trx, list.id, batch, batch.log)
  await storeHead(trx, list, batch)
  // The account's other lists may have grown meanwhile. They wait from here on, and not while the products are stored.
  if (added > 0 && (await roomOf(trx, list.owner_id, 'lists')) < 0) throw problem('limitReached')
  return batch.head
}

type Made = Pick<NewList, 'name' | 'currency'> & Partial<Pick<NewList, 'id' | 'createdAt' | 'status'>>

/**
 * Computes a new list with these products, for its owner. `boughtAt`: as an add says it, of each product. `categories`:
 * for products that have none yet.
 */
export async function prepareList(
  db: Db | Trx,
  services: Pick<Services, 'now' | 'newId' | 'random' | 'randomBytes'>,
  user: { id: string; sessionId: string; language: Language },
  { values, boughtAt, ...made }: Made & { values: readonly ProductValue[]; boughtAt?: readonly number[] },
  categories?: Categories,
): Promise<Prepared> {
  const list = newList(services, {
    id: services.newId(),
    createdAt: services.now(),
    ...made,
    ownerId: user.id,
  })
  const adds = values.map((value, i) => {
    const add = { op: 'add', rowId: services.newId(), value } as const
    return boughtAt ? { ...add, boughtAt: boughtAt[i] ?? 0 } : add
  })
  return prepareAll(db, services, list, user, adds, categories ?? (await namedCategoriesOf(db, user)))
}

export interface Copy extends Prepared {
  source: Access
}

/** Computes a copy of a list for this account, which may read it. */
export async function prepareCopy(
  services: Services,
  source: Access,
  user: { id: string; sessionId: string; language: Language },
  { name, unboughtOnly = false }: { name: string; unboughtOnly?: boolean },
): Promise<Copy> {
  const { held } = await readSnapshot(services.db, source)
  const products = [...held.values()].map((product) => toRow(product, null))
  const { currency, created_at } = source
  const copies = copiesOf(products, { unboughtOnly })
  const values = unboughtOnly ? copies : asLastKnown(copies, created_at)
  return { ...(await prepareList(services.db, services, user, { name, currency, values })), source }
}

/** Stores a copy, or throws Overtaken if its source has changed since. `source` is its locked row. */
export async function storeCopy(trx: Trx, source: Access, copy: Copy): Promise<Access> {
  if (source.head !== copy.source.head || source.epoch !== copy.source.epoch) throw new Overtaken()
  return storeNewList(trx, copy)
}

/** Stores a new list. */
export async function storeNewList(trx: Trx, prepared: Prepared): Promise<Access> {
  await insertList(trx, prepared.list)
  await storePrepared(trx, prepared.list, prepared)
  return prepared.list
}

/** Splits into parts of limits.batchOps, the most for one statement. */
function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / limits.batchOps) }, (_, n) =>
    all.slice(n * limits.batchOps, (n + 1) * limits.batchOps),
  )
}
