import { sameKey } from '../text/normalise.ts'
import { shownName } from '../text/tongues.ts'
import { textIn } from '../text/words.ts'
import { aisleIn, builtInAisles, builtInKey } from './aisles.ts'
import type { Language } from './entities.ts'

/** The person who looks at products. */
export interface Reader {
  language: Language
  /** names of the reader's own categories, as `sameKey` spells them */
  own: ReadonlySet<string>
}

/** Returns a reader without own categories, or whose own categories are not known. */
export function readerOf(language: Language): Reader {
  return { language, own: noNames }
}

const noNames: ReadonlySet<string> = new Set()

/** The category of how a trip ended, see `tripEnd`: of nothing that anybody buys again, or that has a price of its own. */
export const notItemised = '~not itemised'

export interface Categorised {
  category_name: string
  /** a built-in key, the id of somebody's own category, or null until the server has answered */
  category_id?: string | null
}

/**
 * Returns a product's category in the reader's language. Stored is the name that somebody typed or was given; built-in
 * names are recognised in every language. A person's own category keeps the name that they gave it. A stored key would
 * change the calls, old devices and every stored list.
 */
export function shownCategory({ category_name, category_id }: Categorised, reader: Reader): string {
  if (category_name === '') return ''
  if (category_name === notItemised) return textIn(reader.language, 'Not itemised')
  const given = category_id && isBuiltIn(category_id) ? category_id : null
  if (category_id && !given) return category_name
  // Until the server has answered, a name of the reader's own category means that category.
  if (!given && reader.own.size > 0 && reader.own.has(sameKey(category_name))) return category_name
  const key = given ?? builtInKey(category_name)
  return key ? aisleIn(key, reader.language) : category_name
}

function isBuiltIn(id: string): id is keyof typeof builtInAisles {
  return Object.hasOwn(builtInAisles, id)
}

/** A product as it is stored. `typedName`: its stored name, where another one is shown. */
type Named = Categorised & { productName: string; typedName?: string | undefined }

/** Returns the product with its name and category in the reader's language: the same object if that changes nothing. */
export function inWordsOf<P extends Named>(product: P, reader: Reader): P {
  const category_name = shownCategory(product, reader)
  const productName = shownName(product.productName, reader.language)
  if (productName !== product.productName)
    return { ...product, category_name, productName, typedName: product.productName }
  return category_name === product.category_name ? product : { ...product, category_name }
}
