import { request } from 'node:http'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { formats } from '../../../core/exchange/exchange.ts'
import { addressOf } from '../../support/http.ts'
import { type Person, testServer, type TestServer } from '../../support/server.ts'

type Reply = Awaited<ReturnType<TestServer['call']>>

/** Sends a file as a stranger's client would, with a content type that says nothing. */
async function send(
  { app }: TestServer,
  who: Person,
  file: string | Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/v3/import${query}`,
    headers: {
      authorization: `Bearer ${who.access}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    payload: Buffer.from(file),
  })
  return { status: reply.statusCode, body: JSON.parse(reply.body), headers: reply.headers }
}

async function listWith(server: TestServer, who: Person, name: string, products: object[]): Promise<string> {
  const { body } = await server.call(who, 'POST', '/api/v3/list', { _list_name: name })
  for (const product of products) {
    const made = await server.call(who, 'POST', `/api/v3/list/${body.id}/product`, product)
    expect(made.status).toBe(201)
  }
  return body.id as string
}

const some = [
  {
    productName: 'Milk',
    quantity: 2,
    unit: 'l',
    price: 3.49,
    note: 'UHT, "3.2%"',
    shop: 'Lidl',
    category: 'Dairy',
  },
  { productName: '=SUM(A1)', price: -1.5 },
  { productName: 'Ham', quantity: 300, unit: 'g', price: 24.9, priceFor: 'base' },
  { productName: 'Żur\\; [x] #1', productStatus: true },
]

/** What belongs to the products themselves, in their order. */
const plain = (products: Record<string, unknown>[]) =>
  products.map(
    ({
      id: _,
      ver: __,
      position: ___,
      addedBy: _a,
      changedBy: _c,
      tickedBy: _t,
      mine: _m,
      boughtAt: _b,
      category_id: _i,
      ...rest
    }) => rest,
  )

test.each(['json', 'csv', 'ics'] as const)(
  'OPEN-1 a list that goes out as %s comes in as it was, whatever the content type',
  async (format) => {
    const server = await testServer()
    const ann = await server.person('ann@example.com')
    const id = await listWith(server, ann, 'Weekend ąę 1', some)
    const file = await server.call(ann, 'GET', `/api/v3/list/${id}/export?format=${format}`)
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain(`.${format}`)
    const text = typeof file.body === 'string' ? file.body : JSON.stringify(file.body)
    const made = await send(server, ann, text, '?name=Weekend%20%C4%85%C4%99%201.csv')
    expect(made.status).toBe(201)
    const [before, after] = await Promise.all(
      [id, made.body.lists[0]].map(
        async (one) => (await server.call(ann, 'GET', `/api/v3/list/${one}`)).body,
      ),
    )
    expect(after.listName).toBe(before.listName)
    expect(plain(after.products)).toEqual(plain(before.products))
    expect([after.sum, after.productCount, after.checkedCount]).toEqual([before.sum, 4, 1])
  },
)

test('OPEN-1 texts for people name each product, and who may only see a list may have them', async () => {
  const server = await testServer()
  const [ann, ben, eve] = await Promise.all(
    ['ann@example.com', 'ben@example.com', 'eve@example.com'].map((email) => server.person(email)),
  )
  const id = await listWith(server, ann!, 'Weekend', some)
  await server.call(ann!, 'POST', '/api/v3/list/share', { _list_id: id, _email_address: 'ben@example.com' })
  await server.call(ann!, 'PUT', `/api/v3/list/${id}/permission`, {
    email: 'ben@example.com',
    permission: 'view',
  })
  const text = await server.call(ben!, 'GET', `/api/v3/list/${id}/export?format=text`)
  expect(text.body).toContain('# Weekend')
  expect(text.body).toContain('Milk 2 l 3.49 zł/l // UHT, "3.2%"')
  for (const format of formats)
    expect((await server.call(eve!, 'GET', `/api/v3/list/${id}/export?format=${format}`)).status).toBe(404)
  expect((await server.call(ann!, 'GET', `/api/v3/list/${id}/export?format=doc`)).status).toBe(400)
})

test('OPEN-1 a dry run says what a file would make, and makes nothing', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const file = 'Name,Price,Bought\nMilk,3.49,\nBread,dear,x\n'
  const { status, body } = await send(server, ann, file, '?dryRun=true&name=Party.csv')
  expect(status).toBe(200)
  expect(body).toEqual({
    lists: [{ listName: 'Party', productCount: 2, checkedCount: 1 }],
    templates: [],
    categories: [],
    barcodes: 0,
    purchases: 0,
    lost: 1,
  })
  expect((await server.call(ann, 'GET', '/api/v3/lists')).body.total).toBe(0)
})

test('OPEN-1 SAFE-5 what is sent again makes nothing twice, and goes on where it stopped', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const file = JSON.stringify({
    lists: ['A', 'B'].map((listName) => ({ listName, products: [{ productName: 'Milk' }] })),
    templates: [{ templateName: 'Soup', products: [{ productName: 'Leek' }] }],
  })
  const key = { 'idempotency-key': '0190a1b2-0000-7000-8000-000000000001' }
  const first = await send(server, ann, file, '', key)
  const again = await send(server, ann, file, '', key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  // The answer was lost before it was stored, and one of the lists too.
  await server.db.deleteFrom('idempotency').execute()
  const third = await send(server, ann, file, '', key)
  expect(third.body).toEqual(first.body)
  const lists = (await server.call(ann, 'GET', '/api/v3/lists')).body
  expect(lists.total).toBe(2)
  expect((await server.call(ann, 'GET', '/api/v3/templates?type=user')).body.total).toBe(1)
  expect((await send(server, ann, file.replace('Milk', 'Rice'), '', key)).body.code).toBe(
    'idempotencyKeyReused',
  )
  expect((await server.call(ann, 'GET', '/api/v3/lists')).body.total).toBe(2)
  // Without a key it is another import.
  await send(server, ann, file)
  expect((await server.call(ann, 'GET', '/api/v3/lists')).body.total).toBe(4)
})

const month = '/api/v3/spending?from=2026-10-01&to=2026-11-30&by=month&tz=UTC'

test('OPEN-1 MONEY-2 what was bought in a file from elsewhere is no purchase of today', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  await send(server, ann, 'Name,Price,Bought\nTV,2000,x\nMilk,3,\n')
  const { items } = (await server.call(ann, 'GET', '/api/v3/lists')).body
  expect(items[0]).toMatchObject({ productCount: 2, checkedCount: 1, sum: 2003 })
  expect((await server.call(ann, 'GET', month)).body).toEqual([])
  // Ticked here it is one, and a device that brings a file says when it was bought.
  const add = (opId: string, seq: number, boughtAt: number) => ({
    op: 'add',
    seq,
    opId,
    rowId: `p${seq}`,
    ageMs: 0,
    boughtAt,
    value: { productName: 'Salt', quantity: 1, unit: 'pcs', price: 5, productStatus: true },
  })
  const sync = (ops: object[]) =>
    server.call(ann, 'POST', `/api/v3/list/${items[0].id}/sync`, {
      v: 3,
      client: 'c1',
      request: 'r1',
      cursor: 0,
      ops,
    })
  const october = Date.UTC(2026, 9, 5)
  const { body } = await sync([
    add('o1', 1, 0),
    add('o2', 2, october),
    add('o3', 3, server.clock.now + 86_400_000),
    add('o4', 4, 5),
  ])
  expect(body.last).toBe(4)
  expect(body.results).toEqual({})
  expect((await server.call(ann, 'GET', month)).body).toMatchObject([{ key: '2026-10', sum: 5, count: 1 }])
})

test('OPEN-8 everything that an account downloads, a fresh server takes: a second download is the same', async () => {
  const server = await testServer()
  let ann = await server.person('ann@example.com')
  const later = async (days: number) => {
    server.clock.now += days * 86_400_000
    ann = { ...ann, access: (await server.logIn(ann.email)).body.access_token }
  }
  const id = await listWith(server, ann, 'Home', some)
  const old = await listWith(server, ann, 'Old', [{ productName: 'Rice', price: 7, category: 'Spices' }])
  const gone = await listWith(server, ann, 'Gone', [{ productName: 'Soap', price: 4 }])
  const tick = async (list: string, name: string, productStatus: boolean) => {
    const { products } = (await server.call(ann, 'GET', `/api/v3/list/${list}`)).body
    const product = products.find((one: { productName: string }) => one.productName === name)
    const url = `/api/v3/list/${list}/product/${product.id}`
    expect((await server.call(ann, 'PUT', url, { productStatus })).status).toBe(200)
  }
  await tick(old, 'Rice', true)
  await tick(gone, 'Soap', true)
  await later(3)
  await tick(old, 'Rice', false)
  await later(1)
  await tick(old, 'Rice', true)
  await server.call(ann, 'PUT', `/api/v3/list/${old}/archivize`)
  await server.call(ann, 'PUT', '/api/v3/list', { _id: id, currency: 'EUR' })
  await server.call(ann, 'DELETE', '/api/v3/list', { _id: gone })
  await server.call(ann, 'POST', '/api/v3/category-keywords', {
    category_name: 'Spices',
    keywords: ['rice', 'salt'],
  })
  await server.call(ann, 'POST', '/api/v3/template', {
    templateName: 'Soup',
    portions: 4,
    source: 'https://example.org/soup',
    products: [{ productName: 'Leek', quantity: 2 }],
  })
  await server.call(ann, 'PUT', '/api/v3/barcodes/5901234123457', { productName: 'Rice', price: 7 })
  await server.call(ann, 'PUT', '/api/v3/me/settings', {
    lists: [{ id, pinned: true }],
    shops: [{ shop: 'Lidl', categories: ['Dairy', 'Spices'] }],
    products: [{ productName: 'Milk', days: 7 }],
    currency: 'EUR',
    budget: 900,
    budgets: [{ category: 'Dairy', budget: 120 }],
  })
  const before = (await server.call(ann, 'GET', '/api/v3/me/export')).body
  expect(before.purchases).toHaveLength(2)

  const fresh = await testServer()
  fresh.clock.now = server.clock.now
  const annThere = await fresh.person('ann@example.com')
  const dry = await send(fresh, annThere, JSON.stringify(before), '?dryRun=1')
  expect(dry.body).toMatchObject({
    lists: [{ listName: 'Home' }, { listName: 'Old' }],
    barcodes: 1,
    purchases: 2,
    lost: 0,
  })
  expect((await send(fresh, annThere, JSON.stringify(before))).status).toBe(201)
  const after = (await fresh.call(annThere, 'GET', '/api/v3/me/export')).body

  const names = new Map<string, string>(
    [before, after].flatMap(({ lists }) =>
      lists.map((list: { id: string; listName: string }) => [list.id, list.listName]),
    ),
  )
  const comparable = (file: typeof before) => ({
    lists: file.lists.map(({ listName, date, listStatus, currency, sum, products }: never) => ({
      listName,
      date,
      listStatus,
      currency,
      sum,
      products: (products as { boughtAt?: string }[]).map((one) => ({
        ...plain([one as never])[0],
        boughtAt: one.boughtAt,
      })),
    })),
    templates: file.templates.map(({ id: _, date: __, products, ...template }: Record<string, unknown>) => ({
      ...template,
      products: (products as object[]).map((one) => ({ ...one, id: '' })),
    })),
    categories: file.categories,
    barcodes: file.barcodes,
    purchases: file.purchases
      .map(({ list, ...one }: { list: string; date: string }) => ({
        ...one,
        list: names.get(list) ?? 'deleted',
      }))
      .toSorted((a: { date: string }, b: { date: string }) => (a.date < b.date ? -1 : 1)),
    settings: {
      ...file.settings,
      lists: file.settings.lists.map(({ id: list, ...one }: { id: string }) => ({
        ...one,
        list: names.get(list),
      })),
    },
  })
  expect(comparable(after)).toEqual(comparable(before))
  for (const by of ['month', 'shop', 'category']) {
    const url = `/api/v3/spending?from=2026-11-01&to=2026-11-30&by=${by}&tz=UTC`
    const [there, here] = [await fresh.call(annThere, 'GET', url), await server.call(ann, 'GET', url)]
    expect(there.body).toEqual(here.body)
  }
})

test('OPEN-1 a file that is too large, packed, not checked or no list costs little and is refused', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const why = async (file: string | Uint8Array, query = '', who = ann) => {
    const { status, body } = await send(server, who, file, query)
    return `${status} ${body.code}`
  }
  expect(await why(new Uint8Array((16 << 20) + 1))).toBe('413 tooLarge')
  expect(await why(zipSync({ 'a.json': new Uint8Array(17 << 20) }))).toBe('413 tooLarge')
  expect(await why('')).toBe('422 nothingInFile')
  expect(await why('{"hello":1}')).toBe('422 unknownFormat')
  expect(await why('[{"product_id":1,"shopping_list_id":1,"amount":1}]')).toBe('422 productsMissing')
  expect(await why(strToU8('PK\u0003\u0004'))).toMatch(/^422 /)
  expect(await why('Milk', '?format=doc')).toBe('400 invalidRequest')
  const { body } = await server.call(null, 'POST', '/api/v3/import', 'Milk\nBread')
  expect(body.code).toBe('sessionExpired')
  await server.db.updateTable('account').set({ status: 'N' }).execute()
  expect(await why(new Uint8Array((1 << 20) + 1))).toBe('413 tooLarge')
  const much = Array.from({ length: 5_001 }, (_, n) => `Product number ${n} of many`).join('\n')
  const { body: made } = await send(server, ann, `# One\n${much}`)
  expect(made.lists).toHaveLength(1)
  expect(await why('Milk\nBread')).toBe('409 limitReached')
})

test('OPEN-1 what is shared before the service worker is there leads to the page that asks for the file', async () => {
  const { app } = await testServer()
  for (const payload of ['--x\r\n\r\nfile\r\n--x--', 'x'.repeat(300_000)]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await app.inject({ method: 'POST', url: '/app/share', headers, payload })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/app/edit-profile/import'])
  }
  const evil = { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' }
  expect(
    (await app.inject({ method: 'POST', url: '/app/share', headers: evil, payload: 'x' })).statusCode,
  ).toBe(403)
})

test('OPEN-8 a file of an account with what no account has is taken without that', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const lists = [{ listName: 'Home', products: [{ productName: 'Milk' }] }]
  const barcodes = [
    {},
    { code: 5, productName: 'Milk' },
    { code: '5901234123457', productName: {} },
    { code: 'x', productName: 'Milk' },
    { code: '5901234123457', productName: 'Milk', unit: 'l', category: '', price: null },
  ]
  for (const settings of [
    { theme: {} },
    { shops: [{}, null], products: 'x' },
    [],
    'x',
    { lists: [{ id: 1 }] },
  ]) {
    const { status, body } = await send(
      server,
      ann,
      JSON.stringify({ profile: {}, lists, barcodes, settings }),
    )
    expect([status, body.lists?.length]).toEqual([201, 1])
  }
  const stored = await server.db.selectFrom('barcode').select(['code', 'name']).execute()
  expect(stored).toEqual([{ code: '5901234123457', name: 'Milk' }])
})

test('OPEN-1 files that come slowly hold up no other', async () => {
  const server = await testServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  const url = await addressOf(server)
  const slow = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const { access } = await server.person(`slow${n}@example.com`)
      const headers = {
        authorization: `Bearer ${access}`,
        'content-type': 'text/plain',
        'content-length': '1000',
        'x-forwarded-for': `198.51.${n}.1`,
      }
      const sent = request(`${url}/api/v3/import`, { method: 'POST', headers })
      sent.on('error', () => undefined).write('Milk\n')
      return sent
    }),
  )
  const connections = () => promisify(server.app.server.getConnections.bind(server.app.server))()
  await vi.waitFor(async () => expect(await connections()).toBeGreaterThanOrEqual(6))
  const ann = await server.person('ann@example.com')
  expect((await send(server, ann, 'Milk\nBread')).status).toBe(201)
  for (const sent of slow) sent.destroy()
})
