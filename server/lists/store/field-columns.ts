import { type FieldValue, isImplied } from '../../../core/product/fields.ts'
import { fromHundredths, toHundredths } from '../../../core/product/money.ts'
import {
  type Field,
  type FieldFacts,
  type FieldColumns,
  fields,
  leftOut,
  productFields,
  type ProductValue,
  type ShownFields,
  type TemplateField,
  templateFields,
} from '../../../core/product/table.ts'
import { wordsKey } from '../../../core/text/normalise.ts'
import type { ProductTable } from '../../db/schema.ts'
import type { Categories, FoundCategory } from '../../catalogue/category-finder.ts'

/** The columns of a product's fields and the columns derived from them, in a list or in a template. */
export type FieldRow<F extends Field = Field> = FieldColumns<F> & Pick<ProductTable, Derived>
type Derived = (typeof derived)[number]
type Column = string & keyof FieldRow

const derived = ['name_norm', 'price_unknown', 'category_id', 'icon'] as const
/** Returns the columns of these fields and those derived from them. */
export const columns = (some: readonly Field[]): Column[] => [
  ...some.map((field) => productFields[field].column),
  ...derived,
]
export const fieldColumns = columns(fields)
export const templateColumns = columns(templateFields) as (string & keyof FieldRow<TemplateField>)[]

/** Picks only these columns from a row. */
export function fieldsOf(row: FieldRow): FieldRow {
  const columns: Record<string, unknown> = {}
  for (const column of fieldColumns) columns[column] = row[column]
  return columns as unknown as FieldRow
}

/** The columns of a price that is unknown. */
const unknown = { price: 1, price_unknown: 1 }

/** Writes one parsed value and its derived columns. A category's id and icon come from the writer's categories. */
export function writeField(row: Partial<FieldRow>, field: Field, value: FieldValue, by: Categories): void {
  Object.assign(row, value === null ? unknown : { [productFields[field].column]: stored(field, value) })
  if (field === 'productName') row.name_norm = wordsKey(String(value))
  if (field === 'price' && value !== null) row.price_unknown = 0
  if (field === 'category') inCategory(row, String(value), by.named(String(value)))
}

/** Returns the columns of a new product. A category that was not given is found by the product's name. */
export function newFields<F extends Field>(
  some: readonly F[],
  value: ProductValue,
  by: Categories,
): FieldRow<F> {
  const row: Partial<FieldRow> = { ...unknown }
  for (const field of some) {
    const given = value[field as Field]
    const facts: FieldFacts = productFields[field]
    const hasDefault = facts.kind === 'text' || facts.implied !== undefined
    if (field === 'category') continue
    if (given !== undefined) writeField(row, field, given, by)
    else if (hasDefault) writeField(row, field, leftOut(field), by)
  }
  const { category } = value
  const found = category === undefined ? by.of(value.productName) : by.named(category)
  inCategory(row, category ?? found?.category_name ?? '', found)
  return row as FieldRow<F>
}

function inCategory(row: Partial<FieldRow>, category: string, found: FoundCategory | undefined): void {
  Object.assign(row, { category, category_id: found?.id ?? '', icon: found?.icon ?? '' })
}

/** Returns the value of a field as its column stores it. */
function stored(field: Field, value: FieldValue): string | number {
  const { kind } = productFields[field]
  if (kind === 'flag') return value === true ? 1 : 0
  return kind === 'number' ? hundredths(value) : String(value)
}

type Found = { priceUnknown: true | undefined; category_id: string | null; icon: string | null }

/** Returns the fields under the names used in answers. */
export function shownFields<F extends Field>(some: readonly F[], row: FieldRow<F>): ShownFields<F> & Found {
  const from = row as unknown as FieldRow
  const shown: Record<string, unknown> = {}
  for (const field of some) {
    const { kind, column, shown: name } = productFields[field]
    const value = from[column]
    if (isImplied(field, value)) continue
    shown[name] = kind === 'number' ? fromHundredths(Number(value)) : kind === 'flag' ? value === 1 : value
  }
  shown['priceUnknown'] = from.price_unknown === 1 || undefined
  shown['category_id'] = from.category_id || null
  shown['icon'] = from.icon || null
  return shown as ShownFields<F> & Found
}

/** Returns a field's value as it was written; undefined for an unknown price. */
export function readField(row: FieldRow, field: Field): FieldValue | undefined {
  const { kind, column } = productFields[field]
  if (field === 'price' && row.price_unknown === 1) return undefined
  if (kind === 'number') return fromHundredths(Number(row[column]))
  return kind === 'flag' ? row[column] === 1 : (row[column] as string)
}

/** Returns the values that recreate this product in a list. A product from a template is unbought. */
export function valueOfRow<F extends Field>(some: readonly F[], row: FieldRow<F>): ProductValue {
  const shown = shownFields(some, row) as Record<string, unknown>
  const value: Record<string, unknown> = { productStatus: false }
  for (const field of some) {
    if (field === 'price' && shown['priceUnknown']) continue
    value[field] = shown[productFields[field].shown]
  }
  return value as unknown as ProductValue
}

function hundredths(value: FieldValue): number {
  const whole = typeof value === 'number' ? toHundredths(value) : null
  if (whole === null) throw new Error('a value that was not parsed')
  return whole
}
