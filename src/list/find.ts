import { create } from 'zustand'
import { hasWords, searchWords, wordsKey } from '../../core/words/text.ts'
import { searchedFields } from '../../core/product/table.ts'
import { type ProductView, readField } from '../../core/sync/mutation.ts'

/** What is looked for in the open list; null: nothing, and on a phone no field for it either. */
export const useFind = create<{ query: string | null }>(() => ({ query: null }))

const keys = new WeakMap<ProductView, string>()

function keyOf(product: ProductView): string {
  let key = keys.get(product)
  if (key === undefined) {
    key = wordsKey(searchedFields.map((field) => readField(product, field)).join(' '))
    keys.set(product, key)
  }
  return key
}

/** The products of whose searched fields each word of `query` begins a word; case and accents aside. */
export function findProducts(products: readonly ProductView[], query: string): readonly ProductView[] {
  const words = searchWords(query)
  if (words.length === 0) return products
  return products.filter((product) => hasWords(keyOf(product), words))
}
