import { limits, type Unit } from '../product/entities.ts'
import { parseProduct } from '../product/fields.ts'
import { fromHundredths } from '../product/money.ts'
import type { Field, ProductValue } from '../product/table.ts'
import { addedView, type ProductView, readField } from '../sync/mutation.ts'
import { type Merged, merged } from './duplicates.ts'
import { productKey } from './product-key.ts'

/** What a person is about to add; a field left out was not said. */
export type Given = Partial<ProductValue> & { productName: string }

/** A product that is on the list, still to buy, and is about to be added once more. */
export interface Again {
  there: ProductView
  /** an amount was said */
  counted: boolean
  /** what was said changes this in it, its quantity only where an amount was said; null: that cannot be added to it */
  both: Merged | null
}

/** Where the list has it already: to be asked about, or bought and only to be unticked. Null: it is new. */
export type AlreadyThere = { ask: Again } | { untick: ProductView } | null

/**
 * How a list meets what is added to it, typed, pasted or scanned. Of one name, a product that is still to buy comes
 * before one that is bought.
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

/** What becomes of a product that is to buy when this is added to it. */
export function againOf(there: ProductView, given: Given): Again {
  const counted = given.quantity !== undefined
  // Without an amount nobody said for what unit a price would be.
  const price = counted || there.unit === 'pcs' ? given.price : undefined
  const parsed = parseProduct(counted ? given : { ...given, price, quantity: 1, unit: there.unit })
  const first = counted ? there : { ...there, quantity: 1 }
  const both = parsed.ok ? merged(first, addedView('', parsed.value)) : null
  if (counted || !both) return { there, counted, both }
  const { quantity: _, ...texts } = both
  return { there, counted, both: texts }
}

/** Units of which nobody buys one. */
const small: readonly Unit[] = ['g', 'dag', 'ml', 'cm']

/** How much 'one more' is: one of its unit, or of a small unit as much as is there, such as another 500 g. */
export function oneMore({ quantity, unit }: Pick<ProductView, 'quantity' | 'unit'>): number {
  return small.includes(unit) ? quantity : 1
}

/** What changes in it once a person said yes: what was said is added, and one more where no amount was. Null: nothing can. */
export function agreed({ there, counted, both }: Again): Merged | null {
  if (counted || !both) return both
  const quantity = fromHundredths(Math.round((there.quantity + oneMore(there)) * 100))
  return quantity > limits.quantityMax ? null : { ...both, quantity }
}

/** What changes in a bought product that is to buy again, with what was said about it this time. */
export function boughtAgain(product: ProductView, given: Given): Merged {
  const said = Object.entries(given) as [Field, ProductValue[Field]][]
  const news = said.filter(
    ([field, value]) =>
      field !== 'productName' && value !== undefined && value !== '' && value !== readField(product, field),
  )
  return { ...Object.fromEntries(news), productStatus: false }
}
