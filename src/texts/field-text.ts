import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { decimalsOf } from '../../core/product/currency.ts'
import { limits } from '../../core/product/entities.ts'
import { decimalMark, type Language } from '../../core/text/language.ts'
import { type FieldOfKind, type FormField, productFields, type TypedField } from '../../core/product/table.ts'
import type { Product } from '../../core/contract/shapes.ts'
import { type FieldValue, parseField } from '../../core/product/fields.ts'
import { readField } from '../../core/sync/mutation.ts'
import { parseDecimal, parsePrice } from '../../core/product/money.ts'
import { formatMoney, formatNumber } from './format.ts'
import { type Amount, usePriceUnit } from './amounts.tsx'
import { fieldErrorText } from './problem-text.ts'

/** Field labels in a form. */
export const fieldNames: Record<FormField, MessageDescriptor> = {
  productName: msg`Name`,
  note: msg`Note`,
  quantity: msg`Quantity`,
  unit: msg`Unit`,
  price: msg`Price`,
  shop: msg`Shop`,
  category: msg`Category`,
}

/** Returns the label of a form's field. The price's label contains the unit: 'Price, zł/kg'. */
export function useFieldName(): (field: FormField, amount: Amount) => string {
  const { t } = useLingui()
  const unitOf = usePriceUnit()
  return (field, amount) => {
    const per = unitOf(amount)
    return field === 'price' ? t`Price, ${per}` : t(fieldNames[field])
  }
}

/** Field labels in a table, where the label has to name the product. */
export const fieldNamesOf: Record<FormField, (product: string) => MessageDescriptor> = {
  productName: (name) => msg`Name: ${name}`,
  note: (name) => msg`Note: ${name}`,
  quantity: (name) => msg`Quantity: ${name}`,
  unit: (name) => msg`Unit: ${name}`,
  price: (name) => msg`Price: ${name}`,
  shop: (name) => msg`Shop: ${name}`,
  category: (name) => msg`Category: ${name}`,
}

/** Field labels for the product that is being added. */
export const newFieldNames: Record<FormField, MessageDescriptor> = {
  productName: msg`New product: name`,
  note: msg`New product: note`,
  quantity: msg`New product: quantity`,
  unit: msg`New product: unit`,
  price: msg`New product: price`,
  shop: msg`New product: shop`,
  category: msg`New product: category`,
}

export function decimal(text: string, language: Language): string {
  return text.replace('.', decimalMark(language))
}

/** Returns the text of a field that nobody is typing in. An unknown price gives an empty field. */
export function fieldText(product: Product, field: TypedField, language: Language, currency: string): string {
  const value = readField(product, field)
  if (value === undefined) return ''
  if (field === 'price') {
    const decimals = Number.isInteger(value) ? decimalsOf(currency) : 2
    return decimal(Number(value).toFixed(decimals), language)
  }
  return isNumber(field) ? decimal(String(value), language) : String(value)
}

export type Typed = { ok: true; value: FieldValue } | { ok: false; error: MessageDescriptor }

/** Parses the typed text, or returns the error. */
export function parseTyped(field: TypedField, text: string, language: Language, currency: string): Typed {
  // Without a text, the price is unknown again.
  if (field === 'price' && text.trim() === '') return { ok: true, value: null }
  if (!isNumber(field)) return parsedText(field, text)
  const input = field === 'price' ? parsePrice(text, currency) : parseDecimal(text)
  if (input === null) return { ok: false, error: numberErrors[field].notNumber(language) }
  if (field === 'price' && decimalsOf(currency) === 0 && !Number.isInteger(input))
    return { ok: false, error: msg`A price in this currency has no decimals.` }
  const parsed = parseField(field, input)
  if (parsed.ok) return parsed
  if (parsed.error !== 'outOfRange') return { ok: false, error: fieldErrorText(parsed.error) }
  return { ok: false, error: numberErrors[field].outOfRange(language, currency) }
}

function parsedText(field: FieldOfKind<'text'>, text: string): Typed {
  const parsed = parseField(field, text)
  if (parsed.ok) return parsed
  if (parsed.error !== 'tooLong') return { ok: false, error: fieldErrorText(parsed.error) }
  const { most } = productFields[field]
  const now = text.trim().length
  return { ok: false, error: msg`At most ${most} characters; this has ${now}.` }
}

type NumberField = FieldOfKind<'number'> & TypedField

function isNumber(field: TypedField): field is NumberField {
  return productFields[field].kind === 'number'
}

interface NumberErrors {
  notNumber: (language: Language) => MessageDescriptor
  outOfRange: (language: Language, currency: string) => MessageDescriptor
}

const numberErrors: Record<NumberField, NumberErrors> = {
  price: {
    notNumber: (language) => {
      const example = decimal('3.49', language)
      return msg`Type a price like ${example}, with at most two decimals.`
    },
    outOfRange: (language, currency) => {
      const most = mostMoney(currency, language)
      return msg`A price can be ${most} at most.`
    },
  },
  quantity: {
    notNumber: (language) => {
      const example = decimal('1.5', language)
      return msg`Type a quantity like ${example}, with at most two decimals.`
    },
    outOfRange: (language) => {
      const least = formatNumber(limits.quantityMin, language)
      const most = formatNumber(limits.quantityMax, language)
      return msg`A quantity can be from ${least} to ${most}.`
    },
  },
}

/** Returns the largest price or budget in this currency: '999,999.99 zł', '¥999,999'. */
export function mostMoney(currency: string, language: Language): string {
  const most = decimalsOf(currency) === 0 ? Math.floor(limits.price) : limits.price
  return formatMoney(most, currency, language)
}
