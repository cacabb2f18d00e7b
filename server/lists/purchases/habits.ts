import { sql } from 'kysely'
import { notItemised } from '../../../core/product/categories.ts'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import { dayOf, joinDays } from '../../../core/text/due.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { score } from '../../../core/text/usuals.ts'
import type { Db } from '../../db/open.ts'
import { deletedLists, editableLists, inGroups } from './readable-lists.ts'

/** Eight times of a product that is bought every other month are older than this, and need no reminder. */
const oldestMs = 400 * 86_400_000
/** How many purchases of a group of lists are read, and about how many of an account, so that it costs the same for all. */
const mostRead = { inGroup: 4_000, inAll: 20_000 }
/** More than a household buys again and again. */
const mostHabits = 150

interface Bought {
  name: string
  unit: Unit
  quantity: number
  price: number
  price_for: PriceFor
  price_unknown: number
  category: string
  shop: string
  currency: string
  ticked_at: number
}

export interface Habit {
  /** the last purchase */
  last: Bought
  /** on how many days it was bought */
  times: number
  /** the last of these days, as days since 1970 (UTC) */
  days: number[]
}

/**
 * Returns what was bought from the lists that the account may edit, and could edit when they were deleted, by product
 * key; whoever bought it. A list that somebody shared and the account has never opened does not count.
 */
export async function habitsOf(db: Db, accountId: string, now: number): Promise<Map<string, Habit>> {
  const opened = (await editableLists(db, accountId)).filter(({ accepted }) => accepted === 1)
  const groups = inGroups(db, [...opened, ...(await deletedLists(db, accountId))], async (_, ids) => {
    // A deposit, a voucher or what a till took beyond is nothing to buy.
    const counts = sql`ticked_at > ${now - oldestMs} and price >= 0 and category <> ${notItemised}`
    const { rows } = await sql<Bought>`
      select product.name, unit, quantity, price, price_for, price_unknown, category, shop, list.currency, ticked_at
      from product join list on list.id = product.list_id
      where product.list_id in (${ids}) and ${counts}
      union all
      select name, unit, quantity, price, price_for, price_unknown, category, shop, currency, ticked_at
      from purchase where list_id in (${ids}) and ${counts} and name <> ''
      order by ticked_at desc limit ${sql.lit(mostRead.inGroup)}`.execute(db)
    return rows
  })
  const keys = new Map<string, string>()
  const found = new Map<string, { last: Bought; days: Set<number> }>()
  let read = 0
  for await (const rows of groups) {
    for (const row of rows) {
      const key = keys.get(row.name) ?? productKey(row.name)
      keys.set(row.name, key)
      const { last, days } = found.get(key) ?? { last: row, days: new Set() }
      found.set(key, {
        last: row.ticked_at > last.ticked_at ? row : last,
        days: days.add(dayOf(row.ticked_at)),
      })
    }
    read += rows.length
    if (read >= mostRead.inAll) break
  }
  const habits = [...found].map(([key, { last, days }]): [string, Habit] => [
    key,
    { last, times: days.size, days: joinDays([...days]) },
  ])
  const best = ([, { times, last }]: [string, Habit]) => score(times, last.ticked_at, now)
  return new Map(habits.toSorted((a, b) => best(b) - best(a)).slice(0, mostHabits))
}
