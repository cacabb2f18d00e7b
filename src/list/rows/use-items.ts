import { useDeferredValue, useMemo, useState } from 'react'
import type { Language } from '../../../core/product/entities.ts'
import { arrange, type Arrangement } from '../../../core/product/list.ts'
import { searchedFields } from '../../../core/product/table.ts'
import { type ProductView, readField } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { type ListView, shopOfTrip } from '../state/view.ts'
import { useFind } from '../state/use-over-list.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { orderIn, shopIn } from '../../../core/product/aisles.ts'
import { useAccountSettings } from '../../account/state/settings.ts'

/** One line of the list as shown: a heading or a product. */
export type Item =
  | {
      kind: 'heading'
      key: string
      /** '' for products without a category; null: the basket */
      category: string | null
      count: number
    }
  | { kind: 'product'; key: string }

export interface Items {
  items: readonly Item[]
  /** the ids of the shown products, in the order shown */
  ids: readonly string[]
  /** the whole list is shown, in its own order */
  own: boolean
  /** products stand under the headings of their categories */
  grouped: boolean
  searching: boolean
}

/**
 * Returns the lines of the list, grouped, sorted and searched as the user has chosen, what is bought at the end. A list
 * without any category has nothing to group by, so it is in its own order.
 */
export function useItems(view: ListView, basket: ReadonlySet<string>): Items {
  const language = useLanguage()
  const query = useDeferredValue(useFind() ?? '')
  const searching = query.trim() !== ''
  const order = useOpenList((state) => state.order)
  const isPlain = !searching && view.sort === 'own' && !view.grouped
  const [words] = useState(keepSameWords)
  // Without grouping, sorting and search the lines do not depend on the words, so their changes cause no render.
  const products = useOpenList((state) => (isPlain ? nothing : words(state)))
  const { grouped: groups, sort } = view
  const aisles = useSteadyAisles(products, shopOfTrip(view) ?? '')
  return useMemo(() => {
    if (isPlain) return plainItems(order, basket)
    const found = findProducts(products, query)
    const { own, ...lines } = arrangedItems(found, basket, { grouped: groups, sort }, language, aisles)
    return { ...lines, own: own && !searching, searching }
  }, [isPlain, order, basket, products, query, groups, sort, language, aisles, searching])
}

function plainItems(order: readonly string[], settled: ReadonlySet<string>): Items {
  const open = order.filter((id) => !settled.has(id))
  const bought = order.filter((id) => settled.has(id))
  return {
    items: [...open.map(productItem), ...basketItems(bought)],
    ids: [...open, ...bought],
    own: true,
    grouped: false,
    searching: false,
  }
}

/** Arranges products into lines: those in the basket at the end. */
export function arrangedItems(
  products: readonly ProductView[],
  settled: ReadonlySet<string>,
  { grouped: groups, sort }: Arrangement,
  language: Language,
  aisles: readonly string[],
): Omit<Items, 'searching'> {
  const grouped = groups && products.some(({ category_name }) => category_name !== '')
  const standing = products.filter(({ id }) => !settled.has(id))
  const open = arrange(standing, { grouped, sort }, language, aisles).map(({ category, products: all }) => ({
    category,
    ids: all.map(({ id }) => id),
  }))
  const bought = products.filter(({ id }) => settled.has(id))
  const basket = arrange(bought, { grouped: false, sort }, language).flatMap((group) =>
    group.products.map(({ id }) => id),
  )
  const items = open.flatMap(({ category, ids }): Item[] => {
    const rows = ids.map(productItem)
    if (!grouped) return rows
    return [{ kind: 'heading', key: `heading ${category}`, category, count: rows.length }, ...rows]
  })
  return {
    items: [...items, ...basketItems(basket)],
    ids: [...open.flatMap(({ ids }) => ids), ...basket],
    own: !grouped && sort === 'own',
    grouped,
  }
}

function basketItems(ids: readonly string[]): Item[] {
  if (ids.length === 0) return []
  return [{ kind: 'heading', key: 'basket', category: null, count: ids.length }, ...ids.map(productItem)]
}

function productItem(id: string): Item {
  return { kind: 'product', key: id }
}

const nothing: readonly ProductView[] = []

/** Makes a selector that returns the same array until a field used for sorting, grouping or searching changes. */
function keepSameWords(): (state: ReturnType<typeof useOpenList.getState>) => readonly ProductView[] {
  let previous = nothing
  return ({ order, products }) => {
    const now = order.map((id) => products.get(id)).filter((product) => product !== undefined)
    if (now.length !== previous.length || !now.every((product, i) => hasSameWords(product, previous[i])))
      previous = now
    return previous
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

/**
 * Returns the order of the aisles in the shop where these products are bought; `chosen`: the shop the user chose. Rows
 * must not move under the thumb, so an order that is learned or comes from another device takes effect only when the
 * list is opened again. A change of shop and an order set by hand take effect at once.
 */
export function useSteadyAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const arranged = useAccountSettings((state) => state.arranged)
  const isRead = useAccountSettings((state) => state.isRead)
  const shop = useMemo(() => shopIn(products, chosen), [products, chosen])
  return useMemo(
    () => orderIn(useAccountSettings.getState().settings.shops, shop),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not whenever an order is learned
    [shop, arranged, isRead],
  )
}
