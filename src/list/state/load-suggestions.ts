import { limits } from '../../../core/product/entities.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { searchWords, typedKey } from '../../../core/text/normalise.ts'
import { searchedAs } from '../../../core/text/tongues.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { findCategoriesHere } from '../../trial/local.ts'
import { useDevice } from '../../sync/device.ts'
import { isAccountOf, useSession, who } from '../../account/session/session.ts'
import {
  type CategorySuggestion,
  keep,
  type KnownCategory,
  memory,
  nothing,
  showKept,
  type StoredSuggestions,
  type SuggestionsMemory,
  useSuggestions,
  withProducts,
} from '../../sync/suggestions.ts'

const freshMs = 5 * 60_000
/** with this many results, the server may have more with the same beginning */
const fullAnswer = limits.suggestions

/** Without an account there is no history on the server. */
function hasNoAccount(device: Device): boolean {
  return device.isTrial || who() === 'guest'
}

function languageNow(): string {
  return ['trial', 'guest'].includes(who())
    ? currentLanguage()
    : (useSession.getState().profile?.language ?? '')
}

function isStored(value: unknown): value is StoredSuggestions {
  return typeof value === 'object' && value !== null && (value as Partial<StoredSuggestions>).format === 1
}

async function readStored(device: Device): Promise<void> {
  const value = await device.db.getValue('suggestions').catch(() => null)
  // Each language has its own catalogue.
  const suggestions =
    isStored(value) && value.language === languageNow() ? value : { ...nothing, language: languageNow() }
  Object.assign(memory(device), { kept: suggestions, freshAt: 0, asked: new Set() })
  showKept(device)
  useSuggestions.of(device).setState({ isRead: true })
}

/** Loads the cached suggestions at once, then the server's, unless they were requested in the last 5 min. */
export async function loadSuggestions(now: () => number = Date.now): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  const state = memory(device)
  if (!useSuggestions.of(device).getState().isRead || state.kept.language !== languageNow())
    await readStored(device)
  await showHere(device)
  if (hasNoAccount(device)) return loadCatalogue(device, now)
  // With another account's session the answer is that account's history.
  const isOurs = () => isAccountOf(device.userId)
  if (!isOurs() || now() - state.freshAt < freshMs) return
  state.freshAt = now()
  try {
    const [products, categories, shops, keywords] = await Promise.all([
      http.call('GET /api/v3/products', {}),
      http.call('GET /api/v3/categories', {}),
      http.call('GET /api/v3/shop', {}),
      http.call('GET /api/v3/category-keywords', {}),
    ])
    const localCategories = await findCategoriesHere(device)
    if (!isOurs()) return
    keep(device, {
      products: withProducts(device, products, now()),
      categories: [...localCategories, ...categories].map(namedIcon),
      shops: shops.map(({ shop_name }) => shop_name),
      keywords: [...localCategories, ...keywords],
    })
  } catch {
    state.freshAt = 0 // no network: the cached data is enough
  }
}

const namedIcon = ({ category_name, icon }: CategorySuggestion) => ({ category_name, icon })

/** Uses own categories that are only on this device at once. */
async function showHere(device: Device): Promise<void> {
  const localCategories = await findCategoriesHere(device).catch(() => [])
  const { keywords, categories } = memory(device).kept
  if (hasNoAccount(device)) {
    const all = [...localCategories, ...keywords.filter(({ own }) => !own)]
    return keep(device, { keywords: all, categories: all.map(namedIcon) })
  }
  if (localCategories.length === 0) return
  const isOther = (one: CategorySuggestion) =>
    !localCategories.some(({ category_name }) => category_name === one.category_name)
  keep(device, {
    keywords: [...localCategories, ...keywords.filter(isOther)],
    categories: [...localCategories, ...categories.filter(isOther)].map(namedIcon),
  })
}

/** Returns the built-in categories that this device knows. */
export async function builtInCategories(): Promise<readonly KnownCategory[]> {
  await loadSuggestions()
  return memory().kept.keywords.filter(({ own }) => !own)
}

/** Loads the suggestions again after something in them was changed here. */
export async function reloadSuggestions(): Promise<void> {
  memory().freshAt = 0
  await loadSuggestions()
}

/** Loads the catalogue for a trial or a guest: all built-in data comes at once. */
async function loadCatalogue(device: Device, now: () => number): Promise<void> {
  const state = memory(device)
  if (now() - state.freshAt < freshMs) return
  state.freshAt = now()
  try {
    const language = currentLanguage()
    const { products, categories } = await http.call('GET /api/v3/catalogue', { query: { language } })
    const built = new Set(products.map(({ productName }) => productKey(productName)))
    const learnt = state.kept.products.filter(
      ({ productName, times }) => times || !built.has(productKey(productName)),
    )
    const names = new Set(learnt.map(({ productName }) => productKey(productName)))
    const others = products.filter(({ productName }) => !names.has(productKey(productName)))
    keep(device, {
      products: [...learnt, ...others.map((product) => ({ ...product, shop_name: '' }))],
      keywords: categories.map((category) => ({ ...category, own: false })),
    })
    await showHere(device)
  } catch {
    state.freshAt = 0 // no network: the cached data is enough
  }
}

/**
 * Requests more product names with this beginning. One request at a time; of the waiting queries only the newest is
 * sent.
 */
export async function askForProducts(typed: string): Promise<void> {
  const query = typedKey(typed)
  const { device } = useDevice.getState()
  const state = memory(device)
  if (
    !device ||
    !isAccountOf(device.userId) ||
    query.length < 2 ||
    !navigator.onLine ||
    isAnswered(state, query)
  )
    return
  state.next = query
  if (state.asking) return
  state.asking = true
  while (state.next !== null) {
    const now: string = state.next
    state.next = null
    const products = await http.call('GET /api/v3/products', { query: { query: now } }).catch(() => null)
    if (!products || !isAccountOf(device.userId)) continue
    if (products.length < fullAnswer) state.asked.add(now)
    if (products.length === 0) continue
    keep(device, { products: withProducts(device, products) })
  }
  state.asking = false
}

function isAnswered({ asked }: SuggestionsMemory, query: string): boolean {
  for (let end = 2; end <= query.length; end++) {
    const beginning = query.slice(0, end)
    if (asked.has(beginning) && finds(beginning, query)) return true
  }
  return false
}

/** Returns whether a beginning finds all that the whole finds: more letters may lead to names in other languages. */
function finds(beginning: string, whole: string): boolean {
  const found = searchWords(beginning).flatMap(searchedAs)
  return searchWords(whole)
    .flatMap(searchedAs)
    .every((text) => found.some((start) => text.startsWith(start)))
}
