import { msg } from '@lingui/core/macro'
import { buyAgain, meetingNow } from '../../state/lists/already-there.ts'
import { announce, showAdded } from '../../state/lists/list-ui.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { addProduct } from '../../state/lists/products.ts'
import { nameKey, type ProductSuggestion, rememberProducts } from '../../state/lists/suggestions.ts'

/** What a tile or chip adds with one press. */
export type Usual = Pick<ProductSuggestion, 'productName' | 'unit' | 'category_name'>

/** Products that are being stored. The user may press a second time before the product is on the list. */
const storing = new Set<string>()

/**
 * Adds a product with one press. If the list has it as bought, it is unticked instead; one that is still to buy is
 * shown. `scrolls`: the page scrolls to the added product.
 */
export async function addUsual({ productName, unit, category_name: category }: Usual, scrolls = true) {
  const value = { productName, unit, ...(category !== '' && { category }) }
  const key = nameKey(productName)
  if (storing.has(key)) return
  const there = meetingNow()(value)
  if (there && 'ask' in there) return showAdded(useOpenList.getState().listId ?? '', [there.ask.there.id])
  storing.add(key)
  const done = there ? await buyAgain(there.untick, { productName }) : (await addProduct(value, scrolls)).ok
  storing.delete(key)
  if (!done) return
  rememberProducts([value])
  // The notice of an unticked product announces itself.
  const added = productName
  if (!there) announce(msg`Added: ${added}`)
}
