import { type RawBuilder, sql } from 'kysely'
import { notItemised } from '../../../core/product/categories.ts'
import type { Language } from '../../../core/product/entities.ts'
import { calendarOf, dayAfter, type Day, monthLater, startOf } from './months.ts'

/** This many calendar months can be asked for, the current one included. */
const months = 25

export interface Wanted {
  account: { id: string; language: Language }
  /** both included; what is older than 25 months or in the future is left out */
  from: Day | undefined
  to: Day | undefined
  timeZone: string
  now: number
}

/** Returns the days that are asked for, and the instants at which they begin and end; null if there are none. */
export function spanOf({ from, to, timeZone, now }: Wanted) {
  const dayOf = calendarOf(timeZone)
  const today = dayOf(now)
  const oldest = monthLater(today, 1 - months)
  const first = from === undefined || from < oldest ? oldest : from
  const last = to === undefined || to > today ? today : to
  if (last < first) return null
  return { first, last, dayOf, since: startOf(first, dayOf), until: startOf(dayAfter(last), dayOf) }
}

/**
 * What was bought from these lists since an instant and until another one, as a subquery `bought`: products that are
 * ticked, and purchases that their products no longer show. The end of a trip without a rest is nothing that was bought.
 */
export function boughtIn(ids: RawBuilder<unknown>, { since, until }: { since: number; until: number }) {
  const isBought = sql`not (price_unknown = 1 and category = ${notItemised})`
  return sql`(
    select product.list_id, product.id as product_id, product.ticked_at, product.ticked_by, product.name,
      product.price, product.price_unknown, product.quantity, product.unit, product.price_for, product.shop,
      product.category, list.currency
    from product join list on list.id = product.list_id
    where product.list_id in (${ids}) and product.ticked_at >= ${since} and product.ticked_at < ${until}
      and ${isBought}
    union all
    select list_id, product_id, ticked_at, '' as ticked_by, name, price, price_unknown, quantity, unit, price_for, shop,
      category, currency
    from purchase where list_id in (${ids}) and ticked_at >= ${since} and ticked_at < ${until} and ${isBought}
  ) bought`
}
