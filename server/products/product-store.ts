import { displayName } from '../../core/words/person-name.ts'
import type { Access, ListRecord } from '../lists/access.ts'
import { type Categories, unread } from '../words/category-finder.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import { type Counts, countsOf, difference, nothing } from '../lists/list-counts.ts'
import { storedList } from '../sync/list-row.ts'
import type { Batch } from '../sync/merge.ts'
import { changingColumns, fromDb, type StoredProduct, toDb } from './product-rows.ts'
import { roomOf } from './quota.ts'
import { selectProducts, type Snapshot, upToDate } from '../sync/snapshot.ts'

interface Wanted {
  ids: readonly string[]
  adds: boolean
  /** the writer's categories; null when no change needs them */
  categories: Categories | null
  now: number
  random: () => number
  mostProducts?: number | undefined
}

/** Loads what `apply` needs, with the list locked. If it is not, storePrepared checks that it is unchanged. */
export async function loadBatch(
  db: Db | Trx,
  list: Access,
  accountId: string,
  want: Wanted,
): Promise<Batch & { before: Map<string, Counts> }> {
  const end = want.adds
    ? await db
        .selectFrom('product')
        .select((select) => select.fn.max('position').as('last'))
        .where('list_id', '=', list.id)
        .where('deleted_at', '=', 0)
        .executeTakeFirstOrThrow()
    : { last: null }
  const author = await db
    .selectFrom('account')
    .select(['name', 'surname', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const batch = {
    role: list.role,
    account: { id: accountId, name: displayName(author) },
    categories: want.categories ?? unread,
    head: list.head,
    list: storedList(list),
    listChanged: false,
    living: list.living,
    room: want.adds ? await roomOf(db, list.owner_id, 'lists', want.mostProducts) : 0,
    last: end.last,
    products: new Map<string, StoredProduct>(),
    before: new Map<string, Counts>(),
    changed: new Set<StoredProduct>(),
    now: want.now,
    random: want.random,
  }
  await readInto(batch, db, list.id, want.ids)
  return batch
}

export async function readInto(
  { products, before }: Pick<Batch, 'products'> & { before: Map<string, Counts> },
  db: Db | Trx,
  listId: string,
  ids: readonly string[],
): Promise<void> {
  const unread = ids.filter((id) => !products.has(id))
  if (unread.length === 0) return
  const rows = await selectProducts(db, listId).where('product.id', 'in', oneOf(unread)).execute()
  for (const held of rows.map(fromDb)) {
    products.set(held.id, held)
    before.set(held.id, countsOf(held))
  }
}

export async function storeBatch(trx: Trx, list: { id: string }, batch: Batch): Promise<void> {
  if (batch.changed.size === 0) return
  await written(trx, list, [...batch.changed]).execute()
  await storeHead(trx, list, batch)
}

export function written(db: Db | Trx, list: { id: string }, products: readonly StoredProduct[]) {
  return db
    .insertInto('product')
    .values(products.map((held) => toDb(list.id, held)))
    .onConflict((conflict) =>
      conflict
        .columns(['list_id', 'id'])
        .doUpdateSet((set) =>
          Object.fromEntries(changingColumns.map((column) => [column, set.ref(`excluded.${column}`)])),
        ),
    )
}

/** Updates the list's head and counts. */
export async function storeHead(trx: Trx, list: { id: string }, batch: Batch): Promise<void> {
  const changed = [...batch.changed]
  const { living, bought, amount } = difference(
    changed.map(({ id }) => batch.before.get(id) ?? nothing),
    changed.map(countsOf),
  )
  await trx
    .updateTable('list')
    .set((set) => ({
      head: batch.head,
      living: set('living', '+', living),
      bought: set('bought', '+', bought),
      amount: set('amount', '+', amount),
    }))
    .where('id', '=', list.id)
    .execute()
}

/**
 * The products changed after `cursor`: those in the database, and those just changed in `batch`. For cursor 0:
 * the `snapshot` read before, brought up to date, without tombstones and without a limit.
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
  const before = await selectProducts(trx, list.id)
    .where('product.ver', '>', cursor)
    .where('product.ver', '<=', list.head)
    .orderBy('product.ver')
    .limit(limit + 1)
    .execute()
  const held = [...before.map(fromDb), ...now]
  return { held: held.slice(0, limit), more: held.length > limit }
}
