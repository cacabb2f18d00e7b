import {
  type TBoolean,
  type TNumber,
  type TOptional,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from 'typebox'
import { type PriceFor, pricesFor, type Unit, units } from '../product/entities.ts'
import {
  type Field,
  fields,
  type Implied,
  productFields,
  type SetValueOf,
  templateFields,
  type WireKind,
} from '../product/table.ts'
import { Closed, Enum, Id, Optional, OptionalText } from './wire.ts'

/** The schemas of a product's fields, made from the table in core/product. */
type SchemaOf<F extends Field> = {
  number: TNumber
  unit: TUnsafe<Unit>
  priceFor: TUnsafe<PriceFor>
  flag: TBoolean
  string: TString
}[WireKind<F>]
type Shown<F extends Field> = {
  [K in F as (typeof productFields)[K]['shown']]: K extends Implied ? TOptional<SchemaOf<K>> : SchemaOf<K>
}
type Written<F extends Field> = { [K in F]: TOptional<TUnsafe<SetValueOf<K>>> }

function schemaOf(field: Field) {
  const { kind, ...facts } = productFields[field]
  const options = 'description' in facts ? { description: facts.description } : {}
  if (kind === 'number') return Type.Number(options)
  if (kind === 'flag') return Type.Boolean(options)
  if (kind === 'priceFor') return Enum(pricesFor, options)
  return kind === 'unit' ? Enum(units) : Type.String(options)
}

function shown<F extends Field>(some: readonly F[]): Shown<F> {
  const schemas = some.map((field) => {
    const isImplied = 'implied' in productFields[field]
    return [productFields[field].shown, isImplied ? Type.Optional(schemaOf(field)) : schemaOf(field)]
  })
  return Object.fromEntries(schemas) as Shown<F>
}

/** Returns the schemas of these fields for requests, each optional. */
export function written<F extends Field>(some: readonly F[]): Written<F> {
  const settable = (field: Field): TSchema => {
    const schema = schemaOf(field)
    // Not a union: its error would not say that the type is wrong.
    return 'clearable' in productFields[field] ? Type.Unsafe({ ...schema, type: ['number', 'null'] }) : schema
  }
  return Object.fromEntries(some.map((field) => [field, Type.Optional(settable(field))])) as Written<F>
}

const found = {
  priceUnknown: Type.Optional(Type.Boolean()),
  category_id: Type.Union([Type.String(), Type.Null()]),
  icon: Type.Union([Type.String(), Type.Null()]),
}

/** The actions on a product for which an answer names the member. */
export const deeds = ['added', 'ticked', 'changed'] as const
export type Deed = (typeof deeds)[number]

export const Product = Type.Object({
  id: Id,
  ...shown(fields),
  ...found,
  addedBy: OptionalText('a name'),
  tickedBy: OptionalText('the name of the member who ticked it'),
  changedBy: OptionalText('the name of the member who changed it last, be it by deleting it'),
  mine: Optional(Type.Array(Enum(deeds)), 'which of these the reader did: names may be alike'),
  ver: Type.Integer(),
})

export const TemplateProduct = Type.Object({ id: Id, ...shown(templateFields), ...found })

/** What a row of the sync call has in addition to a product's fields. */
export const versions = {
  ver: Type.Integer(),
  fieldVer: Optional(
    Type.Record(Type.String(), Type.Integer()),
    'only fields whose version is not the row’s',
  ),
  deleted: Type.Optional(Type.Boolean()),
}

export const Row = Type.Object({ ...Product.properties, ...versions })

export const NewProduct = Closed({
  ...written(fields),
  productName: Type.String(),
  id: Type.Optional(Id),
  ifAbsent: Optional(
    Type.Boolean(),
    'true: if a product with this name is there still to buy, nothing is added and the answer is 200 with that product. Names are compared as quick add compares them: case, accents, hyphens and the form of a known word do not count',
  ),
})

export const ProductEdit = Closed(written(fields), { minProperties: 1, maxProperties: 1 })
