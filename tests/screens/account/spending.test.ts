import { expect, test } from 'vitest'
import { writeCsv } from '../../../core/exchange/csv.ts'
import { comparedWith, costOf, type Purchase } from '../../../src/spending/spending.ts'
import { formatDays } from '../../../src/texts/format.ts'

test('MONEY-2 a CSV is UTF-8 with a byte order mark, with the decimals and separators of the language', () => {
  const rows = [
    ['Milk', 1.5, -2.43, null],
    ['Żurek "Babci"; 2,5 l', 0, 1_234_567.89, 'Lidl'],
  ]
  expect(writeCsv(rows, 'en')).toBe('\uFEFFMilk,1.5,-2.43,\r\n"Żurek ""Babci""; 2,5 l",0,1234567.89,Lidl\r\n')
  expect(writeCsv(rows, 'pl')).toBe('\uFEFFMilk;1,5;-2,43;\r\n"Żurek ""Babci""; 2,5 l";0;1234567,89;Lidl\r\n')
})

test('MONEY-2 a name that begins like a formula stays a text in a spreadsheet', () => {
  const cellOf = (name: string) =>
    writeCsv([[name]], 'en')
      .slice(1, -2)
      .replace(/^"(.*)"$/su, '$1')
  for (const name of ['=1+1', '+48 1', '-cmd', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠a', "'=1"])
    expect(cellOf(name)).toBe(`'${name}`)
  for (const name of ['Milk = 2', "'n Sync", '1+1', '']) expect(cellOf(name)).toBe(name)
  expect(writeCsv([['=HYPERLINK("a";"b")\r\n=1']], 'pl')).toBe(`\uFEFF"'=HYPERLINK(""a"";""b"")\r\n=1"\r\n`)
})

test('MONEY-2 a month is compared with the one before, the current one with the same days of it', () => {
  const today = '2026-11-28'
  expect(comparedWith('2026-11', today)).toEqual({ from: '2026-10-01', to: '2026-10-28' })
  expect(comparedWith('2026-10', today)).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(comparedWith('2026-01', today)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  // The month before is shorter than the current one has been so far.
  expect(comparedWith('2026-03', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(comparedWith('2026-03', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' })
  expect(formatDays('2026-10-01', '2026-10-28', 'en')).toMatch(/^1\s*–\s*28 October$/)
  expect(formatDays('2026-10-01', '2026-10-28', 'pl')).toMatch(/^1\s*–\s*28 października$/)
  expect(formatDays('2026-02-01', '2026-02-01', 'pl')).toBe('1 lutego')
})

test('MONEY-2 PRICE-2 an opened purchase says what it cost: by its price, for all of it, less than nothing, or not known', () => {
  const cost = (more: Partial<Purchase>) => costOf({ quantity: 3, unit: 'pcs', ...more } as Purchase)
  expect(cost({ price: 1.1 })).toBe(3.3)
  expect(cost({ price: 1.1, priceFor: 'all' })).toBe(1.1)
  expect(cost({ price: 24.9, priceFor: 'base', unit: 'g', quantity: 300 })).toBe(7.47)
  expect(cost({ price: -1.43, priceFor: 'all' })).toBe(-1.43)
  expect(cost({ price: 0 })).toBe(0)
  expect(cost({})).toBeNull()
})
