import { useDeferredValue, useMemo, useState } from 'react'
import { arrange } from '../../../core/product/list.ts'
import { searchedFields } from '../../../core/product/table.ts'
import { type ProductView, readField } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import type { ListView } from '../../state/lists/view.ts'
import { useFind } from '../over-list.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { useAisles } from '../order/use-aisles.ts'
import { useLanguage } from '../../texts/i18n.ts'

/** One line of the list as shown: a category heading or a product. */
export type Item =
  { kind: 'heading'; key: string; category: string; count: number } | { kind: 'product'; key: string }

export interface Items {
  items: readonly Item[]
  /** the ids of the shown products, in the order shown */
  ids: readonly string[]
  /** the whole list is shown, in its own order */
  own: boolean
  searching: boolean
}

/** Returns the lines of the list, grouped, sorted and searched as the user has chosen. */
export function useItems(view: ListView): Items {
  const language = useLanguage()
  const query = useDeferredValue(useFind() ?? '')
  const searching = query.trim() !== ''
  const own = !view.grouped && view.sort === 'own' && !searching
  const order = useOpenList((state) => state.order)
  const [words] = useState(keepSameWords)
  // In the list's own order the lines do not depend on the products, so their changes cause no render.
  const products = useOpenList((state) => (own ? nothing : words(state)))
  const { grouped, sort } = view
  const aisles = useAisles(products, view.shop)
  return useMemo(() => {
    if (own) return { items: order.map(productItem), ids: order, own, searching }
    const groups = arrange(findProducts(products, query), { grouped, sort }, language, aisles)
    const ids = groups.flatMap((group) => group.products.map(({ id }) => id))
    const items = groups.flatMap((group): Item[] => {
      const rows = group.products.map(({ id }) => productItem(id))
      if (!grouped) return rows
      const { category } = group
      return [{ kind: 'heading', key: `heading ${category}`, category, count: rows.length }, ...rows]
    })
    return { items, ids, own, searching }
  }, [own, order, products, query, grouped, sort, language, aisles, searching])
}

function productItem(id: string): Item {
  return { kind: 'product', key: id }
}

const nothing: readonly ProductView[] = []

/** Makes a selector that returns the same array until a field used for sorting, grouping or searching changes. */
function keepSameWords(): (state: ReturnType<typeof useOpenList.getState>) => readonly ProductView[] {
  let kept = nothing
  return ({ order, products }) => {
    const now = order.map((id) => products.get(id)).filter((product) => product !== undefined)
    if (now.length !== kept.length || !now.every((product, i) => hasSameWords(product, kept[i]))) kept = now
    return kept
  }
}

function hasSameWords(a: ProductView, b: ProductView | undefined): boolean {
  if (a === b) return true
  return a.id === b?.id && searchedFields.every((field) => readField(a, field) === readField(b, field))
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
