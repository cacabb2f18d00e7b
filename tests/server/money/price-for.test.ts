import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pricesFor, units } from '../../../core/product/entities.ts'
import { rounded, sum } from '../../../core/product/money.ts'
import { basePrice, baseUnit } from '../../../core/product/prices.ts'
import { recount } from '../../../server/lists/store/list-counts.ts'
import { foldProducts } from '../../../server/lists/purchases/purchase-rows.ts'
import { newList, testServer } from '../../support/server.ts'
import { add, household, type Op, sharedList } from './household.ts'
import { seeded } from '../../support/random.ts'

/** Products of every unit and kind of price, with odd numbers, and some deposits among them. */
function products(count: number) {
  const random = seeded(42)
  const number = (most: number) => Math.ceil(random() * most * 100) / 100
  return Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    productName: `Product ${n}`,
    productStatus: true,
    price: (n === 0 ? 999_999.99 : number(n % 3 === 0 ? 100 : 5)) * (n % 5 === 4 ? -1 : 1),
    quantity: n === 0 ? 99_999 : number(n % 2 === 0 ? 2_000 : 3),
    unit: units[n % units.length] ?? 'pcs',
    priceFor: pricesFor[Math.floor(n / units.length) % pricesFor.length] ?? 'unit',
  }))
}

test('PRICE-1 MONEY-2 the list, its stored sum and the spending agree to the grosz, and a price is per kg, l, m or piece', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const given = products(96)
  for (const product of given) await server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)
  const costs = sum(given)

  const shown = await server.call(ala, 'GET', `/api/v3/list/${list}`)
  expect(sum(shown.body.products)).toBe(costs)
  const stored = await server.db.selectFrom('list').select('amount').where('id', '=', list).executeTakeFirst()
  expect(await recount(server.db)).toBe(0)
  const lists = await server.call(ala, 'GET', '/api/v3/lists')
  expect(lists.body.items[0].sum).toBe(costs)
  expect(rounded(BigInt(stored?.amount ?? 0)) / 100).toBe(costs)

  // Half of them become purchases that no product shows.
  const half = sql`product.list_id = ${list} and product.id like '%1'`
  await server.db.transaction().execute((trx) => foldProducts(trx, half, Date.now()))
  await sql`delete from product where ${half}`.execute(server.db)
  const spent = await server.call(ala, 'GET', '/api/v3/spending?by=list&tz=Europe/Warsaw')
  expect(spent.body).toMatchObject([{ sum: costs, count: 96 }])

  const prices = await server.call(ala, 'GET', '/api/v3/prices')
  const known = new Map(given.map((product) => [product.productName, product]))
  expect(prices.body.items.length).toBe(96)
  for (const { productName, price, unit } of prices.body.items) {
    const product = known.get(productName)!
    expect([price, unit]).toEqual([basePrice(product), baseUnit(product.unit)])
  }
})

test('PRICE-1 PRICE-5 a copy has no price, but what was last known; an edit changes what a price is for', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const eggs = { productName: 'Eggs', quantity: 10, price: 12.99, priceFor: 'all' }
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, eggs)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk', price: 3 })
  const { body: copy } = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`, {})
  const copied = await server.call(ala, 'GET', `/api/v3/list/${copy.id}`)
  // What was 12.99 for ten is 1.30 for one, of the day of that list.
  const day = Math.floor(server.clock.now / 86_400_000)
  expect(copied.body).toMatchObject({ sum: 0 })
  expect(copied.body.products).toMatchObject([
    { priceUnknown: true, lastPrice: 1.3, lastPriceDay: day },
    { priceUnknown: true, lastPrice: 3, lastPriceDay: day },
  ])
  expect(copied.body.products[0]).not.toHaveProperty('priceFor')
  // The history of prices knows the list in which they were typed, and not the copy.
  const known = await server.call(ala, 'GET', '/api/v3/prices')
  expect(known.body.items.map((item: { price: number }) => item.price).toSorted()).toEqual([1.3, 3])

  const path = `/api/v3/list/${list}/product`
  const { body: soap } = await server.call(ala, 'POST', path, {
    productName: 'Soap',
    price: 2,
    priceFor: 'all',
  })
  const { body: edited } = await server.call(ala, 'PUT', `${path}/${soap.id}`, { priceFor: 'unit' })
  expect(edited).not.toHaveProperty('priceFor')
  expect((await server.call(ala, 'PUT', `${path}/${soap.id}`, { priceFor: 'kg' })).status).toBe(400)
})

test('PRICE-1 OFFLINE-6 of two who change a price at once the later number keeps its own meaning, and the earlier is stale', async () => {
  const house = await household()
  const { ala, ola, send, server } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-02T10:00:00Z', [add('eggs', 'Eggs', { quantity: 10, price: 1.2 })])
  const price = (value: number, priceFor: string) =>
    ({ op: 'set', rowId: 'eggs', field: 'price', value, also: { priceFor }, baseVer: 1 }) as Op
  await send(ala, list, '2026-01-02T11:00:00Z', [price(12.99, 'all')])
  const early = send(ola, list, '2026-01-02T11:00:01Z', [price(1.1, 'unit')], 60_000)
  await expect(early).rejects.toThrow('stale')
  const unknown = send(ola, list, '2026-01-02T11:30:00Z', [price(5, 'kg')])
  await expect(unknown).rejects.toThrow('invalid')
  const later = await house.logIn(ala, '2026-01-02T12:00:00Z')
  const { body } = await server.call(later, 'GET', `/api/v3/list/${list}`)
  expect(body.products).toMatchObject([{ price: 12.99, priceFor: 'all' }])
})

test('PRICE-1 DETAIL-6 a price of all of it is not suggested for another amount; the last one of a unit is', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const eggs = (more: object) =>
    server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Eggs', ...more })
  const suggested = async () => (await server.call(ala, 'GET', '/api/v3/products?query=eggs')).body[0]
  await eggs({ quantity: 10, price: 12.99, priceFor: 'all' })
  expect(await suggested()).not.toHaveProperty('price')
  await eggs({ price: 1.2 })
  server.clock.now += 1_000
  await eggs({ quantity: 6, price: 7.99, priceFor: 'all' })
  expect(await suggested()).toMatchObject({ productName: 'Eggs', price: 1.2 })
})
