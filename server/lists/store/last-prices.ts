import { shownCurrency } from '../../../core/product/currency.ts'
import { fromHundredths } from '../../../core/product/money.ts'
import { productKey, spellingsOf } from '../../../core/text/product-key.ts'
import type { Db } from '../../db/open.ts'
import { history } from './history.ts'

export interface LastPrice {
  price: number
  /** as answers contain it */
  currency: string | undefined
}

/**
 * Returns a function that finds the account's last price of one of these names in the given unit, ignoring case
 * and accents. A price for another unit does not count.
 */
export async function lastPrices(
  db: Db,
  accountId: string,
  wanted: readonly { name: string; unit: string }[],
): Promise<(product: { name: string; unit: string }) => LastPrice | undefined> {
  if (wanted.length === 0) return () => undefined
  const keys = [...new Set(wanted.flatMap(({ name }) => spellingsOf(name)))]
  const groups = history(db, accountId, (products) => {
    const newest = products
      .innerJoin('list', 'list.id', 'product.list_id')
      .select(['product.name', 'unit', 'price', 'list.currency', 'product.created_at as at'])
      .select((select) =>
        select.fn
          .agg<number>('row_number')
          .over((over) =>
            over
              .partitionBy(['product.name', 'unit'])
              .orderBy('product.created_at', 'desc')
              .orderBy('product.id', 'desc'),
          )
          .as('nth'),
      )
      .where('product.name_norm', 'in', keys)
      .where('price_unknown', '=', 0)
    return db
      .selectFrom(newest.as('newest'))
      .select(['name', 'unit', 'price', 'currency', 'at'])
      .where('nth', '=', 1)
      .execute()
  })
  const found = new Map<string, { price: number; currency: string; at: number }>()
  for await (const group of groups)
    for (const { price, currency, at, ...row } of group)
      if (at >= (found.get(keyOf(row))?.at ?? 0)) found.set(keyOf(row), { price, currency, at })
  return (product) => {
    const last = found.get(keyOf(product))
    return last && { price: fromHundredths(last.price), currency: shownCurrency(last.currency) }
  }
}

function keyOf({ name, unit }: { name: string; unit: string }): string {
  return `${unit} ${productKey(name)}`
}
