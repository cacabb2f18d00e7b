import { currencyOf } from '../../../core/product/currency.ts'
import type { Option } from './ui.ts'
import { unitPrice } from '../../../core/product/prices.ts'
import type { TypedField } from '../../../core/product/table.ts'
import { unmarked } from '../../../core/text/pasted-line.ts'
import { understand } from '../../../core/text/quick-add.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { fitting, ranked, type Searchable, searched } from '../../../core/text/suggest.ts'
import { typedKey } from '../../../core/text/normalise.ts'
import {
  memory,
  nameKey,
  type ProductSuggestion,
  rememberProducts,
  type SuggestionSource,
  useSuggestions,
} from '../../sync/suggestions.ts'
import { hasSame, openCurrency, useOpenList } from '../../sync/open-list.ts'

/** The fields with suggestions, taken from names used before. */
type SuggestedField = Extract<TypedField, 'productName' | 'category' | 'shop'>

/** Attributes of a field with suggestions. One popup serves the whole page, so a row needs no code of its own. */
export const comboboxProps = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': false,
  'aria-controls': 'suggestions',
} as const

export function isSuggested(field: string | undefined): field is SuggestedField {
  return field === 'productName' || field === 'category' || field === 'shop'
}

/** Returns the product with its price only if that is in the currency of the open list. */
export function priceable(product: ProductSuggestion): ProductSuggestion {
  return currencyOf(product) === openCurrency() ? product : { ...product, price: undefined }
}

/** Suggests what was just added to the open list. */
export function remember(added: Parameters<typeof rememberProducts>[0]): void {
  rememberProducts(added, openCurrency())
}

/** Returns the text to search for: in the add field (`quick`) only the parsed name, else the whole text. */
export function searchedFor(field: SuggestedField, text: string, quick: boolean): string {
  return field === 'productName' && quick
    ? understand(unmarked(text).text, { currency: openCurrency() }).productName
    : text
}

const names: Record<SuggestedField, (product: ProductView) => string> = {
  productName: (product) => product.productName,
  category: (product) => product.category_name,
  shop: (product) => product.shop_name,
}

/** Returns the names to search: the history and the open list. Rebuilt when a name changes, not at each key press. */
function sourceFor(field: SuggestedField): SuggestionSource {
  const { products } = useOpenList.getState()
  const suggestions = useSuggestions.getState()
  const known =
    suggestions[field === 'productName' ? 'products' : field === 'category' ? 'categories' : 'shops']
  const before = memory().sources.get(field)
  const name = names[field]
  // Most edits are in other fields, and then the search source is kept.
  if (before?.known === known && hasSame(before.products, products, (a, b) => name(a) === name(b))) {
    before.products = products
    return before
  }
  const seen = new Set(known.map(({ key }) => key))
  const all: Searchable<unknown>[] = [...known]
  for (const entry of products.values()) {
    const typed = name(entry)
    const key = nameKey(typed)
    if (key === '' || seen.has(key)) continue
    seen.add(key)
    all.push(searched(typed, key, entry))
  }
  const source = { known, products, all, typed: '', left: all }
  memory().sources.set(field, source)
  return source
}

function find(field: SuggestedField, typed: string, most: number): Searchable<unknown>[] {
  const source = sourceFor(field)
  const key = typedKey(typed)
  source.left = fitting(key.startsWith(source.typed) ? source.left : source.all, typed)
  source.typed = key
  return ranked(source.left, typed, most)
}

export function optionsFor(field: SuggestedField, typed: string, most: number): Option[] {
  const matches = find(field, typed, most)
  // A fully typed name needs no suggestion.
  if (matches.length === 1 && matches[0]?.name === typed) return []
  const { products } = useOpenList.getState()
  return matches.map(({ name, entry }): Option => {
    if (field === 'category') return { name, category: name }
    if (field === 'shop') return { name, category: '' }
    const then = entry as ProductSuggestion & Partial<ProductView>
    const listed = products.get(then.id ?? '')
    const product = listed ? { ...listed, price: unitPrice(listed) } : priceable(then)
    return { name, category: product.category_name, product }
  })
}
