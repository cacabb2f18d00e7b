import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'
import { storedBy } from '../../support/stored.ts'

const url = '/api/v3/me/settings'
const at = (time: number) => new Date(time).toISOString()

async function atHome() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const put = (body: object, who: Person = ala) => server.call(who, 'PUT', url, body)
  const get = async (who: Person = ala) => (await server.call(who, 'GET', url)).body
  return { server, ala, put, get, now: server.clock.now }
}

const removeMember = (server: TestServer, ala: Person, list: string, who: Person) =>
  server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${who.email}`)

test('HAND-1 HAND-6 settings are changed key by key, and a repeated change alters nothing', async () => {
  const { put, get, now } = await atHome()
  expect(await get()).toEqual({ lists: [], shops: [], products: [] })
  const first = {
    lists: [{ id: 'a', pinned: true }],
    shops: [{ shop: ' Lidl ', categories: ['Bread', 'Dairy', 'Bread'] }],
  }
  for (const _ of ['once', 'twice']) expect((await put(first)).body).toEqual({})
  // Another device says something else of the same list, and of another shop.
  await put({ lists: [{ id: 'a', usedAt: at(now - 5_000) }], shops: [{ shop: '', categories: ['Fruit'] }] })
  expect(await get()).toEqual({
    lists: [{ id: 'a', pinned: true, usedAt: at(now - 5_000) }],
    shops: [
      { shop: '', categories: ['Fruit'] },
      { shop: 'Lidl', categories: ['Bread', 'Dairy'] },
    ],
    products: [],
  })
  // A late device does not turn the time back, and a wrong clock does not lead.
  await put({ lists: [{ id: 'a', pinned: false, usedAt: at(now - 60_000) }] })
  expect((await get()).lists).toEqual([{ id: 'a', usedAt: at(now - 5_000) }])
  await put({ lists: [{ id: 'a', usedAt: '2099-01-01T00:00:00.000Z' }] })
  expect((await get()).lists).toEqual([{ id: 'a', usedAt: at(now) }])
  await put({ lists: [{ id: 'a', usedAt: null }], shops: [{ shop: 'Lidl', categories: null }] })
  expect(await get()).toEqual({ lists: [], shops: [{ shop: '', categories: ['Fruit'] }], products: [] })
})

test('HAND-1 HAND-6 what was set stands in the database, and goes from it', async () => {
  const { server, ala, put, now } = await atHome()
  const stored = await storedBy(server)
  const pinned = await stored(() =>
    put({
      lists: [{ id: 'a', pinned: true, usedAt: at(now) }],
      shops: [{ shop: 'Lidl', categories: ['Dairy'] }],
    }),
  )
  expect(pinned.stored).toEqual({
    list_setting: { added: [{ account_id: ala.id, list_id: 'a', pinned: 1, used_at: now, updated_at: now }] },
    shop_setting: {
      added: [{ account_id: ala.id, shop: 'Lidl', categories: '["Dairy"]', updated_at: now }],
    },
  })
  server.clock.now += 1_000
  const changed = await stored(() =>
    put({ lists: [{ id: 'a', pinned: false }], shops: [{ shop: 'Lidl', categories: ['Fruit'] }] }),
  )
  expect(changed.stored).toEqual({
    list_setting: { changed: [{ account_id: ala.id, list_id: 'a', pinned: 0, updated_at: now + 1_000 }] },
    shop_setting: {
      changed: [{ account_id: ala.id, shop: 'Lidl', categories: '["Fruit"]', updated_at: now + 1_000 }],
    },
  })
  const nothing = await stored(() =>
    put({ lists: [{ id: 'a', pinned: false }], shops: [{ shop: 'Lidl', categories: ['Fruit'] }] }),
  )
  expect(nothing.stored).toEqual({})
  const gone = await stored(() =>
    put({ lists: [{ id: 'a', usedAt: null }], shops: [{ shop: 'Lidl', categories: null }] }),
  )
  expect(gone.stored).toEqual({
    list_setting: { removed: [{ account_id: ala.id, list_id: 'a' }] },
    shop_setting: { removed: [{ account_id: ala.id, shop: 'Lidl' }] },
  })
})

test('HAND-1 settings belong to one account, answer with a tag, and are in its export', async () => {
  const { server, ala, put, get } = await atHome()
  const ola = await server.person('ola@example.pl')
  await put({ lists: [{ id: 'a', pinned: true }] })
  expect(await get(ola)).toEqual({ lists: [], shops: [], products: [] })
  const { headers } = await server.call(ala, 'GET', url)
  const tag = { 'if-none-match': String(headers['etag']) }
  expect((await server.call(ala, 'GET', url, undefined, tag)).status).toBe(304)
  await put({ shops: [{ shop: '', categories: ['Fruit'] }] })
  expect((await server.call(ala, 'GET', url, undefined, tag)).status).toBe(200)
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.settings).toEqual(await get())
  expect((await server.call(null, 'GET', url)).status).toBe(401)
})

test('HAND-1 a list that is deleted or left takes its settings along, for everybody it concerns', async () => {
  const { server, ala, put, get } = await atHome()
  const ola = await server.person('ola@example.pl')
  const [left, deleted, kept] = [
    await newList(server, ala),
    await newList(server, ala),
    await newList(server, ala),
  ]
  for (const list of [left, deleted, kept]) await share(server, ala, list, ola, 'edit')
  const all = { lists: [left, deleted, kept].map((id) => ({ id, pinned: true })) }
  await put(all)
  await put(all, ola)
  await removeMember(server, ala, left, ola)
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: deleted })
  const ids = async (who: Person) => (await get(who)).lists.map(({ id }: { id: string }) => id)
  expect(await ids(ola)).toEqual([kept])
  expect(new Set(await ids(ala))).toEqual(new Set([left, kept]))
})

test('HAND-1 HAND-6 settings: wrong input is named', async () => {
  const { put } = await atHome()
  const wrong = async (body: object) => {
    const { status, body: problem } = await put(body)
    return [status, problem.fields]
  }
  const shop = (name: unknown, categories: unknown) => ({ shops: [{ shop: name, categories }] })
  expect(await wrong(shop('x'.repeat(101), ['a']))).toEqual([400, { shops: 'tooLong' }])
  expect(await wrong(shop('', ['x'.repeat(101)]))).toEqual([400, { shops: 'tooLong' }])
  expect(await wrong(shop('', ['a\u0000']))).toEqual([400, { shops: 'invalidCharacters' }])
  expect(await wrong(shop('', [' ']))).toEqual([400, { shops: 'required' }])
  expect(
    (
      await put(
        shop(
          '',
          Array.from({ length: 101 }, (_, n) => `c${n}`),
        ),
      )
    ).status,
  ).toBe(400)
  expect(await wrong(shop('', ['a', 5, null]))).toEqual([400, { shops: 'invalidType' }])
  expect((await put(shop(5, ['a']))).status).toBe(400)
  expect((await put(shop('', 'a'))).status).toBe(400)
  for (const usedAt of ['yesterday', '2026-13-45T00:00:00.000Z', '1960-01-01T00:00:00.000Z'])
    expect(await wrong({ lists: [{ id: 'a', usedAt }] })).toEqual([400, { lists: 'outOfRange' }])
  expect((await put({ lists: [{ id: 'a', pinned: 1 }] })).status).toBe(400)
  expect((await put({ lists: [{ id: 'a', owner: 'x' }] })).status).toBe(400)
  expect((await put({ lists: [{ id: '../a' }] })).status).toBe(400)
  expect(await wrong({ lists: Array.from({ length: 1_001 }, () => ({ id: 'a' })) })).toEqual([
    400,
    { lists: 'tooLong' },
  ])
  expect((await put(shop('', ['x'.repeat(70_000)]))).status).toBe(413)
  // What looks like a part of every object is a name like any other.
  expect((await put(shop('__proto__', ['constructor']))).status).toBe(200)
})

test('HAND-1 HAND-6 a full account: what is oldest goes, pinned lists last, also under parallel calls', async () => {
  const { server, put, get, now } = await atHome()
  const half = (from: number) =>
    Array.from({ length: 500 }, (_, n) => ({ id: `l${from + n}`, usedAt: at(now - from - n) }))
  await Promise.all([put({ lists: half(0) }), put({ lists: half(500) })])
  expect((await get()).lists).toHaveLength(limits.listSettings)
  await put({
    lists: [
      { id: 'l999', pinned: true },
      { id: 'new', usedAt: at(now) },
    ],
  })
  const ids: string[] = (await get()).lists.map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(limits.listSettings)
  expect(['new', 'l999', 'l998', 'l997'].map((id) => ids.includes(id))).toEqual([true, true, false, true])

  const fill = async (count: number, order: string[]) => {
    for (let n = 0; n < count; n++) {
      server.clock.now += 1_000
      expect((await put({ shops: [{ shop: `shop ${n}`, categories: order }] })).status).toBe(200)
    }
    return (await get()).shops.map(({ shop }: { shop: string }) => shop)
  }
  const names: string[] = await fill(limits.shopSettings + 1, ['Dairy'])
  expect(names).toHaveLength(limits.shopSettings)
  expect([names.includes('shop 0'), names.includes('shop 1')]).toEqual([false, true])
  // The longest order that one may have, of letters of three bytes each; all of them together have a limit too.
  const longest = Array.from({ length: limits.aislesOfShop }, (_, n) => String(n).padStart(100, '語'))
  const kept = await fill(10, longest)
  expect(kept).toHaveLength(6)
  expect(new Set(kept)).toEqual(new Set([4, 5, 6, 7, 8, 9].map((n) => `shop ${n}`)))
  expect(Buffer.byteLength(JSON.stringify(await get()))).toBeLessThan(300_000)
})

test('WEEK-5 how often a product is bought is set by name, changed and erased; wrong input is named', async () => {
  const { server, ala, put, get, now } = await atHome()
  const products = (...all: [unknown, unknown][]) => ({
    products: all.map(([productName, days]) => ({ productName, days })),
  })
  const stored = await storedBy(server)
  const first = await stored(() => put(products([' Milk ', 7], ['Tea', 0])))
  expect(first.stored).toEqual({
    product_setting: {
      added: [
        { account_id: ala.id, name: 'Milk', days: 7, updated_at: now },
        { account_id: ala.id, name: 'Tea', days: 0, updated_at: now },
      ],
    },
  })
  expect((await stored(() => put(products(['Milk', 7])))).stored).toEqual({})
  server.clock.now += 1_000
  const second = await stored(() => put(products(['Milk', 14], ['Tea', null], ['Salt', null])))
  expect(second.stored).toEqual({
    product_setting: {
      changed: [{ account_id: ala.id, name: 'Milk', days: 14, updated_at: now + 1_000 }],
      removed: [{ account_id: ala.id, name: 'Tea' }],
    },
  })
  expect((await get()).products).toEqual([{ productName: 'Milk', days: 14 }])
  const ola = await server.person('ola@example.pl')
  expect((await get(ola)).products).toEqual([])
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.settings.products).toEqual([{ productName: 'Milk', days: 14 }])
  for (const [name, days] of [
    ['', 7],
    ['x'.repeat(201), 7],
    ['Milk', -1],
    ['Milk', 367],
    ['Milk', 1.5],
    ['Milk', '7'],
    [5, 7],
  ])
    expect((await put(products([name, days]))).status, `${name} ${days}`).toBe(400)
})

test('WEEK-5 an account keeps two hundred of these settings, and what was set longest ago goes', async () => {
  const { server, put, get } = await atHome()
  const some = (from: number, count: number) => ({
    products: Array.from({ length: count }, (_, n) => ({
      productName: String(from + n).padStart(limits.name, '語'),
      days: 7,
    })),
  })
  for (let from = 0; from < limits.productSettings + 40; from += 40) {
    server.clock.now += 1_000
    expect((await put(some(from, 40))).status).toBe(200)
  }
  const kept = (await get()).products.map(({ productName }: { productName: string }) => productName)
  expect(kept).toEqual(
    some(40, limits.productSettings)
      .products.map(({ productName }) => productName)
      .toSorted(),
  )
  const many = Array.from({ length: limits.productSettings + 1 }, () => ({ productName: 'a', days: 7 }))
  expect((await put({ products: many })).status).toBe(400)
})

test('TOGETHER-2 an account that does not tell of its trips says so on all its devices', async () => {
  const { server, ala, put, get } = await atHome()
  const stored = await storedBy(server)
  const quiet = await stored(() => put({ quietTrips: true }))
  expect(quiet.stored).toEqual({ account: { changed: [{ id: ala.id, quiet_trips: 1 }] } })
  expect(await get()).toEqual({ lists: [], shops: [], products: [], quietTrips: true })
  // Another setting does not change it.
  await put({ lists: [{ id: 'a', pinned: true }] })
  expect((await get()).quietTrips).toBe(true)
  await put({ quietTrips: false })
  expect((await get()).quietTrips).toBeUndefined()
})

test('TOGETHER-1 that notifications were offered is remembered for the account, and nothing else changes it', async () => {
  const { put, get } = await atHome()
  expect((await get()).pushOffered).toBeUndefined()
  await put({ pushOffered: true })
  await put({ quietTrips: true })
  expect(await get()).toMatchObject({ pushOffered: true, quietTrips: true })
})

test('MONEY-2 a budget for a category is set, changed and erased by its name, bounded, and nobody else’s', async () => {
  const { server, put, get } = await atHome()
  expect(await get()).not.toHaveProperty('budgets')
  await put({ budgets: [{ category: ' Dairy ', budget: 200.5 }] })
  await put({ budgets: [{ category: 'Bread', budget: 80 }], budget: 900 })
  expect(await get()).toMatchObject({
    budget: 900,
    budgets: [
      { category: 'Dairy', budget: 200.5 },
      { category: 'Bread', budget: 80 },
    ],
  })
  for (const budget of [null, 0]) {
    await put({ budgets: [{ category: 'Dairy', budget }] })
    expect((await get()).budgets).toEqual([{ category: 'Bread', budget: 80 }])
  }
  expect(await get(await server.person('ola@example.pl'))).not.toHaveProperty('budgets')
  for (const wrong of [
    { category: '', budget: 1 },
    { category: 'x'.repeat(limits.label + 1), budget: 1 },
    { category: 'x', budget: -1 },
    { category: 'x', budget: 0.001 },
    { category: 'x', budget: limits.price + 1 },
  ])
    expect((await put({ budgets: [wrong] })).status).toBe(400)
  const many = Array.from({ length: limits.categoryBudgets }, (_, n) => ({ category: `c${n}`, budget: 1 }))
  expect((await put({ budgets: [...many, { category: 'one more', budget: 1 }] })).status).toBe(400)
  await put({ budgets: many })
  await put({ budgets: [{ category: '__proto__', budget: 2 }] })
  const { budgets } = await get()
  expect(budgets).toHaveLength(limits.categoryBudgets)
  expect(budgets.at(-1)).toEqual({ category: '__proto__', budget: 2 })
  expect(budgets[0]).toEqual({ category: 'c1', budget: 1 })
  expect((await put({ budget: -1 })).status).toBe(400)
})
