import { expect, test } from 'vitest'
import { units } from '../../../core/product/entities.ts'
import { sum } from '../../../core/product/money.ts'
import { i18n } from '../../../src/texts/i18n.ts'
import { priceText } from '../../../src/texts/amounts.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const text = (price: number, quantity: number, unit: (typeof units)[number], priceUnknown?: true) =>
  priceText({ price, quantity, unit, ...(priceUnknown && { priceUnknown }) }, 'PLN', 'en', (one) =>
    i18n._(one),
  )

test('WEEK-10 a price says what it is for, and beside one piece it is the sum', () => {
  expect(text(25.65, 1.5, 'kg')).toBe('25.65\u00a0zł/kg')
  expect(text(25.65, 1, 'kg')).toBe('25.65\u00a0zł/kg')
  expect(text(3.49, 1, 'pcs')).toBe('3.49\u00a0zł')
  expect(text(3.49, 4, 'pcs')).toBe('3.49\u00a0zł/pc')
  expect(text(3.49, 0.5, 'pcs')).toBe('3.49\u00a0zł/pc')
  expect(text(0.03, 200, 'g')).toBe('0.03\u00a0zł/g')
})

test('WEEK-10 a price that nobody knows says nothing, and 0 is free', () => {
  expect(text(0.01, 3, 'kg', true)).toBe('')
  expect(text(0, 3, 'kg')).toBe('free')
})

test('WEEK-10 what it says is what the sum counts: only the price of one piece stands without a unit', () => {
  for (const unit of units)
    for (const quantity of [0.5, 1, 2]) {
      const isSum = sum([{ price: 10, quantity, unit }]) === 10
      const isPlain = text(10, quantity, unit) === '10.00\u00a0zł'
      expect(isPlain && !isSum).toBe(false)
      expect(isPlain).toBe(unit === 'pcs' && quantity === 1)
    }
})

test('WEEK-10 in Polish by the words of Polish shops', () => {
  const say = ({ message }: { message?: string }) => (message === 'pc' ? 'szt.' : (message ?? ''))
  expect(priceText({ price: 3.49, quantity: 2, unit: 'pcs' }, 'PLN', 'pl', say)).toBe('3,49\u00a0zł/szt.')
})
