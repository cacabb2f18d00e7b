import { describe, expect, it } from 'vitest'
import {
  basePrice,
  cheaperAt,
  comparable,
  type KeptPrice,
  type KnownPrice,
  lastAndLowest,
  mostKnown,
  withOwnPrice,
  withPrices,
} from '../../../core/product/prices.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()

function known(shop_name: string, price: number, days: number, more: Partial<KnownPrice> = {}): KnownPrice {
  return { shop_name, price, currency: 'PLN', unit: 'pcs', date: ago(days), ...more }
}

const piece = { currency: 'PLN', unit: 'pcs' } as const
const wanted = { shop: '', price: undefined } as const

describe('MONEY-1 prices that can be compared', () => {
  it('MONEY-1 a price is for a kilogram, a litre, a metre or a piece', () => {
    expect(basePrice({ price: 0.02, quantity: 7, unit: 'g' })).toBe(20)
    expect(basePrice({ price: 4.15, quantity: 7, unit: 'dag' })).toBe(415)
    expect(basePrice({ price: 0.29, quantity: 7, unit: 'ml' })).toBe(290)
    expect(basePrice({ price: 0.07, quantity: 7, unit: 'cm' })).toBe(7)
    expect(basePrice({ price: 3.49, quantity: 7, unit: 'pcs' })).toBe(3.49)
  })

  it('MONEY-1 other currencies and other kinds of units do not mix', () => {
    const all = [
      known('Lidl', 2.79, 3),
      known('Lidl', 0.6, 2, { currency: 'EUR' }),
      known('Lidl', 9.9, 1, { unit: 'kg' }),
      known('Biedronka', 0.01, 5, { unit: 'g' }),
    ]
    expect(comparable(all, piece).map(({ price }) => price)).toEqual([2.79])
    expect(comparable(all, { currency: 'PLN', unit: 'dag' }).map(({ price }) => price)).toEqual([10, 9.9])
  })

  it('MONEY-1 last and lowest; of equally low ones the newest', () => {
    const points = comparable([known('A', 3, 9), known('B', 2, 8), known('C', 2, 7), known('D', 4, 6)], piece)
    expect(lastAndLowest(points)).toMatchObject({ last: { shop: 'D' }, lowest: { shop: 'C' } })
    expect(lastAndLowest([])).toBeNull()
    const last = comparable([known('A', 2, 9), known('B', 2, 1)], piece)
    expect(lastAndLowest(last)?.lowest.shop).toBe('B')
  })
})

describe('MONEY-1 cheaper at another shop', () => {
  const points = comparable(
    [known('Żabka', 3.49, 2), known('Lidl', 2.79, 10), known('Auchan', 2.99, 1)],
    piece,
  )

  it('MONEY-1 than the price of the product', () => {
    const milk = { ...wanted, shop: 'Żabka', price: 3.49 }
    expect(cheaperAt(points, milk, now)).toMatchObject({ shop: 'Lidl', price: 2.79 })
    expect(cheaperAt(points, { ...milk, price: 2.79 }, now)).toBeNull()
  })

  it('MONEY-1 than the newest price of its shop, if the product has none', () => {
    expect(cheaperAt(points, { ...wanted, shop: 'auchan ' }, now)?.shop).toBe('Lidl')
    expect(cheaperAt(points, { ...wanted, shop: 'Lidl' }, now)).toBeNull()
    expect(cheaperAt(points, { ...wanted, shop: 'Tesco' }, now)).toBeNull()
  })

  it('MONEY-1 than the newest price of all, if the product has neither price nor shop', () => {
    expect(cheaperAt(points, wanted, now)?.shop).toBe('Lidl')
    const cheap = comparable([known('Auchan', 2.99, 2), known('Lidl', 2.79, 1)], piece)
    expect(cheaperAt(cheap, wanted, now)).toBeNull()
  })

  it('MONEY-1 only the newest price of a shop counts, no old one, and none without a shop', () => {
    const dearer = comparable(
      [known('Lidl', 1.99, 9), known('Lidl', 3.99, 2), known('Żabka', 3.49, 1)],
      piece,
    )
    expect(cheaperAt(dearer, wanted, now)).toBeNull()
    const old = comparable([known('Lidl', 1.99, 121), known('Żabka', 3.49, 1)], piece)
    expect(cheaperAt(old, wanted, now)).toBeNull()
    const nowhere = comparable([known('', 1.99, 2), known('Żabka', 3.49, 1)], piece)
    expect(cheaperAt(nowhere, wanted, now)).toBeNull()
    expect(cheaperAt([], { ...wanted, price: 3 }, now)).toBeNull()
  })

  it('MONEY-1 grams are compared with kilograms', () => {
    const cheese = comparable([known('Lidl', 29.99, 2, { unit: 'kg' })], { currency: 'PLN', unit: 'dag' })
    const own = { shop: 'Żabka', price: basePrice({ price: 0.35, quantity: 10, unit: 'dag' }) } as const
    expect(cheaperAt(cheese, own, now)).toMatchObject({ shop: 'Lidl', price: 29.99 })
  })
})

describe('MONEY-1 what a device keeps', () => {
  it('MONEY-1 a price that comes twice is kept once, and a corrected one replaces the wrong one', () => {
    const before = withPrices([], [known('Lidl', 279, 3), known('Lidl', 3.1, 9)])
    const after = withPrices(before, [known('Lidl', 2.79, 3), known('Lidl', 3.1, 9)])
    expect(after.map(({ price }) => price)).toEqual([2.79, 3.1])
  })

  it('MONEY-1 at most 50 prices of a product, the newest ones', () => {
    const many = Array.from({ length: 70 }, (_, day) => known('Lidl', day + 1, day))
    const kept = withPrices(many.slice(40), many.slice(0, 40))
    expect(kept).toHaveLength(mostKnown.ofProduct)
    expect(kept.map(({ price }) => price)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })

  it('MONEY-1 a price that was typed here stays until the server has it', () => {
    const own: KeptPrice & { id: string } = { ...known('Lidl', 2.79, 0), id: 'milk' }
    const once = withOwnPrice(withPrices([], [known('Lidl', 3.1, 9)]), own)
    expect(once.map(({ price }) => price)).toEqual([2.79, 3.1])
    // Corrected here before it was sent.
    const corrected = withOwnPrice(once, { ...own, price: 2.97 })
    expect(corrected.map(({ price }) => price)).toEqual([2.97, 3.1])
    // What comes from the server meanwhile is another price.
    expect(withPrices(corrected, [known('Lidl', 3.1, 9)])).toHaveLength(2)
    const sent = withPrices(corrected, [known('lidl', 2.97, 0.2)])
    expect(sent.map(({ price, id }) => [price, id])).toEqual([
      [2.97, undefined],
      [3.1, undefined],
    ])
  })
})
