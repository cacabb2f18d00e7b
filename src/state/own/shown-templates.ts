import type { Template } from '../../../core/contract/shapes.ts'
import { shownOf } from '../../../core/product/fields.ts'
import { templateFields } from '../../../core/product/table.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import type { Device } from '../../../device/device.ts'
import { type Alive, keptTemplates } from './kept.ts'
import type { TemplateHere } from './own.ts'

/**
 * Returns the templates of this device, newest first like the server. `words` are searched in the names of templates
 * and products.
 */
export async function findTemplatesHere({ db }: Pick<Device, 'db'>, words = ''): Promise<Template[]> {
  const all = (await keptTemplates.all(db)).map(shownTemplate).toReversed()
  return searchedFor(all, words)
}

export async function templateHere({ db }: Pick<Device, 'db'>, id: string): Promise<Template | null> {
  const kept = await keptTemplates.find(db, id)
  return kept && shownTemplate(kept)
}

/** Returns the templates that have each word in their name or in that of a product. */
export function searchedFor<T extends Pick<Template, 'templateName' | 'products'>>(
  templates: readonly T[],
  words: string,
): T[] {
  const searched = searchWords(words)
  return templates.filter(({ templateName, products = [] }) => {
    const keys = [templateName, ...products.map(({ productName }) => productName)].map(wordsKey)
    return searched.every((word) => keys.some((key) => hasWords(key, [word])))
  })
}

/** Returns the template in the server's format. */
export function shownTemplate({ id, madeAt, value }: Alive<TemplateHere>): Template {
  const { products, ...values } = value
  return {
    ...values,
    id,
    author: '',
    type: 'user',
    date: new Date(madeAt).toISOString(),
    productCount: products.length,
    products: products.map((product) => ({
      id: product.id,
      ...shownOf(templateFields, product.value),
      ...(product.value.price === undefined && { priceUnknown: true }),
      category_id: null,
      icon: null,
    })),
  }
}
