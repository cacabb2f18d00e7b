import { describe, expect, test } from 'vitest'
import { shownOf } from '../../../core/product/fields.ts'
import { initialValues, templateFields } from '../../../core/product/table.ts'
import { icons } from '../../../server/seed/catalogue.ts'
import { pictureNames } from '../../../src/templates/card.tsx'
import { blankTexts, readTexts, textsOf } from '../../../src/templates/edit/product-values.ts'

test('TEMPLATES-1 every picture that the server knows has a name to choose it by', () => {
  expect(Object.keys(pictureNames).toSorted()).toEqual([...icons].toSorted())
})

describe('TEMPLATES-3 what is typed for a product of a template', () => {
  const value = {
    ...initialValues,
    productName: 'Milk',
    quantity: 1.5,
    unit: 'l',
    category: 'Dairy',
  } as const
  const milk = {
    ...shownOf(templateFields, value),
    id: 'p1',
    priceUnknown: true,
    category_id: 'dairy',
    icon: 'dairy.svg',
  } as const

  test('TEMPLATES-3 is shown in the words of the language', () => {
    const texts = textsOf({ ...milk, price: 3.4, priceUnknown: undefined }, 'pl', 'PLN')
    expect(texts).toEqual({
      ...blankTexts,
      productName: 'Milk',
      quantity: '1,5',
      unit: 'l',
      price: '3,40',
      category: 'Dairy',
    })
  })

  test('TEMPLATES-3 is sent only where it changed, and a price that nobody knows stays unknown', () => {
    const before = textsOf(milk, 'en', 'PLN')
    expect(before.price).toBe('')
    expect(readTexts({ ...before, quantity: '2', unit: 'kg' }, before, 'en', 'PLN')).toEqual({
      values: { quantity: 2, unit: 'kg' },
      errors: {},
    })
    expect(readTexts({ ...before, category: '' }, before, 'en', 'PLN').values).toEqual({ category: '' })
  })

  test('TEMPLATES-3 a new one leaves out what nobody typed', () => {
    const typed = { ...blankTexts, productName: ' Eggs ', price: '12,90' }
    expect(readTexts(typed, blankTexts, 'en', 'PLN')).toEqual({
      values: { productName: 'Eggs', price: 12.9 },
      errors: {},
    })
  })

  test.each([
    ['productName', ''],
    ['productName', 'x'.repeat(201)],
    ['quantity', ''],
    ['quantity', '0'],
    ['quantity', 'a few'],
    ['price', '1.005'],
    ['shop', 'x'.repeat(101)],
  ] as const)('TEMPLATES-3 refuses %s %j beside its field', (field, text) => {
    const { errors } = readTexts({ ...textsOf(milk, 'en', 'PLN'), [field]: text }, blankTexts, 'en', 'PLN')
    expect(Object.keys(errors)).toEqual([field])
  })
})
