import type { Answer } from '../../../core/contract/api.ts'
import { type Finder, finder } from '../../../core/words/category-finder.ts'
import { limits } from '../../../core/product/entities.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { type Searchable, searchable } from '../../../core/words/suggest.ts'
import { catalogueName, productKey } from '../../../core/words/product-key.ts'
import { sameKey, typedKey } from '../../../core/words/text.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { accountStore, ofAccount } from '../account-store.ts'
import { findCategoriesHere } from '../own/categories-here.ts'
import { useDevice } from '../session/device.ts'
import { isSessionOf, isTrial, useSession } from '../session/session.ts'

export type ProductSuggestion = Answer<'products'>[number]
export type CategorySuggestion = Pick<Answer<'categories'>[number], 'category_name' | 'icon'>
type KnownCategory = Answer<'categoryKeywords'>[number]

/** The account's own history and the catalogue from the server, as cached in the account's database. */
interface StoredSuggestions {
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
  /** the same products by the key of their name */
  product: ReadonlyMap<string, ProductSuggestion>
  icons: ReadonlyMap<string, string>
  finder: Finder<KnownCategory>
}

const mostProducts = 2_000
const freshMs = 5 * 60_000
/** With this many results the server may have more that begin the same. */
const fullAnswer = limits.suggestions

function shownProducts(products: StoredSuggestions['products']): Pick<Suggestions, 'products' | 'product'> {
  // What was typed before the catalogue knew the word's forms is suggested as the catalogue writes it.
  const named = products.map((product) => {
    const productName = catalogueName(product.productName, currentLanguage())
    return productName === product.productName ? product : { ...product, productName }
  })
  const found = searchable(named, (product) => product.productName)
  return { products: found, product: new Map(found.map(({ key, entry }) => [key, entry])) }
}

function shown({ products, categories, shops, keywords }: StoredSuggestions): Suggestions {
  const icons = [...keywords, ...categories]
    .filter(({ icon }) => icon !== null)
    .map(({ category_name, icon }) => [sameKey(category_name), icon ?? ''] as const)
  return {
    ...shownProducts(products),
    categories: searchable(categories, (category) => category.category_name),
    shops: searchable(shops, (shop) => shop),
    icons: new Map(icons),
    finder: finder([...keywords].toSorted((a, b) => Number(b.own) - Number(a.own))),
  }
}

const nothing: StoredSuggestions = {
  format: 1,
  language: '',
  products: [],
  categories: [],
  shops: [],
  keywords: [],
}

export const useSuggestions = accountStore<Suggestions>(() => shown(nothing))

interface Memory {
  kept: StoredSuggestions
  /** the cache on this device has been read */
  isRead: boolean
  /** time of the last full request, epoch ms */
  freshAt: number
  /** queries that the server has answered completely */
  asked: Set<string>
  next: string | null
  asking: boolean
}

const memory = ofAccount((): Memory => ({
  kept: nothing,
  isRead: false,
  freshAt: 0,
  asked: new Set(),
  next: null,
  asking: false,
}))

function languageNow(): string {
  return isTrial() ? currentLanguage() : (useSession.getState().profile?.language ?? '')
}

function isStored(value: unknown): value is StoredSuggestions {
  return typeof value === 'object' && value !== null && (value as Partial<StoredSuggestions>).format === 1
}

function keep(device: Device | null, change: Partial<StoredSuggestions>): void {
  const own = memory(device)
  own.kept = { ...own.kept, ...change }
  // Products arrive while the user types; the rest is indexed again only when it changed.
  const onlyProducts = Object.keys(change).every((name) => name === 'products')
  useSuggestions.of(device).setState(onlyProducts ? shownProducts(own.kept.products) : shown(own.kept))
  // Until the cache is read, writing would replace it with these few.
  if (!own.isRead) return
  // If storage is full, nothing is cached: it is only a help with typing.
  void device?.db.putValue('suggestions', own.kept).catch(() => undefined)
}

/** New products first; they replace those of the same name, and take from them what they lack. */
function withProducts(
  device: Device | null,
  products: readonly ProductSuggestion[],
): readonly ProductSuggestion[] {
  const before = useSuggestions.of(device).getState().product
  const names = new Set(products.map(({ productName }) => productKey(productName)))
  const priced = products.map((product) => {
    const known = before.get(productKey(product.productName))
    if (!known) return product
    const price = product.price === undefined && known.unit === product.unit ? known.price : product.price
    // What is not sent yet, or was deleted on the server, is a habit all the same.
    const times = Math.max(product.times ?? 0, known.times ?? 0)
    const lastAt = [product.lastAt ?? '', known.lastAt ?? ''].toSorted().at(-1)
    return { ...product, price, ...(times > 0 && { times, lastAt }) }
  })
  const others = memory(device).kept.products.filter(({ productName }) => !names.has(productKey(productName)))
  return [...priced, ...others].slice(0, mostProducts)
}

async function readStored(device: Device): Promise<void> {
  const value = await device.db.getValue('suggestions').catch(() => null)
  // Another language has another catalogue.
  const kept =
    isStored(value) && value.language === languageNow() ? value : { ...nothing, language: languageNow() }
  Object.assign(memory(device), { kept, isRead: true, freshAt: 0, asked: new Set() })
  useSuggestions.of(device).setState(shown(kept))
}

/** Loads the cached suggestions at once, then the server's, unless it was asked less than `freshMs` ago. */
export async function loadSuggestions(now: () => number = Date.now): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  const own = memory(device)
  if (!own.isRead || own.kept.language !== languageNow()) await readStored(device)
  await showHere(device)
  if (device.isTrial) return loadCatalogue(device, now)
  // Under another account's session it would be that account's history.
  const isOurs = () => isSessionOf(device.userId)
  if (!isOurs() || now() - own.freshAt < freshMs) return
  own.freshAt = now()
  try {
    const [products, categories, shops, keywords] = await Promise.all([
      http.call('GET /api/v3/products', {}),
      http.call('GET /api/v3/categories', {}),
      http.call('GET /api/v3/shop', {}),
      http.call('GET /api/v3/category-keywords', {}),
    ])
    const here = await findCategoriesHere(device)
    if (!isOurs()) return
    keep(device, {
      products: withProducts(device, products),
      categories: [...here, ...categories].map(namedIcon),
      shops: shops.map(({ shop_name }) => shop_name),
      keywords: [...here, ...keywords],
    })
  } catch {
    own.freshAt = 0 // no network: the cached data will do
  }
}

const namedIcon = ({ category_name, icon }: CategorySuggestion) => ({ category_name, icon })

/** Own categories that only this device has count at once. */
async function showHere(device: Device): Promise<void> {
  const here = await findCategoriesHere(device).catch(() => [])
  const { keywords, categories } = memory(device).kept
  if (device.isTrial) {
    const all = [...here, ...keywords.filter(({ own }) => !own)]
    return keep(device, { keywords: all, categories: all.map(namedIcon) })
  }
  if (here.length === 0) return
  const isOther = (one: CategorySuggestion) =>
    !here.some(({ category_name }) => category_name === one.category_name)
  keep(device, {
    keywords: [...here, ...keywords.filter(isOther)],
    categories: [...here, ...categories.filter(isOther)].map(namedIcon),
  })
}

/** The built-in categories that this device knows. */
export async function builtInCategories(): Promise<readonly KnownCategory[]> {
  await loadSuggestions()
  return memory().kept.keywords.filter(({ own }) => !own)
}

/** Loads them anew, since something in them was changed here. */
export async function reloadSuggestions(): Promise<void> {
  memory().freshAt = 0
  await loadSuggestions()
}

/** Without an account there is no history on the server; all of what is built in comes at once. */
async function loadCatalogue(device: Device, now: () => number): Promise<void> {
  const own = memory(device)
  if (now() - own.freshAt < freshMs) return
  own.freshAt = now()
  try {
    const language = currentLanguage()
    const { products, categories } = await http.call('GET /api/v3/catalogue', { query: { language } })
    const learnt = own.kept.products.filter(({ times }) => times)
    const names = new Set(learnt.map(({ productName }) => productKey(productName)))
    const others = products.filter(({ productName }) => !names.has(productKey(productName)))
    keep(device, {
      products: [...learnt, ...others.map((product) => ({ ...product, shop_name: '' }))],
      keywords: categories.map((category) => ({ ...category, own: false })),
    })
    await showHere(device)
  } catch {
    own.freshAt = 0 // no network: the cached data will do
  }
}

/** Requests more names that begin so. One request at a time; of the waiting queries only the newest is sent. */
export async function askForProducts(typed: string): Promise<void> {
  const query = typedKey(typed)
  const { device } = useDevice.getState()
  const own = memory(device)
  if (!device || device.isTrial || query.length < 2 || !navigator.onLine || isAnswered(own, query)) return
  own.next = query
  if (own.asking) return
  own.asking = true
  while (own.next !== null) {
    const now: string = own.next
    own.next = null
    const products = await http.call('GET /api/v3/products', { query: { query: now } }).catch(() => null)
    if (!products || !isSessionOf(device.userId)) continue
    if (products.length < fullAnswer) own.asked.add(now)
    if (products.length === 0) continue
    keep(device, { products: withProducts(device, products) })
  }
  own.asking = false
}

function isAnswered({ asked }: Memory, query: string): boolean {
  for (let end = 2; end <= query.length; end++) if (asked.has(query.slice(0, end))) return true
  return false
}

type Added = Partial<ProductValue> & { productName: string }

/** Products just added are suggested from now on, even before they reach the server. */
export function rememberProducts(added: readonly Added[], now: () => number = Date.now): void {
  const { device } = useDevice.getState()
  const { product } = useSuggestions.getState()
  const learnt = added.map(({ productName, unit = 'pcs', price, category, shop }) => {
    const known = product.get(productKey(productName))
    return {
      productName,
      unit,
      price,
      category_name: category || known?.category_name || '',
      shop_name: shop || known?.shop_name || '',
      times: (known?.times ?? 0) + 1,
      lastAt: new Date(now()).toISOString(),
    }
  })
  const shops = added.flatMap(({ shop }) => shop || [])
  keep(device, {
    products: withProducts(device, learnt),
    ...(shops.length > 0 && { shops: [...new Set([...shops, ...memory(device).kept.shops])] }),
  })
}

/** The category for a product name: the one it had before, else the one found by keywords; '' for none. */
export function categoryFor(productName: string): string {
  const { product, finder: found } = useSuggestions.getState()
  const before = product.get(productKey(productName))?.category_name
  return before || found.of(productName)?.category_name || ''
}
