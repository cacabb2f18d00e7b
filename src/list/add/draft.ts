import { lastPriceOf } from '../state/prices.ts'
import { priceable } from '../state/suggested-fields.ts'
import { unmarked } from '../../../core/text/pasted-line.ts'
import { isPlain, understand, type Understood } from '../../../core/text/quick-add.ts'
import { catalogueName, productKey } from '../../../core/text/product-key.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { openCurrency } from '../../sync/open-list.ts'
import { type ProductSuggestion, useSuggestions } from '../../sync/suggestions.ts'
import { typedFields } from '../../../core/product/table.ts'
import type { Draft } from '../state/ui.ts'
import { emptyDraft } from '../state/use-kept-draft.ts'

type DraftSaid = Understood & { bought: boolean }

/** Parses the name field and uses the catalogue's name for the product: 'Jajka' for '10 jajek'. */
export function understoodIn(draft: Draft): DraftSaid {
  const understood = asTyped(draft)
  return draft.plain || understood.productName === ''
    ? understood
    : { ...understood, productName: catalogueName(understood.productName, currentLanguage()) }
}

/** Parses the name field and keeps the name as typed. Values typed in their own fields are not parsed from the name. */
export function asTyped(draft: Draft): DraftSaid {
  if (draft.plain || draft.productName === '')
    return { productName: draft.productName.trim(), bought: draft.bought }
  const { text, bought } = unmarked(draft.productName)
  const untyped = typedFields.map((field) => [field, draft[field] === emptyDraft[field]])
  const understood = understand(text, {
    ...Object.fromEntries(untyped),
    currency: openCurrency(),
    isName: isKnownName,
    lastPrice: lastPriceOf,
  })
  const priceFor = draft.priceFor || understood.priceFor
  return { ...understood, ...(priceFor && { priceFor }), bought: bought || draft.bought }
}

/** Returns whether a product has this name. Names such as '7 Days' begin with a number that is not a quantity. */
export function isKnownName(text: string): boolean {
  return useSuggestions.getState().product.has(productKey(text))
}

/** Moves the parsed values into their own fields, so that each can be changed there. */
export function withUnderstood(draft: Draft, text: (value: number) => string): Draft {
  const understood = asTyped(draft)
  if (draft.plain || understood.productName === '' || (isPlain(understood) && !understood.bought))
    return draft
  const texts = Object.entries(understood).map(([field, value]) => [
    field,
    typeof value === 'number' ? text(value) : value,
  ])
  return { ...draft, ...(Object.fromEntries(texts) as Partial<Draft>) }
}

/** The product's data from last time, if its name is known. */
export function knownBefore(productName: string): ProductSuggestion | undefined {
  const suggestion = useSuggestions.getState().product.get(productKey(productName))
  return suggestion && priceable(suggestion)
}
