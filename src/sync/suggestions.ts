import { shownCurrency } from '../../core/product/currency.ts'
import type { Answer } from '../../core/contract/api.ts'
import { inWordsOf, type Reader, readerOf } from '../../core/product/categories.ts'
import { type Finder, finder } from '../../core/text/category-finder.ts'
import type { ProductValue } from '../../core/product/table.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import { dayOf, daysOf, joinDays } from '../../core/text/due.ts'
import { type Searchable, searchable } from '../../core/text/suggest.ts'
import { catalogueName, productKey } from '../../core/text/product-key.ts'
import { sameKey } from '../../core/text/normalise.ts'
import type { Device } from '../../device/device.ts'
import { currentLanguage, i18n } from '../texts/i18n.ts'
import { accountStore } from './account-store.ts'
import { useDevice } from './device.ts'

export type ProductSuggestion = Answer<'products'>[number]
export type CategorySuggestion = Pick<Answer<'categories'>[number], 'category_name' | 'icon'>
export type KnownCategory = Answer<'categoryKeywords'>[number]

/** The account's own history and the server's catalogue, as cached in the account's database. */
export interface StoredSuggestions {
  format: 1
  language: string
  products: readonly ProductSuggestion[]
  categories: readonly CategorySuggestion[]
  shops: readonly string[]
  keywords: readonly KnownCategory[]
}

interface Suggestions {
  products: readonly Searchable<ProductSuggestion>[]
  categories: readonly Searchable<CategorySuggestion>[]
  shops: readonly Searchable<string>[]
  /** the same products by name key */
  product: ReadonlyMap<string, ProductSuggestion>
  icons: ReadonlyMap<string, string>
  /** whose language and own categories are used; the same object until these change */
  reader: Reader
  finder: Finder<KnownCategory>
  /** the cache on this device has been read */
  isRead: boolean
  memory: SuggestionsMemory
}

const mostProducts = 2_000

function shownProducts(
  products: StoredSuggestions['products'],
  reader: Reader,
): Pick<Suggestions, 'products' | 'product'> {
  // Names typed before the catalogue knew the word's forms are suggested in the catalogue's spelling.
  const named = products.map((product) => {
    const productName = catalogueName(product.productName, currentLanguage())
    return inWordsOf(productName === product.productName ? product : { ...product, productName }, reader)
  })
  const found = searchable(named, (product) => product.productName)
  return { products: found, product: new Map(found.map(({ key, entry }) => [key, entry])) }
}

/** `before`: the previous reader. */
function shown(
  { products, categories: stored, shops, keywords }: StoredSuggestions,
  before: Reader,
): Omit<Suggestions, 'memory' | 'isRead'> {
  const reader = readerWith(keywords, before)
  const categories = stored.map((category) => inWordsOf(category, reader))
  const icons = [...keywords, ...categories]
    .filter(({ icon }) => icon !== null)
    .map(({ category_name, icon }) => [sameKey(category_name), icon ?? ''] as const)
  return {
    reader,
    ...shownProducts(products, reader),
    categories: searchable(categories, (category) => category.category_name),
    shops: searchable(shops, (shop) => shop),
    icons: new Map(icons),
    finder: finder([...keywords].toSorted((a, b) => Number(b.own) - Number(a.own))),
  }
}

function readerWith(keywords: readonly KnownCategory[], before: Reader): Reader {
  const language = currentLanguage()
  const names = keywords.filter(({ own }) => own).map(({ category_name }) => sameKey(category_name))
  const ownNames = new Set(names)
  const isSame = ownNames.size === before.own.size && names.every((name) => before.own.has(name))
  return isSame && language === before.language ? before : { language, own: ownNames }
}

export const nothing: StoredSuggestions = {
  format: 1,
  language: '',
  products: [],
  categories: [],
  shops: [],
  keywords: [],
}

export const useSuggestions = accountStore<Suggestions>(() => ({
  ...shown(nothing, readerOf(currentLanguage())),
  isRead: false,
  memory: {
    kept: nothing,
    freshAt: 0,
    asked: new Set(),
    next: null,
    asking: false,
    keys: new Map(),
    sources: new Map(),
  },
}))

export function memory(device = useDevice.getState().device): SuggestionsMemory {
  return useSuggestions.of(device).getState().memory
}

/** Shows the cached data in a newly chosen language. The server's data in that language comes later. */
export function watchLanguage(): () => void {
  return i18n.on('change', () => {
    const { device } = useDevice.getState()
    showKept(device)
  })
}

export function showKept(device: Device | null): void {
  const store = useSuggestions.of(device)
  store.setState(shown(memory(device).kept, store.getState().reader))
}

/** Not shown: changes in it notify nobody. */
export interface SuggestionsMemory {
  kept: StoredSuggestions
  /** time of the last full request, epoch ms */
  freshAt: number
  /** queries that the server has answered completely */
  asked: Set<string>
  next: string | null
  asking: boolean
  /** cached keys of product names, by name */
  keys: Map<string, string>
  /** what suggestions for a field are searched in, by field */
  sources: Map<string, SuggestionSource>
}

export interface SuggestionSource {
  known: readonly Searchable<unknown>[]
  products: ReadonlyMap<string, ProductView>
  all: readonly Searchable<unknown>[]
  /** the last query's key, and the part of `all` that matches it */
  typed: string
  left: readonly Searchable<unknown>[]
}

export function keep(device: Device | null, change: Partial<StoredSuggestions>): void {
  const state = memory(device)
  state.kept = { ...state.kept, ...change }
  // Products arrive while the user types. The rest is indexed again only if it changed.
  const onlyProducts = Object.keys(change).every((name) => name === 'products')
  const store = useSuggestions.of(device)
  if (onlyProducts) store.setState(shownProducts(state.kept.products, store.getState().reader))
  else showKept(device)
  // Until the cache has been read, writing would replace it with these few.
  if (!store.getState().isRead) return
  // If the storage is full, nothing is cached: suggestions are only a convenience.
  void device?.db.putValue('suggestions', state.kept).catch(() => undefined)
}

/** Returns the products with new ones first. They replace those of the same name and inherit missing data from them. */
export function withProducts(
  device: Device | null,
  products: readonly ProductSuggestion[],
): readonly ProductSuggestion[] {
  const before = useSuggestions.of(device).getState().product
  const names = new Set(products.map(({ productName }) => productKey(productName)))
  const priced = products.map((product) => {
    const known = before.get(productKey(product.productName))
    if (!known) return product
    const inherits = product.price === undefined && known.unit === product.unit
    const { price, currency } = inherits ? known : product
    // Habits that are not on the server, because they are unsent or were deleted there, still count.
    const times = Math.max(product.times ?? 0, known.times ?? 0)
    const lastAt = [product.lastAt ?? '', known.lastAt ?? ''].toSorted().at(-1)
    const days = joinDays(product.days, known.days)
    return {
      ...product,
      price,
      currency,
      ...(times > 0 && { times, lastAt }),
      ...(days.length > 0 && { days }),
    }
  })
  const others = memory(device).kept.products.filter(({ productName }) => !names.has(productKey(productName)))
  return [...priced, ...others].slice(0, mostProducts)
}

type Added = Partial<ProductValue> & { productName: string }

/**
 * Suggests products that were just added, with their prices in this currency, even before they reach the server. Returns a function that forgets it, for
 * an Undo: what was added by mistake stays due.
 */
export function rememberProducts(
  added: readonly Added[],
  currency: string,
  now: () => number = Date.now,
): () => void {
  const { device } = useDevice.getState()
  const { product } = useSuggestions.getState()
  const before = memory(device).kept.products
  const learnt = added.map(({ productName, unit = 'pcs', category, shop, ...value }) => {
    const price = value.priceFor === undefined ? value.price : undefined // else it is not for one unit
    const known = product.get(productKey(productName))
    return {
      productName,
      unit,
      price,
      currency: shownCurrency(currency),
      category_name: category || known?.category_name || '',
      shop_name: shop || known?.shop_name || '',
      times: (known?.times ?? 0) + 1,
      lastAt: new Date(now()).toISOString(),
      days: joinDays(known && daysOf(known), [dayOf(now())]),
    }
  })
  const shops = added.flatMap(({ shop }) => shop || [])
  keep(device, {
    products: withProducts(device, learnt),
    ...(shops.length > 0 && { shops: [...new Set([...shops, ...memory(device).kept.shops])] }),
  })
  const names = new Set(learnt.map(({ productName }) => productKey(productName)))
  const isLearnt = (one: ProductSuggestion) => names.has(productKey(one.productName))
  return () => {
    const others = memory(device).kept.products.filter((one) => !isLearnt(one))
    keep(device, { products: [...others, ...before.filter(isLearnt)] })
  }
}

/** Returns the category for a product name: the one it had before, else one found by keywords, else ''. */
export function categoryFor(productName: string): string {
  const { product, finder: found } = useSuggestions.getState()
  const before = product.get(productKey(productName))?.category_name
  return before || found.of(productName)?.category_name || ''
}

const mostKeys = 20_000

/** `productKey` with a cache: each name is normalised once, however often a long list changes. */
export function nameKey(name: string): string {
  const known = memory().keys
  let key = known.get(name)
  if (key === undefined) {
    if (known.size >= mostKeys) known.clear()
    key = productKey(name)
    known.set(name, key)
  }
  return key
}
