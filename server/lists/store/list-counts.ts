import { sql } from 'kysely'
import { type Db, isSqlite, oneOf, type Trx } from '../../db/open.ts'
import { cost } from '../../../core/product/money.ts'
import { costColumn } from '../purchases/cost.ts'
import type { StoredProduct } from './product-rows.ts'
import { yieldToEventLoop, groupsOf, chunkSize } from '../../db/chunks.ts'

/** What one product, or a change to several, adds to the counts stored in the list's row. */
export interface Counts {
  living: number
  bought: number
  /** ten-thousandths of a złoty; a bigint, because the total of 5 000 expensive products may exceed 2^53 */
  amount: bigint
}

export const nothing: Counts = { living: 0, bought: 0, amount: 0n }

export function countsOf(product: StoredProduct): Counts {
  const { deletedAt, bought, price_unknown, price, quantity, unit, price_for } = product
  if (deletedAt > 0) return nothing
  return {
    living: 1,
    bought,
    amount: price_unknown === 1 ? 0n : BigInt(cost(price, quantity, unit, price_for)),
  }
}

/** Returns the change of a list's counts: the counts after minus the counts before. */
export function difference(before: Iterable<Counts>, after: Iterable<Counts>): Counts {
  let { living, bought, amount } = nothing
  for (const one of after) {
    living += one.living
    bought += one.bought
    amount += one.amount
  }
  for (const one of before) {
    living -= one.living
    bought -= one.bought
    amount -= one.amount
  }
  return { living, bought, amount }
}

/** Recomputes, in slices, the stored counts that do not match the products. Returns how many lists were wrong. */
export async function recount(db: Db): Promise<number> {
  let wrong = 0
  for (let last = ''; ; await yieldToEventLoop()) {
    const some = await db
      .selectFrom('list')
      .select(['id', 'living'])
      .where('id', '>', last)
      .where('deleted_at', '=', 0)
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    for (const group of groupsOf(some)) {
      const ids = await wrongOnes(db, oneOf(group.map(({ id }) => id)))
      for (const id of ids) await db.transaction().execute((trx) => correct(trx, id))
      wrong += ids.length
      await yieldToEventLoop()
    }
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return wrong
    last = end.id
  }
}

const total = sql`sum(case price_unknown when 0 then ${costColumn} else 0 end)`
const living = sql`product where list_id = list.id and product.deleted_at = 0`
const counted = {
  living: sql<number>`(select count(*) from ${living})`,
  bought: sql<number>`(select coalesce(sum(product.bought), 0) from ${living})`,
  amount: sql<number>`(select cast(coalesce(${total}, 0) as bigint) from ${living})`,
}

async function wrongOnes(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('list')
    .select('id')
    .where('id', 'in', ids)
    .where((where) =>
      where.or([
        where('living', '<>', counted.living),
        where('bought', '<>', counted.bought),
        where('amount', '<>', counted.amount),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the list, so that nobody changes it between counting and writing. */
async function correct(trx: Trx, id: string): Promise<void> {
  if (!isSqlite(trx)) await trx.selectFrom('list').select('id').where('id', '=', id).forUpdate().execute()
  await trx.updateTable('list').set(counted).where('id', '=', id).execute()
}
