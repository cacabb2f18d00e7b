import type { Insertable, Selectable } from 'kysely'
import { deeds } from '../../../core/contract/product.ts'
import type { Row } from '../../../core/contract/shapes.ts'
import { type Field, fields } from '../../../core/product/table.ts'
import { displayName, givenName } from '../../../core/text/person-name.ts'
import type { ProductTable } from '../../db/schema.ts'
import { fieldVersions, type Stamped, stampColumns, stampsOf } from './stamps.ts'
import { fieldColumns, type FieldRow, fieldsOf, shownFields } from './field-columns.ts'

/** How members see somebody, and how guests do, who learn no part of an address; both '' for nobody. */
export interface ShownName {
  toMembers: string
  toGuests: string
}

export const nobody: ShownName = { toMembers: '', toGuests: '' }

export function shownName(person: { name: string; surname: string; email: string }): ShownName {
  return { toMembers: displayName(person), toGuests: givenName(person) }
}

/** Who reads an answer: an account, which may be a guest of one list. */
export interface Reader {
  id: string
  /** the guest's list; '' or left out for a person with an account */
  guest_of?: string
}

/** A product in memory: its field columns as they are stored, and its stamps parsed. */
export interface StoredProduct extends FieldRow, Stamped<Field> {
  id: string
  /** account id, and the name of that account */
  addedBy: string
  addedByName: ShownName
  /** the account that ticked it and its name; '' while it is unbought */
  tickedBy: string
  tickedByName: ShownName
  /** see `ticked_at` in ProductTable */
  tickedAt: number
  /** the account that last changed or deleted it, and its name */
  changedBy: string
  changedByName: ShownName
  createdAt: number
  deletedAt: number
}

type NameOf<Who extends string> = Record<`${Who}_${'name' | 'surname' | 'email'}`, string | null>
export type ProductWithPeople = Selectable<ProductTable> & NameOf<'author'> & NameOf<'ticker' | 'changer'>

function nameOf<Who extends string>(who: Who, row: NameOf<Who>): ShownName {
  const part = (key: 'name' | 'surname' | 'email') => row[`${who}_${key}`] ?? ''
  return shownName({ name: part('name'), surname: part('surname'), email: part('email') })
}

export function fromDb(row: ProductWithPeople): StoredProduct {
  return {
    ...fieldsOf(row),
    id: row.id,
    addedBy: row.added_by,
    addedByName: nameOf('author', row),
    tickedBy: row.ticked_by,
    tickedByName: nameOf('ticker', row),
    tickedAt: row.ticked_at,
    changedBy: row.changed_by,
    changedByName: nameOf('changer', row),
    createdAt: row.created_at,
    ...stampsOf<Field>(row),
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
    ticked_at: held.tickedAt,
    changed_by: held.changedBy,
    created_at: held.createdAt,
    ...stampColumns(held),
    deleted_at: held.deletedAt,
  }
}

/** All columns, by name because a prepared statement must not select `*` (see `statement`). */
export const storedColumns = [
  ...fieldColumns,
  ...(['list_id', 'id', 'added_by', 'ticked_by', 'ticked_at', 'changed_by', 'created_at'] as const),
  ...(['ver', 'field_ver', 'field_at', 'field_by', 'deleted_at'] as const),
] as const

/** The columns that an update may change; the others are written once. */
export const changingColumns = [
  ...fieldColumns,
  'ticked_by',
  'ticked_at',
  'changed_by',
  'ver',
  'field_ver',
  'field_at',
  'field_by',
  'deleted_at',
] as const

/** Returns the product as REST calls show it to `reader`; to null, who has only the link, without names. */
export function toProduct(held: StoredProduct, reader: Reader | null): Omit<Row, 'fieldVer' | 'deleted'> {
  const { id, ver } = held
  return Object.assign(shownFields(fields, held), { id, ...(reader && peopleOf(held, reader)), ver })
}

/** Returns who did what. Two members may have the same name, so `mine` says which of it the reader did. */
function peopleOf(held: StoredProduct, reader: Reader) {
  const to = reader.guest_of ? 'toGuests' : 'toMembers'
  return {
    addedBy: held.addedByName[to] || undefined,
    tickedBy: held.tickedByName[to] || undefined,
    changedBy: held.changedByName[to] || undefined,
    mine: deeds.filter((deed) => held[`${deed}By`] === reader.id),
  }
}

/** Returns the product as the sync call returns it. */
export function toRow(held: StoredProduct, reader: Reader | null): Row {
  return {
    ...toProduct(held, reader),
    fieldVer: fieldVersions(held, fields),
    deleted: held.deletedAt > 0 || undefined,
  }
}
