import { create } from 'zustand'
import { wordsKey } from '../../core/text.ts'
import type { ProductView } from '../../core/mutation.ts'

/** What is looked for in the open list; null: nothing, and on a phone no field for it either. */
export const useFind = create<{ query: string | null }>(() => ({ query: null }))

const keys = new WeakMap<ProductView, string>()

function keyOf(product: ProductView): string {
  let key = keys.get(product)
  if (key === undefined) {
    key = wordsKey(`${product.productName} ${product.category_name} ${product.shop_name}`)
    keys.set(product, key)
  }
  return key
}

/** The products of whose name, category or shop each word of `query` begins a word; case and accents aside. */
export function findProducts(products: readonly ProductView[], query: string): readonly ProductView[] {
  const words = wordsKey(query).split(' ').filter(Boolean)
  if (words.length === 0) return products
  return products.filter((product) => words.every((word) => keyOf(product).includes(` ${word}`)))
}
