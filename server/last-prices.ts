import type { SelectQueryBuilder } from 'kysely'
import { fromHundredths } from '../core/money.ts'
import { sameKey, wordsKey } from '../core/text.ts'
import type { Db } from './db/open.ts'
import type { Schema } from './db/schema.ts'

/** What each of these names cost last in its unit, case and accents aside, in these products; a price of another unit says nothing. */
export async function lastPrices(
  db: Db,
  history: SelectQueryBuilder<Schema, 'product', object>,
  wanted: readonly { name: string; unit: string }[],
): Promise<(product: { name: string; unit: string }) => number | undefined> {
  if (wanted.length === 0) return () => undefined
  const newest = history
    .select(['product.name', 'unit', 'price', 'product.created_at as at'])
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
    .where('product.name_norm', 'in', [...new Set(wanted.map(({ name }) => wordsKey(name)))])
    .where('price_unknown', '=', 0)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select(['name', 'unit', 'price'])
    .where('nth', '=', 1)
    .orderBy('at')
    .execute()
  const found = new Map(rows.map((row) => [keyOf(row), fromHundredths(row.price)]))
  return (product) => found.get(keyOf(product))
}

function keyOf({ name, unit }: { name: string; unit: string }): string {
  return `${unit} ${sameKey(name)}`
}
