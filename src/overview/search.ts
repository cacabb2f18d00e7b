import { findInList, searched, type Searched } from '../../core/product/list-search.ts'
import { sameKey, searchWords } from '../../core/words/text.ts'

interface Listed {
  listName: string
  /** the names of its products, as far as they are on this device */
  names: readonly string[]
}

export interface Hit<L> {
  list: L
  /** the products that were meant; none where the list's name says it, or nothing is looked for */
  products: readonly string[]
}

/** Of names that did not change their form is known: every letter that is typed looks through all of them. */
const forms = new WeakMap<readonly string[], readonly Searched[]>()

function formsOf(names: readonly string[]): readonly Searched[] {
  const known = forms.get(names)
  if (known) return known
  const made = names.map(searched)
  forms.set(names, made)
  return made
}

/** The lists where each word of `query` begins one of the name or of a product's; case and accents aside. */
export function searchLists<L extends Listed>(lists: readonly L[], query: string): readonly Hit<L>[] {
  const words = searchWords(query)
  if (words.length === 0) {
    // Signs alone, such as '!', are no words; looking for them finds nothing rather than everything.
    return sameKey(query).trim() === '' ? lists.map((list) => ({ list, products: [] })) : []
  }
  return lists.flatMap((list) => {
    const products = findInList(words, searched(list.listName), formsOf(list.names))
    return products ? [{ list, products }] : []
  })
}
