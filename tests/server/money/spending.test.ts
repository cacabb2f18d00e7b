import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProductValue } from '../../../core/product/table.ts'
import { addedView } from '../../../core/sync/mutation.ts'
import { boughtAgain } from '../../../core/text/again.ts'
import { calendarOf, startOf } from '../../../server/lists/purchases/months.ts'
import { boundPurchases, purchasesMs } from '../../../server/lists/purchases/purchase-rows.ts'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { newList, type Person, share, type TestServer } from '../../support/server.ts'
import { add, household, remove, set, sharedList, tick, untick } from './household.ts'

const day = 86_400_000

async function spent(server: TestServer, who: Person, query = 'by=month') {
  const { status, body } = await server.call(who, 'GET', `/api/v3/spending?${query}`)
  expect(status).toBe(200)
  return body.map(({ key, sum, count }: Record<string, unknown>) => [key, sum, count])
}

test('MONEY-2 only who may edit a list sees what it costs, from when they may until they may not', async () => {
  const house = await household()
  const { server, ala, ola, jan, send } = house
  const list = await newList(server, ala, 'Home')
  await send(ala, list, '2026-01-01T12:00:00Z', [add('milk', 'Milk', { price: 3.5, bought: true })])
  server.clock.now = Date.parse('2026-01-01T12:00:00Z')
  const [a, o, j] = [
    await house.logIn(ala, '2026-01-01T12:10:00Z'),
    await house.logIn(ola, '2026-01-01T12:10:00Z'),
    await house.logIn(jan, '2026-01-01T12:10:00Z'),
  ]
  const all = async () => [await spent(server, a), await spent(server, o), await spent(server, j)]
  const known = [['2026-01', 3.5, 1]]
  expect(await all()).toEqual([known, [], []])
  await share(server, a, list, o, 'edit')
  await share(server, a, list, j, 'view')
  expect(await all()).toEqual([known, known, []])
  const permit = (who: Person, permission: string) =>
    server.call(a, 'PUT', `/api/v3/shared_list/${list}?email_address=${who.email}&permission=${permission}`)
  await permit(o, 'shopping')
  expect(await all()).toEqual([known, [], []])
  await permit(o, 'edit')
  await permit(j, 'shopping')
  expect(await all()).toEqual([known, known, []])
  // Deleted: who could edit it keeps its sums, and nobody else gets them. Nobody sees the list's name any more.
  await server.call(a, 'DELETE', '/api/v3/list', { _id: list })
  expect(await all()).toEqual([known, known, []])
  const { body } = await server.call(o, 'GET', '/api/v3/spending?by=list')
  expect(body).toEqual([{ key: '', name: '', currency: 'PLN', sum: 3.5, count: 1 }])
  const stored = await server.db.selectFrom('purchase').selectAll().execute()
  expect(stored).toMatchObject([
    { list_id: list, product_id: 'milk', price: 350, quantity: 100, name: 'Milk' },
  ])
  // The account with its lists is removed: nothing is left of them.
  await server.db
    .updateTable('account')
    .set({ status: 'D', status_before: 'A', deleted_at: server.clock.now - 40 * day })
    .where('id', '=', ala.id)
    .execute()
  await removeDeletedAccounts(server.db, server.clock.now)
  expect(await spent(server, o)).toEqual([])
  expect(await server.db.selectFrom('purchase').selectAll().execute()).toEqual([])
  expect(await server.db.selectFrom('purchase_reader').selectAll().execute()).toEqual([])
})

test('MONEY-2 who removes their account stops reading what deleted lists of others cost', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-01T12:00:00Z', [add('milk', 'Milk', { price: 3.5, bought: true })])
  await send(ala, list, '2026-01-02T12:00:00Z', [remove(list)])
  const readers = () => server.db.selectFrom('purchase_reader').select('account_id').execute()
  expect((await readers()).map((row) => row.account_id).toSorted()).toEqual([ala.id, ola.id].toSorted())
  await server.db
    .updateTable('account')
    .set({ status: 'D', status_before: 'A', deleted_at: server.clock.now - 40 * day })
    .where('id', '=', ola.id)
    .execute()
  await removeDeletedAccounts(server.db, server.clock.now)
  expect(await readers()).toEqual([{ account_id: ala.id }])
  expect(await spent(server, await house.logIn(ala, '2026-01-03T12:00:00Z'))).toEqual([['2026-01', 3.5, 1]])
})

test('MONEY-2 a list without purchases leaves no trace when it is deleted', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-01T12:00:00Z', [add('milk', 'Milk', { price: 3.5 }), add('salt', 'Salt')])
  await send(ala, list, '2026-01-02T12:00:00Z', [remove(list)])
  expect(await server.db.selectFrom('purchase').selectAll().execute()).toEqual([])
  expect(await server.db.selectFrom('purchase_reader').selectAll().execute()).toEqual([])
})

test('MONEY-2 impossible questions are refused, and huge ones are answered at once', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-01T12:00:00Z', [add('milk', 'Milk', { price: 3.5, bought: true })])
  const who = await house.logIn(ala, '2026-01-02T12:00:00Z')
  const ask = async (query: string) => server.call(who, 'GET', `/api/v3/spending?${query}`)
  for (const wrong of [
    '',
    'by=year',
    'by=month&from=2026-02-30',
    'by=month&from=2026-13-01',
    'by=month&to=yesterday',
    'by=month&from=20260-01-01',
    'by=month&tz=Europe/Atlantis',
    'by=month&tz=%2B01:00',
    'by=month&tz=',
    'by=month&tz=../../etc/passwd',
    `by=month&tz=${'A'.repeat(2_000)}`,
    'by=month&tz=Europe/Warsaw%00',
    'by=month&more=1',
  ])
    expect((await ask(wrong)).status, wrong).toBe(400)
  expect((await ask('by=month&from=0001-01-01&to=9999-12-31')).body).toEqual([
    { key: '2026-01', currency: 'PLN', sum: 3.5, count: 1 },
  ])
  expect((await ask('by=month&from=9000-01-01')).body).toEqual([])
  expect((await ask('by=month&from=2026-02-01&to=2026-01-01')).body).toEqual([])
  expect((await ask('by=month&to=0000-01-01')).body).toEqual([])
})

test('MONEY-2 what is bought again with other values leaves what was paid before as it was', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  const milk = { productName: 'Milk', price: 3.49, quantity: 1, unit: 'l' as const }
  const { productName, ...values } = milk
  await send(ala, list, '2026-01-02T12:00:00Z', [add('milk', productName, { ...values, bought: true })])
  const again = async (at: string, given: Partial<ProductValue>) => {
    const there = addedView('milk', { ...milk, productStatus: true })
    const changes = Object.entries(boughtAgain(there, { productName, ...given }))
    await send(
      ala,
      list,
      at,
      changes.map(([field, value]) => set('milk', field, value)),
    )
  }
  const seen = async (at: string) => spent(server, await house.logIn(ala, at))
  await again('2026-01-09T12:00:00Z', { quantity: 4, price: 3.99 })
  expect(await seen('2026-01-09T13:00:00Z')).toEqual([['2026-01', 3.49, 1]])
  // 4 × 3.99 = 15.96
  await send(ala, list, '2026-02-01T12:00:00Z', [tick('milk')])
  // 200 ml of a recipe are 0.2 l, at the price for a litre.
  await again('2026-02-08T12:00:00Z', { quantity: 200, unit: 'ml' })
  await send(ala, list, '2026-03-01T12:00:00Z', [tick('milk')])
  expect(await seen('2026-03-02T12:00:00Z')).toEqual([
    ['2026-01', 3.49, 1],
    ['2026-02', 15.96, 1],
    ['2026-03', 0.8, 1],
  ])
})

test('MONEY-2 a shop that is written in several ways is one shop, in the most usual spelling', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  const at = (id: string, shop: string, price: number) => add(id, id, { shop, price, bought: true })
  await send(ala, list, '2026-01-02T12:00:00Z', [
    at('a', 'lidl', 7),
    at('b', 'Lidl', 1),
    at('c', 'Lidl', 1),
    at('d', 'Market', 8),
  ])
  expect(await spent(server, await house.logIn(ala, '2026-01-03T12:00:00Z'), 'by=shop')).toEqual([
    ['Lidl', 9, 3],
    ['Market', 8, 1],
  ])
})

test('MONEY-1 MONEY-2 an account may ask for everything that is known, and not without end', async () => {
  const { server, ala } = await household()
  const statusesOf = async (path: string, times: number) => {
    const statuses = new Set<number>()
    for (let n = 0; n < times; n++) statuses.add((await server.call(ala, 'GET', path)).status)
    return [...statuses]
  }
  for (const [path, most] of [
    ['/api/v3/prices', 200],
    ['/api/v3/spending?by=month', 100],
  ] as const) {
    expect(await statusesOf(path, most)).toEqual([200])
    expect(await statusesOf(path, 1)).toEqual([429])
  }
})

test('MONEY-2 what is unticked and deleted at once was moved or added by mistake, and later it was bought', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  const at = '2026-01-02T12:00:00.000Z'
  await send(ala, list, at, [
    add('a', 'A', { price: 1, bought: true }),
    add('b', 'B', { price: 2, bought: true }),
    add('c', 'C', { price: 4, bought: true }),
  ])
  await send(ala, list, '2026-01-05T12:00:00.000Z', [untick('a'), remove('a'), untick('b')])
  // In another call, as long after as a person needs.
  await send(ala, list, '2026-01-05T12:00:01.001Z', [remove('b'), remove('c')])
  expect(await spent(server, await house.logIn(ala, '2026-01-06T12:00:00Z'))).toEqual([['2026-01', 6, 2]])
  // The undo of a delete takes its tick over.
  await send(ala, list, '2026-01-06T12:00:00Z', [add('c2', 'C', { price: 4, bought: true })])
  expect(await spent(server, await house.logIn(ala, '2026-01-06T12:01:00Z'))).toEqual([['2026-01', 6, 2]])
})

test('MONEY-2 a forged age moves a tick by at most 90 days, and never into the future', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-06-15T12:00:00Z', [add('a', 'A', { price: 1, bought: true })], -400 * day)
  await send(ala, list, '2026-06-15T12:00:00Z', [add('b', 'B', { price: 1, bought: true })], 89 * day)
  await expect(
    send(ala, list, '2026-06-15T12:00:00Z', [add('c', 'C', { price: 1, bought: true })], 91 * day),
  ).rejects.toThrow('tooOld')
  expect(await spent(server, await house.logIn(ala, '2026-06-15T12:00:00Z'))).toEqual([
    ['2026-03', 1, 1],
    ['2026-06', 1, 1],
  ])
})

test('MONEY-2 a product that is ticked back and forth stores little, and pays for what it stores', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-06-15T12:00:00Z', [add('a', 'A', { price: 1 })])
  // Within two hours: nothing is stored however often it is ticked.
  for (let n = 0; n < 5; n++) await send(ala, list, '2026-06-15T12:00:00Z', [tick('a'), untick('a')])
  const rows = () => server.db.selectFrom('purchase').select('ticked_at').execute()
  expect(await rows()).toEqual([])
  // Ticks that claim to be old, each at another ms, are taken back as if today.
  for (let n = 0; n < 5; n++) {
    await send(ala, list, '2026-06-15T12:00:00Z', [tick('a')], 80 * day - n * day)
    await send(ala, list, '2026-06-15T12:00:00Z', [untick('a')])
  }
  expect(await rows()).toHaveLength(5)
  await boundPurchases(server.db, list, 3)
  expect(await rows()).toHaveLength(3)

  // By the API the bytes of a purchase count like those of any other row.
  const key = createHash('sha256').update(`bytes ${ala.id}`).digest('base64url')
  const costOf = async (time: string, productStatus: boolean) => {
    const who = await house.logIn(ala, time)
    await server.call(who, 'PUT', `/api/v3/list/${list}/product/a`, { productStatus })
    const found = await server.db
      .selectFrom('tally')
      .select('ends_at')
      .where('key', '=', key)
      .executeTakeFirst()
    return (found?.ends_at ?? 0) - server.clock.now
  }
  await costOf('2026-06-20T12:00:00Z', true)
  const correction = await costOf('2026-06-20T13:00:00Z', false)
  await costOf('2026-06-22T12:00:00Z', true)
  const purchase = await costOf('2026-06-24T12:00:00Z', false)
  expect(await rows()).toHaveLength(4)
  // A byte costs 0.64 ms of the quota; a purchase has some 200.
  expect(purchase - correction).toBeGreaterThan(64)
})

test('MONEY-2 purchases are kept for 25 months, and a file with everything has them', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-01T12:00:00Z', [
    add('milk', 'Milk', {
      price: 3.5,
      quantity: 2,
      unit: 'l',
      shop: 'Lidl',
      category: 'Dairy',
      bought: true,
    }),
  ])
  await send(ala, list, '2026-01-08T12:00:00Z', [untick('milk')])
  const who = await house.logIn(ala, '2026-01-09T12:00:00Z')
  const { body } = await server.call(who, 'GET', '/api/v3/me/export')
  expect(body.purchases).toEqual([
    {
      list,
      date: '2026-01-01T12:00:00.000Z',
      productName: 'Milk',
      price: 3.5,
      quantity: 2,
      unit: 'l',
      category_name: 'Dairy',
      shop_name: 'Lidl',
    },
  ])
  const rows = () => server.db.selectFrom('purchase').selectAll().execute()
  const tickedAt = Date.parse('2026-01-01T12:00:00Z')
  await prune(server.db, tickedAt + purchasesMs)
  expect(await rows()).toHaveLength(1)
  await prune(server.db, tickedAt + purchasesMs + 1)
  expect(await rows()).toEqual([])
})

test('MONEY-2 sums beyond 2^53 are exact, and one currency is never added to another', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  const many = Array.from({ length: 100 }, (_, n) =>
    add(`p${n}`, `Gold ${n}`, { price: 999_999.99, quantity: 99_999, bought: true }),
  )
  await send(ala, list, '2026-01-01T12:00:00Z', [...many, add('gum', 'Gum', { price: 0.01, bought: true })])
  const who = await house.logIn(ala, '2026-01-02T12:00:00Z')
  // 999 999.99 × 99 999 = 99 998 999 000.01, 100 times, and 0.01: 9 999 899 900 001.01
  expect(await spent(server, who)).toEqual([['2026-01', 9_999_899_900_001.01, 101]])
})

test('MONEY-2 what a list cost follows its currency, and what is over keeps its own', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-01T12:00:00Z', [
    add('a', 'A', { price: 1, bought: true }),
    add('b', 'B', { price: 2, bought: true }),
  ])
  await send(ala, list, '2026-01-05T12:00:00Z', [untick('a')])
  await send(ala, list, '2026-01-05T12:00:00Z', [set(list, 'currency', 'EUR')])
  const who = await house.logIn(ala, '2026-01-06T12:00:00Z')
  const { body } = await server.call(who, 'GET', '/api/v3/spending?by=month')
  expect(body).toEqual([
    { key: '2026-01', currency: 'EUR', sum: 2, count: 1 },
    { key: '2026-01', currency: 'PLN', sum: 1, count: 1 },
  ])
})

test('MONEY-2 a day begins where its time zone says, also where a clock is changed at midnight', () => {
  const start = (day: string, zone: string) => new Date(startOf(day, calendarOf(zone))).toISOString()
  expect(start('2026-03-29', 'Europe/Warsaw')).toBe('2026-03-28T23:00:00.000Z')
  expect(start('2026-03-30', 'Europe/Warsaw')).toBe('2026-03-29T22:00:00.000Z')
  expect(start('2026-10-26', 'Europe/Warsaw')).toBe('2026-10-25T23:00:00.000Z')
  // Cairo goes from 0:00 to 1:00, so the day begins at one.
  expect(start('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
  expect(start('2026-01-01', 'Pacific/Kiritimati')).toBe('2025-12-31T10:00:00.000Z')
  expect(start('2026-01-01', 'Asia/Kathmandu')).toBe('2025-12-31T18:15:00.000Z')
  // Samoa had no 30 December 2011: it begins with the next day.
  expect(start('2011-12-30', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
})
