import { type Field, fields, limits, productDefaults, type Unit, units } from './entities.ts'
import { toHundredths } from './money.ts'
import { isPosition } from './position.ts'
import { type FieldError, type Parsed, parseText } from './text.ts'

/** The values a person gives a product; `price` left out means that nobody knows it yet. */
export interface ProductValue {
  productName: string
  quantity: number
  unit: Unit
  price?: number
  productStatus: boolean
  category?: string
  shop?: string
  position?: string
}
export type FieldValue = string | number | boolean

/** Checks and normalises one field of a product; the page, REST and the sync call all ask here. */
export function parseField(field: Field, input: unknown): Parsed<FieldValue> {
  switch (field) {
    case 'productName':
      return parseText(input, 1, limits.name)
    case 'category':
    case 'shop':
      return parseText(input, 0, limits.label)
    case 'quantity':
      return parseNumber(input, limits.quantityMin, limits.quantityMax)
    case 'price':
      return parseNumber(input, 0, limits.price)
    case 'productStatus':
      return typeof input === 'boolean' ? { ok: true, value: input } : { ok: false, error: 'invalidType' }
    case 'unit':
      if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
      return units.includes(input as Unit) ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
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
  { ok: true; value: ProductValue } | { ok: false; errors: Record<string, FieldError> }

/** Checks a whole new product and fills in what was left out. Unknown fields are refused. */
export function parseProduct(input: unknown): ParsedProduct {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, errors: { value: 'invalidType' } }
  const errors: Record<string, FieldError> = {}
  const value: Record<string, FieldValue> = {}
  for (const [name, given] of Object.entries(input)) {
    if (given === undefined) continue
    if (!fields.includes(name as Field)) {
      errors[name] = 'unknownField'
      continue
    }
    const parsed = parseField(name as Field, given)
    if (parsed.ok) value[name] = parsed.value
    else errors[name] = parsed.error
  }
  if (!('productName' in value) && !errors['productName']) errors['productName'] = 'required'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const { quantity, unit, productStatus } = productDefaults
  return { ok: true, value: { quantity, unit, productStatus, ...value } as ProductValue }
}
