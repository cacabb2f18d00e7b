import { expect, test } from 'vitest'
import { prune } from '../../../server/operate/jobs.ts'
import { newList, type Person, type TestServer } from '../../support/server.ts'
import { add, household, remove, set, sharedList, tick, untick } from './household.ts'

const day = 86_400_000

interface Shown {
  list: string
  product: string
  date: string
  productName: string
  price?: number
}

async function opened(server: TestServer, who: Person, query = ''): Promise<Shown[]> {
  const { status, body } = await server.call(who, 'GET', `/api/v3/purchases?${query}`)
  expect(status).toBe(200)
  return body.items
}

const namesOf = async (...given: Parameters<typeof opened>) =>
  (await opened(...given)).map(({ productName }) => productName)

const pathOf = ({ list, product, date }: Pick<Shown, 'list' | 'product' | 'date'>) =>
  `/api/v3/list/${list}/purchase/${product}/${date}`

async function sums(server: TestServer, who: Person, by = 'month') {
  const { body } = await server.call(who, 'GET', `/api/v3/spending?by=${by}`)
  return body.map((one: Record<string, unknown>) => [
    one['key'],
    one['sum'],
    one['count'],
    one['withoutPrice'] ?? 0,
  ])
}

test('MONEY-2 a sum opens its purchases, the newest first: ticked ones, those from before, and those without a price, which it counts', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', [
    add('milk', 'Milk', { price: 3.49, quantity: 2, unit: 'l', shop: 'Lidl', category: 'Dairy' }),
    add('soap', 'Soap', { shop: 'lidl', category: 'Household' }),
    add('tea', 'Tea', { price: 5, shop: 'Auchan' }),
    add('egg', 'Eggs', { price: 9, shop: 'Lidl' }),
  ])
  await send(ola, list, '2026-01-11T12:00:00Z', [tick('milk'), set('milk', 'priceFor', 'all')])
  await send(ala, list, '2026-01-12T12:00:00Z', [tick('soap'), tick('tea')])
  await send(ala, list, '2026-01-13T12:00:00Z', [tick('egg')])
  // Unticked for the next time: only the table of purchases has it now.
  await send(ala, list, '2026-01-20T12:00:00Z', [untick('egg')])
  const a = await house.logIn(ala, '2026-01-21T12:00:00Z')
  expect(await opened(server, a)).toMatchObject([
    { productName: 'Eggs', date: '2026-01-13T12:00:00.000Z', price: 9 },
    { productName: 'Soap', mine: true, tickedBy: 'ala' },
    { productName: 'Tea', date: '2026-01-12T12:00:00.000Z' },
    {
      list,
      product: 'milk',
      date: '2026-01-11T12:00:00.000Z',
      productName: 'Milk',
      quantity: 2,
      unit: 'l',
      price: 3.49,
      priceFor: 'all',
      shop_name: 'Lidl',
      category_name: 'Dairy',
      tickedBy: 'ola',
    },
  ])
  const [eggs, soap] = await opened(server, a)
  expect(eggs).not.toHaveProperty('tickedBy')
  expect(soap).not.toHaveProperty('price')
  expect(await sums(server, a)).toEqual([['2026-01', 17.49, 3, 1]])
  expect(await sums(server, a, 'shop')).toEqual([
    ['Lidl', 12.49, 2, 1],
    ['Auchan', 5, 1, 0],
  ])
  expect(await sums(server, a, 'category')).toContainEqual(['Household', 0, 0, 1])

  expect(await namesOf(server, a, 'by=shop&key=LIDL')).toEqual(['Eggs', 'Soap', 'Milk'])
  expect(await namesOf(server, a, 'by=category&key=Dairy')).toEqual(['Milk'])
  expect(await namesOf(server, a, `by=list&key=${list}`)).toHaveLength(4)
  expect(await namesOf(server, a, 'by=list&key=')).toEqual([])
  expect(await namesOf(server, a, 'currency=EUR')).toEqual([])
  expect(await namesOf(server, a, 'from=2026-01-12&to=2026-01-12')).toEqual(['Soap', 'Tea'])
  // A category is found in the language of whoever asks.
  await server.call(a, 'PUT', '/api/v3/me/update_profile', { name: 'Ala', language: 'pl' })
  expect(await namesOf(server, a, `by=category&key=${encodeURIComponent('Nabiał')}`)).toEqual(['Milk'])
})

test('MONEY-2 what is still ticked on a list is corrected as that product, with history and for everybody, and leaves what was spent without leaving the list', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  await send(ala, list, '2026-01-10T12:00:00Z', [
    add('milk', 'Milk', { price: 349, quantity: 2, shop: 'Lidl', bought: true }),
  ])
  const o = await house.logIn(ola, '2026-01-11T12:00:00Z')
  const [milk] = await opened(server, o)
  if (!milk) throw new Error('nothing was opened')
  const change = { price: 3.49, priceFor: 'all', shop: ' Auchan ' }
  expect((await server.call(o, 'PUT', pathOf(milk), change)).status).toBe(200)
  const { body } = await server.call(o, 'GET', `/api/v3/list/${list}`)
  expect(body.products).toMatchObject([
    { price: 3.49, priceFor: 'all', shop_name: 'Auchan', productStatus: true, changedBy: 'ola' },
  ])
  expect(body.sum).toBe(3.49)
  const history = await server.call(o, 'GET', `/api/v3/list/${list}/history`)
  expect(history.body).toContainEqual(
    expect.objectContaining({ by: 'ola', field: 'price', from: 349, to: 3.49 }),
  )
  expect(await sums(server, o, 'shop')).toEqual([['Auchan', 3.49, 1, 0]])
  await server.call(o, 'PUT', pathOf(milk), { price: null })
  expect(await sums(server, o, 'shop')).toEqual([['Auchan', 0, 0, 1]])

  expect((await server.call(o, 'DELETE', pathOf(milk))).status).toBe(200)
  expect(await sums(server, o)).toEqual([])
  const after = await server.call(o, 'GET', `/api/v3/list/${list}`)
  expect(after.body).toMatchObject({
    head: body.head + 1,
    checkedCount: 1,
    products: [{ productStatus: true }],
  })
  expect((await server.call(o, 'DELETE', pathOf(milk))).status).toBe(404)
  // It counts again when it is bought again, and only then.
  await send(ala, list, '2026-01-18T12:00:00Z', [untick('milk')])
  const later = await house.logIn(ala, '2026-01-18T13:00:00Z')
  expect(await sums(server, later)).toEqual([])
  await send(ala, list, '2026-01-19T12:00:00Z', [set('milk', 'price', 4), tick('milk')])
  expect(await sums(server, await house.logIn(ala, '2026-01-19T13:00:00Z'))).toEqual([['2026-01', 4, 1, 0]])
})

test('MONEY-2 what no product of a list shows is corrected and removed for itself: unticked, deleted, erased, or of a deleted list', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  const names = ['Unticked', 'Deleted', 'Erased']
  await send(
    ala,
    list,
    '2026-01-10T12:00:00Z',
    names.map((name) => add(name, name, { price: 10, shop: 'Lidl', bought: true })),
  )
  await send(ala, list, '2026-01-11T12:00:00Z', [remove('Erased')])
  await prune(server.db, Date.parse('2026-01-11T12:00:00Z') + 40 * day)
  await send(ala, list, '2026-02-25T12:00:00Z', [untick('Unticked'), remove('Deleted')])
  const products = () =>
    server.db.selectFrom('product').select(['id', 'price', 'shop', 'ver']).orderBy('id').execute()
  const before = await products()
  let who = await house.logIn(ola, '2026-02-25T13:00:00Z')
  for (const [n, one] of (await opened(server, who)).entries())
    expect((await server.call(who, 'PUT', pathOf(one), { price: n + 1, shop: 'Auchan' })).status).toBe(200)
  expect(await sums(server, who, 'shop')).toEqual([['Auchan', 6, 3, 0]])
  // The products of the list are what they were, and the corrected prices are known.
  expect(await products()).toEqual(before)
  const known = await server.call(who, 'GET', '/api/v3/prices')
  expect(known.body.items.map(({ price }: { price: number }) => price)).toEqual(
    expect.arrayContaining([1, 2, 3]),
  )
  await send(ala, list, '2026-02-26T12:00:00Z', [remove(list)])
  who = await house.logIn(ola, '2026-02-26T13:00:00Z')
  const all = await opened(server, who, 'by=list&key=')
  expect(all.map(({ productName }) => productName).toSorted()).toEqual(names.toSorted())
  const [first, second, third] = all
  if (!first || !second || !third) throw new Error('a purchase is missing')
  await server.call(who, 'PUT', pathOf(first), { price: null })
  expect((await server.call(who, 'DELETE', pathOf(second))).status).toBe(200)
  expect((await server.call(who, 'DELETE', pathOf(second))).status).toBe(404)
  expect((await server.call(who, 'PUT', pathOf(second), { price: 1 })).status).toBe(404)
  expect(await sums(server, who)).toEqual([['2026-01', third.price, 1, 1]])
})

test('MONEY-2 nobody opens, corrects or removes purchases of lists that are not theirs to edit, whatever ids they guess', async () => {
  const house = await household()
  const { server, ala, ola, jan, send } = house
  const list = await sharedList(house)
  const own = await newList(server, jan, 'Own')
  await send(ala, list, '2026-01-10T12:00:00Z', [
    add('milk', 'Milk', { price: 3, bought: true }),
    add('tea', 'Tea', { price: 5, bought: true }),
  ])
  await send(ala, list, '2026-01-14T12:00:00Z', [untick('tea')])
  const date = '2026-01-10T12:00:00.000Z'
  const eva = await server.person('eva@example.pl')
  const e = await house.logIn(eva, '2026-01-15T12:00:00Z')
  const j = await house.logIn(jan, '2026-01-15T12:00:00Z')
  const o = await house.logIn(ola, '2026-01-15T12:00:00Z')
  const tries = async (who: Person, path: string) => [
    (await server.call(who, 'PUT', path, { price: 1 })).status,
    (await server.call(who, 'DELETE', path)).status,
  ]
  for (const who of [e, j]) {
    expect(await opened(server, who)).toEqual([])
    expect(await opened(server, who, `by=list&key=${list}`)).toEqual([])
    for (const product of ['milk', 'tea', 'nothing'])
      expect(await tries(who, pathOf({ list, product, date }))).toEqual(who === e ? [404, 404] : [403, 403])
    // Through a list of one's own.
    expect(await tries(who, pathOf({ list: own, product: 'milk', date }))).toEqual([404, 404])
  }
  expect(await tries(o, pathOf({ list, product: 'milk', date: '2026-01-10T12:00:00.001Z' }))).toEqual([
    404, 404,
  ])
  for (const wrong of ['now', '2026-01-10', '2026-13-99T12:00:00.000Z'])
    expect((await server.call(o, 'DELETE', pathOf({ list, product: 'milk', date: wrong }))).status).toBe(404)
  for (const body of [
    {},
    { price: -1e9 },
    { price: 1e9 },
    { price: 'a' },
    { priceFor: 'me' },
    { productName: 'x' },
  ])
    expect((await server.call(o, 'PUT', pathOf({ list, product: 'tea', date }), body)).status).toBe(400)
  const long = await server.call(o, 'PUT', pathOf({ list, product: 'tea', date }), { shop: 'x'.repeat(101) })
  expect(long.status).toBe(400)
  for (const wrong of ['before=1', 'before=1.a.b.c', 'by=x', 'from=2026-02-30', 'tz=Mars', 'before=', 'x=1'])
    expect((await server.call(o, 'GET', `/api/v3/purchases?${wrong}`)).status).toBe(400)

  // Deleted: only who could edit it.
  await send(ala, list, '2026-01-16T12:00:00Z', [remove(list)])
  for (const person of [eva, jan]) {
    const who = await house.logIn(person, '2026-01-16T13:00:00Z')
    expect(await opened(server, who)).toEqual([])
    expect(await tries(who, pathOf({ list, product: 'milk', date }))).toEqual([404, 404])
  }
  expect(await sums(server, await house.logIn(ola, '2026-01-16T13:00:00Z'))).toEqual([['2026-01', 8, 2, 0]])
})

test('MONEY-2 thousands of purchases are opened page by page, each once, also of one instant, with the longest names', async () => {
  const house = await household()
  const { server, ala, send } = house
  const lists = [await sharedList(house, 'One'), await sharedList(house, 'Two')]
  const name = (n: number) => `${n} `.padEnd(200, '字')
  const ids = Array.from({ length: 130 }, (_, n) => `${'p'.repeat(60)}${n}`)
  for (const list of lists)
    for (const [at, part] of [
      ['2026-01-10T12:00:00Z', ids.slice(0, 100)],
      ['2026-01-10T12:00:01Z', ids.slice(100)],
    ] as const)
      await send(
        ala,
        list,
        at,
        part.map((id, n) => add(id, name(n), { price: 1, shop: '店'.repeat(100), bought: true })),
      )
  const who = await house.logIn(ala, '2026-01-11T12:00:00Z')
  const found: Shown[] = []
  const sizes: number[] = []
  const filter = `by=shop&key=${encodeURIComponent('店'.repeat(100))}`
  for (let next: string | undefined = ''; next !== undefined;) {
    const before = next === '' ? '' : `&before=${next}`
    const { status, body } = await server.call(who, 'GET', `/api/v3/purchases?${filter}${before}`)
    expect(status).toBe(200)
    found.push(...body.items)
    sizes.push(body.items.length)
    next = body.next
  }
  expect(sizes).toEqual([100, 100, 60])
  expect(new Set(found.map(({ list, product }) => `${list} ${product}`)).size).toBe(260)
  const dates = found.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})
