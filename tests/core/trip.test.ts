import { expect, test } from 'vitest'
import { notItemised, readerOf, shownCategory } from '../../core/product/categories.ts'
import { parseProduct } from '../../core/product/fields.ts'
import { copiesOf } from '../../core/product/list-copies.ts'
import {
  boughtOn,
  hasShopOfTrip,
  isSameTill,
  onlyShop,
  shopChoices,
  tillRest,
  tripEnd,
  tripMs,
} from '../../core/product/trip.ts'
import { project } from '../../core/sync/mutation.ts'
import { row } from '../support/entries.ts'

const at = (...shops: string[]) => shops.map((shop_name) => ({ shop_name }))

test('TRIP-1 a list that names one shop is bought there, any other is asked about', () => {
  expect(onlyShop(at('', 'Lidl', 'lidl ', ''))).toBe('Lidl')
  expect(onlyShop(at('', ''))).toBe('')
  expect(onlyShop([])).toBe('')
  expect(onlyShop(at('Lidl', '', 'Biedronka'))).toBe('')
})

test('TRIP-1 the choice is of four shops: those of the list, the commonest first, then those used last', () => {
  const list = at('Biedronka', 'Lidl', '', 'lidl')
  expect(shopChoices(list, [])).toEqual(['Lidl', 'Biedronka'])
  expect(shopChoices(list, ['Kaufland', 'LIDL', 'Rossmann', 'Auchan'])).toEqual([
    'Lidl',
    'Biedronka',
    'Kaufland',
    'Rossmann',
  ])
  expect(shopChoices([], ['Kaufland'])).toEqual(['Kaufland'])
  expect(shopChoices([], [])).toEqual([])
})

test('TRIP-1 a copy of a list forgets where a trip bought something, and keeps what a person wrote', () => {
  const bought = (id: string, shop: number, tick: number) =>
    row(id, 9, { productStatus: true, shop_name: 'Lidl', fieldVer: { shop, productStatus: tick } })
  const rows = [bought('by trip', 4, 5), bought('by hand', 2, 5), row('open', 9, { shop_name: 'Lidl' })]
  const views = project(rows, [])
  const shops = copiesOf(views, { unboughtOnly: false }).map(({ productName, shop }) => [productName, shop])
  expect(new Map(shops as [string, string][])).toEqual(
    new Map([
      ['by trip', ''],
      ['by hand', 'Lidl'],
      ['open', 'Lidl'],
    ]),
  )
  expect(hasShopOfTrip({ productStatus: true })).toBe(false)
})

test('TRIP-3 what was bought is all of it, but what somebody else buys elsewhere at the moment', () => {
  const product = (id: string, shop_name: string, productStatus = true) => ({ id, shop_name, productStatus })
  const all = [
    product('milk', 'Lidl'),
    product('soap', 'Rossmann'),
    product('salt', ''),
    product('tea', 'Lidl', false),
  ]
  const ids = (shop: string, ...others: string[]) => boughtOn(all, shop, others).map(({ id }) => id)
  expect(ids('Lidl')).toEqual(['milk', 'soap', 'salt'])
  expect(ids('Lidl', 'rossmann')).toEqual(['milk', 'salt'])
  // Two people on one trip, one of whom has not said where.
  expect(ids('Lidl', 'lidl', '')).toEqual(['milk', 'soap', 'salt'])
  expect(ids('', 'Lidl')).toEqual(['soap', 'salt'])
})

test('TRIP-3 what a till took beyond the known prices is exact, also less than they are, and nothing if it is nothing', () => {
  const rest = (paid: number, known: number) => tillRest('Lidl', paid, known)
  expect(rest(6_000, 5_420)).toMatchObject({
    productName: 'Lidl 60.00',
    price: 5.8,
    priceFor: 'all',
    shop: 'Lidl',
  })
  expect(rest(6_000, 6_000)).toBeNull()
  expect(rest(5_399, 5_420)).toMatchObject({ productName: 'Lidl 53.99', price: -0.21 })
  expect(tillRest('', 30, 10)).toMatchObject({ productName: '0.30', price: 0.2 })
  for (const value of [rest(6_000, 5_420), rest(5_399, 5_420), tripEnd('', 13), tripEnd('Lidl', 1)])
    expect(parseProduct(value)).toEqual({ ok: true, value })
})

test('TRIP-3 two people who type one total at one shop during a trip typed what one till took; other totals are other receipts', () => {
  const till = { name: 'Lidl 60.00', category: notItemised, addedBy: 'ala', tickedAt: 10 * tripMs }
  const isSame = (more: Partial<typeof till>) => isSameTill(till, { ...till, addedBy: 'ola', ...more })
  expect(isSame({})).toBe(true)
  expect(isSame({ tickedAt: 9 * tripMs + 1 })).toBe(true)
  expect(isSame({ tickedAt: 11 * tripMs })).toBe(false)
  expect(isSame({ name: 'Lidl 61.00' })).toBe(false)
  expect(isSame({ addedBy: 'ala' })).toBe(false)
  expect(isSame({ category: '' })).toBe(false)
})

test('TRIP-3 it is called the same in spending by whoever reads, in their language', () => {
  const shown = (language: 'en' | 'pl') => shownCategory({ category_name: notItemised }, readerOf(language))
  expect([shown('en'), shown('pl')]).toEqual(['Not itemised', 'Nierozpisane'])
})
