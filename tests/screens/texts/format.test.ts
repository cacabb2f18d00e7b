import { expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatMoney,
  formatNumber,
  formatShortDate,
} from '../../../src/texts/format.ts'

const locales = { en: 'en-GB', pl: 'pl' } as const
const languages = ['en', 'pl'] as const

/** Every length of number, and what is near to where it gets longer. */
const hundredths = [0, 1, 10, 100].flatMap((few) =>
  Array.from({ length: 14 }, (_, zeros) => [
    10 ** zeros + few,
    10 ** zeros - 1,
    37 * 10 ** zeros + few,
  ]).flat(),
)

test('I18N-1 numbers and money are written as the language does it, whatever their size', () => {
  for (const language of languages)
    for (const value of hundredths.map((all) => all / 100)) {
      const written = (least: number) =>
        new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: 2 }).format(
          value,
        )
      expect(formatNumber(value, language)).toBe(written(0))
      expect(formatMoney(value, 'PLN', language)).toBe(`${written(2)}\u00a0zł`)
    }
})

test('I18N-1 dates are written as the language does it, in the time of where the person is', () => {
  for (const language of languages)
    for (let month = 0; month < 12; month++)
      for (const day of [1, 15, 28]) {
        const date = new Date(2026, month, day, 23, 59)
        const written = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long' }).format(date)
        expect(formatDate(date.getTime(), language)).toBe(written)
        expect(formatDate(date.toISOString(), language)).toBe(written)
      }
})

test('I18N-1 LISTS-1 a day is named briefly, with its year only if that is another one', () => {
  const now = Date.UTC(2026, 10, 27, 12)
  for (const language of languages)
    for (let month = 0; month < 12; month++) {
      const date = new Date(2026, month, 15 + month, 23, 59)
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locales[language], options).format(date)
      const day = written({ day: 'numeric', month: 'short' }).replace('Sept', 'Sep')
      expect(formatShortDate(date.getTime(), language, now)).toBe(day)
      const weekday = written({ weekday: 'long' })
      const named = weekday.charAt(0).toLocaleUpperCase() + weekday.slice(1)
      expect(formatDay(date.toISOString(), language, now)).toBe(`${named} ${day}`)
    }
  expect(formatDay('2025-11-26T12:00:00Z', 'en', now)).toBe('Wednesday 26 Nov 2025')
})

test('MONEY-3 money is written with its currency’s sign and number of decimals', () => {
  const nb = '\u00a0'
  expect(formatMoney(1234.5, 'EUR', 'en')).toBe('€1,234.50')
  expect(formatMoney(1234.5, 'EUR', 'pl')).toBe(`1234,50${nb}€`)
  expect(formatMoney(350, 'JPY', 'en')).toBe('¥350')
  // Stored before the list was in yen: nothing that was typed is hidden.
  expect(formatMoney(3.5, 'JPY', 'en')).toBe('¥3.50')
  expect(formatMoney(49, 'CZK', 'pl')).toBe(`49,00${nb}Kč`)
})
