import type { PriceFor, Unit } from './entities.ts'
import { forOne, fromHundredths, inBase } from './money.ts'

/** What one unit of a product cost, where and when; the server's are for a base unit, older ones may be for another. */
export interface KnownPrice {
  /** '' if it is not known */
  shop_name: string
  price: number
  /** ISO 4217 */
  currency: string
  unit: Unit
  /** ISO 8601 */
  date: string
  /** what the price was for that was set; one unit if it is left out */
  priceFor?: PriceFor | undefined
}

/** Prices for these units can be compared; other units only with themselves. */
const baseUnits: Record<Unit, Unit> = {
  pcs: 'pcs',
  kg: 'kg',
  dag: 'kg',
  g: 'kg',
  l: 'l',
  ml: 'l',
  m: 'm',
  cm: 'm',
}

/** Returns the unit in which prices are compared: 'kg' for 'g'. */
export const baseUnit = (unit: Unit): Unit => baseUnits[unit]

/** A price with what it is for. */
export interface PricedAmount {
  price: number
  quantity: number
  unit: Unit
  priceFor?: PriceFor | undefined
}

/** Returns the price for one base unit, rounded half up: 3 for all of 500 g is 6 for 1 kg. */
export function basePrice({ price, quantity, unit, priceFor = 'unit' }: PricedAmount): number {
  if (priceFor === 'base') return price
  if (priceFor === 'unit') return fromHundredths(Math.round(price * 100) * inBase[unit])
  return fromHundredths(Math.round((price * 100 * inBase[unit]) / quantity))
}

/** What a product cost the last time, and on which day. */
export interface LastPrice {
  /** for one base unit */
  price: number
  priceFor?: PriceFor | undefined
  /** epoch ms; 0: not known */
  at: number
}

/** Returns a product as it will probably be: with its last price if it has none. Undefined if there is none either. */
export function estimated<P extends PricedAmount & { priceUnknown?: boolean | undefined }>(
  product: P,
  last: LastPrice | undefined,
): P | undefined {
  if (!product.priceUnknown) return product
  const priceFor = forOne(product.unit)
  return last && { ...product, price: last.price, priceFor, priceUnknown: undefined }
}

/** Returns a product's price for one unit; undefined if it is not known, or for something else: it would be wrong for another amount. */
export function unitPrice({
  price,
  priceFor = 'unit',
  priceUnknown,
}: Pick<PricedAmount, 'price' | 'priceFor'> & { priceUnknown?: boolean | undefined }): number | undefined {
  return priceUnknown || priceFor !== 'unit' ? undefined : price
}

/** Returns a product's price for one base unit; undefined if it is not known. */
export function knownBasePrice(
  product: PricedAmount & { priceUnknown?: boolean | undefined },
): number | undefined {
  return product.priceUnknown ? undefined : basePrice(product)
}

/** A price for one base unit. */
export interface PricePoint {
  shop: string
  price: number
  /** epoch ms */
  at: number
}

/** Returns the prices that can be compared with one in this currency and unit, oldest first. What was free is no price. */
export function comparable(
  prices: readonly KnownPrice[],
  { currency, unit }: { currency: string; unit: Unit },
): PricePoint[] {
  return prices
    .filter(
      (known) => known.currency === currency && baseUnit(known.unit) === baseUnit(unit) && known.price > 0,
    )
    .map(({ shop_name, price, unit: per, date }) => ({
      shop: shop_name,
      price: basePrice({ price, quantity: 1, unit: per }),
      at: Date.parse(date),
    }))
    .toSorted((a, b) => a.at - b.at)
}

/** Returns the newest price, and the lowest one: of several equally low ones the newest. Null without any prices. */
export function lastAndLowest(
  points: readonly PricePoint[],
): { last: PricePoint; lowest: PricePoint } | null {
  const last = points.at(-1)
  if (!last) return null
  let lowest = last
  for (const point of points) if (point.price <= lowest.price) lowest = point
  return { last, lowest: last.price === lowest.price ? last : lowest }
}

/** A price that is older says nothing about what the shop asks for today. */
const freshMs = 120 * 86_400_000

interface Wanted {
  /** '' if it is not known */
  shop: string
  /** for one base unit; undefined if it is not known */
  price: number | undefined
}

/**
 * Returns the shop with the lowest of the shops' newest prices, if it is lower than what the product costs: its own
 * price, else the newest known one of its shop, or of any shop if it names none. Null if there is none.
 */
export function cheaperAt(points: readonly PricePoint[], wanted: Wanted, now: number): PricePoint | null {
  const newest = new Map<string, PricePoint>()
  for (const point of points) if (point.at > now - freshMs) newest.set(shopKey(point.shop), point)
  const wantedShop = shopKey(wanted.shop)
  const last = wantedShop === '' ? points.findLast(({ at }) => at > now - freshMs) : newest.get(wantedShop)
  const costs = wanted.price ?? last?.price
  const where = wantedShop === '' && wanted.price === undefined ? shopKey(last?.shop ?? '') : wantedShop
  if (costs === undefined) return null
  let best: PricePoint | null = null
  for (const [shop, point] of newest)
    if (shop !== '' && shop !== where && point.price < (best?.price ?? costs)) best = point
  return best
}

/** The same shop may be written 'Lidl' and 'lidl '. */
export const shopKey = (shop: string): string => shop.trim().toLowerCase()

/** The most prices of a product, and the most products, that the server sends and a device keeps. */
export const mostKnown = { ofProduct: 50, products: 2_000 } as const

/** A price as a device keeps it. `id`: of the product that it was seen at on this device, until the server has it too. */
export interface KeptPrice extends KnownPrice {
  id?: string
}

const dayMs = 86_400_000

/** Returns what a device knows about a product once it has heard these prices, newest first. */
export function withPrices(stored: readonly KeptPrice[], heard: readonly KnownPrice[]): KeptPrice[] {
  const isHeard = (entry: KeptPrice) =>
    heard.some(
      (one) =>
        samePlace(one, entry) && one.price === entry.price && Math.abs(timeOf(one) - timeOf(entry)) < dayMs,
    )
  const keyOf = ({ shop_name, unit, currency, date }: KnownPrice) =>
    JSON.stringify([shop_name, unit, currency, date])
  const heardKeys = new Set(heard.map(keyOf))
  // What was corrected on the server has the date that it had before.
  const others = stored.filter((one) => (one.id === undefined ? !heardKeys.has(keyOf(one)) : !isHeard(one)))
  return newest([...heard, ...others])
}

/** Returns what a device knows about a product once this price was set or its product ticked here. */
export function withOwnPrice(stored: readonly KeptPrice[], entry: KeptPrice & { id: string }): KeptPrice[] {
  return newest([entry, ...stored.filter(({ id }) => id !== entry.id)])
}

function newest(prices: readonly KeptPrice[]): KeptPrice[] {
  return prices.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, mostKnown.ofProduct)
}

const timeOf = ({ date }: KnownPrice) => Date.parse(date)

function samePlace(a: KnownPrice, b: KnownPrice): boolean {
  return shopKey(a.shop_name) === shopKey(b.shop_name) && a.unit === b.unit && a.currency === b.currency
}
