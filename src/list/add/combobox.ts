import type { TypedField } from '../../../core/product/table.ts'

/** The fields with suggestions, taken from names used before. */
export type SuggestedField = Extract<TypedField, 'productName' | 'category' | 'shop'>

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
