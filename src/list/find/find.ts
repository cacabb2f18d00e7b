import { useSearch } from '@tanstack/react-router'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { searchedFields } from '../../../core/product/table.ts'
import { type ProductView, readField } from '../../../core/sync/mutation.ts'
import { useOverList } from '../over-list.ts'

/** Returns what is searched for in the open list; undefined: no search, and on a phone no search field. */
export function useFind(): string | undefined {
  return useSearch({ from: '/app/details/$id', select: ({ q }) => q })
}

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

/** Returns a function that focuses the search field; on a phone it opens the field, which takes the focus itself. */
export function useFocusFind(): () => void {
  const setQuery = useOverList('q')
  return () => {
    const field = document.getElementById(findFieldId)
    if (field) field.focus()
    else setQuery('')
  }
}
