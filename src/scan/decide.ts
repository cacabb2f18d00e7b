import { type ProductView, readField } from '../../core/sync/mutation.ts'
import { type Again, type Given, meeting } from '../../core/text/again.ts'
import { isOfPack } from '../../core/text/quick-units.ts'
import { productKey } from '../../core/text/product-key.ts'
import type { CodedProduct } from '../state/stored-barcode.ts'
import type { Mode } from '../state/lists/shopping-mode.ts'

export type Decision =
  | { do: 'add' }
  | { do: 'absent' }
  | { do: 'tick' | 'untick' | 'bought'; product: ProductView }
  | { do: 'ask'; again: Again }

/** Returns what a scan of this product does on the list. A product still to buy is preferred to a bought one. */
export function decide(mode: Mode, products: Iterable<ProductView>, given: Given): Decision {
  if (mode !== 'shopping') {
    // A barcode stands for one pack, so the quantity is 1 if none was given.
    const there = meeting(products)({ ...given, quantity: given.quantity ?? 1 })
    if (!there) return { do: 'add' }
    return 'ask' in there ? { do: 'ask', again: there.ask } : { do: 'untick', product: there.untick }
  }
  const wanted = productKey(given.productName)
  const same = [...products].filter((product) => productKey(product.productName) === wanted)
  const open = same.find((product) => !product.productStatus)
  if (open) return { do: 'tick', product: open }
  return same[0] ? { do: 'bought', product: same[0] } : { do: 'absent' }
}

/** Returns what to remember for a code that the user assigned to this product of the list. */
export function knownOf(product: ProductView): CodedProduct {
  const { productName, unit, category_name: category } = product
  // A barcode stands for a pack, so grams and the like become pieces: one pack more is not one gram more.
  if (isOfPack(unit)) return { productName, unit: 'pcs', category }
  const price = readField(product, 'price')
  return { productName, unit, category, ...(price !== undefined && { price: Number(price) }) }
}
