import { limits, type Unit } from './entities.ts'
import type { FieldValue } from './fields.ts'
import type { ProductView } from './mutation.ts'
import { fromHundredths, toHundredths } from './money.ts'
import { sameKey } from './text.ts'

type Counted = Pick<
  ProductView,
  | 'id'
  | 'productName'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'priceUnknown'
  | 'productStatus'
  | 'category_name'
  | 'shop_name'
>

/** How many of the smallest unit of its kind one of each is. */
const families: readonly Partial<Record<Unit, number>>[] = [
  { pcs: 1 },
  { g: 1, dag: 10, kg: 1_000 },
  { ml: 1, l: 1_000 },
  { cm: 1, m: 100 },
]

/** What two names must share to be the same product: letters and digits, case, accents and spaces aside. */
export function nameKey(productName: string): string {
  return sameKey(productName).replace(/\s+/g, ' ').trim()
}

/**
 * Of products that are called the same and are both still to buy, the later ones, each with the first: the one
 * with the lowest id. What is bought already and wanted again is no mistake.
 */
export function duplicatesOf(
  products: Iterable<Pick<Counted, 'id' | 'productName' | 'productStatus'>>,
  keyOf: (productName: string) => string = nameKey,
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

export type Merged = Partial<Record<'quantity' | 'unit' | 'price' | 'category' | 'shop', FieldValue>>

/**
 * What changes in the first when another of the same name is added to it; null when their quantities cannot
 * be added up. Its unit stays where the sum can be written in it. What only the other knew is kept.
 */
export function merged(first: Counted, other: Counted): Merged | null {
  const family = families.find((units) => first.unit in units)
  const ofFirst = family?.[first.unit]
  const ofOther = family?.[other.unit]
  if (!family || !ofFirst || !ofOther) return null
  const total = hundredths(first.quantity) * ofFirst + hundredths(other.quantity) * ofOther
  const wanted = [first.unit, other.unit, ...(Object.keys(family) as Unit[])]
  for (const unit of wanted) {
    const size = family[unit] ?? 1
    const quantity = fromHundredths(total / size)
    if (total % size !== 0 || quantity > limits.quantityMax) continue
    const price = first.priceUnknown ? priceIn(other, ofOther, size) : priceIn(first, ofFirst, size)
    // The price of the first is for its own unit: where it cannot be written for the new one, that one is no use.
    if (!first.priceUnknown && price === null) continue
    return {
      quantity,
      ...(unit !== first.unit && { unit }),
      ...(price !== null && (first.priceUnknown || price !== first.price) && { price }),
      ...(first.category_name === '' && other.category_name !== '' && { category: other.category_name }),
      ...(first.shop_name === '' && other.shop_name !== '' && { shop: other.shop_name }),
    }
  }
  return null
}

function hundredths(value: number): number {
  return toHundredths(value) ?? Math.round(value * 100)
}

/** Its price for one of a unit of another size; null when nobody knows it or grosze are too coarse for it. */
function priceIn({ price, priceUnknown }: Counted, size: number, wanted: number): number | null {
  const grosze = hundredths(price) * wanted
  return priceUnknown || grosze % size !== 0 ? null : fromHundredths(grosze / size)
}
