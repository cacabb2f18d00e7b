import { sql } from 'kysely'
import { dayOf, joinDays } from '../../../core/text/due.ts'
import { productKey, spellingsOf } from '../../../core/text/product-key.ts'
import type { Db } from '../../db/open.ts'
import { history } from './history.ts'

const dayMs = 86_400_000
/** Eight times of a product that is bought every other month are older than this, and need no reminder. */
const oldestMs = 400 * dayMs

/** Returns the last days on which the account's lists got each of these names, by product key. */
export async function lastDays(
  db: Db,
  accountId: string,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number[]>> {
  const found = new Map<string, number[]>()
  if (names.length === 0) return found
  const keys = [...new Set(names.flatMap(spellingsOf))]
  const groups = history(db, accountId, (products) =>
    products
      .select(['product.name', sql<number>`product.created_at / ${sql.lit(dayMs)}`.as('day')])
      .where('product.name_norm', 'in', keys)
      .where('product.created_at', '>=', (dayOf(now) + 1) * dayMs - oldestMs)
      .groupBy(['product.name', 'day'])
      .execute(),
  )
  for await (const group of groups)
    for (const { name, day } of group) {
      const key = productKey(name)
      found.set(key, joinDays(found.get(key), [day]))
    }
  return found
}
