import { expect, test } from 'vitest'
import { currencies, decimalsOf, marksOf, pricedIn } from '../../../core/product/currency.ts'
import { understand } from '../../../core/text/quick-add.ts'

test('MONEY-3 the decimals of each currency are those of ISO 4217', () => {
  expect(currencies.filter((currency) => decimalsOf(currency) === 0)).toEqual([
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ])
  // Every code is one that browsers know, so that it has a name and a sign.
  const known = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  expect(currencies.filter((currency) => known.of(currency) === undefined && currency !== 'XCG')).toEqual([])
  for (const currency of currencies) expect(marksOf(currency).has(currency.toLowerCase())).toBe(true)
})

test('MONEY-3 a typed price is understood in the currency of the list, and in no other', () => {
  const inEuro = (line: string) => understand(line, { currency: 'EUR' })
  expect(inEuro('milk 1,09 €')).toEqual({ productName: 'milk', price: 1.09 })
  expect(inEuro('2 kg potatoes 3 € / kg')).toMatchObject({ productName: 'potatoes', price: 3, unit: 'kg' })
  expect(inEuro('milk €2')).toEqual({ productName: 'milk', price: 2 })
  expect(inEuro('milk 2 EUR')).toEqual({ productName: 'milk', price: 2 })
  expect(inEuro('milk 2 zł').price).toBeUndefined()
  expect(understand('milk 2 €').price).toBeUndefined()
  expect(understand('milk 2 zł')).toEqual({ productName: 'milk', price: 2 })
  expect(understand('kawa 300 Kč', { currency: 'CZK' })).toEqual({ productName: 'kawa', price: 300 })
})

test('MONEY-3 a price becomes unknown where another currency holds', () => {
  const milk = { productName: 'Milk', price: 3.49 }
  expect(pricedIn('PLN', [milk], 'PLN')).toEqual([milk])
  expect(pricedIn('EUR', [milk], 'PLN')).toEqual([{ productName: 'Milk', price: undefined }])
})
