import type { Unit } from '../../../core/product/entities.ts'
import { unmarked } from '../../../core/words/pasted.ts'
import { isPlain, understand, type Understood } from '../../../core/words/quick-add.ts'
import { productKey } from '../../../core/words/text.ts'
import { type ProductSuggestion, useSuggestions } from '../../state/lists/suggestions.ts'
import { type TypedField, typedFields } from '../../../core/product/table.ts'

/** What stands in the fields of a product that is not there yet. */
export type Draft = Record<TypedField, string> & {
  unit: Unit
  /** the person wants the name as it was typed, numbers and all */
  plain: boolean
  /** its box was crossed in what was typed */
  bought: boolean
}

/** The quantity stands there to be changed; a price that nobody typed is not known. */
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((field) => [field, ''])) as Record<TypedField, string>),
  quantity: '1',
  unit: 'pcs',
  plain: false,
  bought: false,
}

/** What the name field says; a field that was typed in itself is not asked for in the name. */
export function understoodIn(draft: Draft): Understood & { bought: boolean } {
  if (draft.plain) return { productName: draft.productName.trim(), bought: draft.bought }
  const { text, bought } = unmarked(draft.productName)
  const untyped = typedFields.map((field) => [field, draft[field] === emptyDraft[field]])
  const said = understand(text, { ...Object.fromEntries(untyped), isName: isKnownName })
  return { ...said, bought: bought || draft.bought }
}

/** Names that begin with a number, such as '7 Days', are known from before. */
export function isKnownName(text: string): boolean {
  return useSuggestions.getState().product.has(productKey(text))
}

/** Moves what was understood into its own fields, so that one of them can be changed there. */
export function withUnderstood(draft: Draft, text: (value: number) => string): Draft {
  const said = understoodIn(draft)
  if (draft.plain || (isPlain(said) && !said.bought)) return draft
  const texts = Object.entries(said).map(([field, value]) => [
    field,
    typeof value === 'number' ? text(value) : value,
  ])
  return { ...draft, ...(Object.fromEntries(texts) as Partial<Draft>) }
}

/** What this product was last time, where it is one that was known before. */
export function knownBefore(productName: string): ProductSuggestion | undefined {
  return useSuggestions.getState().product.get(productKey(productName))
}
