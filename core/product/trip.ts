/** Where a list is bought, and how a trip ends. */
import { commonestShop } from './aisles.ts'
import { notItemised } from './categories.ts'
import { limits } from './entities.ts'
import { fromHundredths } from './money.ts'
import { shopKey } from './prices.ts'
import { initialValues, type ProductValue } from './table.ts'
import { cutToLimit } from '../text/cut.ts'

/** How long a trip counts that nobody ended, and how long one of whose person nothing is seen, in ms. */
export const tripMs = 4 * 3_600_000
export const unseenMs = 30 * 60_000

interface InShop {
  shop_name: string
}

/** Returns the shop of a list that names only one; '' if it names none or several. */
export function onlyShop(products: Iterable<InShop>): string {
  let only = ''
  for (const { shop_name: shop } of products) {
    if (shop === '') continue
    if (only !== '' && shopKey(shop) !== shopKey(only)) return ''
    only ||= shop
  }
  return only
}

/** in the line of chips */
export const mostShopChoices = 4

/** Returns the shops to choose from when a trip begins: those that the list names, then those used last (`recent`). */
export function shopChoices(products: readonly InShop[], recent: readonly string[]): string[] {
  const named = products.filter(({ shop_name }) => shop_name !== '')
  const onList = [...Map.groupBy(named, ({ shop_name }) => shopKey(shop_name)).values()]
    .toSorted((a, b) => b.length - a.length)
    .map(commonestShop)
  const shops = [...onList, ...recent]
  const isFirst = (shop: string, n: number) => shops.findIndex((one) => shopKey(one) === shopKey(shop)) === n
  return shops.filter(isFirst).slice(0, mostShopChoices)
}

/**
 * Returns whether a product got its shop from the trip on which it was ticked, and not from a person: both were written
 * together, the shop first. Such a shop says where it was bought and not where to buy it next time.
 */
export function hasShopOfTrip(product: {
  productStatus: boolean
  ver?: number
  fieldVer?: Partial<Record<string, number>> | undefined
}): boolean {
  const { productStatus, ver = 0, fieldVer = {} } = product
  const version = (field: string) => fieldVer[field] ?? ver
  return productStatus && version('productStatus') === version('shop') + 1
}

/**
 * Returns what ends with a trip to `shop`: the bought products, without those of the shops where others are buying from
 * the same list at the moment.
 */
export function boughtOn<P extends InShop & { productStatus: boolean }>(
  products: readonly P[],
  shop: string,
  others: readonly string[],
): P[] {
  const elsewhere = new Set(others.map(shopKey).filter((key) => key !== '' && key !== shopKey(shop)))
  return products.filter(
    ({ productStatus, shop_name }) => productStatus && !elsewhere.has(shopKey(shop_name)),
  )
}

/**
 * Returns what says that a trip has ended: a product that is added as bought and deleted at once, so it waits in the
 * outbox, arrives once, and is a purchase only if it has a price. The others read it in its tombstone.
 */
export function tripEnd(shop: string, things: number): ProductValue {
  return { ...end, productName: shop || '~', shop, quantity: things }
}

/**
 * Returns what a till took beyond the known prices, as a purchase; null if that is nothing. Its name says what was paid,
 * for `isSameTill`. Amounts are in hundredths.
 */
export function tillRest(shop: string, paid: number, known: number): ProductValue | null {
  if (paid === known) return null
  const total = fromHundredths(paid).toFixed(2)
  const productName = cutToLimit(`${shop} ${total}`.trim(), limits.name)
  return { ...end, productName, shop, price: fromHundredths(paid - known), priceFor: 'all' }
}

interface Till {
  /** of what `tillRest` returned: the shop and the total */
  name: string
  category: string
  addedBy: string
  /** epoch ms */
  tickedAt: number
}

/**
 * Returns whether two people typed what one till took: the same total at the same shop during one trip, also where their
 * devices knew different prices. The later one counts. Two totals are two receipts, and so are those of one person.
 */
export function isSameTill(one: Till, other: Till): boolean {
  return (
    [one, other].every(({ category }) => category === notItemised) &&
    one.name === other.name &&
    one.addedBy !== other.addedBy &&
    Math.abs(one.tickedAt - other.tickedAt) < tripMs
  )
}

const end = { ...initialValues, category: notItemised, productStatus: true }
