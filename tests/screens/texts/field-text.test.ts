import { expect, test } from 'vitest'
import { i18n } from '../../../src/texts/i18n.ts'
import { fieldText, parseTyped } from '../../../src/texts/field-text.ts'
import { row } from '../../support/entries.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('DETAIL-8 a price is shown with two decimals and the separator of the language', () => {
  const product = row('milk', 1, { price: 3.5, quantity: 1.25 })
  expect(fieldText(product, 'price', 'pl', 'PLN')).toBe('3,50')
  expect(fieldText(product, 'price', 'en', 'PLN')).toBe('3.50')
  expect(fieldText(product, 'quantity', 'pl', 'PLN')).toBe('1,25')
})

test('DETAIL-20 a price that nobody typed is an empty field', () => {
  expect(fieldText(row('milk', 1, { price: 0.01, priceUnknown: true }), 'price', 'en', 'PLN')).toBe('')
})

test('DETAIL-20 an empty price field makes the price unknown, an empty quantity is refused', () => {
  for (const text of ['', '  '])
    expect(parseTyped('price', text, 'en', 'PLN')).toEqual({ ok: true, value: null })
  expect(parseTyped('price', '0', 'en', 'PLN')).toEqual({ ok: true, value: 0 })
  expect(parseTyped('price', '-3', 'en', 'PLN')).toEqual({ ok: true, value: -3 })
  expect(parseTyped('quantity', '-3', 'en', 'PLN')).toMatchObject({ ok: false })
})

test('I18N-1 what is shown can be typed again in either language', () => {
  const product = row('milk', 1, { price: 1234.5, quantity: 0.01 })
  for (const language of ['en', 'pl'] as const)
    for (const field of ['price', 'quantity'] as const)
      expect(parseTyped(field, fieldText(product, field, language, 'PLN'), language, 'PLN')).toEqual({
        ok: true,
        value: product[field],
      })
})

test.each([
  ['price', 'abc', 'Type a price like 3.49, with at most two decimals.'],
  ['price', '3.499', 'Type a price like 3.49, with at most two decimals.'],
  ['price', '1000000', 'A price can be 999,999.99\u00a0zł at most.'],
  ['quantity', '', 'Type a quantity like 1.5, with at most two decimals.'],
  ['quantity', '0', 'A quantity can be from 0.01 to 99,999.'],
  ['productName', 'x'.repeat(300), 'At most 200 characters; this has 300.'],
  ['shop', 'x'.repeat(101), 'At most 100 characters; this has 101.'],
] as const)('DETAIL-8 %s %j is refused in plain words', (field, text, words) => {
  const typed = parseTyped(field, text, 'en', 'PLN')
  expect(typed.ok ? null : i18n._(typed.error)).toBe(words)
})

test('MONEY-3 a price is typed and shown as its currency has it', () => {
  const product = row('milk', 1, { price: 350 })
  expect(fieldText(product, 'price', 'en', 'JPY')).toBe('350')
  expect(fieldText(product, 'price', 'en', 'EUR')).toBe('350.00')
  expect(parseTyped('price', '350', 'en', 'JPY')).toEqual({ ok: true, value: 350 })
  expect(parseTyped('price', '3.5', 'en', 'JPY').ok).toBe(false)
  for (const text of ['3,49 €', '€3.49', 'EUR 3,49', '3.49eur'])
    expect(parseTyped('price', text, 'en', 'EUR'), text).toEqual({ ok: true, value: 3.49 })
  for (const text of ['3,49 zł', '$3.49']) expect(parseTyped('price', text, 'en', 'EUR').ok, text).toBe(false)
})
