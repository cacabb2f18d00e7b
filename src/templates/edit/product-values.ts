import type { Language, Unit } from '../../../core/product/entities.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import { type FormField, productFields, type TypedField, typedFields } from '../../../core/product/table.ts'
import { fieldText, parseTyped } from '../../texts/field-text.ts'
import type { TemplateProductValues } from '../../trial/local.ts'
import type { TemplateProduct } from '../state/actions.ts'
import type { FieldErrors } from '../../ui/input/use-form.ts'

/** The typed texts in the form of a template's product. */
type ProductTexts = Record<FormField, string>

const typed = typedFields.filter((field) => productFields[field].inTemplate)

export const blankTexts: ProductTexts = { ...forEach(() => ''), quantity: '1', unit: 'pcs' }

export function textsOf(product: TemplateProduct, language: Language, currency: string): ProductTexts {
  // fieldText() needs a list's product; the fields added here are not shown in the form.
  const whole = { ...product, productStatus: false, position: '', ver: 0 }
  return { ...forEach((field) => fieldText(whole, field, language, currency)), unit: product.unit }
}

function forEach(text: (field: TypedField) => string): Record<TypedField, string> {
  return Object.fromEntries(typed.map((field) => [field, text(field)])) as Record<TypedField, string>
}

/** Reads only fields that differ from `before`, so an unknown price stays unknown until one is typed. */
export function readTexts(
  texts: ProductTexts,
  before: ProductTexts,
  language: Language,
  currency: string,
): { values: TemplateProductValues; errors: FieldErrors<ProductTexts> } {
  const values: Record<string, FieldValue> = {}
  const errors: FieldErrors<ProductTexts> = {}
  for (const field of typed) {
    if (texts[field] === before[field] && field !== 'productName') continue
    const read = parseTyped(field, texts[field], language, currency)
    if (!read.ok) errors[field] = read.error
    else if (texts[field] !== before[field]) values[field] = read.value
  }
  if (texts.unit !== before.unit) values['unit'] = texts.unit as Unit
  return { values, errors }
}
