import { parseProduct } from '../product/fields.ts'
import type { Field, ProductValue } from '../product/table.ts'
import { addedView, type ProductView, readField } from '../sync/mutation.ts'
import { type Merged, merged } from './duplicates.ts'
import { productKey } from './text.ts'

/** What a person is about to add; a field left out was not said. */
export type Given = Partial<ProductValue> & { productName: string }

/** A product that is on the list, still to buy, and is about to be added once more. */
export interface Again {
  there: ProductView
  /** what changes in it if both become one; null where their quantities cannot be added up */
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
    if (there.productStatus) return { untick: there }
    const parsed = parseProduct(given)
    return { ask: { there, both: parsed.ok ? merged(there, addedView('', parsed.value)) : null } }
  }
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
