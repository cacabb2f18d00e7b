import { expect, test } from 'vitest'
import { tillRest, tripEnd } from '../../../core/product/trip.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import type { Person } from '../../support/server.ts'
import { add, household, type Household, type Op, remove, sharedList, tick, untick } from './household.ts'

/** What a device writes where a trip ends: the product is added and deleted at once. */
const ends = (id: string, value: ProductValue | null): Op[] =>
  value ? [{ op: 'add', rowId: id, value } as Op, remove(id)] : []

/** What it writes when the total is taken back: the same product again takes the tick over, and loses it. */
const takenBack = (id: string, value: ProductValue | null): Op[] =>
  value ? [{ op: 'add', rowId: id, value } as Op, untick(id), remove(id)] : []

async function spent({ server }: Household, who: Person, by: string) {
  const { body } = await server.call(who, 'GET', `/api/v3/spending?by=${by}`)
  return body.map(({ key, sum }: { key: string; sum: number }) => [key, sum])
}

const shopping = [
  add('milk', 'Milk', { price: 3.49, quantity: 2, shop: 'Lidl', bought: true }),
  add('soap', 'Soap', { shop: 'Lidl', bought: true }),
  add('tea', 'Tea'),
]

test('TRIP-3 what a till took beyond the known prices counts as spent at the shop, in a category of its own, and is no product', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', shopping)
  const rest = tillRest('Lidl', 2_000, 698)
  const gone = [remove('milk'), remove('soap')]
  await send(ala, list, '2026-01-10T12:30:00Z', [...ends('end', tripEnd('Lidl', 2)), ...gone])
  await send(ala, list, '2026-01-10T12:31:00Z', ends('wrong', tillRest('Lidl', 3_000, 698)))
  await send(ala, list, '2026-01-10T12:32:00Z', takenBack('back', tillRest('Lidl', 3_000, 698)))
  await send(ala, list, '2026-01-10T12:32:00Z', ends('till', rest))
  const o = await house.logIn(ola, '2026-01-10T13:00:00Z')
  expect(await spent(house, o, 'shop')).toEqual([['Lidl', 20]])
  expect(await spent(house, o, 'category')).toEqual([
    ['Not itemised', 13.02],
    ['Other', 6.98],
  ])
  await server.call(o, 'PUT', '/api/v3/me/update_profile', { name: 'Ola', language: 'pl' })
  expect(await spent(house, o, 'category')).toContainEqual(['Nierozpisane', 13.02])

  // It is not on the list, not in its history, and no price or suggestion.
  const { body } = await server.call(o, 'GET', `/api/v3/list/${list}`)
  expect(body.products.map((one: { productName: string }) => one.productName)).toEqual(['Tea'])
  const history = await server.call(o, 'GET', `/api/v3/list/${list}/history`)
  expect(
    history.body
      .map((one: { productName: string }) => one.productName)
      .filter(Boolean)
      .toSorted(),
  ).toEqual(['Milk', 'Milk', 'Soap', 'Soap', 'Tea'])
  const prices = await server.call(o, 'GET', '/api/v3/prices')
  expect(prices.body.items.map((one: { productName: string }) => one.productName)).toEqual(['Milk'])
  const own = await server.call(o, 'GET', '/api/v3/products?query=lidl')
  expect(own.body).toEqual([])
  // Nor a habit of anybody.
  const usual = await server.call(o, 'GET', '/api/v3/products')
  const bought = usual.body.filter(({ times = 0 }: { times?: number }) => times > 0)
  expect(bought.map((one: { productName: string }) => one.productName).toSorted()).toEqual(['Milk', 'Soap'])

  // Weeks later, when the deleted rows are erased, it still counts, and is no price.
  await send(ola, list, '2026-02-20T12:00:00Z', [add('egg', 'Egg')])
  const later = await house.logIn(ala, '2026-02-20T13:00:00Z')
  expect(await spent(house, later, 'shop')).toEqual([['Lidl', 20]])
})

test('TRIP-3 MONEY-2 what is not itemised is a row of the opened sum, named so, and can be removed; the end of a trip is no purchase without a price', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', shopping)
  const end = [...ends('end', tripEnd('Lidl', 2)), remove('milk'), remove('soap')]
  await send(ala, list, '2026-01-10T12:30:00Z', [...end, ...ends('till', tillRest('Lidl', 555, 698))])
  const o = await house.logIn(ola, '2026-01-10T13:00:00Z')
  const { body } = await server.call(o, 'GET', '/api/v3/spending?by=shop')
  expect(body).toMatchObject([{ key: 'Lidl', sum: 5.55, count: 2, withoutPrice: 1 }])
  const rows = async (query: string) => {
    const opened = await server.call(o, 'GET', `/api/v3/purchases?${query}`)
    return opened.body.items
  }
  expect(await rows('by=shop&key=Lidl')).toMatchObject([
    { productName: 'Not itemised', price: -1.43, priceFor: 'all', tickedBy: 'ala' },
    { productName: 'Milk' },
    { productName: 'Soap' },
  ])
  const [rest] = await rows('by=category&key=Not%20itemised')
  const path = `/api/v3/list/${rest.list}/purchase/${rest.product}/${rest.date}`
  expect((await server.call(o, 'PUT', path, { price: -1 })).status).toBe(200)
  expect(await spent(house, o, 'shop')).toEqual([['Lidl', 5.98]])
  expect((await server.call(o, 'DELETE', path)).status).toBe(200)
  expect(await spent(house, o, 'shop')).toEqual([['Lidl', 6.98]])
})

test('TRIP-3 a till that took less than the prices said lowers what was spent, rounded as all sums are', async () => {
  const house = await household()
  const { ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', shopping)
  await send(ala, list, '2026-01-10T12:30:00Z', [
    ...ends('end', tripEnd('Lidl', 2)),
    remove('milk'),
    remove('soap'),
    ...ends('till', tillRest('Lidl', 555, 698)),
  ])
  const a = await house.logIn(ala, '2026-01-10T13:00:00Z')
  expect(await spent(house, a, 'month')).toEqual([['2026-01', 5.55]])
  expect(await spent(house, a, 'category')).toEqual([
    ['Other', 6.98],
    ['Not itemised', -1.43],
  ])
})

test('TRIP-3 two people who finish one trip at once and type the same total count it once', async () => {
  const house = await household()
  const { ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', shopping)
  const all = (who: string) => [
    ...ends(`end ${who}`.replace(' ', '-'), tripEnd('Lidl', 2)),
    remove('milk'),
    remove('soap'),
    ...ends(`till-${who}`, tillRest('Lidl', 2_000, 698)),
  ]
  await send(ala, list, '2026-01-10T12:30:00Z', all('ala'))
  await send(ola, list, '2026-01-10T12:30:20Z', all('ola'))
  const a = await house.logIn(ala, '2026-01-10T13:00:00Z')
  expect(await spent(house, a, 'shop')).toEqual([['Lidl', 20]])
})

test('TRIP-3 two people who knew different prices and type the same total count the later one; either can correct it, and different totals are two receipts', async () => {
  const house = await household()
  const { ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', shopping)
  const gone = [remove('milk'), remove('soap')]
  await send(ala, list, '2026-01-10T12:30:00Z', [...gone, ...ends('till-ala', tillRest('Lidl', 2_000, 698))])
  const a = await house.logIn(ala, '2026-01-10T15:00:00Z')
  await send(ola, list, '2026-01-10T12:30:20Z', [
    ...gone,
    ...ends('till-ola', tillRest('Lidl', 2_000, 1_000)),
  ])
  expect(await spent(house, a, 'category')).toContainEqual(['Not itemised', 10])
  await send(ala, list, '2026-01-10T12:40:00Z', [
    ...takenBack('back', tillRest('Lidl', 2_000, 698)),
    ...ends('till-2', tillRest('Lidl', 2_100, 698)),
  ])
  expect(await spent(house, a, 'category')).toContainEqual(['Not itemised', 14.02])
  await send(ola, list, '2026-01-10T12:41:00Z', ends('till-3', tillRest('Lidl', 500, 0)))
  expect(await spent(house, a, 'category')).toContainEqual(['Not itemised', 19.02])
})

test('TRIP-3 a total is taken back or corrected, and the purchases of an undone end count once, also hours later and all in one batch', async () => {
  for (const [hour, inOneBatch] of [
    ['12:32', false],
    ['18:00', false],
    ['12:32', true],
  ] as const) {
    const house = await household()
    const { ala, send } = house
    const list = await sharedList(house)
    await send(ala, list, '2026-01-10T12:00:00Z', shopping)
    const first = tillRest('Lidl', 2_000, 698)
    const end = [...ends('end', tripEnd('Lidl', 2)), remove('milk'), remove('soap'), ...ends('till', first)]
    const undo = [
      ...takenBack('back', first),
      add('milk2', 'Milk', { price: 3.49, quantity: 2, shop: 'Lidl', bought: true }),
      add('soap2', 'Soap', { shop: 'Lidl', bought: true }),
    ]
    if (!inOneBatch) await send(ala, list, '2026-01-10T12:30:00Z', end)
    await send(ala, list, `2026-01-10T${hour}:00Z`, inOneBatch ? [...end, ...undo] : undo)
    const a = await house.logIn(ala, '2026-01-10T19:00:00Z')
    expect(await spent(house, a, 'category')).toEqual([['Other', 6.98]])
    // The end for the second time, with another total.
    await send(ala, list, '2026-01-10T19:30:00Z', [
      ...ends('end2', tripEnd('Lidl', 2)),
      remove('milk2'),
      remove('soap2'),
      ...ends('till2', tillRest('Lidl', 2_100, 698)),
    ])
    expect(await spent(house, a, 'month')).toEqual([['2026-01', 21]])
  }
})

test('TRIP-3 what is bought again on the same day counts again', async () => {
  const house = await household()
  const { ala, send } = house
  const list = await sharedList(house)
  const bread = { price: 4, shop: 'Lidl' }
  for (const [id, hour] of [
    ['one', '09'],
    ['two', '18'],
  ] as const) {
    await send(ala, list, `2026-01-10T${hour}:00:00Z`, [add(id, 'Bread', bread)])
    await send(ala, list, `2026-01-10T${hour}:10:00Z`, [tick(id)])
    await send(ala, list, `2026-01-10T${hour}:11:00Z`, [...ends(`end-${id}`, tripEnd('Lidl', 1)), remove(id)])
  }
  const a = await house.logIn(ala, '2026-01-10T19:00:00Z')
  expect(await spent(house, a, 'month')).toEqual([['2026-01', 8]])
})
