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

/** What a scan of this product does on the list: an open product is preferred to a bought one. */
export function decide(mode: Mode, products: Iterable<ProductView>, given: Given): Decision {
  if (mode !== 'shopping') {
    // A code is for one pack, also where nobody said so.
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

/** What to remember for a code that turned out to be this product of the list. */
export function knownOf(product: ProductView): CodedProduct {
  const { productName, unit, category_name: category } = product
  // A code is for a pack: one more of it is not one gram more.
  if (isOfPack(unit)) return { productName, unit: 'pcs', category }
  const price = readField(product, 'price')
  return { productName, unit, category, ...(price !== undefined && { price: Number(price) }) }
}
