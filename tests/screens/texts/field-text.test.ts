import { expect, test } from 'vitest'
import { i18n } from '../../../src/texts/i18n.ts'
import { fieldText, parseTyped } from '../../../src/texts/field-text.ts'
import { row } from '../../support/entries.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('DETAIL-8 a price is shown with two decimals and the separator of the language', () => {
  const product = row('milk', 1, { price: 3.5, quantity: 1.25 })
  expect(fieldText(product, 'price', 'pl')).toBe('3,50')
  expect(fieldText(product, 'price', 'en')).toBe('3.50')
  expect(fieldText(product, 'quantity', 'pl')).toBe('1,25')
})

test('DETAIL-20 a price that nobody typed is an empty field', () => {
  expect(fieldText(row('milk', 1, { price: 0.01, priceUnknown: true }), 'price', 'en')).toBe('')
})

test('I18N-1 what is shown can be typed again in either language', () => {
  const product = row('milk', 1, { price: 1234.5, quantity: 0.01 })
  for (const language of ['en', 'pl'] as const)
    for (const field of ['price', 'quantity'] as const)
      expect(parseTyped(field, fieldText(product, field, language), language)).toEqual({
        ok: true,
        value: product[field],
      })
})

test.each([
  ['price', 'abc', 'Type a price like 3.49, with at most two decimals.'],
  ['price', '3.499', 'Type a price like 3.49, with at most two decimals.'],
  ['price', '1000000', 'A price can be 999,999.99 zł at most.'],
  ['quantity', '', 'Type a quantity like 1.5, with at most two decimals.'],
  ['quantity', '0', 'A quantity can be from 0.01 to 99,999.'],
  ['productName', 'x'.repeat(300), 'At most 200 characters; this has 300.'],
  ['shop', 'x'.repeat(101), 'At most 100 characters; this has 101.'],
] as const)('DETAIL-8 %s %j is refused in plain words', (field, text, words) => {
  const typed = parseTyped(field, text, 'en')
  expect(typed.ok ? null : i18n._(typed.error)).toBe(words)
})
