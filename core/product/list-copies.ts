/** What becomes of the products when lists are made of lists and templates. A device and the server do the same. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { Product, Template } from '../contract/shapes.ts'
import { limits } from './entities.ts'
import { byPosition } from './position.ts'
import {
  initialValues,
  productFields,
  type ProductValue,
  type TemplateField,
  templateFields,
} from './table.ts'

/** What a copy takes over of a product: what a template has of it too. It is not bought, and added by the copier. */
export const copiedFields: readonly TemplateField[] = templateFields

type Copied = Pick<Product, (typeof productFields)[TemplateField]['shown']> & {
  priceUnknown?: boolean | undefined
}

function copyOf(product: Copied): ProductValue {
  const known = copiedFields.filter((field) => field !== 'price' || !product.priceUnknown)
  // A device may have a product from before its server knew the field.
  const values = known.map((field) => [field, product[productFields[field].shown] ?? ''])
  return { ...initialValues, ...Object.fromEntries(values) } as ProductValue
}

/** The products of a copy of a list, in their old places and order. */
export function copiesOf(
  products: readonly Product[],
  { unboughtOnly }: { unboughtOnly: boolean },
): ProductValue[] {
  return (
    products
      .filter(({ productStatus }) => !unboughtOnly || !productStatus)
      .toSorted(byPosition)
      // What only waits on a device may have no place yet.
      .map((product) => ({ ...copyOf(product), position: product.position || undefined }))
  )
}

/** Places for the products of a new list. Nobody else can insert at the same ones, so there is no random part. */
export function placesInNewList(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

/** The products of a list made of a template, in its order. */
export function valuesOfTemplate(products: NonNullable<Template['products']>): ProductValue[] {
  const places = placesInNewList(products.length)
  return products.map((product, i) => ({ ...copyOf(product), position: places[i] }))
}

/** What a copy of a list is called; `owner` is whose list it was, where it was not one's own. */
export function copyName(name: string, owner: string | null): string {
  return cutName(`${name} cloned${owner === null ? '' : ` ${owner}`}`)
}

/** Cuts to the longest allowed name, never inside a surrogate pair. */
function cutName(name: string): string {
  return name.slice(0, limits.name).replace(/[\uD800-\uDBFF]$/, '')
}
