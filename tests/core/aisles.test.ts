import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aisleKey,
  commonestShop,
  orderIn,
  sortByAisle,
  usualAisles,
  wholeOrder,
} from '../../core/product/aisles.ts'
import { learn, longestStep } from '../../core/product/learned-aisles.ts'
import { limits } from '../../core/product/entities.ts'
import { builtInCategories } from '../../server/seed/catalogue.ts'

const usual = usualAisles('en')
const own = ['Garden', 'Żelki', 'Toys']
const sorted = (order: readonly string[]) => [...order].toSorted()
const met = (order: readonly string[], trip: readonly string[]) => order.filter((name) => trip.includes(name))
const categories = fc.constantFrom(...usual, ...own, '')
const anyOrder = fc.shuffledSubarray([...usual, ...own], { minLength: 20 })

describe('HAND-6 the usual order of the aisles', () => {
  test('HAND-6 it is the walk through a supermarket, with every built-in category in both languages', () => {
    expect(usual.slice(0, 3)).toEqual(['Vegetables', 'Fruit', 'Bakery'])
    for (const language of ['en', 'pl'] as const)
      expect(sorted(builtInCategories(language).map((one) => one.category_name))).toEqual(
        sorted(usualAisles(language)),
      )
    expect(new Set([...usual, ...usualAisles('pl')].map(aisleKey)).size).toBe(usual.length)
  })

  test('HAND-6 groups stand by the aisles, unknown ones by the alphabet behind them, nameless ones last', () => {
    const names = (order: readonly string[], ...given: string[]) =>
      sortByAisle(
        given.map((category) => ({ category })),
        order,
        'pl',
      ).map(({ category }) => category)
    expect(names([], '', 'Pets', 'Żelki', 'Nabiał', 'Ryby', 'Garden', 'warzywa')).toEqual([
      'warzywa',
      'Ryby',
      'Nabiał',
      'Pets',
      'Garden',
      'Żelki',
      '',
    ])
    // An order that was learned in one language holds in the other.
    expect(names(['Pets', 'Garden'], 'Warzywa', 'Garden', 'Dla zwierząt')).toEqual([
      'Warzywa',
      'Dla zwierząt',
      'Garden',
    ])
  })

  test('HAND-6 the order of the shop, else that of all shops, else the usual one', () => {
    const shops = new Map([
      ['', ['Fruit']],
      ['Lidl', ['Pets']],
    ])
    expect([orderIn(shops, 'Lidl'), orderIn(shops, 'Aldi'), orderIn(new Map(), 'Aldi')]).toEqual([
      ['Pets'],
      ['Fruit'],
      [],
    ])
    expect(orderIn(new Map(), 'Aldi')).toBe(orderIn(new Map(), 'Lidl'))
    const of = (...names: string[]) => commonestShop(names.map((shop_name) => ({ shop_name })))
    expect([of(), of('', '', 'Lidl'), of('Lidl', 'Aldi'), of('Lidl', 'Aldi', 'Lidl')]).toEqual([
      '',
      'Lidl',
      'Aldi',
      'Lidl',
    ])
  })
})

describe('HAND-6 learning the aisles from a trip', () => {
  test('HAND-6 whatever is ticked, every aisle stands there once', () => {
    fc.assert(
      fc.property(fc.array(categories), fc.array(categories, { maxLength: 60 }), (order, ticked) => {
        const next = learn(order, ticked, 'en')
        const all = new Set([...usual, ...order, ...ticked].filter((name) => name !== ''))
        expect(sorted(next)).toEqual(sorted([...all]))
        expect(learn(order, ticked, 'en')).toEqual(next)
        expect(wholeOrder(next, 'en')).toEqual(next)
      }),
    )
  })

  test('HAND-6 a trip that is made as the order says changes nothing', () => {
    fc.assert(
      fc.property(anyOrder, fc.subarray([...usual, ...own]), (order, some) => {
        expect(learn(order, met(order, some), 'en')).toEqual(order)
      }),
    )
    expect(learn(usual, ['Pets'], 'en')).toEqual(usual)
    expect(learn(usual, ['', ''], 'en')).toEqual(usual)
  })

  test('HAND-6 what two trips in a row ticked in one order stands in that order, be the rest as it was', () => {
    const trip = fc.shuffledSubarray([...usual, ...own])
    fc.assert(
      fc.property(anyOrder, trip, trip, (order, first, second) => {
        const next = learn(learn(order, first, 'en'), second, 'en', first)
        expect(sorted(next)).toEqual(sorted(order))
        for (const a of order)
          for (const b of order)
            if ([first, second].every((walk) => walk.includes(a) && walk.indexOf(a) < walk.indexOf(b)))
              expect([a, b], `${a} before ${b}`).toEqual(met(next, [a, b]))
      }),
    )
  })

  test('HAND-6 the same trip twice is the order, and what a person did not visit stays where it stood', () => {
    fc.assert(
      fc.property(anyOrder, fc.shuffledSubarray([...usual, ...own], { minLength: 2 }), (order, trip) => {
        const next = learn(learn(order, trip, 'en'), trip, 'en', trip)
        expect(met(next, trip)).toEqual(trip)
        expect(learn(next, trip, 'en', trip)).toEqual(next)
        const others = order.filter((name) => !trip.includes(name))
        expect(met(next, others)).toEqual(others)
      }),
    )
  })

  test('HAND-6 one odd tick moves its own aisle a few places, each other one at most one, and mends', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(19), fc.nat(19), (order, from, to) => {
        const trip = [...order]
        const [odd = ''] = trip.splice(from, 1)
        trip.splice(to, 0, odd)
        const next = learn(order, trip, 'en')
        for (const name of order)
          expect(Math.abs(next.indexOf(name) - order.indexOf(name))).toBeLessThanOrEqual(
            name === odd ? longestStep + 1 : 1,
          )
        const others = (all: readonly string[]) => all.filter((name) => name !== odd)
        expect(others(next)).toEqual(others(order))
        let mended = next
        for (let n = 0; n < 3; n++) mended = learn(mended, order, 'en')
        expect(mended).toEqual(order)
      }),
    )
  })

  test('HAND-6 a product that was forgotten does not move its aisle', () => {
    const ticked = ['Vegetables', 'Vegetables', 'Vegetables', 'Bakery', 'Dairy', 'Drinks', 'Vegetables']
    expect(learn(usual, ticked, 'en')).toEqual(usual)
  })

  test('HAND-6 a new category comes in where it was ticked first', () => {
    const place = (trip: string[]) => {
      const next = learn(usual, trip, 'en')
      return [next[next.indexOf('Garden') - 1], next[next.indexOf('Garden') + 1]]
    }
    expect(place(['Bakery', 'Garden', 'Drinks'])).toEqual(['Bakery', 'Meat'])
    expect(place(['Garden', 'Bakery'])).toEqual(['Fruit', 'Bakery'])
    expect(place(['Garden'])).toEqual(['Pets', undefined])
  })

  test('HAND-6 an order keeps within its limit, and what is longest forgotten goes', () => {
    const many = Array.from({ length: 120 }, (_, n) => `own ${n}`)
    const full = learn([...usual, ...many], ['own 119', 'own 118'], 'en')
    expect(full).toHaveLength(limits.aislesOfShop)
    for (const name of [...usual, 'own 119', 'own 118', 'own 0']) expect(full).toContain(name)
    expect(full).not.toContain('own 110')
    expect(learn([], many, 'en')).toHaveLength(limits.aislesOfShop)
  })
})
