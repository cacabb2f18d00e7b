import { sql } from 'kysely'
import { limits } from '../../../core/product/entities.ts'
import { parseProduct } from '../../../core/product/fields.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { wordsKey } from '../../../core/text/normalise.ts'
import { productKey, spellingsOf } from '../../../core/text/product-key.ts'
import { bytesOf, noteWritten } from '../../limits/daily-quota.ts'
import type { Access, ListRecord } from './access.ts'
import { type Categories, unread } from '../../catalogue/category-finder.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import type { NamedQuery } from '../../db/query.ts'
import { insertion, isOneOf, run, statement } from '../../db/statement.ts'
import { type Counts, countsOf, difference, nothing } from './list-counts.ts'
import { storedList } from './list-row.ts'
import { type Batch, undoMs } from './merge.ts'
import { boundPurchases, writtenPurchases } from '../purchases/purchase-rows.ts'
import {
  changingColumns,
  fromDb,
  shownName,
  storedColumns,
  type StoredProduct,
  toDb,
} from './product-rows.ts'
import { roomOf, roomSeen } from '../../limits/quota.ts'
import { Overtaken } from '../../http/overtaken.ts'
import { storeLog } from './change-log.ts'
import { selectProducts, type Snapshot, upToDate } from './snapshot.ts'

interface Wanted {
  ids: readonly string[]
  adds: boolean
  /** the names of products that are added as bought, see `namesOfBought` */
  boughtNames: readonly string[]
  /** the writer's categories; null when no change needs them */
  categories: Categories | null
  now: number
  random: () => number
  mostProducts?: number | undefined
}

const lastPlace = statement((db, { listId }: { listId: string }) =>
  db
    .selectFrom('product')
    .select((select) => select.fn.max('position').as('last'))
    .where('list_id', '=', listId)
    .where('deleted_at', '=', sql.lit(0)),
)

const nameOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('account').select(['name', 'surname', 'email', 'guest_of']).where('id', '=', id),
)

/** Loads what `apply` needs. The list should be locked; otherwise storePrepared must check that it is unchanged. */
export async function loadBatch(
  db: Db | Trx,
  list: Access,
  { id: accountId, rights }: { id: string; rights?: { name: string } },
  want: Wanted,
): Promise<Batch & { before: Map<string, Counts> }> {
  const products = new Map<string, StoredProduct>()
  const before = new Map<string, Counts>()
  const [end, author, spare] = await Promise.all([
    want.adds ? lastPlace.first(db, { listId: list.id }) : null,
    nameOf.first(db, { id: accountId }),
    want.adds ? spareRoom(db, list.owner_id, want.mostProducts) : { room: 0, isRoomHeld: true },
    readInto({ products, before }, db, list.id, want.ids),
    readDeletedTicks({ products, before }, db, list.id, want),
  ])
  if (!author) throw new Error('an account that was signed in is not there')
  return {
    role: list.role,
    account: { id: accountId, via: rights?.name ?? '', guest_of: author.guest_of, name: shownName(author) },
    categories: want.categories ?? unread,
    head: list.head,
    list: storedList(list),
    listChanged: false,
    living: list.living,
    ...spare,
    last: end?.last ?? null,
    products,
    before,
    changed: new Set<StoredProduct>(),
    purchases: [],
    takenBack: [],
    log: [],
    now: want.now,
    random: want.random,
  }
}

/** With less room than this, the owner's account is locked at once, because others may use it up meanwhile. */
const littleRoom = 2 * limits.batchOps

/**
 * Returns how many more products the owner may have. An account is locked as late as possible, because its other lists
 * wait for the lock. So with enough room it is only read here, and `checkRoom` locks it before the commit.
 */
async function spareRoom(
  db: Db | Trx,
  ownerId: string,
  mostProducts: number | undefined,
): Promise<Pick<Batch, 'room' | 'isRoomHeld'>> {
  const room = await roomSeen(db, ownerId, mostProducts)
  // SQLite has one writer at a time.
  if (isSqlite(db)) return { room, isRoomHeld: true }
  if (room > littleRoom || !db.isTransaction) return { room, isRoomHeld: false }
  return { room: await roomOf(db, ownerId, 'lists', mostProducts), isRoomHeld: true }
}

/**
 * Locks the owner's account if products were added, and counts them again. Call it after the products were stored, as
 * late as possible (decision 139). Throws Overtaken if the account's other lists used up the room meanwhile: then the transaction must
 * begin again, and will lock the account before it decides.
 */
export async function checkRoom(trx: Trx, list: Access, batch: Batch, mostProducts?: number): Promise<void> {
  if (batch.isRoomHeld || batch.living <= list.living) return
  if ((await roomOf(trx, list.owner_id, 'lists', mostProducts)) < 0) throw new Overtaken()
}

const these = statement((db, { listId, ids }: { listId: string; ids: readonly string[] }) =>
  selectProducts(db, listId).where(isOneOf(db, 'product.id', ids)),
)

/** Returns the names, as they are compared, of products that are added as bought. */
export function namesOfBought(changes: readonly ProductChange[]): string[] {
  return changes.flatMap((change) => {
    if (change.op !== 'add') return []
    const parsed = parseProduct(change.value)
    return parsed.ok && parsed.value.productStatus ? [wordsKey(parsed.value.productName)] : []
  })
}

interface DeletedTicks {
  listId: string
  names: readonly string[]
  since: number
}

const deletedTicks = statement((db, { listId, names, since }: DeletedTicks) =>
  selectProducts(db, listId)
    .where('product.deleted_at', '>', since)
    .where('product.ticked_at', '>', sql.lit(0))
    .where(isOneOf(db, 'product.name_norm', names))
    .orderBy('product.deleted_at', 'desc')
    .limit(sql.lit(limits.batchOps)),
)

/** Reads the products that an add may undo the delete of. */
async function readDeletedTicks(
  { products, before }: Pick<Batch, 'products'> & { before: Map<string, Counts> },
  db: Db | Trx,
  listId: string,
  { boughtNames, now }: Wanted,
): Promise<void> {
  if (boughtNames.length === 0) return
  const names = [...new Set(boughtNames)]
  for (const row of await deletedTicks.rows(db, { listId, names, since: now - undoMs })) {
    if (products.has(row.id)) continue
    const held = fromDb(row)
    products.set(held.id, held)
    before.set(held.id, countsOf(held))
  }
}

interface Named {
  listId: string
  id: string
  names: readonly string[]
}

const sameNamed = statement((db, { listId, id, names }: Named) =>
  selectProducts(db, listId)
    .where((where) =>
      where.or([
        where('product.id', '=', id),
        where.and([
          where('product.deleted_at', '=', sql.lit(0)),
          where('product.bought', '=', sql.lit(0)),
          isOneOf(db, 'product.name_norm', names),
        ]),
      ]),
    )
    .orderBy('product.position')
    .orderBy('product.id'),
)

/**
 * Returns the first product of a list that is still to buy and has this name, compared as quick add compares; none if
 * the list has a product `id`, because then the add is repeated.
 */
export async function stillToBuy(
  trx: Trx,
  listId: string,
  { id, productName }: { id: string; productName: string },
): Promise<StoredProduct | undefined> {
  const names = [...new Set(spellingsOf(productName))]
  const rows = (await sameNamed.rows(trx, { listId, id, names })).map(fromDb)
  if (rows.some((one) => one.id === id)) return undefined
  const key = productKey(productName)
  return rows.find((one) => productKey(one.name) === key)
}

export async function readInto(
  { products, before }: Pick<Batch, 'products'> & { before: Map<string, Counts> },
  db: Db | Trx,
  listId: string,
  ids: readonly string[],
): Promise<void> {
  const unread = ids.filter((id) => !products.has(id))
  if (unread.length === 0) return
  const rows = await these.rows(db, { listId, ids: [...new Set(unread)] })
  for (const held of rows.map(fromDb)) {
    products.set(held.id, held)
    before.set(held.id, countsOf(held))
  }
}

export async function storeBatch(trx: Trx, list: { id: string }, batch: Batch): Promise<void> {
  if (batch.changed.size === 0) return
  const rows = [...batch.changed].map((held) => toDb(list.id, held))
  noteWritten(trx, bytesOf(rows))
  await Promise.all([
    run(trx, insert(trx, rows)),
    storeLog(trx, list.id, batch),
    storeHead(trx, list, batch),
    storePurchases(trx, list.id, batch),
  ])
}

async function storePurchases(trx: Trx, listId: string, batch: Batch): Promise<void> {
  const { statements, bytes } = writtenPurchases(trx, listId, batch)
  if (statements.length === 0) return
  noteWritten(trx, bytes)
  await Promise.all(statements.map((statement) => run(trx, statement)))
  await boundPurchases(trx, listId)
}

const insert = insertion('product', storedColumns, (products) =>
  products.onConflict((conflict) =>
    conflict
      .columns(['list_id', 'id'])
      .doUpdateSet((set) =>
        Object.fromEntries(changingColumns.map((column) => [column, set.ref(`excluded.${column}`)])),
      ),
  ),
)

/** Returns the statement that stores these products, and the bytes that they take. */
export function written(
  db: Db | Trx,
  list: { id: string },
  products: readonly StoredProduct[],
): { statement: NamedQuery; bytes: number } {
  const rows = products.map((held) => toDb(list.id, held))
  return { statement: insert(db, rows), bytes: bytesOf(rows) }
}

type Head = { listId: string; head: number } & Counts

const newHead = statement((db, { listId, head, living, bought, amount }: Head) =>
  db
    .updateTable('list')
    .set((set) => ({
      head,
      living: set('living', '+', living),
      bought: set('bought', '+', bought),
      amount: set('amount', '+', amount),
    }))
    .where('id', '=', listId),
)

/** Updates the list's head and counts. */
export async function storeHead(trx: Trx, list: { id: string }, batch: Batch): Promise<void> {
  const changed = [...batch.changed]
  const { living, bought, amount } = difference(
    changed.map(({ id }) => batch.before.get(id) ?? nothing),
    changed.map(countsOf),
  )
  await newHead.rows(trx, { listId: list.id, head: batch.head, living, bought, amount })
}

const changed = statement(
  (db, { listId, cursor, head, most }: { listId: string; cursor: number; head: number; most: number }) =>
    selectProducts(db, listId)
      .where('product.ver', '>', cursor)
      .where('product.ver', '<=', head)
      .orderBy('product.ver')
      .limit(most),
)

/**
 * Returns the products changed after `cursor`: those in the database and those just changed in `batch`, at most
 * `limit`. With a `snapshot` (cursor 0): the snapshot brought up to date, without tombstones and without a limit.
 */
export async function changedSince(
  trx: Trx,
  list: ListRecord,
  batch: Batch,
  { cursor, limit, snapshot }: { cursor: number; limit: number; snapshot: Snapshot | null },
): Promise<{ held: StoredProduct[]; more: boolean }> {
  // Products changed by the batch get versions above this head and need not be read again.
  const now = [...batch.changed].filter(({ ver }) => ver > list.head).toSorted((a, b) => a.ver - b.ver)
  if (snapshot) {
    const held = await upToDate(trx, snapshot, list)
    for (const one of now) held.set(one.id, one)
    const living = [...held.values()].filter(({ deletedAt }) => deletedAt === 0)
    return { held: living.toSorted((a, b) => a.ver - b.ver), more: false }
  }
  // Nothing is newer than the head, and a device that ticks is mostly up to date: this saves it a query.
  const isBehind = cursor < list.head
  const before = isBehind
    ? await changed.rows(trx, { listId: list.id, cursor, head: list.head, most: limit + 1 })
    : []
  const held = [...before.map(fromDb), ...now]
  return { held: held.slice(0, limit), more: held.length > limit }
}
