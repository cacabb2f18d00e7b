import type { Insertable, Selectable } from 'kysely'
import { type Field, fields, type Row, type Unit } from '../core/entities.ts'
import type { FieldValue, ProductValue } from '../core/fields.ts'
import { fromHundredths, toHundredths } from '../core/money.ts'
import { wordsKey } from '../core/text.ts'
import type { Categories, FoundCategory } from './category-finder.ts'
import type { ProductTable } from './db/schema.ts'

/** One value per field; '*' speaks for every field that is not named. */
export type Stamps<T> = Partial<Record<Field | '*', T>>

/** A product in the server's hands: the stored row with its stamps unfolded. */
export interface Held {
  id: string
  name: string
  /** hundredths */
  quantity: number
  unit: Unit
  /** grosze */
  price: number
  priceUnknown: boolean
  bought: boolean
  categoryId: string
  category: string
  icon: string
  shop: string
  position: string
  /** account id, and that account's name as others read it */
  addedBy: string
  addedByName: string
  createdAt: number
  ver: number
  fieldVer: Stamps<number>
  /** when the value was typed, epoch ms by the server's clock */
  fieldAt: Stamps<number>
  /** the client that wrote it */
  fieldBy: Stamps<string>
  deletedAt: number
}

export function stamp<T>(stamps: Stamps<T>, field: Field): T | undefined {
  return stamps[field] ?? stamps['*']
}

export type ProductWithAuthor = Selectable<ProductTable> & {
  author_name: string | null
  author_surname: string | null
  author_email: string | null
}

export function fromDb(row: ProductWithAuthor): Held {
  return {
    id: row.id,
    name: row.name,
    quantity: row.quantity,
    unit: row.unit,
    price: row.price,
    priceUnknown: row.price_unknown === 1,
    bought: row.bought === 1,
    categoryId: row.category_id,
    category: row.category,
    icon: row.icon,
    shop: row.shop,
    position: row.position,
    addedBy: row.added_by,
    addedByName: displayName({
      name: row.author_name ?? '',
      surname: row.author_surname ?? '',
      email: row.author_email ?? '',
    }),
    createdAt: row.created_at,
    ver: row.ver,
    fieldVer: JSON.parse(row.field_ver) as Stamps<number>,
    fieldAt: JSON.parse(row.field_at) as Stamps<number>,
    fieldBy: JSON.parse(row.field_by) as Stamps<string>,
    deletedAt: row.deleted_at,
  }
}

export function toDb(listId: string, held: Held): Insertable<ProductTable> {
  return {
    list_id: listId,
    id: held.id,
    name: held.name,
    name_norm: wordsKey(held.name),
    quantity: held.quantity,
    unit: held.unit,
    price: held.price,
    price_unknown: held.priceUnknown ? 1 : 0,
    bought: held.bought ? 1 : 0,
    category_id: held.categoryId,
    category: held.category,
    icon: held.icon,
    shop: held.shop,
    position: held.position,
    added_by: held.addedBy,
    created_at: held.createdAt,
    ver: held.ver,
    field_ver: JSON.stringify(held.fieldVer),
    field_at: JSON.stringify(held.fieldAt),
    field_by: JSON.stringify(held.fieldBy),
    deleted_at: held.deletedAt,
  }
}

/** The product as the REST calls answer it. */
export function toProduct(held: Held): Omit<Row, 'fieldVer' | 'deleted'> {
  return {
    id: held.id,
    productName: held.name,
    quantity: fromHundredths(held.quantity),
    unit: held.unit,
    price: fromHundredths(held.price),
    priceUnknown: held.priceUnknown || undefined,
    productStatus: held.bought,
    category_id: held.categoryId || null,
    category_name: held.category,
    shop_name: held.shop,
    icon: held.icon || null,
    position: held.position,
    addedBy: held.addedByName || undefined,
    ver: held.ver,
  }
}

/** The product as the sync call answers it. */
export function toRow(held: Held): Row {
  const fieldVer: Record<string, number> = {}
  for (const field of fields) {
    const ver = stamp(held.fieldVer, field) ?? held.ver
    if (ver !== held.ver) fieldVer[field] = ver
  }
  return {
    ...toProduct(held),
    fieldVer: Object.keys(fieldVer).length > 0 ? fieldVer : undefined,
    deleted: held.deletedAt > 0 || undefined,
  }
}

/** Writes one checked value into its column; a category's id and icon are found now, by the writer's categories. */
export function writeField(held: Held, field: Field, value: FieldValue, categories: Categories): void {
  switch (field) {
    case 'productName':
      held.name = String(value)
      break
    case 'quantity':
      held.quantity = hundredths(value)
      break
    case 'price':
      held.price = hundredths(value)
      held.priceUnknown = false
      break
    case 'unit':
      held.unit = value as Unit
      break
    case 'productStatus':
      held.bought = value === true
      break
    case 'category':
      Object.assign(held, inCategory(String(value), categories.named(String(value))))
      break
    case 'shop':
      held.shop = String(value)
      break
    case 'position':
      held.position = String(value)
      break
  }
}

/** What a new product is, before its stamps. */
export function newHeld(
  value: ProductValue,
  rest: Pick<
    Held,
    'id' | 'position' | 'addedBy' | 'addedByName' | 'createdAt' | 'ver' | 'fieldVer' | 'fieldAt' | 'fieldBy'
  >,
  categories: Categories,
): Held {
  const { category } = value
  const found = category === undefined ? categories.of(value.productName) : categories.named(category)
  return {
    ...rest,
    name: value.productName,
    quantity: hundredths(value.quantity),
    unit: value.unit,
    price: value.price === undefined ? 1 : hundredths(value.price),
    priceUnknown: value.price === undefined,
    bought: value.productStatus,
    ...inCategory(category ?? found?.category_name ?? '', found),
    shop: value.shop ?? '',
    deletedAt: 0,
  }
}

function inCategory(category: string, found: FoundCategory | undefined) {
  return { category, categoryId: found?.id ?? '', icon: found?.icon ?? '' }
}

function hundredths(value: FieldValue): number {
  const whole = typeof value === 'number' ? toHundredths(value) : null
  if (whole === null) throw new Error('a value that was not parsed')
  return whole
}

/** How others read an account: its name, else the part of the address before @. */
export function displayName(account: { name: string; surname: string; email: string }): string {
  const full = `${account.name} ${account.surname}`.trim()
  return full || account.email.slice(0, Math.max(0, account.email.lastIndexOf('@')))
}
