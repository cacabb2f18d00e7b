import { findInList, searched, type Searched } from '../../core/product/list-search.ts'
import { sameKey, searchWords } from '../../core/text/normalise.ts'

interface Listed {
  listName: string
  /** the names of those of its products that are on this device */
  names: readonly string[]
}

export interface Hit<L> {
  list: L
  /** the matching products; none if the list's name matches or the query is empty */
  products: readonly string[]
}

/** Cache of normalized names, since every key press searches all of them. */
const forms = new WeakMap<readonly string[], readonly Searched[]>()

function formsOf(names: readonly string[]): readonly Searched[] {
  const cached = forms.get(names)
  if (cached) return cached
  const made = names.map(searched)
  forms.set(names, made)
  return made
}

/** Returns the lists where each word of `query` begins a word of the name or a product, ignoring case and accents. */
export function searchLists<L extends Listed>(lists: readonly L[], query: string): readonly Hit<L>[] {
  const words = searchWords(query)
  if (words.length === 0) {
    // A query without words: an empty one shows all lists, one of signs only, such as '!', finds nothing.
    return sameKey(query).trim() === '' ? lists.map((list) => ({ list, products: [] })) : []
  }
  return lists.flatMap((list) => {
    const products = findInList(words, searched(list.listName), formsOf(list.names))
    return products ? [{ list, products }] : []
  })
}

export type ListsStatus = 'active' | 'archived' | 'shared'

/**
 * Returns the lists of one page. 'active' includes lists of other people, since the user shops with them too. A list of
 * somebody else is 'shared' even if its owner archived it.
 */
export function listsWith<L extends { listStatus: string; owner?: unknown }>(
  lists: readonly L[],
  status: ListsStatus,
): readonly L[] {
  return lists.filter(({ owner, listStatus }) => {
    const archived = listStatus === 'archiwum'
    if (status === 'active') return !archived
    return status === 'shared' ? Boolean(owner) : archived && !owner
  })
}

/** The server's hits in lists that are not completely on this device. */
export interface ServerHits {
  /** list id → the matching products */
  found: ReadonlyMap<string, readonly string[]>
  /** the server could not be asked, so hits may be missing */
  missing: boolean
}

export const noHits: ServerHits = { found: new Map(), missing: false }
