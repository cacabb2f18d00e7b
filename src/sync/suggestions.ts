import { shownCurrency } from '../../core/product/currency.ts'
import type { Answer } from '../../core/contract/api.ts'
import { inWordsOf, type Reader, readerOf, shownCategory } from '../../core/product/categories.ts'
import { type Finder, finder, ownFirst } from '../../core/text/category-finder.ts'
import type { ProductValue } from '../../core/product/table.ts'
import { mostShopChoices } from '../../core/product/trip.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import { dayOf, daysOf, joinDays } from '../../core/text/due.ts'
import { type Searchable, searchable } from '../../core/text/suggest.ts'
import { catalogueName, productKey } from '../../core/text/product-key.ts'
import { sameKey } from '../../core/text/normalise.ts'
import type { Device } from '../../device/device.ts'
import { currentLanguage, i18n } from '../texts/i18n.ts'
import { accountStore } from './account-store.ts'
import { useDevice } from './device.ts'

type Suggested = Answer<'products'>[number]
type Habit = Pick<Suggested, 'times' | 'lastAt' | 'days' | 'amount'>

export interface ProductSuggestion extends Suggested {
  /** when it was ticked on this device, epoch ms, which the server may not know yet; and the habit before that */
  ticked?: { at: number; before: Habit } | undefined
}
export type CategorySuggestion = Pick<Answer<'categories'>[number], 'category_name' | 'icon'>
export type KnownCategory = Answer<'categoryKeywords'>[number]

/** The account's own history and the server's catalogue, as cached in the account's database. */
export interface StoredSuggestions {
  format: 1
  language: string
  products: readonly ProductSuggestion[]
  categories: readonly CategorySuggestion[]
  shops: readonly string[]
  /** those that were chosen for a trip on this device, the last one first: nothing need have been bought there */
  chosenShops?: readonly string[]
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
  { products, shops, chosenShops = [] }: StoredSuggestions,
  reader: Reader,
): Pick<Suggestions, 'products' | 'product' | 'shops'> {
  // Names typed before the catalogue knew the word's forms are suggested in the catalogue's spelling.
  const named = products.map((product) => {
    const productName = catalogueName(product.productName, currentLanguage())
    return inWordsOf(productName === product.productName ? product : { ...product, productName }, reader)
  })
  const found = searchable(named, (product) => product.productName)
  const lastShops = [...chosenShops, ...shopsOf(products), ...shops]
  return {
    products: found,
    product: new Map(found.map(({ key, entry }) => [key, entry])),
    shops: searchable([...new Set(lastShops)], (shop) => shop),
  }
}

/** Returns the shops where the household bought, the last one first. */
function shopsOf(products: StoredSuggestions['products']): string[] {
  return products
    .filter(({ lastAt, shop_name }) => lastAt !== undefined && shop_name !== '')
    .toSorted(({ lastAt: a = '' }, { lastAt: b = '' }) => Date.parse(b) - Date.parse(a))
    .map(({ shop_name }) => shop_name)
}

/** `before`: the previous reader. */
function shown(kept: StoredSuggestions, before: Reader): Omit<Suggestions, 'memory' | 'isRead'> {
  const { keywords } = kept
  const reader = readerWith(keywords, before)
  const categories = kept.categories.map((category) => ({
    ...category,
    category_name: shownCategory(category, reader),
  }))
  const icons = [...keywords, ...categories]
    .filter(({ icon }) => icon !== null)
    .map(({ category_name, icon }) => [sameKey(category_name), icon ?? ''] as const)
  return {
    reader,
    ...shownProducts(kept, reader),
    categories: searchable(categories, (category) => category.category_name),
    icons: new Map(icons),
    finder: ownFirst(finder(keywords.filter(({ own }) => own)), finder(keywords.filter(({ own }) => !own))),
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
  if (onlyProducts) store.setState(shownProducts(state.kept, store.getState().reader))
  else showKept(device)
  // Until the cache has been read, writing would replace it with these few.
  if (!store.getState().isRead) return
  // If the storage is full, nothing is cached: suggestions are only a convenience.
  void device?.db.putValue('suggestions', state.kept).catch(() => undefined)
}

/** Keeps the shop that was chosen for a trip. */
export function rememberShop(shop: string): void {
  const { device } = useDevice.getState()
  const before = memory(device).kept.chosenShops ?? []
  keep(device, { chosenShops: [...new Set([shop, ...before])].slice(0, mostShopChoices) })
}

/**
 * Returns the products with new ones first. They replace those of the same name and inherit missing data from them.
 * `now`: these are all habits that the server knows at this time, in epoch ms. Others are forgotten, because the account
 * may have left the list that they are of.
 */
export function withProducts(
  device: Device | null,
  products: readonly ProductSuggestion[],
  now?: number,
): readonly ProductSuggestion[] {
  const before = useSuggestions.of(device).getState().product
  const names = new Set(products.map(({ productName }) => productKey(productName)))
  const priced = products.map((product) => {
    const known = before.get(productKey(product.productName))
    if (!known) return product
    const inherits = product.price === undefined && known.unit === product.unit
    const { price, currency } = inherits ? known : product
    return {
      ...product,
      price,
      currency,
      ...(now === undefined ? habitOf(known) : ticked(product, known, now)),
    }
  })
  const others = memory(device).kept.products.filter(({ productName }) => !names.has(productKey(productName)))
  const left = now === undefined ? others : others.flatMap((one) => notServed(one, now))
  return [...priced, ...left].slice(0, mostProducts)
}

/** Returns a product of which the server knows no habit: without the one that it was known for, if it stays at all. */
function notServed(known: ProductSuggestion, now: number): ProductSuggestion[] {
  const { times, amount } = known
  if (isUnsent(known, now)) return [{ ...known, ...ticked({}, known, now) }]
  // Names that an older version counted were typed by this account.
  return amount ? [] : [times ? { ...known, times: undefined, lastAt: undefined, days: undefined } : known]
}

const dayMs = 86_400_000
/** A tick that is taken back within this time was a correction, as on the server. */
const correctionMs = 2 * 3_600_000

function habitOf({ times, lastAt, days, amount, ticked }: ProductSuggestion) {
  return { times, lastAt, days, amount, ticked }
}

function isUnsent({ ticked }: ProductSuggestion, now: number): boolean {
  return ticked !== undefined && now - ticked.at < dayMs
}

/** Returns the server's habit, with the last tick on this device if the server does not know it yet. */
function ticked(served: Habit, known: ProductSuggestion, now: number): Partial<ProductSuggestion> {
  const { ticked: last, amount } = known
  if (!last || !isUnsent(known, now) || served.days?.includes(dayOf(last.at))) return { ticked: undefined }
  return bought(served, amount, last.at)
}

/** Returns a habit after one more purchase. Those of one day count once. */
function bought(before: Habit, amount: Habit['amount'], at: number) {
  const days = daysOf(before)
  const { times = 0, lastAt } = before
  return {
    times: days.includes(dayOf(at)) ? Math.max(times, 1) : times + 1,
    lastAt: new Date(at).toISOString(),
    days: joinDays(days, [dayOf(at)]),
    amount,
    ticked: { at, before: { times, lastAt, days: [...days], amount: before.amount } },
  }
}

export interface Tick {
  product: ProductView
  isBought: boolean
  /** epoch ms */
  at: number
}

/** Learns from products that were ticked on this device, and forgets those whose ticks are taken back soon. */
export function rememberTicks(ticks: readonly Tick[], device = useDevice.getState().device): void {
  const { kept } = memory(device)
  const changed = new Map<string, ProductSuggestion>()
  for (const { product, isBought, at } of ticks) {
    const key = productKey(product.productName)
    const { productName, unit, quantity, category_name, shop_name } = product
    const known = changed.get(key) ??
      useSuggestions.of(device).getState().product.get(key) ?? { productName, unit, category_name, shop_name }
    const { ticked: last } = known
    if (isBought) changed.set(key, { ...known, ...bought(known, { quantity, unit }, at) })
    else if (last && at - last.at <= correctionMs)
      changed.set(key, { ...known, ...last.before, ticked: undefined })
  }
  if (changed.size === 0) return
  const others = kept.products.filter(({ productName }) => !changed.has(productKey(productName)))
  keep(device, { products: [...changed.values(), ...others].slice(0, mostProducts) })
}

type Added = Partial<ProductValue> & { productName: string }

/** Suggests products that were just added, with their prices in this currency, even before they reach the server. */
export function rememberProducts(added: readonly Added[], currency: string): void {
  const { device } = useDevice.getState()
  const { product } = useSuggestions.getState()
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
    }
  })
  const shops = added.flatMap(({ shop }) => shop || [])
  keep(device, {
    products: withProducts(device, learnt),
    ...(shops.length > 0 && { shops: [...new Set([...shops, ...memory(device).kept.shops])] }),
  })
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
