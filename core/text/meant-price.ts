import type { PriceFor, Unit } from '../product/entities.ts'
import { forOne } from '../product/money.ts'
import { basePrice, type LastPrice } from '../product/prices.ts'
import { sameKey } from './normalise.ts'
import { words } from './words.ts'

/** How often a price may differ from the last one and be the same product's, and from where on it is another reading. */
const near = 1.5
const far = 2

/** From this many on, 'tuna 4 x 160g' is a pack with one price, and so are eggs. */
export const fewestInPack = 4

/** Words of what is sold in packs, priced as such, and counted in pieces. */
const packed = new Set(
  words('egg eggs toilet nappies diapers tissues wipes tablets capsules batteries').map(sameKey),
)

interface Typed {
  productName: string
  price: number
  quantity: number
  unit: Unit
  /** written as a pack, '12x85g' */
  isPack?: boolean
  /** grams that were typed as kilograms, whose price is that of one kilogram */
  isWeighed?: boolean | undefined
}

// Decision 115: nobody says what a typed price is for, so it is read as it was meant before.
/**
 * Returns what a typed price is for where the line does not say it: the reading near the last known price if the other
 * is far from it, else what it was for the last time, else all of it for small units, litres and packs, and one unit for
 * the others.
 */
export function meantFor({ productName, isPack, isWeighed, ...typed }: Typed, last?: LastPrice): PriceFor {
  const { quantity, unit } = typed
  const one = forOne(unit)
  if (one === 'unit' && quantity === 1) return 'unit'
  const ofAll = distance(typed, 'all', last)
  const ofOne = distance(typed, one, last)
  if (ofAll <= near && ofOne >= far) return 'all'
  if (ofOne <= near && ofAll >= far) return one
  const before = last && (last.priceFor ?? 'unit')
  if (before === 'all') return 'all'
  if (before === 'base' || (before === 'unit' && one === 'unit')) return one
  if (isWeighed) return one
  const isOfPacks = unit === 'pcs' && quantity >= fewestInPack && isPacked(productName)
  return one === 'base' || unit === 'l' || isPack || isOfPacks ? 'all' : 'unit'
}

/** Returns how many times this price, read so, is the last one, or the other way round; infinite without one. */
function distance(typed: Omit<Typed, 'productName'>, priceFor: PriceFor, last: LastPrice | undefined) {
  if (!last || last.price <= 0 || typed.price <= 0) return Infinity
  const ratio = basePrice({ ...typed, priceFor }) / last.price
  return Math.max(ratio, 1 / ratio)
}

function isPacked(productName: string): boolean {
  return productName.split(/[^\p{L}]+/u).some((word) => packed.has(sameKey(word)))
}
