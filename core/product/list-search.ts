import { hasWords } from '../text/product-key.ts'
import { wordsKey } from '../text/normalise.ts'

/** A name and the form in which it is searched. */
export interface Searched {
  name: string
  key: string
}

export function searched(name: string): Searched {
  return { name, key: wordsKey(name) }
}

/**
 * Returns the names of the products that match a search; each of `words` (from `searchWords`) must begin a word of the
 * list's name or of a product's name. Returns an empty array if the list's own name has all words, and null if a word
 * is missing.
 */
export function findInList(
  words: readonly string[],
  list: Searched,
  products: readonly Searched[],
): readonly string[] | null {
  const has = ({ key }: Searched, word: string) => hasWords(key, [word])
  const missing = words.filter((word) => !has(list, word))
  if (missing.length === 0) return []
  const some = products.filter((product) => missing.some((word) => has(product, word)))
  if (!missing.every((word) => some.some((product) => has(product, word)))) return null
  const all = some.filter((product) => missing.every((word) => has(product, word)))
  return [...new Set((all.length > 0 ? all : some).map(({ name }) => name))]
}
