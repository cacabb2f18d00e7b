import type { FieldValue } from '../product/fields.ts'
import type { ListField, ListValue } from '../product/list-fields.ts'
import type { Field, ProductValue } from '../product/table.ts'

/** A change to a product. It carries values, never toggles, so that applying it twice equals applying it once. */
export type ProductChange = ProductAdd | ProductSet | Delete

export interface ProductAdd {
  op: 'add'
  rowId: string
  value: ProductValue
  /**
   * when a product from a file was bought, in epoch ms; 0: that is not known, so it counts as no purchase. Left out: a
   * product that is added as bought is bought now
   */
  boughtAt?: number
}

export interface ProductSet {
  op: 'set'
  rowId: string
  field: Field
  value: FieldValue
  /** fields that mean nothing without each other: all are set, or none */
  also?: Partial<Record<Field, FieldValue>>
  baseVer: number
}

/** A product's may have a `tick`. */
interface Delete {
  op: 'delete'
  rowId: string
  tick?: DeletedTick
}

/**
 * What becomes of the tick of a product that is deleted. 'counts': it was bought, so what waits of it goes to the server
 * as well. 'takenBack': it was unticked together with the delete, because it was moved or added by mistake.
 */
export type DeletedTick = 'counts' | 'takenBack'

/** A change to the list itself; its row has the list's id. */
export type ListChange =
  | { op: 'add'; rowId: string; value: ListValue }
  | { op: 'set'; rowId: string; field: ListField; value: string; baseVer: number }
  | Delete

export type Change = ProductChange | ListChange

type Set = Extract<Change, { op: 'set' }>

/** Returns the fields that a set writes, with their values. */
export function writtenBy<C extends Set>(change: C): [C['field'], C['value']][] {
  const also = 'also' in change ? (Object.entries(change.also ?? {}) as [C['field'], C['value']][]) : []
  return [[change.field, change.value], ...also]
}

/**
 * Returns whether a change is to the list itself. Its false branch is typed wrong: TypeScript excludes deletes from it,
 * because both kinds of delete have the same type. Use isOfProduct there.
 */
export function isOfList<C extends Change>(listId: string, change: C): change is Extract<C, ListChange> {
  return change.rowId === listId
}

export function isOfProduct<C extends Change>(
  listId: string,
  change: C,
): change is Extract<C, ProductChange> {
  return change.rowId !== listId
}

/** A change on its way to the server; `ageMs` says how long ago it was typed, by the device's own clock. */
export type SentOp = Change & { seq: number; opId: string; ageMs?: number }

/** Why the server did not apply an operation. */
export type Refusal = 'forbidden' | 'invalid' | 'gone' | 'idTaken' | 'limit' | 'tooOld' | 'stale'
