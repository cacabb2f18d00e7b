import { expect, test } from 'vitest'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import { alongWithQuantity, alongWithUnit } from '../../../core/product/amount-change.ts'
import { parsePrice, sum } from '../../../core/product/money.ts'
import { asLastKnown, forTemplate } from '../../../core/product/list-copies.ts'
import { comparable, estimated, type LastPrice } from '../../../core/product/prices.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { understand } from '../../../core/text/quick-add.ts'

/** What the row of a typed line costs; undefined: the line has no price. */
function costOf(line: string, lastPrice?: LastPrice): number | undefined {
  const understood = understand(line, { lastPrice: () => lastPrice })
  const { price, quantity = 1, unit = 'pcs', priceFor } = understood
  return price === undefined ? undefined : sum([{ price, quantity, unit, priceFor }])
}

/** Figured out by hand, from what the labels in a shop say. */
const typed: [line: string, cost: number | undefined][] = [
  // Small units: the label of the pack, unless it says of what it is.
  ['ser 300 g 24,90', 24.9],
  ['ser 300 g 24,90/kg', 7.47],
  ['ser 300 g 24,90 zł/kg', 7.47],
  ['300 g sera 24,90 za kg', 7.47],
  ['ser 24,90/kg 300 g', 7.47],
  ['ham 300 g 24.90 per kg', 7.47],
  ['300g ham @ 24.90/kg', 7.47],
  ['ser 300 g 2,49/100 g', 7.47],
  ['ser 2,49 zł/100g 300 g', 7.47],
  ['cheese 300 g 2.49 per 100 g', 7.47],
  ['ser 2,49/100 g', 24.9],
  ['szynka 20 dag 39,90 zł/kg', 7.98],
  ['szynka 20 dag 7,98', 7.98],
  ['20 dag szynki po 7,98', 7.98],
  ['szafran 2 g 30 zł/g', 60],
  ['śmietana 330 ml 3,29', 3.29],
  ['juice 330 ml 12.00/l', 3.96],
  ['wstążka 50 cm 8 zł/m', 4],
  ['ribbon 50 cm 4.00', 4],
  ['masło 200g 7,99 zł/szt', 7.99],
  ['butter 200g 7.99 each', 7.99],
  // Litres are packs.
  ['woda 1,5 l 2,49', 2.49],
  ['woda 5 l 2,99', 2.99],
  ['woda 6 l 1,20/l', 7.2],
  ['milk 2 l 6.98', 6.98],
  ['milk 2 l 3.49/l', 6.98],
  ['olive oil 0.5 l 32', 32],
  // Kilograms and metres are single.
  ['ziemniaki 2 kg 3,50', 7],
  ['ziemniaki 2 kg 3,50 zł/kg', 7],
  ['ziemniaki 2 kg 7 zł razem', 7],
  ['ziemniaki 2 kg za 7 zł', 7],
  ['potatoes 2 kg 7.00 for all', 7],
  ['potatoes 2 kg 3.50', 7],
  ['kabel 3 m 4,50', 13.5],
  ['rope 2.5 m 4.20', 10.5],
  ['jabłka 1,5 kg 3,99', 5.99],
  // Pieces are single.
  ['bułki 6 0,89', 5.34],
  ['rolls 6 @ 0.89', 5.34],
  ['rolls 6 pcs 0.89 each', 5.34],
  ['4 jogurty po 2,19', 8.76],
  ['jogurt 4 szt 2,19 zł/szt', 8.76],
  ['serki 3 szt 200 g 4,99', 14.97],
  ['2x ser 200g 9,99', 19.98],
  ['ser 2 x 200g 9,99', 19.98],
  ['3x milk 3,49', 10.47],
  ['chleb 4,50', 4.5],
  // Scales print three decimals: grams, with the price of a kilogram.
  ['banany 0,734 kg 5,49', 4.03],
  ['bananas 0.734 kg 5.49/kg', 4.03],
  ['bananas 0.734 kg 4.03 total', 4.03],
  // Packs are priced as such.
  ['karma 12x85g 24,99', 24.99],
  ['12x85g karma 24,99', 24.99],
  ['cat food 12 x 85g 24.99', 24.99],
  ['woda 6x1,5l 11,94', 11.94],
  ['piwo 6 x 0,5 l 23,94 zł', 23.94],
  ['jajka 10 szt 12,99', 12.99],
  ['10 jajek 12,99', 12.99],
  ['eggs 10 12.99', 12.99],
  ['jajka 10 szt po 1,20', 12],
  ['jajka 10 szt 1,20 zł/szt', 12],
  ['eggs 10 pcs 1.20 each', 12],
  ['papier toaletowy 8 14,99', 14.99],
  // Several together.
  ['jogurt 3 za 10', 10],
  ['jogurt 3 za 10 zł', 10],
  ['3 mleka za 10 zł', 10],
  ['yoghurt 3 for 10', 10],
  ['yoghurt 3 for 10.00', 10],
  ['mleko 2 szt za 7 zł', 7],
  ['mleko 2 szt razem 7 zł', 7],
  ['bułki 6 3,60 razem', 3.6],
  ['rolls 6 3.60 total', 3.6],
  ['bułki 6 3,60 za wszystko', 3.6],
  ['jajka 10 12,99 zł za wszystko', 12.99],
  // A deposit, or a voucher.
  ['kaucja -3 zł', -3],
  ['kaucja 2 szt -0,50', undefined],
  ['voucher -10', -10],
  ['rabat -5,50', -5.5],
  // No price.
  ['shampoo 3 for 2', undefined],
  ['szampon 2 w cenie 1', undefined],
  ['mleka za 10 zł', undefined],
  ['cake 2 kg for 10', undefined],
  ['szynka 2 szt 39,90/kg', undefined],
  ['ser 2 szt 2,49/100 g', undefined],
  ['ser 300 g 1,00/300 g', undefined],
  ['worek na 5 kg', undefined],
]
test.each(typed)('PRICE-2 PRICE-3 %s costs %s', (line, cost) => {
  expect(costOf(line)).toBe(cost)
})

const last = (price: number, priceFor?: PriceFor): LastPrice => ({ price, priceFor, at: 0 })

/** The last price is for one kg, l, m or piece. */
const again: [line: string, last: LastPrice, cost: number][] = [
  // The reading near the last price wins where the other one is far from it.
  ['ser 300 g 24,90', last(25.9, 'base'), 7.47],
  ['ser 300 g 7,47', last(25.9, 'base'), 7.47],
  ['ser 300 g 7,47', last(25.9), 7.47],
  ['ziemniaki 2 kg 7', last(3.49), 7],
  ['ziemniaki 2 kg 3,60', last(3.49), 7.2],
  ['jajka 10 szt 1,29', last(1.2), 12.9],
  ['jajka 10 szt 12,99', last(1.2), 12.99],
  ['bułki 6 5,40', last(0.89), 5.4],
  ['piwo 6x0,5l 3,99', last(3.89), 23.94],
  ['woda 6 l 1,20', last(1.15, 'all'), 7.2],
  ['ser 0,255 kg 6,12', last(24), 6.12],
  // Else what was chosen before holds.
  ['jogurt 4 szt 8,00', last(500, 'all'), 8],
  ['jajka 10 szt 12,99', last(500, 'unit'), 129.9],
  ['ser 300 g 24,90', last(500, 'base'), 7.47],
  ['mleko 2 l 3,49', last(500, 'unit'), 6.98],
  // What the line says holds against both.
  ['ser 300 g 24,90/kg', last(83, 'all'), 7.47],
  ['jajka 10 szt 12,99 razem', last(12.99), 12.99],
  // What was free says nothing.
  ['ser 300 g 24,90', last(0), 24.9],
]
test.each(again)('PRICE-3 %s after %j costs %s', (line, before, cost) => {
  expect(costOf(line, before)).toBe(cost)
})

const row = (price: number, quantity: number, unit: Unit, priceFor?: PriceFor) => ({
  price,
  quantity,
  unit,
  priceFor,
})

test('PRICE-3 what all of it costs follows the amount, and becomes nothing only with what was free', () => {
  expect(alongWithQuantity(row(12.99, 10, 'pcs', 'all'), 20)).toEqual({ price: 25.98 })
  expect(alongWithQuantity(row(9.99, 200, 'g', 'all'), 300)).toEqual({ price: 14.99 })
  expect(alongWithQuantity(row(0.05, 10, 'pcs', 'all'), 1)).toEqual({ price: 0.01 })
  expect(alongWithQuantity(row(0, 10, 'pcs', 'all'), 1)).toEqual({})
  expect(alongWithQuantity(row(3.49, 2, 'kg'), 4)).toEqual({})
  expect(alongWithQuantity({ ...row(0.01, 2, 'g', 'all'), priceUnknown: true }, 4)).toEqual({})
  expect(alongWithQuantity(row(900_000, 1, 'pcs', 'all'), 5)).toEqual({})
})

const units: [before: ReturnType<typeof row>, unit: Unit, after: object][] = [
  [row(3.2, 2, 'kg'), 'g', { quantity: 2000, price: 3.2, priceFor: 'base' }],
  [row(3.2, 2000, 'g', 'base'), 'kg', { quantity: 2, price: 3.2, priceFor: 'unit' }],
  [row(3.2, 2, 'kg'), 'dag', { quantity: 200, price: 3.2, priceFor: 'base' }],
  [row(0.25, 20, 'dag'), 'g', { quantity: 200, price: 25, priceFor: 'base' }],
  [row(9.99, 200, 'g', 'all'), 'kg', { quantity: 0.2 }],
  [row(2.49, 1.5, 'l', 'all'), 'ml', { quantity: 1500 }],
  [row(3, 255, 'g', 'all'), 'kg', { quantity: 0.26 }],
  [row(3, 2, 'kg'), 'pcs', {}],
  [row(3, 2, 'pcs'), 'kg', {}],
  [row(3, 1, 'g'), 'kg', {}],
  [row(3, 99_999, 'kg'), 'g', {}],
]
test.each(units)('PRICE-4 %j in %s', (before, unit, after) => {
  expect(alongWithUnit(before, unit)).toEqual(after)
  const { quantity, price, priceFor } = { ...before, ...(after as Partial<typeof before>) }
  if (quantity !== 0.26 && 'quantity' in after)
    expect(sum([{ price, quantity, unit, priceFor }])).toBe(sum([before]))
})

test('PRICE-6 an estimate has the last prices of what has none, apart from what is known', () => {
  const known = row(3.49, 2, 'kg')
  const unknown = { ...row(0.01, 300, 'g'), priceUnknown: true }
  expect(estimated(known, last(9))).toBe(known)
  expect(estimated(unknown, undefined)).toBeUndefined()
  const about = estimated(unknown, last(24.9))
  expect(about && sum([about])).toBe(7.47)
  const two = estimated({ ...row(0.01, 2, 'pcs'), priceUnknown: true }, last(1.3, 'all'))
  expect(two && sum([two])).toBe(2.6)
  expect(sum([known, unknown])).toBe(6.98)
})

test('PRICE-5 a copy has the last price of each product for one kg, l, m or piece, and no price', () => {
  const at = Date.parse('2026-11-12T10:00:00Z')
  const value = (more: object) =>
    ({ productName: 'Eggs', quantity: 10, unit: 'pcs', productStatus: false, ...more }) as const
  const [eggs, free, none, ham, dear] = asLastKnown(
    [
      value({ price: 12.99, priceFor: 'all' }),
      value({ price: 0 }),
      value({ lastPrice: 1.2, lastPriceDay: 20_000 }),
      value({ unit: 'g', quantity: 300, price: 24.9, priceFor: 'base' }),
      value({ unit: 'g', price: 2_000 }),
    ] as ProductValue[],
    at,
  )
  const day = at / 86_400_000 - 10 / 24
  expect(eggs).toEqual(value({ lastPrice: 1.3, lastPriceDay: day }))
  expect(free).toEqual(value({}))
  // What was last known is still of its day.
  expect(none).toEqual(value({ lastPrice: 1.2, lastPriceDay: 20_000 }))
  expect(ham).toEqual(value({ unit: 'g', quantity: 300, lastPrice: 24.9, lastPriceDay: day }))
  // 2 000 for a gram is more than a price can be for a kilogram.
  expect(dear).toEqual(value({ unit: 'g' }))
  expect(forTemplate([eggs, ham] as ProductValue[])).toEqual([
    value({ price: 1.3, priceFor: 'unit' }),
    value({ unit: 'g', quantity: 300, price: 24.9, priceFor: 'base' }),
  ])
})

test('PRICE-7 what was free is never the lowest price', () => {
  const known = (price: number) =>
    ({ shop_name: 'Lidl', price, currency: 'PLN', unit: 'pcs', date: '2026-11-12' }) as const
  expect(
    comparable([known(0), known(3)], { currency: 'PLN', unit: 'pcs' }).map(({ price }) => price),
  ).toEqual([3])
})

test('PRICE-7 a deposit lowers the sum, rounded as what one pays is', () => {
  const deposit = { price: -0.5, quantity: 3, unit: 'pcs' } as const
  expect(sum([row(4.5, 1, 'pcs'), deposit])).toBe(3)
  expect(sum([deposit])).toBe(-1.5)
  for (const [price, quantity, unit, priceFor] of [
    [24.9, 333, 'g', 'base'],
    [0.33, 1.5, 'pcs', 'unit'],
    [12.99, 10, 'pcs', 'all'],
  ] as const)
    expect(sum([row(-price, quantity, unit, priceFor)])).toBe(-sum([row(price, quantity, unit, priceFor)]))
  expect(parsePrice('-3,50 zł', 'PLN')).toBe(-3.5)
  expect(parsePrice('−3', 'PLN')).toBe(-3)
  expect(parsePrice('--3', 'PLN')).toBeNull()
  expect(parsePrice('-', 'PLN')).toBeNull()
})
