import { expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatMoney,
  formatNumber,
  formatShortDate,
} from '../../../src/texts/format.ts'

const nb = '\u00a0'

test('I18N-1 numbers and money are written as the language does it, whatever their size', () => {
  expect(formatNumber(0.5, 'en')).toBe('0.5')
  expect(formatNumber(1234.567, 'en')).toBe('1,234.57')
  expect(formatNumber(1234.5, 'pl')).toBe('1234,5')
  expect(formatNumber(99_999, 'pl')).toBe(`99${nb}999`)
  expect(formatMoney(0, 'PLN', 'en')).toBe(`0.00${nb}zł`)
  expect(formatMoney(999_999.99, 'PLN', 'en')).toBe(`999,999.99${nb}zł`)
  expect(formatMoney(1234.5, 'PLN', 'pl')).toBe(`1234,50${nb}zł`)
})

test('I18N-1 dates are written as the language does it, in the time of where the person is', () => {
  const date = new Date(2026, 4, 3, 23, 59)
  for (const time of [date.getTime(), date.toISOString()]) {
    expect(formatDate(time, 'en')).toBe('3 May 2026')
    expect(formatDate(time, 'pl')).toBe('3 maja 2026')
  }
})

test('I18N-1 LISTS-1 a day is named briefly, with its year only if that is another one', () => {
  const now = new Date(2026, 10, 27, 12).getTime()
  const date = new Date(2026, 9, 1, 23, 59).getTime()
  expect(formatShortDate(date, 'en', now)).toBe('1 Oct')
  expect(formatShortDate(date, 'pl', now)).toBe('1 paź')
  expect(formatDay(date, 'en', now)).toBe('Thursday 1 Oct')
  expect(formatDay(date, 'pl', now)).toBe('Czwartek, 1 paź')
  expect(formatShortDate(new Date(2025, 10, 26).getTime(), 'en', now)).toBe('26 Nov 2025')
})

test('MONEY-3 money is written with its currency’s sign and number of decimals', () => {
  expect(formatMoney(1234.5, 'EUR', 'en')).toBe('€1,234.50')
  expect(formatMoney(1234.5, 'EUR', 'pl')).toBe(`1234,50${nb}€`)
  expect(formatMoney(350, 'JPY', 'en')).toBe('¥350')
  // Stored before the list was in yen: nothing that was typed is hidden.
  expect(formatMoney(3.5, 'JPY', 'en')).toBe('¥3.50')
  expect(formatMoney(49, 'CZK', 'pl')).toBe(`49,00${nb}Kč`)
})
