import type { Unit } from '../../../core/product/entities.ts'
import { unmarked } from '../../../core/words/pasted.ts'
import { isPlain, understand, type Understood } from '../../../core/words/quick-add.ts'
import { productKey } from '../../../core/words/text.ts'
import { type ProductSuggestion, useSuggestions } from '../../state/lists/suggestions.ts'
import { type TypedField, typedFields } from '../../../core/product/table.ts'

/** The field values of a product that is not added yet. */
export type Draft = Record<TypedField, string> & {
  unit: Unit
  /** keep the name as typed, numbers included */
  plain: boolean
  /** the typed text had a ticked box */
  bought: boolean
}

/** The quantity is prefilled with 1; an empty price means unknown. */
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((field) => [field, ''])) as Record<TypedField, string>),
  quantity: '1',
  unit: 'pcs',
  plain: false,
  bought: false,
}

/** Parses the name field. A value typed in its own field is not looked for in the name. */
export function understoodIn(draft: Draft): Understood & { bought: boolean } {
  if (draft.plain) return { productName: draft.productName.trim(), bought: draft.bought }
  const { text, bought } = unmarked(draft.productName)
  const untyped = typedFields.map((field) => [field, draft[field] === emptyDraft[field]])
  const said = understand(text, { ...Object.fromEntries(untyped), isName: isKnownName })
  return { ...said, bought: bought || draft.bought }
}

/** Known names may begin with a number, such as '7 Days': it is not a quantity. */
export function isKnownName(text: string): boolean {
  return useSuggestions.getState().product.has(productKey(text))
}

/** Moves the parsed values into their own fields, so that each can be changed there. */
export function withUnderstood(draft: Draft, text: (value: number) => string): Draft {
  const said = understoodIn(draft)
  if (draft.plain || (isPlain(said) && !said.bought)) return draft
  const texts = Object.entries(said).map(([field, value]) => [
    field,
    typeof value === 'number' ? text(value) : value,
  ])
  return { ...draft, ...(Object.fromEntries(texts) as Partial<Draft>) }
}

/** The product's data from last time, if its name is known. */
export function knownBefore(productName: string): ProductSuggestion | undefined {
  return useSuggestions.getState().product.get(productKey(productName))
}
