import { isImplied } from '../product/fields.ts'
import {
  type Field,
  fields,
  initialValues,
  productFields,
  type ProductValue,
  type ShownFields,
} from '../product/table.ts'
import type { Steps } from '../text/steps.ts'
import { parseCategory } from '../text/category-values.ts'
import type { Collector, ExchangedList, ExchangedProduct } from './exchange.ts'

/** A part of a file whose form is not known yet. */
export type Json = Record<string, unknown>

export function isObject(input: unknown): input is Json {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

/** Returns the objects in an array; [] for anything else. */
export function objectsIn(input: unknown): Json[] {
  return Array.isArray(input) ? input.filter(isObject) : []
}

/** The fields of a product in a file: its place is its place in the array. */
const written = fields.filter((field) => field !== 'position')

/** Writes lists so that nothing is lost, under the names that answers use. `at`: epoch ms. */
export function listsAsJson(lists: readonly ExchangedList[], at: number): string {
  const exported = lists.map(({ products, ...list }) => ({ ...list, products: products.map(asJson) }))
  return `${JSON.stringify({ version: 1, exportedAt: new Date(at).toISOString(), lists: exported }, null, 2)}\n`
}

function asJson({ value, boughtAt }: ExchangedProduct): Json {
  const shown = written
    .filter((field) => value[field] !== undefined && !isImplied(field, value[field]))
    .map((field) => [productFields[field].shown, value[field]] as const)
  return {
    ...Object.fromEntries(shown),
    ...(boughtAt !== undefined && { boughtAt: new Date(boughtAt).toISOString() }),
  }
}

type Shown = ShownFields & { priceUnknown?: boolean | undefined; boughtAt?: string | undefined }

/** Returns a product of an answer as it goes into a file. */
export function exchangedProduct(product: Shown): ExchangedProduct {
  return productOf({ ...product }, (given) => given as Partial<ProductValue>)
}

function productOf(given: Json, valuesOf: (given: Json) => Partial<ProductValue>): ExchangedProduct {
  const isUnknown = given['priceUnknown'] === true
  const some = written.filter((field) => !(field === 'price' && isUnknown))
  const values = Object.fromEntries(some.map((field: Field) => [field, given[productFields[field].shown]]))
  const at = Date.parse(String(given['boughtAt']))
  const value = { ...initialValues, ...valuesOf(values), productName: String(values['productName'] ?? '') }
  return { value, ...(value.productStatus && at > 0 && { boughtAt: at }) }
}

/** Reads what was written here. Returns false if it is something else. */
export function* readOwnJson(file: unknown, into: Collector): Steps<boolean> {
  if (!isObject(file) || !Array.isArray(file['lists'])) return false
  const lists = [...objectsIn(file['lists'])]
  const templates = objectsIn(file['templates'])
  if (![...lists, ...templates].every((one) => 'listName' in one || 'templateName' in one)) return false
  for (const list of lists)
    into.addList({ ...(list as Omit<ExchangedList, 'products'>), products: yield* productsIn(list, into) })
  for (const template of templates)
    if (template['type'] !== 'predefined')
      into.addTemplate(
        template,
        (yield* productsIn(template, into)).map(({ value }) => value),
      )
  for (const one of objectsIn(file['categories'])) {
    addCategory(one, into)
    yield
  }
  if (isObject(file['profile'])) into.found.account = file
  return true
}

function* productsIn({ products }: Json, into: Collector): Steps<ExchangedProduct[]> {
  const found: ExchangedProduct[] = []
  for (const given of objectsIn(products)) {
    yield
    const { value, ...more } = productOf(given, (values) => into.values(values))
    if (value.productName.trim() === '') continue
    const productName = into.text(value.productName, productFields.productName.most)
    found.push({ ...more, value: { ...value, productName } })
  }
  return found
}

function addCategory({ category_name, icon, keywords }: Json, into: Collector): void {
  const words = Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : []
  const { name, words: known } = parseCategory({ category_name: String(category_name), keywords: words })
  if (!name?.ok || known?.error) {
    into.found.lost++
    return
  }
  const category = { category_name: name.value, keywords: known?.texts ?? [] }
  into.found.categories.push({ ...category, ...(typeof icon === 'string' && { icon }) })
}
