import type { Language, Unit } from '../../core/entities.ts'
import { fieldText, parseTyped, type TypedField } from '../field-text.ts'
import type { TemplateProduct, TemplateProductValues } from '../state/template-actions.ts'
import type { FieldErrors } from '../use-form.ts'

/** What the form of a template's product holds, as it is typed. */
export type ProductTexts = Record<TypedField | 'unit', string>

const typed = ['productName', 'quantity', 'price', 'category', 'shop'] as const satisfies TypedField[]

export const blankTexts: ProductTexts = {
  productName: '',
  quantity: '1',
  unit: 'pcs',
  price: '',
  category: '',
  shop: '',
}

export function textsOf(product: TemplateProduct, language: Language): ProductTexts {
  // What the fields of a list show; whether it is bought, and where it stands, they do not.
  const whole = { ...product, productStatus: false, position: '', ver: 0 }
  const text = (field: TypedField) => fieldText(whole, field, language)
  return {
    productName: text('productName'),
    quantity: text('quantity'),
    unit: product.unit,
    price: text('price'),
    category: text('category'),
    shop: text('shop'),
  }
}

/** Only what is no longer as `before`: a price that nobody knew stays unknown until one is typed. */
export function readTexts(
  texts: ProductTexts,
  before: ProductTexts,
  language: Language,
): { values: TemplateProductValues; errors: FieldErrors<ProductTexts> } {
  const values: Record<string, string | number | boolean> = {}
  const errors: FieldErrors<ProductTexts> = {}
  for (const field of typed) {
    if (texts[field] === before[field] && field !== 'productName') continue
    const read = parseTyped(field, texts[field], language)
    if (!read.ok) errors[field] = read.error
    else if (texts[field] !== before[field]) values[field] = read.value
  }
  if (texts.unit !== before.unit) values['unit'] = texts.unit as Unit
  return { values, errors }
}
