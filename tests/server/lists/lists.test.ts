import { expect, test } from 'vitest'
import { defaultName } from '../../../core/product/list-copies.ts'
import { newList, type Person, personOf, share, type TestServer, testServer } from '../../support/server.ts'

async function add(server: TestServer, who: Person, list: string, productName: string, more: object = {}) {
  const { body } = await server.call(who, 'POST', `/api/v3/list/${list}/product`, { productName, ...more })
  return body
}

test('LISTS-3 a new list has a default name in the language of its owner, or the name that is sent', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const made = await server.call(ala, 'POST', '/api/v3/list', {})
  expect(made.status).toBe(201)
  const list = (await server.call(ala, 'GET', `/api/v3/list/${made.body.id}`)).body
  expect(list).toEqual({
    id: made.body.id,
    listName: 'Shopping list of 21 November 2026',
    date: '2026-11-21T10:00:00.000Z',
    hash: expect.stringMatching(/^[\w-]{22,}$/),
    listStatus: 'aktywna',
    permissions: 'edit',
    productCount: 0,
    checkedCount: 0,
    sum: 0,
    sharedWith: 0,
    head: 0,
    products: [],
  })
  expect(defaultName('pl', server.clock.now, 'UTC')).toBe('Lista zakupów z 21 listopada 2026')
})

test('LISTS-3 names are trimmed, and 300 characters, control characters and nothing are refused', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const fields = async (_list_name: unknown) =>
    (await server.call(ala, 'POST', '/api/v3/list', { _list_name })).body.fields
  expect(await fields('x'.repeat(300))).toEqual({ _list_name: 'tooLong' })
  expect(await fields('   ')).toEqual({ _list_name: 'required' })
  expect(await fields('a\u0000b')).toEqual({ _list_name: 'invalidCharacters' })
  expect(await fields(7)).toEqual({ _list_name: 'invalidType' })
})

test('LISTS-3 a create that is repeated with its id makes one list; a foreign id is taken, a deleted one gone', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const create = (who: Person) => server.call(who, 'POST', '/api/v3/list', { id: 'my-list', _list_name: 'A' })
  expect([(await create(ala)).status, (await create(ala)).status]).toEqual([201, 201])
  expect((await server.call(ala, 'GET', '/api/v3/lists')).body.total).toBe(1)
  const taken = await create(ola)
  expect([taken.status, taken.body.code]).toEqual([409, 'idTaken'])
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: 'my-list' })
  const gone = await create(ala)
  expect([gone.status, gone.body.code]).toEqual([410, 'gone'])
})

test('LISTS-1 active, archived and shared lists, page by page, with counts, sum and owner', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ids: string[] = []
  for (const name of ['First', 'Second', 'Third']) {
    ids.push(await newList(server, ala, name))
    server.clock.now += 1_000
  }
  const [first = '', second = '', third = ''] = ids
  await add(server, ala, second, 'Milk', { price: 0.33, quantity: 1.5 })
  await add(server, ala, second, 'Bread', { price: 4.2, productStatus: true })
  await add(server, ala, second, 'Salt')
  await server.call(ala, 'PUT', `/api/v3/list/${first}/archivize`)
  await share(server, ala, second, ola, 'shopping')

  const names = async (who: Person, query: string) =>
    (await server.call(who, 'GET', `/api/v3/lists${query}`)).body.items.map(
      (list: { listName: string }) => list.listName,
    )
  expect(await names(ala, '')).toEqual(['Third', 'Second'])
  expect(await names(ala, '?sort=oldest')).toEqual(['Second', 'Third'])
  expect(await names(ala, '?sort=name&limit=1&page=2')).toEqual(['Third'])
  expect(await names(ala, '?status=archived')).toEqual(['First'])
  expect(await names(ala, '?query=TH')).toEqual(['Third'])
  expect(await names(ola, '')).toEqual([])
  const shared = (await server.call(ola, 'GET', '/api/v3/lists?status=shared')).body
  expect(shared.total).toBe(1)
  // 0.33 × 1.5 = 0.495; rounded once, in the sum, half up
  expect(shared.items[0]).toMatchObject({
    id: second,
    owner: { name: 'ala', email: 'ala@example.pl' },
    permissions: 'shopping',
    productCount: 3,
    checkedCount: 1,
    sum: 4.7,
    sharedWith: 1,
    head: 3,
  })
  expect((await server.call(ala, 'GET', '/api/v3/lists?limit=201')).body.fields).toEqual({
    limit: 'outOfRange',
  })
  expect((await server.call(ala, 'GET', '/api/v3/lists?colour=red')).body.fields).toEqual({
    colour: 'unknownField',
  })
  expect((await server.call(ala, 'GET', `/api/v3/list/${third}`)).body.isDone).toBeUndefined()
})

test('LISTS-2 search finds the beginning of any word in lists and products, case and accents aside', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const weekend = await newList(server, ala, 'Zakupy na weekend')
  const party = await newList(server, ala, 'Impreza')
  await add(server, ala, party, 'Żółty ser (gouda)')
  const find = async (query: string) =>
    (await server.call(ala, 'GET', `/api/v3/lists/search?query=${encodeURIComponent(query)}`)).body.items.map(
      (list: { id: string }) => list.id,
    )
  expect(await find('zolty')).toEqual([party])
  expect(await find('GOU')).toEqual([party])
  expect(await find('weekend zak')).toEqual([weekend])
  expect(await find('eekend')).toEqual([])
  expect(await find('%')).toEqual(expect.arrayContaining([party, weekend]))
})

test('LISTS-2 a search says which products it found, at most five of a list, and looks for at most five words', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const week = await newList(server, ala, 'Zakupy na sobotę')
  const milks = ['Milk', 'Oat milk', 'Coconut milk', 'Almond milk', 'Soy milk', 'Rice milk', 'Milk, Milk']
  for (const name of [...milks, 'Bread']) await add(server, ala, week, name)
  const bar = await newList(server, ala, 'Milk bar')
  await add(server, ala, bar, 'Milk')
  const hers = await newList(server, ola, 'Hers')
  await add(server, ola, hers, 'Milk')
  const find = async (query: string) => {
    const { body } = await server.call(ala, 'GET', `/api/v3/lists/search?query=${encodeURIComponent(query)}`)
    return body.items.map(({ id, matched }: { id: string; matched: string[] }) => [id, matched])
  }
  // A list whose name matches needs no matching product.
  expect(await find('mil')).toEqual([
    [bar, []],
    [week, milks.slice(0, 5)],
  ])
  expect(await find('SOBOTE milk oat')).toEqual([[week, ['Oat milk']]])
  // The words match different products: all of those are named.
  expect(await find('bread soy')).toEqual([[week, ['Soy milk', 'Bread']]])
  expect(await find('milk caviar')).toEqual([])
  expect(await find('milk oat soy rice bread caviar')).toHaveLength(1)
  expect(await find('milk oat soy rice caviar bread')).toEqual([])
  const { body } = await server.call(ala, 'GET', '/api/v3/lists?query=mil')
  expect(body.items.map((list: object) => 'matched' in list)).toEqual([false])
})

test('LISTS-1 the overview and a list answer 304 while nothing changed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const id = await newList(server, ala)
  for (const url of ['/api/v3/lists', `/api/v3/list/${id}`]) {
    const etag = String((await server.call(ala, 'GET', url)).headers['etag'])
    expect(etag).toMatch(/^"[\w-]+"$/)
    const same = await server.call(ala, 'GET', url, undefined, { 'if-none-match': etag })
    expect([same.status, same.body]).toEqual([304, ''])
    await add(server, ala, id, 'Milk')
    expect((await server.call(ala, 'GET', url, undefined, { 'if-none-match': etag })).status).toBe(200)
  }
})

test('LISTS-4 archive, restore, delete, and each again', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const id = await newList(server, ala)
  const statusAfter = async (action: string) => {
    expect((await server.call(ala, 'PUT', `/api/v3/list/${id}/${action}`)).status).toBe(200)
    return (await server.call(ala, 'GET', `/api/v3/list/${id}`)).body.listStatus
  }
  expect(await statusAfter('archivize')).toBe('archiwum')
  expect(await statusAfter('archivize')).toBe('archiwum')
  expect((await add(server, ala, id, 'Late')).id).toBeDefined()
  expect(await statusAfter('restore')).toBe('aktywna')
  expect((await server.call(ala, 'DELETE', '/api/v3/list', { _id: id })).status).toBe(200)
  expect((await server.call(ala, 'GET', `/api/v3/list/${id}`)).status).toBe(404)
  expect((await server.call(ala, 'DELETE', '/api/v3/list', { _id: id })).status).toBe(404)
})

test('LISTS-4 DETAIL-18 duplicate unticks and names the owner; clone takes the unbought and archives', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const id = await newList(server, ala, 'Party')
  await add(server, ala, id, 'Milk', { productStatus: true, category: 'Dairy', price: 3 })
  await add(server, ala, id, 'Bread')
  await share(server, ala, id, ola, 'shopping')
  const read = async (who: Person, list: string) =>
    (await server.call(who, 'GET', `/api/v3/list/${list}`)).body

  const own = await server.call(ala, 'POST', `/api/v3/list/${id}/duplicate`)
  expect(own.status).toBe(201)
  const copy = await read(ala, own.body.id)
  expect(copy).toMatchObject({ listName: 'Party cloned', checkedCount: 0, sharedWith: 0, head: 2 })
  expect(copy.products).toMatchObject([
    { productName: 'Milk', category_name: 'Dairy', priceUnknown: true, lastPrice: 3, productStatus: false },
    { productName: 'Bread', priceUnknown: true },
  ])
  const theirs = await server.call(ola, 'POST', `/api/v3/list/${id}/duplicate`)
  expect((await read(ola, theirs.body.id)).listName).toBe('Party cloned ala')
  expect((await read(ola, theirs.body.id)).owner).toBeUndefined()

  const clone = await server.call(ala, 'POST', `/api/v3/list/${id}/clone_unbought`)
  expect(await read(ala, clone.body.id)).toMatchObject({ listName: 'Party', productCount: 1 })
  expect((await read(ala, id)).listStatus).toBe('archiwum')
})

test('SHARE-6 SHARE-9 the read link needs no login, shows no e-mail address, and dies when renewed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const id = await newList(server, ala)
  await add(server, ala, id, 'Milk')
  const { hash } = (await server.call(ala, 'GET', `/api/v3/list/${id}`)).body
  const read = (link: string) => server.call(null, 'GET', `/api/v3/list/hash/${link}`)
  const open = await read(hash)
  expect(open.status).toBe(200)
  expect(open.body.permissions).toBe('view')
  expect(open.body.products[0].productName).toBe('Milk')
  expect(JSON.stringify(open.body)).not.toContain('ala')
  expect(open.headers['cache-control']).toBe('no-store')

  const renewed = (await server.call(ala, 'POST', `/api/v3/list/${id}/hash`)).body.hash
  expect([(await read(hash)).status, (await read(renewed)).status]).toEqual([404, 200])
  await server.call(ala, 'DELETE', `/api/v3/list/${id}/hash`)
  expect((await read(renewed)).status).toBe(404)
  expect((await server.call(ala, 'GET', `/api/v3/list/${id}`)).body.hash).toBeNull()
})

test('SHARE-6 without an activated account there is no link', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const ala = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const id = await newList(server, ala)
  const { hash } = (await server.call(ala, 'GET', `/api/v3/list/${id}`)).body
  expect((await server.call(null, 'GET', `/api/v3/list/hash/${hash}`)).status).toBe(404)
  const refused = await server.call(ala, 'POST', `/api/v3/list/${id}/hash`)
  expect([refused.status, refused.body.code]).toEqual([403, 'accountNotActivated'])
})

test('DETAIL-13 an order is stored; ids left out follow, unknown ones are ignored, one drag moves one row', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const id = await newList(server, ala)
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await add(server, ala, id, name)).id)
  const [a = '', b = '', c = '', d = ''] = ids
  const save = (_list_order: string[]) => server.call(ala, 'PUT', '/api/v3/list', { _id: id, _list_order })
  const read = async () => (await server.call(ala, 'GET', `/api/v3/list/${id}`)).body
  expect((await save([d, a, b, c])).status).toBe(200)
  const moved = await read()
  expect(moved.products.map((product: { id: string }) => product.id)).toEqual([d, a, b, c])
  expect(moved.head).toBe(5)
  await save(['nothing', c])
  expect((await read()).products.map((product: { id: string }) => product.id)).toEqual([c, d, a, b])
  const same = (await read()).head
  await save([c, d, a, b])
  expect((await read()).head).toBe(same)
})

test('DETAIL-27 who may do what with a list: the permission table, call by call', async () => {
  const server = await testServer()
  const owner = await server.person('owner@example.pl')
  const people = { owner, none: await server.person('none@example.pl') } as Record<string, Person>
  for (const permission of ['edit', 'shopping', 'view'])
    people[permission] = await server.person(`${permission}@example.pl`)
  const fresh = async () => {
    const id = await newList(server, owner)
    await server.db.deleteFrom('attempt').execute()
    for (const permission of ['edit', 'shopping', 'view'])
      await share(server, owner, id, people[permission] as Person, permission)
    return { id, product: (await add(server, owner, id, 'Milk')).id }
  }
  type Try = (who: Person, at: { id: string; product: string }) => Promise<{ status: number }>
  const tries: Record<string, [allowed: string[], attempt: Try]> = {
    see: [
      ['owner', 'edit', 'shopping', 'view'],
      (who, { id }) => server.call(who, 'GET', `/api/v3/list/${id}`),
    ],
    tick: [
      ['owner', 'edit', 'shopping'],
      (who, { id, product }) =>
        server.call(who, 'PUT', `/api/v3/list/${id}/product/${product}`, { productStatus: true }),
    ],
    add: [
      ['owner', 'edit'],
      (who, { id }) => server.call(who, 'POST', `/api/v3/list/${id}/product`, { productName: 'X' }),
    ],
    price: [
      ['owner', 'edit'],
      (who, { id, product }) =>
        server.call(who, 'PUT', `/api/v3/list/${id}/product/${product}`, { price: 2 }),
    ],
    remove: [
      ['owner', 'edit'],
      (who, { id, product }) => server.call(who, 'DELETE', `/api/v3/list/${id}/product/${product}`),
    ],
    order: [
      ['owner', 'edit'],
      (who, { id, product }) => server.call(who, 'PUT', '/api/v3/list', { _id: id, _list_order: [product] }),
    ],
    rename: [
      ['owner', 'edit'],
      (who, { id }) => server.call(who, 'PUT', '/api/v3/list', { _id: id, _list_name: 'New' }),
    ],
    duplicate: [
      ['owner', 'edit', 'shopping'],
      (who, { id }) => server.call(who, 'POST', `/api/v3/list/${id}/duplicate`),
    ],
    clone: [['owner'], (who, { id }) => server.call(who, 'POST', `/api/v3/list/${id}/clone_unbought`)],
    again: [['owner'], (who, { id }) => server.call(who, 'POST', `/api/v3/list/${id}/shop_again`)],
    archive: [['owner'], (who, { id }) => server.call(who, 'PUT', `/api/v3/list/${id}/archivize`)],
    restore: [['owner'], (who, { id }) => server.call(who, 'PUT', `/api/v3/list/${id}/restore`)],
    delete: [['owner'], (who, { id }) => server.call(who, 'DELETE', '/api/v3/list', { _id: id })],
    link: [['owner'], (who, { id }) => server.call(who, 'POST', `/api/v3/list/${id}/hash`)],
    noLink: [['owner'], (who, { id }) => server.call(who, 'DELETE', `/api/v3/list/${id}/hash`)],
    users: [['owner'], (who, { id }) => server.call(who, 'GET', `/api/v3/list/${id}/list_users`)],
    permission: [
      ['owner'],
      (who, { id }) =>
        server.call(who, 'PUT', `/api/v3/shared_list/${id}?email_address=view@example.pl&permission=view`),
    ],
  }
  for (const [name, [allowed, attempt]] of Object.entries(tries))
    for (const [role, who] of Object.entries(people)) {
      const { status } = await attempt(who, await fresh())
      const expected = allowed.includes(role) ? [200, 201] : [role === 'none' ? 404 : 403]
      expect(expected, `${role}: ${name}`).toContain(status)
    }
})

test('LISTS-1 what one may not see answers exactly as what does not exist', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const id = await newList(server, ala)
  const bare = ({ requestId: _, ...problem }: Record<string, unknown>) => problem
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/archivize'],
    ['POST', '/duplicate'],
    ['GET', '/list_users'],
  ] as const) {
    const hidden = await server.call(ola, method, `/api/v3/list/${id}${path}`)
    const missing = await server.call(ola, method, `/api/v3/list/no-such-list${path}`)
    expect(hidden.status).toBe(404)
    expect(bare(hidden.body)).toEqual(bare(missing.body))
  }
})
