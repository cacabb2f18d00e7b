import type { Field } from '../product/table.ts'
import type { FieldValue } from '../product/fields.ts'
import type { ProductValue } from '../product/table.ts'

/** What a person did to a product. Values, never toggles, so that doing it twice is doing it once. */
export type Change =
  | { op: 'add'; productId: string; value: ProductValue }
  | { op: 'set'; productId: string; field: Field; value: FieldValue; baseVer: number }
  | { op: 'delete'; productId: string }

/** A change on its way to the server; `ageMs` says how long ago it was typed, by the device's own clock. */
export type SentOp = Change & { seq: number; opId: string; ageMs?: number }

/** Why the server did not apply an operation. */
export type Refusal = 'forbidden' | 'invalid' | 'gone' | 'idTaken' | 'limit' | 'tooOld' | 'stale'
