import {
  type Field,
  type FieldOfKind,
  fields,
  productFields,
  type TemplateField,
  templateFields,
  textFields,
  type ValueOf,
} from '../../core/product/table.ts'
import { builtInCategories } from '../../server/seed/catalogue.ts'
import type { FieldRow } from '../../server/lists/store/field-columns.ts'
import type { StoredRow } from './stored.ts'

function shelf(name: string): StoredRow {
  const found = builtInCategories('en').find(({ category_name }) => category_name === name)
  return { category: name, category_id: found?.id ?? '', icon: found?.icon ?? '' }
}

/** Texts that are stored as they are, in one column. */
type PlainText = Exclude<FieldOfKind<'text'>, 'productName' | 'category'>
type Values<F extends Field> = {
  [K in F]: readonly [ValueOf<K>, StoredRow, other: ValueOf<K>, otherStored: StoredRow]
}

/** Two values for each field, and the columns that each must produce. Plain texts are made; others must be here. */
const given: Values<Exclude<Field, PlainText>> = {
  productName: [
    'Oat Milk',
    { name: 'Oat Milk', name_norm: ' oat milk' },
    'Rye Bread',
    { name: 'Rye Bread', name_norm: ' rye bread' },
  ],
  quantity: [2.5, { quantity: 250 }, 7.25, { quantity: 725 }],
  unit: ['l', { unit: 'l' }, 'kg', { unit: 'kg' }],
  price: [3.49, { price: 349, price_unknown: 0 }, 12.3, { price: 1230 }],
  priceFor: ['all', { price_for: 'all' }, 'base', { price_for: 'base' }],
  lastPrice: [2.4, { last_price: 240 }, 3.1, { last_price: 310 }],
  lastPriceDay: [20_000, { last_price_day: 2_000_000 }, 20_100, { last_price_day: 2_010_000 }],
  productStatus: [true, { bought: 1 }, false, { bought: 0 }],
  category: ['Dairy', shelf('Dairy'), 'Bakery', shelf('Bakery')],
  position: ['a1', { position: 'a1' }, 'b10', { position: 'b10' }],
}

function plainText(field: Field): readonly [string, StoredRow, string, StoredRow] {
  const { column } = productFields[field]
  const [text, other] = [`Some ${field}`, `Other ${field}`]
  return [text, { [column]: text }, other, { [column]: other }]
}

const values = Object.fromEntries(
  fields.map((field) => [field, (given as Partial<Values<Field>>)[field] ?? plainText(field)]),
) as unknown as Values<Field>

function valuesOf<F extends Field>(some: readonly F[]): { [K in F]: ValueOf<K> } {
  return Object.fromEntries(some.map((field) => [field, values[field][0]])) as { [K in F]: ValueOf<K> }
}

function columnsOf(some: readonly Field[]): StoredRow {
  return Object.assign({}, ...some.map((field) => values[field][1])) as StoredRow
}

/** What answers show of the plain texts that nobody wrote. */
export const noTexts: Readonly<Record<string, ''>> = Object.fromEntries(
  fields.filter((field) => !(field in given)).map((field) => [productFields[field].shown, '']),
)

/** A product with every field set, as it is written and as it is stored. */
export const wholeProduct = valuesOf(fields)
export const wholeRow = columnsOf(fields)
export const wholeTemplateProduct: { [F in TemplateField]: ValueOf<F> } = valuesOf(templateFields)
export const wholeTemplateRow = columnsOf(templateFields)

/** A second value for each field, and the columns that change when it is written to the whole product. */
export const otherValues = fields.map((field) => [field, values[field][2], values[field][3]] as const)
export const otherTemplateValues = otherValues.filter(([field]) =>
  (templateFields as readonly Field[]).includes(field),
)

/** Returns the columns of a product with only a name. */
export function plainRow(name: string, name_norm: string): StoredRow {
  const empty = Object.fromEntries(textFields.map((field) => [productFields[field].column, '']))
  const found = { category_id: '', icon: '', price_unknown: 1 }
  return {
    ...empty,
    ...found,
    name,
    name_norm,
    quantity: 100,
    unit: 'pcs',
    price: 1,
    price_for: 'unit',
    bought: 0,
  }
}

/** Columns of a product that no template has. */
export const neverCopied = { last_price: 0, last_price_day: 0 }

/** Returns the same for writing directly to the database; the caller adds `position` and the table's own columns. */
export function plainColumns(name: string, name_norm: string): Omit<FieldRow, 'position' | 'bought'> {
  const { bought: _, ...row } = plainRow(name, name_norm)
  return row as unknown as Omit<FieldRow, 'position' | 'bought'>
}

/** The columns of the whole product in a copy: its price, 3.49 for 2.5 l, was known on the day of `at`, in epoch ms. */
export const asLastKnownRow = (at: number): StoredRow => ({
  price: 1,
  price_unknown: 1,
  price_for: 'unit',
  last_price: 140,
  last_price_day: Math.floor(at / 86_400_000) * 100,
})
