import { create } from 'zustand'
import type { Answer } from '../../../core/contract/api.ts'
import { type Finder, finder } from '../../../core/words/category-finder.ts'
import { limits } from '../../../core/product/entities.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { type Searchable, searchable } from '../../../core/words/suggest.ts'
import { productKey, sameKey } from '../../../core/words/text.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { useDevice } from '../session/device.ts'
import { useSession } from '../session/session.ts'

export type ProductSuggestion = Answer<'products'>[number]
export type CategorySuggestion = Pick<Answer<'categories'>[number], 'category_name' | 'icon'>
type KnownCategory = Answer<'categoryKeywords'>[number]

/** What an account was told of its own history and the catalogue, as it lies in the account's database. */
interface Kept {
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
  /** the same by the key of their names */
  product: ReadonlyMap<string, ProductSuggestion>
  icons: ReadonlyMap<string, string>
  finder: Finder<KnownCategory>
}

const mostProducts = 2_000
const freshMs = 5 * 60_000
/** With so many answers there may be more that begin the same. */
const fullAnswer = limits.suggestions

function shownProducts(products: Kept['products']): Pick<Suggestions, 'products' | 'product'> {
  const found = searchable(products, (product) => product.productName)
  return { products: found, product: new Map(found.map(({ key, entry }) => [key, entry])) }
}

function shown({ products, categories, shops, keywords }: Kept): Suggestions {
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

const nothing: Kept = { format: 1, language: '', products: [], categories: [], shops: [], keywords: [] }

export const useSuggestions = create<Suggestions>(() => shown(nothing))

let kept = nothing
let owner: Device | null = null
let freshAt = 0
/** what the server was asked for already and has told all of */
let asked = new Set<string>()
let next: string | null = null
let asking = false

function languageNow(): string {
  return useSession.getState().profile?.language ?? ''
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && (value as Partial<Kept>).format === 1
}

function keep(change: Partial<Kept>): void {
  kept = { ...kept, ...change }
  // Names come with every few letters that are typed; the rest of it is put in order only when it changed.
  const onlyProducts = Object.keys(change).every((name) => name === 'products')
  useSuggestions.setState(onlyProducts ? shownProducts(kept.products) : shown(kept))
  // A device without room goes without: it is only a help with typing.
  void owner?.db.putValue('suggestions', kept).catch(() => undefined)
}

/** The new ones first; of the same name the newer one counts, but the last price that was known stays. */
function withProducts(products: readonly ProductSuggestion[]): readonly ProductSuggestion[] {
  const before = useSuggestions.getState().product
  const names = new Set(products.map(({ productName }) => productKey(productName)))
  const priced = products.map((product) => {
    const known = before.get(productKey(product.productName))
    return product.price === undefined && known?.unit === product.unit
      ? { ...product, price: known.price }
      : product
  })
  const others = kept.products.filter(({ productName }) => !names.has(productKey(productName)))
  return [...priced, ...others].slice(0, mostProducts)
}

async function readKept(device: Device): Promise<void> {
  const value = await device.db.getValue('suggestions').catch(() => null)
  if (useDevice.getState().device !== device) return
  owner = device
  freshAt = 0
  asked = new Set()
  // Another language has another catalogue.
  kept = isKept(value) && value.language === languageNow() ? value : { ...nothing, language: languageNow() }
  useSuggestions.setState(shown(kept))
}

/** What this device keeps, at once; then what the server has, unless it was asked a moment ago. */
export async function loadSuggestions(now: () => number = Date.now): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  if (owner !== device || kept.language !== languageNow()) await readKept(device)
  if (owner !== device || now() - freshAt < freshMs) return
  freshAt = now()
  try {
    const [products, categories, shops, keywords] = await Promise.all([
      http.call('GET /api/v3/products', {}),
      http.call('GET /api/v3/categories', {}),
      http.call('GET /api/v3/shop', {}),
      http.call('GET /api/v3/category-keywords', {}),
    ])
    if (owner !== device) return
    keep({
      products: withProducts(products),
      categories: categories.map(({ category_name, icon }) => ({ category_name, icon })),
      shops: shops.map(({ shop_name }) => shop_name),
      keywords,
    })
  } catch {
    freshAt = 0 // no network: what is kept will do
  }
}

/** Asks for more names that begin so, one question at a time and only the newest. */
export async function askForProducts(typed: string): Promise<void> {
  const query = productKey(typed)
  if (query.length < 2 || !navigator.onLine || isAnswered(query)) return
  next = query
  if (asking) return
  asking = true
  while (next !== null) {
    const device = owner
    const now: string = next
    next = null
    const products = await http.call('GET /api/v3/products', { query: { query: now } }).catch(() => null)
    if (!products || owner !== device) continue
    if (products.length < fullAnswer) asked.add(now)
    if (products.length === 0) continue
    keep({ products: withProducts(products) })
  }
  asking = false
}

function isAnswered(query: string): boolean {
  for (let end = 2; end <= query.length; end++) if (asked.has(query.slice(0, end))) return true
  return false
}

type Added = Partial<ProductValue> & { productName: string }

/** What was just added is suggested from now on, also before the server heard of it. */
export function rememberProducts(added: readonly Added[]): void {
  const { product } = useSuggestions.getState()
  const learnt = added.map(({ productName, unit = 'pcs', price, category, shop }) => {
    const known = product.get(productKey(productName))
    return {
      productName,
      unit,
      price,
      category_name: category || known?.category_name || '',
      shop_name: shop || known?.shop_name || '',
    }
  })
  const shops = added.flatMap(({ shop }) => shop || [])
  keep({
    products: withProducts(learnt),
    ...(shops.length > 0 && { shops: [...new Set([...shops, ...kept.shops])] }),
  })
}

/** The category that a product of this name belongs to, by what it was called before and by keywords; '' for none. */
export function categoryFor(productName: string): string {
  const { product, finder: found } = useSuggestions.getState()
  const before = product.get(productKey(productName))?.category_name
  return before || found.of(productName)?.category_name || ''
}
