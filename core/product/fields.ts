import { limits, type PriceFor, pricesFor, type Unit, units } from './entities.ts'
import { toHundredths } from './money.ts'
import { isPosition } from './position.ts'
import {
  type Field,
  type FieldFacts,
  fields,
  initialValues,
  leftOut,
  productFields,
  type ProductValue,
  type ShownFields,
  unknownPrice,
} from './table.ts'
import { type FieldError, type Parsed, parseText } from '../text/normalise.ts'

/** null: unknown, for a price */
export type FieldValue = string | number | boolean | null

/** Validates and normalises one field of a product, for the page, REST and the sync call alike. */
export function parseField(field: Field, input: unknown): Parsed<FieldValue> {
  const facts: FieldFacts = productFields[field]
  if (input === null && facts.clearable) return { ok: true, value: null }
  const { least = 0, most = 0 } = facts
  switch (facts.kind) {
    case 'text':
      return parseText(input, least, most)
    case 'number':
      return parseNumber(input, least, most)
    case 'flag':
      return typeof input === 'boolean' ? { ok: true, value: input } : { ok: false, error: 'invalidType' }
    case 'unit':
      if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
      return units.includes(input as Unit) ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
    case 'priceFor':
      if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
      return pricesFor.includes(input as PriceFor)
        ? { ok: true, value: input }
        : { ok: false, error: 'outOfRange' }
    case 'position':
      if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
      if (input.length > limits.position) return { ok: false, error: 'tooLong' }
      return isPosition(input) ? { ok: true, value: input } : { ok: false, error: 'invalidCharacters' }
  }
}

function parseNumber(input: unknown, min: number, max: number): Parsed<number> {
  if (typeof input !== 'number' || !Number.isFinite(input)) return { ok: false, error: 'invalidType' }
  if (input < min || input > max) return { ok: false, error: 'outOfRange' }
  if (toHundredths(input) === null) return { ok: false, error: 'tooManyDecimals' }
  return { ok: true, value: input }
}

export type ParsedProduct =
  | { ok: true; value: ProductValue }
  | { ok: false; errors: Record<string, FieldError> }

/** Validates a whole new product and fills in missing values. Refuses unknown fields. */
export function parseProduct(input: unknown): ParsedProduct {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, errors: { value: 'invalidType' } }
  const errors: Record<string, FieldError> = {}
  const value: Record<string, FieldValue> = {}
  for (const [name, given] of Object.entries(input)) {
    if (given === undefined) continue
    if (!isField(name)) {
      errors[name] = 'unknownField'
      continue
    }
    const parsed = parseField(name, given)
    // A new product's price is unknown unless it is given.
    if (parsed.ok && (parsed.value === null || isImplied(name, parsed.value))) continue
    if (parsed.ok) value[name] = parsed.value
    else errors[name] = parsed.error
  }
  if (!('productName' in value) && !errors['productName']) errors['productName'] = 'required'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, value: { ...initialValues, ...value } as ProductValue }
}

/** Returns the fields under the names used in answers. */
export function shownOf<F extends Field>(some: readonly F[], value: ProductValue): ShownFields<F> {
  const shown = some.map((field) => {
    const given = value[field as Field] ?? (field === 'price' ? unknownPrice : leftOut(field))
    return [productFields[field].shown, isImplied(field, given) ? undefined : given] as const
  })
  return Object.fromEntries(shown) as ShownFields<F>
}

/** Returns whether the field says as much where it is left out. */
export function isImplied(field: Field, value: FieldValue | undefined): boolean {
  return value !== '' && value === leftOut(field)
}

export function isField(name: unknown): name is Field {
  return fields.includes(name as Field)
}
