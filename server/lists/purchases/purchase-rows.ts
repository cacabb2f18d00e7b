import { type RawBuilder, sql } from 'kysely'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import { bytesOf } from '../../limits/daily-quota.ts'
import { chunkSize, deleteInChunks, yieldToEventLoop } from '../../db/chunks.ts'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import type { NamedQuery } from '../../db/query.ts'
import type { PurchaseTable } from '../../db/schema.ts'
import { insertion } from '../../db/statement.ts'

/**
 * Purchases that their products no longer show (decision 141). A ticked product is a purchase by itself, in
 * `product.ticked_at`. It becomes a row of `purchase` in the transaction in which it would be lost: when it is unticked
 * for the next time, when the texts of a deleted product are erased, and when its list is emptied.
 */
export type Purchase = Omit<PurchaseTable, 'list_id' | 'at'>

export type TakenBack = Pick<PurchaseTable, 'product_id' | 'ticked_at'>

interface Ticked {
  id: string
  tickedAt: number
  price: number
  price_unknown: number
  quantity: number
  unit: Unit
  price_for: PriceFor
  name: string
  category: string
  shop: string
}

export function purchaseOf(held: Ticked, currency: string): Purchase {
  const { id: product_id, tickedAt: ticked_at, price, price_unknown, quantity, unit, price_for } = held
  const { name, category, shop } = held
  return {
    product_id,
    ticked_at,
    price,
    price_unknown,
    quantity,
    unit,
    price_for,
    name,
    category,
    shop,
    currency,
  }
}

const columns = [
  ...(['list_id', 'product_id', 'ticked_at', 'price', 'quantity', 'unit', 'price_for', 'name'] as const),
  ...(['category', 'shop', 'currency', 'at', 'price_unknown'] as const),
] as const
const key = ['list_id', 'ticked_at', 'product_id'] as const

/** about the bytes of a row, where it is not in memory */
export const bytesOfPurchase = 256

const insert = insertion('purchase', columns, (rows) =>
  rows.onConflict((conflict) => conflict.columns(key).doNothing()),
)

interface Changed {
  purchases: readonly Purchase[]
  takenBack: readonly TakenBack[]
  now: number
}

/** Returns the statements that store the purchases of a batch, and their bytes. Mostly there are none. */
export function writtenPurchases(
  db: Db | Trx,
  listId: string,
  { purchases, takenBack, now }: Changed,
): { statements: NamedQuery[]; bytes: number } {
  const rows = purchases.map((purchase) => ({ ...purchase, list_id: listId, at: now }))
  return {
    statements: [
      ...takenBack.map(({ product_id, ticked_at }) =>
        db
          .deleteFrom('purchase')
          .where('list_id', '=', listId)
          .where('ticked_at', '=', ticked_at)
          .where('product_id', '=', product_id)
          .compile(),
      ),
      ...(rows.length > 0 ? [insert(db, rows)] : []),
    ],
    bytes: bytesOf(rows),
  }
}

/** How long purchases are kept: 25 months of 31 days. */
export const purchasesMs = 775 * 86_400_000
/** More than 180 products a week for 25 months; the newest ones of a list are kept. */
export const mostPurchases = 20_000

/** Stores the purchases of ticked products that are about to be erased or deleted; `which` selects these products. */
export async function foldProducts(trx: Trx, which: RawBuilder<unknown>, now: number): Promise<void> {
  await sql`insert into purchase (${sql.join(columns.map((column) => sql.ref(column)))})
    select product.list_id, product.id, product.ticked_at, product.price, product.quantity, product.unit,
      product.price_for, product.name, product.category, product.shop, list.currency, cast(${now} as bigint),
      product.price_unknown
    from product join list on list.id = product.list_id
    where ${which} and product.ticked_at > ${now - purchasesMs}
    on conflict (list_id, ticked_at, product_id) do nothing`.execute(trx)
}

/** Notes who goes on seeing what was bought from lists that are about to be deleted: who may edit them and opened them. */
export async function keepReaders(trx: Trx, listIds: readonly string[], now: number): Promise<void> {
  const ids = sql.join(oneOf(listIds))
  await sql`insert into purchase_reader (account_id, list_id, deleted_at)
    select reader.account_id, reader.list_id, cast(${now} as bigint) from (
      select owner_id as account_id, id as list_id from list where id in (${ids})
      union select account_id, list_id from member where list_id in (${ids}) and permission = 'edit' and accepted = 1
    ) reader
    where exists (select 1 from purchase where purchase.list_id = reader.list_id) or exists (
      select 1 from product where product.list_id = reader.list_id and product.ticked_at > 0
    )
    on conflict (account_id, list_id) do nothing`.execute(trx)
}

type Purchased = Pick<PurchaseTable, 'list_id' | 'product_id' | 'ticked_at'>

/** Changes a purchase which no product of a list shows that is there. Returns whether there is one. */
export async function changePurchase(
  trx: Trx,
  purchase: Purchased,
  change: Partial<Pick<PurchaseTable, 'price' | 'price_unknown' | 'price_for' | 'shop'>>,
  now: number,
): Promise<boolean> {
  const product = sql`product.list_id = ${purchase.list_id} and product.id = ${purchase.product_id}
    and product.ticked_at = ${purchase.ticked_at}`
  await foldProducts(trx, product, now)
  await sql`update product set ticked_at = 0 where ${product}`.execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('purchase')
    .set({ ...change, at: now })
    .where((row) => row.and(purchase))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a purchase; its product stays as it is, bought or not. Returns whether there was one. */
export async function removePurchase(trx: Trx, purchase: Purchased): Promise<boolean> {
  const { product_id: id, ...ticked } = purchase
  const shown = trx.updateTable('product').set({ ticked_at: 0 })
  const { numUpdatedRows } = await shown.where((row) => row.and({ ...ticked, id })).executeTakeFirst()
  const stored = trx.deleteFrom('purchase').where((row) => row.and(purchase))
  return numUpdatedRows + (await stored.executeTakeFirst()).numDeletedRows > 0n
}

/** Returns whether the list was deleted and this account could edit it then. */
export async function couldEdit(trx: Trx, listId: string, accountId: string): Promise<boolean> {
  const reader = { list_id: listId, account_id: accountId }
  const found = trx
    .selectFrom('purchase_reader')
    .select('deleted_at')
    .where((row) => row.and(reader))
  return (await found.executeTakeFirst()) !== undefined
}

/** Removes the products of deleted lists, in slices, and keeps what was bought. */
export async function emptyOfProducts(db: Db, listIds: readonly string[], now: number): Promise<void> {
  for (let start = 0; start < listIds.length; start += listsAtOnce) {
    const ids = sql.join(oneOf(listIds.slice(start, start + listsAtOnce)))
    await untilDone(() =>
      db.transaction().execute(async (trx) => {
        const some = await trx
          .selectFrom('product')
          .select(['list_id', 'id'])
          .where(sql<boolean>`list_id in (${ids})`)
          .orderBy('list_id')
          .orderBy('id')
          .limit(chunkSize)
          .execute()
        const end = some.at(-1)
        if (!end) return { numAffectedRows: 0n }
        const slice = sql`product.list_id in (${ids})
          and (product.list_id, product.id) <= (${end.list_id}, ${end.id})`
        await foldProducts(trx, slice, now)
        return sql`delete from product where ${slice}`.execute(trx)
      }),
    )
  }
}

/** Removes the purchases of lists whose owner's account is removed. */
export async function dropPurchases(db: Db, values: readonly string[]): Promise<void> {
  await deleteInChunks(db, { table: 'purchase', column: 'list_id', values, key })
  const reader = { table: 'purchase_reader', column: 'list_id', key: ['account_id', 'list_id'] } as const
  await deleteInChunks(db, { ...reader, values })
}

/** Keeps only the newest purchases of a list. */
export async function boundPurchases(db: Db | Trx, listId: string, most = mostPurchases): Promise<void> {
  const oldest = await db
    .selectFrom('purchase')
    .select('ticked_at')
    .where('list_id', '=', listId)
    .orderBy('ticked_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await untilDone(() =>
    sql`delete from purchase where (list_id, ticked_at, product_id) in (
      select list_id, ticked_at, product_id from purchase
      where list_id = ${listId} and ticked_at <= ${oldest.ticked_at} limit ${sql.lit(chunkSize)})`.execute(
      db,
    ),
  )
}

/** Yields the purchases of a list that its products no longer show, oldest first, in slices. */
export async function* purchasesIn(db: Db, listId: string) {
  for (let [tickedAt, productId] = [0, '']; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('purchase')
      .selectAll()
      .where('list_id', '=', listId)
      .where((where) =>
        where(where.refTuple('ticked_at', 'product_id'), '>', where.tuple(tickedAt, productId)),
      )
      .orderBy('ticked_at')
      .orderBy('product_id')
      .limit(chunkSize)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < chunkSize) return
    tickedAt = end.ticked_at
    productId = end.product_id
  }
}

const listsAtOnce = 64

/** Repeats a statement that changes one slice, until a slice is not full. */
async function untilDone(change: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  do await yieldToEventLoop()
  while (Number((await change()).numAffectedRows ?? 0) >= chunkSize)
}
