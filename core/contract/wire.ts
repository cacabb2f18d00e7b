import { Type } from 'typebox'
import { idPattern, longestId } from '../product/entities.ts'

/** Building blocks of the schemas. */
export const closed = { additionalProperties: false }
export const Id = Type.String({ minLength: 1, maxLength: longestId, pattern: idPattern })
export const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' })
export const Enum = <const T extends readonly string[]>(values: T, more: { description?: string } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...more })
export const Empty = Type.Object({}, closed)
export const IdOnly = Type.Object({ id: Id })
