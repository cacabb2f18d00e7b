import { limits, type Unit } from '../product/entities.ts'
import { parseProduct } from '../product/fields.ts'
import { alongWithQuantity } from '../product/amount-change.ts'
import { fromHundredths } from '../product/money.ts'
import type { Field, ProductValue } from '../product/table.ts'
import { addedView, type ProductView, readField } from '../sync/mutation.ts'
import { type Merged, merged, quantityIn } from './duplicates.ts'
import { productKey } from './product-key.ts'

/** What a person is about to add, with only the fields that they gave. */
export type Given = Partial<ProductValue> & { productName: string }

/** An unbought product that is about to be added once more. */
export interface Again {
  there: ProductView
  /** a quantity was given */
  counted: boolean
  /** nobody typed the quantity that it has, so the given one takes its place */
  replaces: boolean
  /** the resulting changes to it, the quantity only if one was given; null if the two cannot be merged */
  both: Merged | null
}

/** What to do with a product that the list already has: ask, or untick it if it is bought. Null: it is new. */
export type AlreadyThere = { ask: Again } | { untick: ProductView } | null

/**
 * Returns a function that finds what is being added in the list, whether typed, pasted or scanned. Among products with
 * the same name, unbought ones come first.
 */
export function meeting(
  products: Iterable<ProductView>,
  keyOf: (productName: string) => string = productKey,
): (given: Given) => AlreadyThere {
  const named = new Map<string, ProductView>()
  for (const product of products) {
    const key = keyOf(product.productName)
    if (named.get(key)?.productStatus ?? true) {
      if (!product.productStatus || !named.has(key)) named.set(key, product)
    }
  }
  return (given) => {
    const there = given.productStatus ? undefined : named.get(keyOf(given.productName))
    if (!there) return null
    return there.productStatus ? { untick: there } : { ask: againOf(there, given) }
  }
}

type Amount = Pick<ProductView, 'quantity' | 'unit'>

const isSame = (one: Amount, other?: Amount) => one.quantity === other?.quantity && one.unit === other.unit

/**
 * Returns the result of adding this to an unbought product. One piece and the amount that a tile has given it, `ofTile`,
 * are amounts that nobody typed.
 */
export function againOf(there: ProductView, given: Given, ofTile?: Amount): Again {
  const { quantity, unit = 'pcs' } = given
  const counted = quantity !== undefined
  const isTyped = !isSame(there, { quantity: 1, unit: 'pcs' }) && !isSame(there, ofTile)
  const replaces = counted && !isTyped && !isSame(there, { quantity, unit })
  // Without a quantity it is unknown for which unit a price is meant, unless it is pieces.
  const price = counted || there.unit === 'pcs' ? given.price : undefined
  const parsed = parseProduct(counted ? given : { ...given, price, quantity: 1, unit: there.unit })
  const added = parsed.ok ? addedView('', parsed.value) : null
  const first = counted ? there : { ...there, quantity: 1 }
  const both = added && (replaces ? replaced(there, added) : merged(first, added))
  if (counted || !both) return { there, counted, replaces, both }
  const { quantity: _, ...texts } = both
  return { there, counted, replaces, both: texts }
}

/** Returns the changes that give a product the amount of another one, besides the texts that it lacks. */
function replaced(there: ProductView, added: ProductView): Merged | null {
  const { quantity, unit, price, priceFor = 'unit', priceUnknown } = added
  const one = { quantity: 1, unit, priceUnknown: true }
  const both = merged({ ...there, ...one }, { ...added, ...one })
  if (both === null) return null
  if (there.priceUnknown)
    return {
      ...both,
      quantity,
      ...(unit !== there.unit && { unit }),
      ...(!priceUnknown && { price, priceFor }),
    }
  // Its price is for its own unit.
  const same = quantityIn(there.unit, quantity, unit)
  return same === null ? null : { ...both, quantity: same, ...alongWithQuantity(there, same) }
}

/** Units of which nobody buys just 1. */
const small: readonly Unit[] = ['g', 'dag', 'ml', 'cm']

/** Returns how much 'one more' is: 1 of the unit, or for small units the same quantity again, such as another 500 g. */
export function oneMore({ quantity, unit }: Amount): number {
  return small.includes(unit) ? quantity : 1
}

/**
 * Returns the changes once the person agreed: what was given is added or replaces what nobody typed; without a quantity one
 * more is added. Null: not possible.
 */
export function agreed({ there, counted, both }: Again): Merged | null {
  if (counted || !both) return both
  const quantity = fromHundredths(Math.round((there.quantity + oneMore(there)) * 100))
  return quantity > limits.quantityMax ? null : { ...both, quantity, ...alongWithQuantity(there, quantity) }
}

/**
 * Returns the changes to a bought product that must be bought again, with what was given this time. It is unticked first,
 * so that what was paid for it before stays as it was. A quantity without a price goes into the unit of the known price.
 */
export function boughtAgain(product: ProductView, given: Given): Merged {
  const { quantity, unit } = given
  const isPriced = given.price === undefined && !product.priceUnknown
  const same =
    isPriced && quantity !== undefined && unit !== undefined ? quantityIn(product.unit, quantity, unit) : null
  const now = same === null ? given : { ...given, quantity: same, unit: product.unit }
  const values = Object.entries(now) as [Field, ProductValue[Field]][]
  const news = values.filter(
    ([field, value]) =>
      field !== 'productName' && value !== undefined && value !== '' && value !== readField(product, field),
  )
  const along = isPriced && now.quantity !== undefined ? alongWithQuantity(product, now.quantity) : {}
  return { productStatus: false, ...Object.fromEntries(news), ...along }
}
