import { accountStore } from '../../state/account-store.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { searchedFields } from '../../../core/product/table.ts'
import { type ProductView, readField } from '../../../core/sync/mutation.ts'

/** The search query in the open list; null: no search, and on a phone no search field. */
export const useFind = accountStore<{ query: string | null }>(() => ({ query: null }))

const keys = new WeakMap<ProductView, string>()

function keyOf(product: ProductView): string {
  let key = keys.get(product)
  if (key === undefined) {
    key = wordsKey(searchedFields.map((field) => readField(product, field)).join(' '))
    keys.set(product, key)
  }
  return key
}

/** Returns the products in which each word of `query` begins a word of a searched field, ignoring case and accents. */
export function findProducts(products: readonly ProductView[], query: string): readonly ProductView[] {
  const words = searchWords(query)
  if (words.length === 0) return products
  return products.filter((product) => hasWords(keyOf(product), words))
}

export const findFieldId = 'find-in-list'

export function focusFind(): void {
  useFind.setState(({ query }) => ({ query: query ?? '' }))
  requestAnimationFrame(() => document.getElementById(findFieldId)?.focus())
}
