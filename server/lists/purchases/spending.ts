import { sql } from 'kysely'
import type { Answer } from '../../../core/contract/api.ts'
import type { spendingKeys } from '../../../core/contract/money.ts'
import { readerOf, shownCategory } from '../../../core/product/categories.ts'
import { fromHundredths, rounded } from '../../../core/product/money.ts'
import { shopKey } from '../../../core/product/prices.ts'
import type { Db } from '../../db/open.ts'
import { boughtIn, spanOf, type Wanted } from './bought.ts'
import { costColumn } from './cost.ts'
import { type Day, monthLater, monthOf, startOf } from './months.ts'
import { deletedLists, editableLists, inGroups } from './readable-lists.ts'

interface WantedSums extends Wanted {
  by: (typeof spendingKeys)[number]
}

interface Part {
  list_id: string
  currency: string
  key: string | number
  /** price × quantity in ten-thousandths, in two parts that do not overflow: whole millions, and the rest */
  millions: number
  rest: number
  count: number
  without_price: number
}

const million = 1_000_000

/**
 * Returns what was ticked, one sum for each key and currency: of products that are ticked, and of purchases that their
 * products no longer show. Sums are added as integers and rounded once, half up.
 */
export async function spending(db: Db, { by, ...wanted }: WantedSums): Promise<Answer<'spending'>> {
  const span = spanOf(wanted)
  if (!span) return []
  const { first, last, dayOf } = span
  const { account } = wanted
  const starts = monthStarts(first, last, dayOf)

  const lists = [...(await editableLists(db, account.id)), ...(await deletedLists(db, account.id))]
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]))
  const key = {
    month: sql`case ${sql.join(
      starts.slice(1).map(({ at }, n) => sql`when ticked_at < ${at} then ${sql.lit(n)}`),
      sql` `,
    )} else ${sql.lit(starts.length - 1)} end`,
    shop: sql`shop`,
    category: sql`category`,
    list: sql`''`,
  }[starts.length === 1 && by === 'month' ? 'list' : by]
  const groups = inGroups(db, lists, async (_, ids) => {
    const { rows } = await sql<Part>`
      select ${by === 'list' ? sql`list_id` : sql`''`} as list_id, currency, ${key} as key,
        sum(cost / ${sql.lit(million)}) as millions, sum(cost % ${sql.lit(million)}) as rest,
        sum(1 - price_unknown) as count, sum(price_unknown) as without_price
      from (
        select list_id, currency, ticked_at, shop, category, price_unknown,
          case price_unknown when 1 then 0 else ${costColumn} end as cost from ${boughtIn(ids, span)}
      ) counted group by 1, 2, 3`.execute(db)
    return rows
  })
  const reader = readerOf(account.language)
  const shownKey = ({ list_id, key: found }: Part): string => {
    if (by === 'month') return monthOf(starts[Number(found)]?.day ?? first)
    // Deleted lists have no names to tell them apart.
    if (by === 'list') return nameOf.get(list_id) === '' ? '' : list_id
    return by === 'category' ? shownCategory({ category_name: String(found) }, reader) : String(found)
  }
  const sums = new Map<string, Sum>()
  for await (const rows of groups)
    for (const row of rows) {
      const { currency } = row
      const shown = shownKey(row)
      const place = JSON.stringify([by === 'shop' ? shopKey(shown) : shown, currency])
      const sum = sums.get(place) ?? { key: shown, usual: 0, currency, total: 0n, count: 0, withoutPrice: 0 }
      const withoutPrice = Number(row.without_price)
      const count = Number(row.count) + withoutPrice
      sum.total += BigInt(row.millions) * BigInt(million) + BigInt(row.rest)
      sum.count += Number(row.count)
      sum.withoutPrice += withoutPrice
      if (count > sum.usual || (count === sum.usual && shown < sum.key)) {
        sum.key = shown
        sum.usual = count
      }
      sums.set(place, sum)
    }
  const all = [...sums.values()].map(({ key: found, currency, total, count, withoutPrice }) => ({
    key: found,
    ...(by === 'list' && { name: nameOf.get(found) ?? '' }),
    currency,
    sum: fromHundredths(rounded(total)),
    count,
    ...(withoutPrice > 0 && { withoutPrice }),
  }))
  const inOrder = by === 'month' ? byKey : (a: Spent, b: Spent) => b.sum - a.sum || byKey(a, b)
  return all.toSorted(inOrder)
}

type Spent = Answer<'spending'>[number]

interface Sum {
  key: string
  /** how many products have the key in this spelling, which is the most usual one */
  usual: number
  currency: string
  total: bigint
  count: number
  withoutPrice: number
}

function byKey(a: Spent, b: Spent): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return a.currency < b.currency ? -1 : 1
}

/** Returns the months of a span, each with the instant at which it begins. */
function monthStarts(first: Day, last: Day, dayOf: (at: number) => Day): { day: Day; at: number }[] {
  const starts = []
  for (let day = monthLater(first, 0); day <= last; day = monthLater(day, 1))
    starts.push({ day, at: startOf(day, dayOf) })
  return starts
}
