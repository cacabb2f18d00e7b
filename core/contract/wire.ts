import { type TArrayOptions, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'
import { idPattern, longestId } from '../product/entities.ts'

/** Building blocks of the schemas. */
export const closed = { additionalProperties: false }
/** An object with these properties and no others. */
export const Closed = <P extends TProperties>(properties: P, more: TObjectOptions = {}) =>
  Type.Object(properties, { ...closed, ...more })
export const Id = Type.String({ minLength: 1, maxLength: longestId, pattern: idPattern })
export const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' })
export const Enum = <const T extends readonly string[]>(values: T, more: { description?: string } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...more })
/** What may be left out, with what it means. */
export const Optional = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional<T>({ ...schema, description })
export const OptionalText = (description: string) => Optional(Type.String(), description)
/** An array of objects with these properties. */
export const Objects = <P extends TProperties>(properties: P, more: TArrayOptions = {}) =>
  Type.Array(Type.Object(properties), more)
export const Empty = Closed({})
export const IdOnly = Type.Object({ id: Id })
