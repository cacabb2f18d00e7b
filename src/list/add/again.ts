import { msg } from '@lingui/core/macro'
import { parseProduct } from '../../../core/product/fields.ts'
import type { Field, ProductValue } from '../../../core/product/table.ts'
import { addedView, type ProductView, readField } from '../../../core/sync/mutation.ts'
import { type Merged, merged } from '../../../core/words/duplicates.ts'
import { nameKey } from '../../state/lists/name-key.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { changeProduct } from '../../state/lists/products.ts'
import { notify } from '../../state/notices.ts'
import { undo } from '../../state/lists/undo.ts'

/** What a person is about to add; a field left out was not said. */
export type Given = Partial<ProductValue> & { productName: string }

/** A product that is on the list, still to buy, and is about to be added once more. */
export interface Again {
  there: ProductView
  /** what changes in it if both become one; null where their quantities cannot be added up */
  both: Merged | null
}

/** The products of this name on the open list: one that is still to buy comes before one that is bought. */
function named(productName: string): ProductView | undefined {
  const key = nameKey(productName)
  const { products } = useOpenList.getState()
  let bought: ProductView | undefined
  for (const product of products.values()) {
    if (nameKey(product.productName) !== key) continue
    if (!product.productStatus) return product
    bought ??= product
  }
  return bought
}

/** Where the list has it already: to be asked about, or bought and only to be unticked. Null: it is new. */
export function alreadyThere(given: Given): { ask: Again } | { untick: ProductView } | null {
  const there = given.productStatus ? undefined : named(given.productName)
  if (!there) return null
  if (there.productStatus) return { untick: there }
  const parsed = parseProduct(given)
  return { ask: { there, both: parsed.ok ? merged(there, addedView('', parsed.value)) : null } }
}

/** Not the same one any more when somebody has changed the product since it was asked. */
export function isSameQuestion(asked: Again, now: Again): boolean {
  return asked.there.id === now.there.id && JSON.stringify(asked.both) === JSON.stringify(now.both)
}

/** Both become one. False: it was not saved. */
export async function makeOne({ there, both }: Again): Promise<boolean> {
  const done = both && (await changeProduct(there.id, both))
  if (!done) return false
  const { productName } = there
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
  return true
}

/** What stands there as bought is to buy again, with what was said about it this time. False: it was not saved. */
export async function buyAgain(product: ProductView, given: Given): Promise<boolean> {
  const said = Object.entries(given) as [Field, ProductValue[Field]][]
  const news = said.filter(
    ([field, value]) =>
      field !== 'productName' && value !== undefined && value !== '' && value !== readField(product, field),
  )
  const change = { ...Object.fromEntries(news), productStatus: false } as Merged
  const done = await changeProduct(product.id, change)
  if (!done) return false
  const { productName } = product
  notify('none', msg`${productName}: still to buy`, undo(done.undo))
  return true
}
