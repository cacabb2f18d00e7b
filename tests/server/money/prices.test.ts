import { expect, test } from 'vitest'
import { share, type Person, type TestServer } from '../../support/server.ts'
import { add, household, remove, set, sharedList, tick, untick } from './household.ts'

/** Walks through all pages after a cursor. */
async function walk(server: TestServer, who: Person, since?: string) {
  const items: unknown[][] = []
  let pages = 0
  for (let cursor = since; ; pages++) {
    const query = cursor === undefined ? '' : `?since=${cursor}`
    const { status, body } = await server.call(who, 'GET', `/api/v3/prices${query}`)
    expect(status).toBe(200)
    if (body.items.length > 2_000) throw new Error('a page is too long')
    for (const { productName, shop_name, price, currency, unit, date } of body.items)
      items.push([productName, shop_name, price, currency ?? 'PLN', unit, date])
    if (body.items.length === 0) return { items, cursor: body.cursor as string, pages }
    cursor = body.cursor
  }
}

test('MONEY-1 prices of lists that a person may edit, over time, and later only what is new', async () => {
  const house = await household()
  const { server, ala, ola, jan, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-02T10:00:00Z', [
    add('milk', 'Milk', { price: 3.49, shop: 'Lidl', unit: 'l' }),
    add('salt', 'Salt'),
    add('tea', 'Tea', { price: 9.99, shop: 'Auchan' }),
  ])
  await send(ala, list, '2026-01-02T12:00:00Z', [tick('milk')])
  await send(ola, list, '2026-01-09T10:00:00Z', [untick('milk'), set('milk', 'price', 3.79)])
  const at = async (who: Person, time: string) => house.logIn(who, time)
  const all = [
    ['Milk', 'Lidl', 3.79, 'PLN', 'l', '2026-01-09T10:00:00.000Z'],
    ['Milk', 'Lidl', 3.49, 'PLN', 'l', '2026-01-02T12:00:00.000Z'],
    ['Tea', 'Auchan', 9.99, 'PLN', 'pcs', '2026-01-02T10:00:00.000Z'],
  ]
  const first = await walk(server, await at(ala, '2026-01-10T10:00:00Z'))
  expect(first.items).toEqual(all)
  expect((await walk(server, await at(ola, '2026-01-10T10:00:00Z'))).items).toEqual(all)
  expect((await walk(server, await at(jan, '2026-01-10T10:00:00Z'))).items).toEqual([])

  // Nothing is new, then one price is.
  const second = await walk(server, await at(ala, '2026-01-10T11:00:00Z'), first.cursor)
  expect(second.items).toEqual([])
  await send(ola, list, '2026-01-11T10:00:00Z', [set('tea', 'price', 8.99)])
  const third = await walk(server, await at(ala, '2026-01-11T11:00:00Z'), second.cursor)
  expect(third.items).toEqual([['Tea', 'Auchan', 8.99, 'PLN', 'pcs', '2026-01-11T10:00:00.000Z']])
  // What arrives late from a phone that was offline is new too, however old it is.
  await send(ola, list, '2026-01-12T10:00:00Z', [add('oil', 'Oil', { price: 7 })], 9 * 86_400_000)
  const fourth = await walk(server, await at(ala, '2026-01-12T11:00:00Z'), third.cursor)
  expect(fourth.items).toEqual([['Oil', '', 7, 'PLN', 'pcs', '2026-01-03T10:00:00.000Z']])
  // So is a list that is shared now, with all its prices.
  server.clock.now = Date.parse('2026-01-13T10:00:00Z')
  const owner = await at(ala, '2026-01-13T10:00:00Z')
  await server.call(owner, 'PUT', `/api/v3/shared_list/${list}?email_address=${jan.email}&permission=edit`)
  const jans = await at(jan, '2026-01-13T10:05:00Z')
  expect((await walk(server, jans, second.cursor)).items).toHaveLength(4)
  // A deleted product keeps its price, a deleted list does not.
  await send(ala, list, '2026-01-14T10:00:00Z', [remove('oil')])
  expect((await walk(server, await at(ala, '2026-01-14T11:00:00Z'))).items).toHaveLength(4)
  await send(ala, list, '2026-01-15T10:00:00Z', [remove(list)])
  expect((await walk(server, await at(ala, '2026-01-15T11:00:00Z'))).items).toEqual([])
})

test('MONEY-1 a cursor is ours or refused, and an old one begins anew', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-02T10:00:00Z', [add('tea', 'Tea', { price: 9.99 })])
  const who = await house.logIn(ala, '2026-01-03T10:00:00Z')
  const ask = async (since: string) => (await server.call(who, 'GET', `/api/v3/prices?since=${since}`)).status
  const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  for (const wrong of ['x', made(1, 2), made('1', 2, ''), made(1, 2, 3), made(1.5, 2, ''), 'A'.repeat(5_000)])
    expect(await ask(wrong), wrong).toBe(400)
  expect(await ask(made(9e15, 9e15, ''))).toBe(200)
  expect(await ask(made(-1, 1, ''))).toBe(200)
  const { cursor } = await walk(server, who)
  const later = await house.logIn(ala, '2026-06-03T10:00:00Z')
  expect((await walk(server, later, cursor)).items).toHaveLength(1)
})

test('MONEY-1 at most 50 prices of a product and 2 000 products, the newest ones, in short pages', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  const hour = 3_600_000
  const start = Date.parse('2026-01-02T10:00:00Z')
  for (let n = 0; n < 60; n++)
    await send(ala, list, new Date(start + n * hour).toISOString(), [
      add(`m${n}`, n % 2 ? 'Milk' : 'MILK', { price: n + 1 }),
    ])
  for (let part = 0; part < 3; part++)
    await send(
      ala,
      list,
      new Date(start + 100 * hour + part).toISOString(),
      Array.from({ length: 700 }, (_, n) => add(`p${part}-${n}`, `Thing ${part}-${n}x`, { price: 1 })),
    )
  await share(
    server,
    await house.logIn(ala, '2026-01-20T10:00:00Z'),
    list,
    await house.logIn(ola, '2026-01-20T10:00:00Z'),
    'edit',
  )
  const { items, pages } = await walk(server, await house.logIn(ola, '2026-01-20T10:00:00Z'))
  expect(pages).toBeLessThanOrEqual(2)
  // Milk is the oldest of 2 101 products, so it is not among the newest 2 000.
  expect(items).toHaveLength(2_000)
  expect(items.filter(([name]) => String(name).toLowerCase() === 'milk')).toEqual([])
  await send(ala, list, '2026-01-21T10:00:00Z', [add('last', 'Milk', { price: 99 })])
  const now = await walk(server, await house.logIn(ola, '2026-01-22T10:00:00Z'))
  const milk = now.items.filter(([name]) => String(name).toLowerCase() === 'milk')
  expect(milk).toHaveLength(50)
  expect(milk.map(([, , price]) => price).slice(0, 3)).toEqual([99, 60, 59])
  expect(now.items).toHaveLength(1_999 + 50)
})
