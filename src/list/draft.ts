import type { Unit } from '../../core/entities.ts'
import { unmarked } from '../../core/pasted.ts'
import { isPlain, understand, type Understood } from '../../core/quick-add.ts'
import { sameKey } from '../../core/text.ts'
import { type ProductSuggestion, useSuggestions } from '../state/suggestions.ts'
import type { TypedField } from '../field-text.ts'

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
  productName: '',
  category: '',
  price: '',
  quantity: '1',
  shop: '',
  unit: 'pcs',
  plain: false,
  bought: false,
}

/** What the name field says; a field that was typed in itself is not asked for in the name. */
export function understoodIn(draft: Draft): Understood & { bought: boolean } {
  if (draft.plain) return { productName: draft.productName.trim(), bought: draft.bought }
  const { text, bought } = unmarked(draft.productName)
  const said = understand(text, {
    quantity: draft.quantity === emptyDraft.quantity,
    price: draft.price === '',
    isName: isKnownName,
  })
  return { ...said, bought: bought || draft.bought }
}

/** Names that begin with a number, such as '7 Days', are known from before. */
export function isKnownName(text: string): boolean {
  return useSuggestions.getState().product.has(sameKey(text).trim())
}

/** Moves what was understood into its own fields, so that one of them can be changed there. */
export function settled(draft: Draft, text: (value: number) => string): Draft {
  const said = understoodIn(draft)
  if (draft.plain || (isPlain(said) && !said.bought)) return draft
  return {
    ...draft,
    productName: said.productName,
    bought: said.bought,
    ...(said.quantity !== undefined && { quantity: text(said.quantity) }),
    ...(said.unit && { unit: said.unit }),
    ...(said.price !== undefined && { price: text(said.price) }),
  }
}

/** What this product was last time, where it is one that was known before. */
export function knownBefore(productName: string): ProductSuggestion | undefined {
  return useSuggestions.getState().product.get(sameKey(productName).trim())
}
