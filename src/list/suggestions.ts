import { unmarked } from '../../core/pasted.ts'
import { understand } from '../../core/quick-add.ts'
import type { ProductView } from '../../core/mutation.ts'
import { ranked, type Searchable, searchable } from '../../core/suggest.ts'
import { useOpenList } from '../state/open-list.ts'
import { type ProductSuggestion, useSuggestions } from '../state/suggestions.ts'
import type { TypedField } from '../field-text.ts'

/** The fields that suggest something; all others are numbers. */
export type SuggestedField = Exclude<TypedField, 'price' | 'quantity'>

export interface Option {
  name: string
  /** of a product: what it was called, measured in and paid for last time */
  product?: ProductSuggestion
  /** the category whose icon stands beside it */
  category: string
}

/** What a field carries to be suggested to; one popup for the page does the rest, so that a row costs nothing. */
export const comboboxProps = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': false,
  'aria-controls': 'suggestions',
} as const

export function isSuggested(field: string | undefined): field is SuggestedField {
  return field === 'productName' || field === 'category' || field === 'shop'
}

/** The words to look for: in the adding field only the name of what was understood. */
export function searchedFor(field: SuggestedField, text: string, quick: boolean): string {
  return field === 'productName' && quick ? understand(unmarked(text).text).productName : text
}

let read: ReadonlyMap<string, ProductView> | null = null
let inList: Record<SuggestedField, Searchable<ProductView>[]>

/** What stands in the open list counts as history too; brought into order once for each change of it. */
function ofList(field: SuggestedField): Searchable<ProductView>[] {
  const { products } = useOpenList.getState()
  if (products !== read) {
    read = products
    const all = [...products.values()]
    inList = {
      productName: searchable(all, (product) => product.productName),
      category: searchable(all, (product) => product.category_name),
      shop: searchable(all, (product) => product.shop_name),
    }
  }
  return inList[field]
}

export function optionsFor(field: SuggestedField, typed: string, most: number): Option[] {
  const { products, categories, shops } = useSuggestions.getState()
  const known: Searchable<unknown>[] =
    field === 'productName' ? [...products] : field === 'category' ? [...categories] : [...shops]
  const names = new Set(known.map(({ key }) => key))
  const all = [...known, ...ofList(field).filter(({ key }) => !names.has(key))]
  const found = ranked(all, typed, most)
  // What is typed in full needs no help.
  if (found.length === 1 && found[0]?.name === typed) return []
  return found.map(({ name, entry }): Option => {
    if (field === 'category') return { name, category: name }
    if (field === 'shop') return { name, category: '' }
    const product = entry as ProductSuggestion & Partial<ProductView>
    const price = product.priceUnknown ? undefined : product.price
    return { name, category: product.category_name, product: { ...product, price } }
  })
}
