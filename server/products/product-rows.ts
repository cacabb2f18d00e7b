import type { Insertable, Selectable } from 'kysely'
import type { Row } from '../../core/contract/shapes.ts'
import { type Field, fields } from '../../core/product/table.ts'
import { displayName } from '../../core/words/person-name.ts'
import type { ProductTable } from '../db/schema.ts'
import { fieldColumns, type FieldRow, fieldsOf, shownFields } from './field-columns.ts'

/** One value per field; '*' applies to every field that is not listed. */
export type Stamps<T> = Partial<Record<Field | '*', T>>

/** A product in memory: its field columns as they are stored, and its stamps parsed. */
export interface StoredProduct extends FieldRow {
  id: string
  /** account id, and the display name of that account */
  addedBy: string
  addedByName: string
  /** the account that ticked it and its display name; '' while it is to be bought */
  tickedBy: string
  tickedByName: string
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

type NameOf<Who extends string> = Record<`${Who}_${'name' | 'surname' | 'email'}`, string | null>
export type ProductWithPeople = Selectable<ProductTable> & NameOf<'author'> & NameOf<'ticker'>

export function fromDb(row: ProductWithPeople): StoredProduct {
  return {
    ...fieldsOf(row),
    id: row.id,
    addedBy: row.added_by,
    addedByName: displayName({
      name: row.author_name ?? '',
      surname: row.author_surname ?? '',
      email: row.author_email ?? '',
    }),
    tickedBy: row.ticked_by,
    tickedByName: displayName({
      name: row.ticker_name ?? '',
      surname: row.ticker_surname ?? '',
      email: row.ticker_email ?? '',
    }),
    createdAt: row.created_at,
    ver: row.ver,
    fieldVer: JSON.parse(row.field_ver) as Stamps<number>,
    fieldAt: JSON.parse(row.field_at) as Stamps<number>,
    fieldBy: JSON.parse(row.field_by) as Stamps<string>,
    deletedAt: row.deleted_at,
  }
}

export function toDb(listId: string, held: StoredProduct): Insertable<ProductTable> {
  return {
    ...fieldsOf(held),
    list_id: listId,
    id: held.id,
    added_by: held.addedBy,
    ticked_by: held.tickedBy,
    created_at: held.createdAt,
    ver: held.ver,
    field_ver: JSON.stringify(held.fieldVer),
    field_at: JSON.stringify(held.fieldAt),
    field_by: JSON.stringify(held.fieldBy),
    deleted_at: held.deletedAt,
  }
}

/** The columns that an update may change; the others are written once. */
export const changingColumns = [
  ...fieldColumns,
  'ticked_by',
  'ver',
  'field_ver',
  'field_at',
  'field_by',
  'deleted_at',
] as const

/** The product as REST calls return it. */
export function toProduct(held: StoredProduct): Omit<Row, 'fieldVer' | 'deleted'> {
  const { id, ver, addedByName, tickedByName } = held
  const people = { addedBy: addedByName || undefined, tickedBy: tickedByName || undefined }
  return Object.assign(shownFields(fields, held), { id, ...people, ver })
}

/** The product as the sync call returns it. */
export function toRow(held: StoredProduct): Row {
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
