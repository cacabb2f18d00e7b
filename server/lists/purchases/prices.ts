import { sql } from 'kysely'
import type { Answer } from '../../../core/contract/api.ts'
import { notItemised } from '../../../core/product/categories.ts'
import { shownCurrency } from '../../../core/product/currency.ts'
import { limits, type PriceFor, type Unit } from '../../../core/product/entities.ts'
import { fromHundredths } from '../../../core/product/money.ts'
import { basePrice, baseUnit, mostKnown } from '../../../core/product/prices.ts'
import { productKey } from '../../../core/text/product-key.ts'
import type { Db } from '../../db/open.ts'
import { editableLists, inGroups } from './readable-lists.ts'

const mostInPage = 2_000

/** A transaction may commit this long after the time that it wrote, and clocks of instances differ. */
const lateMs = 120_000

/** Where the caller is: in a walk through all that is new since a time, after the product `after`. */
interface Cursor {
  /** epoch ms; 0: everything is new */
  since: number
  /** when the walk began; the next one begins there */
  begun: number
  after: string
}

/** Returns null if the text is no cursor of ours. An empty one begins at the beginning. */
export function readCursor(text: string, now: number): Cursor | null {
  if (text === '') return { since: 0, begun: now, after: '' }
  if (text.length > 2_000) return null
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (!Array.isArray(parts) || parts.length !== 3) return null
    const [since, begun, after] = parts as unknown[]
    if (!Number.isSafeInteger(since) || !Number.isSafeInteger(begun) || typeof after !== 'string') return null
    // The walk before has ended: this one brings what is new since it began.
    return begun === 0
      ? { since: Number(since), begun: now, after: '' }
      : { since: Number(since), begun: Number(begun), after }
  } catch {
    return null
  }
}

function writeCursor({ since, begun, after }: Cursor): string {
  return Buffer.from(JSON.stringify([since, begun, after])).toString('base64url')
}

interface Row {
  name: string
  shop: string
  price: number
  currency: string
  unit: Unit
  quantity: number
  price_for: PriceFor
  /** 0: only the price's stamp says when, in `field_at` */
  ticked_at: number
  field_at: string
  created_at: number
}

/** For one base unit. */
interface Price extends Pick<Row, 'name' | 'shop' | 'price' | 'currency' | 'unit' | 'price_for'> {
  at: number
}

/**
 * Returns a page of the known prices in lists that the account may edit. Each page reads all prices again and keeps the
 * newest 50 of a product, so memory is bounded and nothing is kept between calls.
 */
export async function pricesSince(
  db: Db,
  accountId: string,
  { since, begun, after }: Cursor,
  now: number,
): Promise<Answer<'prices'>> {
  // The history of a list says which versions are new; it is kept for 30 days.
  const isDelta = since > now - limits.historyMs + 86_400_000
  const from = isDelta ? since - lateMs : 0
  const lists = await editableLists(db, accountId)
  const groups = inGroups(db, lists, async (group, ids) => {
    const shared = group.flatMap((list) => (isDelta && list.since >= from ? [list.id] : []))
    // A list that was copied has no history of its products: they are as new as they were created.
    const log = sql`change_log where change_log.list_id = list.id`
    const bounds = isDelta
      ? sql`with bound as materialized (
          select list.id, coalesce((select ver from ${log} and at <= ${from} order by ver desc limit 1),
            (select min(ver) - 1 from ${log}), ${sql.lit(Number.MAX_SAFE_INTEGER)}) as known
          from list where list.id in (${ids}))`
      : sql``
    const isNewlyShared = (column: string) =>
      shared.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(shared)})`
    const newOnes = isDelta
      ? sql`and (${isNewlyShared('product.list_id')} or product.created_at > ${from} or product.ver > (
          select known from bound where bound.id = product.list_id))`
      : sql``
    const newPurchases = isDelta
      ? sql`and (${isNewlyShared('purchase.list_id')} or purchase.at > ${from})`
      : sql``
    const { rows } = await sql<Row>`${bounds}
      select product.name, product.shop, product.price, list.currency, product.unit, product.quantity,
        product.price_for, product.ticked_at,
        case when product.ticked_at > 0 then '' else product.field_at end as field_at, product.created_at
      from product join list on list.id = product.list_id
      where product.list_id in (${ids}) and product.price_unknown = 0 and product.name_norm <> ''
        and product.category <> ${notItemised} ${newOnes}
      union all
      select name, shop, price, currency, unit, quantity, price_for, ticked_at, '' as field_at, at as created_at
      from purchase where list_id in (${ids}) and price_unknown = 0 and name <> ''
        and category <> ${notItemised} ${newPurchases}`.execute(db)
    return rows
  })
  const byKey = new Map<string, { newest: number; prices: Price[] }>()
  const keys = new Map<string, string>()
  for await (const rows of groups)
    for (const row of rows) {
      const key = keyOf(keys, row.name)
      const price = priceOf(row)
      const one = byKey.get(key) ?? { newest: 0, prices: [] }
      one.newest = Math.max(one.newest, price.at)
      one.prices.push(price)
      if (one.prices.length >= 2 * mostKnown.ofProduct) one.prices = newestOf(one.prices)
      byKey.set(key, one)
    }
  const page = [...byKey]
    .toSorted(([a, x], [b, y]) => y.newest - x.newest || (a < b ? -1 : 1))
    .slice(0, mostKnown.products)
    .filter(([key]) => key > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const items: Price[] = []
  let last = after
  for (const [key, { prices }] of page) {
    const some = newestOf(prices)
    if (items.length + some.length > mostInPage) break
    items.push(...some)
    last = key
  }
  const isEnd = items.length === 0
  return {
    cursor: writeCursor(isEnd ? { since: begun, begun: 0, after: '' } : { since, begun, after: last }),
    items: items.map(({ name, shop, price, currency, unit, price_for, at }) => ({
      productName: name,
      shop_name: shop,
      price,
      currency: shownCurrency(currency),
      unit,
      ...(price_for !== 'unit' && { priceFor: price_for }),
      date: new Date(at).toISOString(),
    })),
  }
}

/** Names repeat, and a key takes some µs. */
function keyOf(keys: Map<string, string>, name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = productKey(name)
  keys.set(name, key)
  return key
}

function priceOf(row: Row): Price {
  const { name, shop, currency, price_for, ticked_at, field_at, created_at } = row
  return {
    name,
    shop,
    currency,
    price_for,
    ...basePriceOf(row),
    at: ticked_at > 0 ? ticked_at : stampOfPrice(field_at) || created_at,
  }
}

function stampOfPrice(fieldAt: string): number {
  if (fieldAt === '') return 0
  const stamps = JSON.parse(fieldAt) as Partial<Record<'price' | '*', number>>
  return stamps.price ?? stamps['*'] ?? 0
}

function newestOf(prices: readonly Price[]): Price[] {
  return prices.toSorted((a, b) => b.at - a.at || a.price - b.price).slice(0, mostKnown.ofProduct)
}

type StoredPrice = Pick<Row, 'price' | 'quantity' | 'unit' | 'price_for'>

/** Returns the price for one base unit from what is stored. */
export function basePriceOf({ price, quantity, unit, price_for }: StoredPrice): {
  price: number
  unit: Unit
} {
  const given = { price: fromHundredths(price), quantity: fromHundredths(quantity) }
  return { price: basePrice({ ...given, unit, priceFor: price_for }), unit: baseUnit(unit) }
}
