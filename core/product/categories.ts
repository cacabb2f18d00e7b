import { sameKey } from '../text/normalise.ts'
import { builtInAisles, builtInKey } from './aisles.ts'
import type { Language } from './entities.ts'

/** Who looks at products. */
export interface Reader {
  language: Language
  /** names of the reader's own categories, as `sameKey` spells them */
  own: ReadonlySet<string>
}

/** A reader who has no categories of their own, or of whom none are known. */
export function readerOf(language: Language): Reader {
  return { language, own: noNames }
}

const noNames: ReadonlySet<string> = new Set()

export interface Categorised {
  category_name: string
  /** a built-in key, the id of somebody's own category, or null while the server has not said */
  category_id?: string | null
}

/**
 * Returns a product's category in the reader's language. What is stored is the name that somebody typed or got; a
 * built-in name counts in every language. A category of somebody's own stays as they named it.
 */
export function shownCategory({ category_name, category_id }: Categorised, reader: Reader): string {
  if (category_name === '') return ''
  const given = category_id && isBuiltIn(category_id) ? category_id : null
  if (category_id && !given) return category_name
  // Before the server has answered, the reader's own category of that name is what was meant.
  if (!given && reader.own.size > 0 && reader.own.has(sameKey(category_name))) return category_name
  const key = given ?? builtInKey(category_name)
  return key ? builtInAisles[key][reader.language] : category_name
}

function isBuiltIn(id: string): id is keyof typeof builtInAisles {
  return Object.hasOwn(builtInAisles, id)
}

/** Returns the product with its category in the reader's language: the same object if that changes nothing. */
export function inWordsOf<P extends Categorised>(product: P, reader: Reader): P {
  const category_name = shownCategory(product, reader)
  return category_name === product.category_name ? product : { ...product, category_name }
}
