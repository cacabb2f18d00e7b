import { useDeferredValue, useMemo, useState } from 'react'
import { arrange } from '../../../core/product/list.ts'
import { searchedFields } from '../../../core/product/table.ts'
import { type ProductView, readField } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import type { ListView } from '../../state/lists/view.ts'
import { useFind } from '../over-list.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { orderIn, shopIn } from '../../../core/product/aisles.ts'
import { useAccountSettings } from '../../state/account-settings/store.ts'

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

/** Returns the order of the aisles in the shop where these products are bought; `chosen`: the shop the user chose. */
export function useAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const shop = useMemo(() => shopIn(products, chosen), [products, chosen])
  return useAccountSettings(({ settings }) => orderIn(settings.shops, shop))
}

/**
 * Returns the order of the aisles for shopping mode. Rows must not move under the thumb, so an order that is learned or
 * comes from another device takes effect only when the list is opened again. A change of shop and an order set by hand
 * take effect at once.
 */
export function useSteadyAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const arranged = useAccountSettings((state) => state.arranged)
  const isRead = useAccountSettings((state) => state.isRead)
  return useMemo(
    () => orderIn(useAccountSettings.getState().settings.shops, shopIn(products, chosen)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not at every change of a product
    [chosen, arranged, isRead],
  )
}
