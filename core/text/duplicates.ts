import { limits, type Unit } from '../product/entities.ts'
import { parseField } from '../product/fields.ts'
import { type FieldFacts, fields, productFields } from '../product/table.ts'
import type { Product } from '../contract/shapes.ts'
import { readField, type Values } from '../sync/mutation.ts'
import { alongWithQuantity } from '../product/amount-change.ts'
import { cost, forOne, fromHundredths, inBase, toHundredths } from '../product/money.ts'
import { basePrice, unitPrice } from '../product/prices.ts'
import { productKey } from './product-key.ts'

/** Units that can be added up, each with its size in the smallest unit of its family. */
const families: readonly Partial<Record<Unit, number>>[] = [
  { pcs: 1 },
  { g: 1, dag: 10, kg: 1_000 },
  { ml: 1, l: 1_000 },
  { cm: 1, m: 100 },
]

/**
 * Maps each duplicate unbought product to the first product with the same name, the one with the lowest id. Bought
 * products are ignored: wanting something again is no mistake.
 */
export function duplicatesOf(
  products: Iterable<Pick<Product, 'id' | 'productName' | 'productStatus'>>,
  keyOf: (productName: string) => string = productKey,
): Map<string, string> {
  const first = new Map<string, string>()
  const seen: [key: string, id: string][] = []
  for (const { id, productName, productStatus } of products) {
    if (productStatus) continue
    const key = keyOf(productName)
    const lowest = first.get(key)
    if (lowest === undefined || id < lowest) first.set(key, id)
    seen.push([key, id])
  }
  const later = new Map<string, string>()
  if (first.size === seen.length) return later
  for (const [key, id] of seen) {
    const lowest = first.get(key)
    if (lowest !== undefined && lowest !== id) later.set(id, lowest)
  }
  return later
}

export type Merged = Values

/**
 * Returns the changes to the first product when another of the same name is merged into it; null if their quantities
 * cannot be added up or their joined texts are too long. Its unit is kept if the sum can be written in it. Values that
 * only the other has are taken over.
 */
export function merged(first: Product, other: Product): Merged | null {
  const counted = mergedCount(first, other)
  const texts = mergedTexts(first, other)
  return counted && texts && { ...counted, ...texts }
}

function mergedCount(first: Product, other: Product): Merged | null {
  if ([first, other].some((one) => !one.priceUnknown && unitPrice(one) === undefined))
    return mergedCosts(first, other)
  for (const { quantity, unit, size, sizes } of sumsOf(first, other)) {
    const price = first.priceUnknown ? priceIn(other, sizes.other, size) : priceIn(first, sizes.first, size)
    // The first product's price is for its own unit. Skips a unit for which that price would need fractions of a grosz.
    if (!first.priceUnknown && price === null) continue
    return {
      quantity,
      ...(unit !== first.unit && { unit }),
      ...(price !== null && (first.priceUnknown || price !== first.price) && { price }),
    }
  }
  return null
}

/** Merges where a price is that of all, or of one kg, l or m of a smaller unit. */
function mergedCosts(first: Product, other: Product): Merged | null {
  for (const { quantity, unit, size, sizes } of sumsOf(first, other)) {
    const amount = { quantity, ...(unit !== first.unit && { unit }) }
    const isSameBase = [first, other].every(
      ({ priceFor, price }) => priceFor === 'base' && price === first.price,
    )
    if (isSameBase && inBase[unit] > 1) return amount
    if (!first.priceUnknown && !other.priceUnknown) {
      const [a, b] = [first, other].map((one) =>
        cost(hundredths(one.price), hundredths(one.quantity), one.unit, one.priceFor),
      ) as [number, number]
      const price = fromHundredths((a + b) / 100)
      // A fraction of a grosz cannot be the price of all.
      if (parseField('price', price).ok) return { ...amount, price, priceFor: 'all' }
      continue
    }
    const [priced, its] = first.priceUnknown ? [other, sizes.other] : [first, sizes.first]
    const along =
      priced.priceFor === 'all'
        ? { priceFor: 'all' as const, ...alongWithQuantity(priced, (quantity * size) / its) }
        : { price: basePrice(priced), priceFor: forOne(unit) }
    return { ...amount, price: priced.price, ...along }
  }
  return null
}

type Counted = Pick<Product, 'quantity' | 'unit'>

interface Sum extends Counted {
  /** size of its unit in the smallest unit of the family */
  size: number
  /** those of what was added */
  sizes: { first: number; other: number }
}

/**
 * Returns what two quantities are together, in each unit in which the sum can be written, the first one's unit first.
 * None: their units cannot be added up, or the sum is too large.
 */
export function sumsOf(first: Counted, other: Counted): Sum[] {
  const family = families.find((units) => first.unit in units) ?? {}
  const sizes = { first: family[first.unit] ?? 0, other: family[other.unit] ?? 0 }
  if (sizes.first === 0 || sizes.other === 0) return []
  const total = hundredths(first.quantity) * sizes.first + hundredths(other.quantity) * sizes.other
  const units = [...new Set([first.unit, other.unit, ...(Object.keys(family) as Unit[])])]
  return units
    .map((unit) => ({ unit, size: family[unit] ?? 1, sizes }))
    .map((sum) => ({ ...sum, quantity: fromHundredths(total / sum.size) }))
    .filter(({ size, quantity }) => total % size === 0 && quantity <= limits.quantityMax)
}

/** Returns a quantity in another unit, rounded up to hundredths; null if the units cannot be added up. */
export function quantityIn(wanted: Unit, quantity: number, unit: Unit): number | null {
  const family = families.find((units) => wanted in units)
  const [size, sizeOfWanted] = [family?.[unit], family?.[wanted]]
  if (!size || !sizeOfWanted) return null
  const converted = fromHundredths(Math.ceil((hundredths(quantity) * size) / sizeOfWanted))
  return converted > limits.quantityMax ? null : converted
}

function mergedTexts(first: Product, other: Product): Merged | null {
  const change: Merged = {}
  for (const field of fields) {
    const { merging } = productFields[field] as FieldFacts
    if (merging !== 'filledIn' && merging !== 'joined') continue
    const [text, more] = [readField(first, field), readField(other, field)]
    if (more === '' || more === undefined || more === text) continue
    if (text === '') change[field] = more
    else if (merging === 'joined') {
      const both = parseField(field, `${text}; ${more}`)
      if (!both.ok) return null
      change[field] = both.value
    }
  }
  return change
}

function hundredths(value: number): number {
  return toHundredths(value) ?? Math.round(value * 100)
}

/** Returns the price for a unit of another size; null if it is unknown or would need fractions of a grosz. */
function priceIn({ price, priceUnknown }: Product, size: number, wanted: number): number | null {
  const grosze = hundredths(price) * wanted
  return priceUnknown || grosze % size !== 0 ? null : fromHundredths(grosze / size)
}
