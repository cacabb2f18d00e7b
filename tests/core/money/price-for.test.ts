import { describe, expect, it } from 'vitest'
import { type PriceFor, pricesFor, type Unit, units } from '../../../core/product/entities.ts'
import { parseProduct } from '../../../core/product/fields.ts'
import { copiesOf } from '../../../core/product/list-copies.ts'
import { cost, sum } from '../../../core/product/money.ts'
import { basePrice } from '../../../core/product/prices.ts'
import { merged } from '../../../core/text/duplicates.ts'
import { addedView, valueOf } from '../../../core/sync/mutation.ts'

const row = (price: number, quantity: number, unit: Unit, priceFor?: PriceFor) => ({
  price,
  quantity,
  unit,
  priceFor,
})

describe('PRICE-1 what a price is for', () => {
  it.each([
    ['10 pieces at 12.99', row(12.99, 10, 'pcs'), 129.9],
    ['12.99 for all 10', row(12.99, 10, 'pcs', 'all'), 12.99],
    ['300 g at 24.90 a kilogram', row(24.9, 300, 'g', 'base'), 7.47],
    ['30 dag at 24.90 a kilogram', row(24.9, 30, 'dag', 'base'), 7.47],
    ['750 ml at 5.99 a litre', row(5.99, 750, 'ml', 'base'), 4.49],
    ['150 cm at 3.50 a metre', row(3.5, 150, 'cm', 'base'), 5.25],
    ['1.5 kg at 3.20: one kilogram is its own base', row(3.2, 1.5, 'kg', 'base'), 4.8],
    ['200 g for 7.99', row(7.99, 200, 'g', 'all'), 7.99],
    ['free', row(0, 3, 'pcs', 'all'), 0],
  ])('PRICE-1 PRICE-2 %s', (_, product, costs) => expect(sum([product])).toBe(costs))

  it('PRICE-1 a row that is sold by weight is rounded half up once, as the till does, before it is added', () => {
    // 0.125 each: two of them are 0.26, not 0.25.
    expect(sum([row(0.25, 500, 'g', 'base'), row(0.25, 500, 'g', 'base')])).toBe(0.26)
    expect(sum([row(0.24, 500, 'g', 'base')])).toBe(0.12)
  })

  it('PRICE-1 the largest numbers are exact', () => {
    for (const unit of units) {
      expect(cost(99_999_999, 9_999_900, unit)).toBe(99_999_999 * 9_999_900)
      const holds = { g: 1000n, ml: 1000n, dag: 100n, cm: 100n }[unit as string] ?? 1n
      const exact = 99_999_999n * 9_999_900n
      const perBase = ((exact + 50n * holds) / (100n * holds)) * 100n
      expect(BigInt(cost(99_999_999, 9_999_900, unit, 'base'))).toBe(holds === 1n ? exact : perBase)
    }
  })

  it('PRICE-5 prices are compared by one kg, l, m or piece, whatever they were for', () => {
    expect(basePrice(row(3, 500, 'g', 'all'))).toBe(6)
    expect(basePrice(row(24.9, 300, 'g', 'base'))).toBe(24.9)
    expect(basePrice(row(12.99, 10, 'pcs', 'all'))).toBe(1.3)
    expect(basePrice(row(2.99, 1.5, 'l', 'all'))).toBe(1.99)
    expect(basePrice(row(0.02, 300, 'g'))).toBe(20)
  })
})

describe('PRICE-1 where it is left out, it is one unit', () => {
  it('PRICE-1 a new product that says so is the same as one that does not', () => {
    const plain = parseProduct({ productName: 'Milk', price: 3 })
    expect(parseProduct({ productName: 'Milk', price: 3, priceFor: 'unit' })).toEqual(plain)
    expect(parseProduct({ productName: 'Milk', priceFor: 'kg' })).toMatchObject({ ok: false })
    expect(parseProduct({ productName: 'Milk', priceFor: 3 })).toMatchObject({ ok: false })
  })

  it.each(pricesFor)('PRICE-1 a copy is for the same: %s', (priceFor) => {
    const parsed = parseProduct({ productName: 'Milk', price: 3, priceFor })
    if (!parsed.ok) throw new Error('not parsed')
    const view = addedView('milk', parsed.value)
    const said = priceFor === 'unit' ? undefined : priceFor
    expect(view.priceFor).toBe(said)
    expect(valueOf(view).priceFor).toBe(said)
    expect(copiesOf([view], { unboughtOnly: false })[0]?.priceFor).toBe(said)
  })
})

it('PRICE-1 DETAIL-25 two products that are made one cost what both cost together', () => {
  const view = (more: object) =>
    addedView('a', { productName: 'Eggs', quantity: 10, unit: 'pcs', productStatus: false, ...more })
  const all = view({ price: 12.99, priceFor: 'all' })
  const twenty = { quantity: 20, price: 25.98, priceFor: 'all' }
  expect(merged(all, view({}))).toEqual(twenty)
  expect(merged(view({}), all)).toEqual(twenty)
  expect(merged(all, all)).toEqual(twenty)
  expect(merged(all, view({ price: 1.3 }))).toEqual({ ...twenty, price: 25.99 })
  const ham = (price: number, more: object = {}) =>
    view({ productName: 'Ham', quantity: 300, unit: 'g', price, priceFor: 'base', ...more })
  const kilo = { quantity: 2, unit: 'kg', priceFor: 'unit' }
  expect(merged(ham(24.9), ham(24.9))).toEqual({ quantity: 600 })
  expect(merged(ham(24.9), ham(0, { price: undefined }))).toEqual({
    quantity: 600,
    price: 24.9,
    priceFor: 'base',
  })
  expect(merged(ham(24.9), ham(20, kilo))).toEqual({ quantity: 2300, price: 47.47, priceFor: 'all' })
  // 0.33 kg at 3.49 has fractions of a grosz, which no price has.
  expect(merged(ham(24.9), ham(3.49, { quantity: 0.33, unit: 'kg', priceFor: 'unit' }))).toBeNull()
  expect(merged(view({ price: 1.2 }), view({}))).toMatchObject({ quantity: 20 })
})
