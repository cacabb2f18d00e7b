import { describe, expect, test } from 'vitest'
import { shownOf } from '../../../core/product/fields.ts'
import { initialValues, templateFields } from '../../../core/product/table.ts'
import { icons } from '../../../server/seed/catalogue.ts'
import { pictureNames } from '../../../src/templates/card.tsx'
import { limits } from '../../../core/product/entities.ts'
import { blankTemplate, readTemplate, textsOfTemplate } from '../../../src/templates/edit/template-values.ts'
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

describe('COOK-2 the portions and the address in the form of a template', () => {
  const soup = { ...blankTemplate, templateName: 'Soup' }

  test.each([
    ['', 0],
    [' 4 ', 4],
    ['1', 1],
    ['500', limits.portions],
  ])('COOK-2 reads the portions %j', (portions, read) => {
    expect(readTemplate({ ...soup, portions })).toMatchObject({ values: { portions: read }, errors: {} })
  })

  test.each(['0', '501', '1.5', '-2', 'four', '4 people'])('COOK-2 refuses the portions %j', (portions) => {
    const { errors } = readTemplate({ ...soup, portions })
    expect(Object.keys(errors)).toEqual(['portions'])
    expect(errors.portions?.message).toContain('Type a whole number from 1 to')
  })

  test.each([
    ['', ''],
    ['  ', ''],
    [' https://example.org/soup?print=1 ', 'https://example.org/soup?print=1'],
    ['HTTP://example.org', 'HTTP://example.org'],
    // As people type and share addresses.
    ['example.org/soup', 'https://example.org/soup'],
    ['www.example.org', 'https://www.example.org'],
    ['Tomato soup https://example.org/soup', 'https://example.org/soup'],
  ])('COOK-2 reads the address %j', (source, read) => {
    expect(readTemplate({ ...soup, source })).toMatchObject({ values: { source: read }, errors: {} })
  })

  test.each([
    'javascript:alert(1)',
    'mailto:ala@example.org',
    'ftp://example.org/soup',
    'Grandma’s notebook',
    'https://',
    'https://[',
    'https://exa mple.org',
    'https://one.example.org https://two.example.org',
  ])('COOK-2 refuses the address %j', (source) => {
    const { errors } = readTemplate({ ...soup, source })
    expect(Object.keys(errors)).toEqual(['source'])
    expect(errors.source?.message).toContain('Type the address of a page')
  })

  test('COOK-2 an address that is too long says so', () => {
    const long = (length: number) => 'https://example.org/'.padEnd(length, 'x')
    expect(readTemplate({ ...soup, source: long(limits.recipeSource) }).errors).toEqual({})
    const { errors } = readTemplate({ ...soup, source: long(limits.recipeSource + 1) })
    expect(errors.source?.message).toBe('This is too long.')
  })

  test('COOK-2 the form shows what the template has, and nothing for what it does not say', () => {
    const told = { id: 't', templateName: 'Soup', description: '', author: '', date: '' }
    const look = { type: 'user', difficulty: 'easy', isPublic: false, image: 'pot.svg' } as const
    const template = { ...told, ...look, productCount: 0 }
    expect(textsOfTemplate(template)).toEqual({ ...soup, image: 'pot.svg' })
    const source = 'https://example.org/soup'
    const texts = textsOfTemplate({ ...template, portions: 4, source })
    expect(texts).toEqual({ ...soup, image: 'pot.svg', portions: '4', source })
    expect(readTemplate(texts).values).toMatchObject({ templateName: 'Soup', portions: 4, source })
  })
})
