import { expect, test } from 'vitest'
import { formatDate, formatMoney, formatNumber } from '../../../src/texts/format.ts'

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
      expect(formatMoney(value, language)).toBe(`${written(2)}\u00a0zł`)
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
