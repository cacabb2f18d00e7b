import type { FieldValue } from '../product/fields.ts'
import type { ListField, ListValue } from '../product/list-fields.ts'
import type { Field, ProductValue } from '../product/table.ts'

/** What a person did to a product. Values, never toggles, so that doing it twice is doing it once. */
export type ProductChange =
  | { op: 'add'; rowId: string; value: ProductValue }
  | { op: 'set'; rowId: string; field: Field; value: FieldValue; baseVer: number }
  | { op: 'delete'; rowId: string }

/** What a person did to a list: its own row has the list's id. */
export type ListChange =
  | { op: 'add'; rowId: string; value: ListValue }
  | { op: 'set'; rowId: string; field: ListField; value: string; baseVer: number }
  | { op: 'delete'; rowId: string }

export type Change = ProductChange | ListChange

/**
 * Whether a change is one of the list itself. Where it is not, a delete is missing from what TypeScript thinks is
 * left, because both kinds of delete look alike: ask isOfProduct there.
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
