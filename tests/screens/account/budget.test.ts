import { expect, test } from 'vitest'
import { i18n } from '../../../src/texts/i18n.ts'
import { parseBudget } from '../../../src/spending/budget.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

function read(typed: string, currency: string): number | string {
  const parsed = parseBudget(typed, currency, 'en')
  return parsed.ok ? parsed.value : i18n._(parsed.error)
}

test('MONEY-2 a budget is read as prices are, in the currency of the account', () => {
  expect(read('800', 'PLN')).toBe(800)
  expect(read('1 799,50 zł', 'PLN')).toBe(1_799.5)
  expect(read('799.50 €', 'EUR')).toBe(799.5)
  expect(read(' ', 'PLN')).toBe(0)
  expect(read('80000', 'JPY')).toBe(80_000)
  expect(read('80000.00', 'JPY')).toBe(80_000)
  expect(read('', 'JPY')).toBe(0)
})

test('MONEY-3 a budget in a currency without decimals has none', () => {
  expect(read('799.50', 'JPY')).toBe('An amount in this currency has no decimals.')
  expect(read('799,5', 'ISK')).toBe('An amount in this currency has no decimals.')
})

test('MONEY-2 what is no budget is refused with an example of one, or with the most that it can be', () => {
  expect(read('a lot', 'PLN')).toBe('Type an amount, such as 800 or 799.50.')
  expect(read('-800', 'PLN')).toBe('Type an amount, such as 800 or 799.50.')
  expect(read('799.505', 'PLN')).toBe('Type an amount, such as 800 or 799.50.')
  expect(read('800 €', 'PLN')).toBe('Type an amount, such as 800 or 799.50.')
  expect(read('a lot', 'JPY')).toBe('Type an amount, such as 80000.')
  expect(read('1000000', 'PLN')).toBe('A budget can be 999,999.99\u00a0zł at most.')
  expect(read('1000000', 'JPY')).toBe('A budget can be ¥999,999 at most.')
})
