import { expect, test } from 'vitest'
import { duplicatesOf, merged } from '../../core/text/duplicates.ts'
import type { Row } from '../../core/contract/shapes.ts'
import { row } from '../support/entries.ts'

const unknown = { price: 0.01, priceUnknown: true } as const

function product(id: string, more: Partial<Row> = {}) {
  return { ...row(id, 1, { ...unknown, ...more }), waiting: false }
}

test('DETAIL-25 names that differ in case, accents and spaces are one product; the lower id is the first', () => {
  const products = [
    product('c', { productName: 'ŻÓŁTY  ser' }),
    product('a', { productName: 'żółty ser ' }),
    product('b', { productName: 'zolty ser' }),
    product('d', { productName: 'ser' }),
  ]
  expect([...duplicatesOf(products)]).toEqual([
    ['c', 'a'],
    ['b', 'a'],
  ])
})

test('DETAIL-25 what is bought and wanted again is no mistake', () => {
  const milk = { productName: 'Milk' }
  expect(duplicatesOf([product('a', { ...milk, productStatus: true }), product('b', milk)]).size).toBe(0)
})

test.each([
  ['1 pcs', '2 pcs', { quantity: 3 }],
  ['1 kg', '500 g', { quantity: 1.5 }],
  ['500 g', '1 kg', { quantity: 1500 }],
  ['20 dag', '0.5 kg', { quantity: 70 }],
  ['1 l', '250 ml', { quantity: 1.25 }],
  ['2 m', '50 cm', { quantity: 2.5 }],
  ['1 kg', '5 g', { quantity: 1005, unit: 'g' }],
  ['0.1 kg', '0.2 kg', { quantity: 0.3 }],
  ['99999 kg', '1 kg', null],
  ['1 kg', '1 l', null],
  ['1 pcs', '1 kg', null],
] as const)('DETAIL-25 %s and %s', (one, two, expected) => {
  const [first, other] = [one, two].map((text, i) => {
    const [quantity, unit] = text.split(' ')
    return product(String(i), { quantity: Number(quantity), unit: unit as Row['unit'] })
  })
  if (first && other) expect(merged(first, other)).toEqual(expected)
})

test('DETAIL-25 the price of the first stays, for whatever unit; what only the other knew is kept', () => {
  const kg = product('a', { unit: 'kg', price: 4, priceUnknown: undefined })
  expect(merged(kg, product('b', { unit: 'kg', price: 5, priceUnknown: undefined }))).toEqual({ quantity: 2 })
  expect(merged(kg, product('b', { unit: 'g', quantity: 5 }))).toEqual({
    quantity: 100.5,
    unit: 'dag',
    price: 0.04,
  })
  // 4,99 zł per kilogram has no exact price per gram.
  expect(merged({ ...kg, price: 4.99 }, product('b', { unit: 'g', quantity: 5 }))).toBeNull()
  const other = { price: 4, priceUnknown: undefined, category_name: 'Dairy', shop_name: 'Corner' }
  expect(merged(product('a', { unit: 'dag', quantity: 5 }), product('b', { unit: 'kg', ...other }))).toEqual({
    quantity: 105,
    price: 0.04,
    category: 'Dairy',
    shop: 'Corner',
  })
})
