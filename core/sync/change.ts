import type { FieldValue } from '../product/fields.ts'
import type { ListField, ListValue } from '../product/list-fields.ts'
import type { Field, ProductValue } from '../product/table.ts'

/** A change to a product. It carries values, never toggles, so that applying it twice equals applying it once. */
export type ProductChange =
  | { op: 'add'; rowId: string; value: ProductValue }
  | { op: 'set'; rowId: string; field: Field; value: FieldValue; baseVer: number }
  | { op: 'delete'; rowId: string }

/** A change to the list itself; its row has the list's id. */
export type ListChange =
  | { op: 'add'; rowId: string; value: ListValue }
  | { op: 'set'; rowId: string; field: ListField; value: string; baseVer: number }
  | { op: 'delete'; rowId: string }

export type Change = ProductChange | ListChange

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
