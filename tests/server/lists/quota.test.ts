import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { recount } from '../../../server/lists/store/list-counts.ts'
import { newList, type Person, personOf, share, type TestServer, testServer } from '../../support/server.ts'

/** Pretends that another list of this person has this many products. */
async function holding(server: TestServer, who: Person, count: number): Promise<string> {
  const id = await newList(server, who, 'The rest')
  await server.db.updateTable('list').set({ living: count }).where('id', '=', id).execute()
  return id
}

const add = (server: TestServer, who: Person, list: string, productName: string) =>
  server.call(who, 'POST', `/api/v3/list/${list}/product`, { productName })

const push = (server: TestServer, who: Person, list: string, names: string[]) =>
  server.call(who, 'POST', `/api/v3/list/${list}/sync`, {
    v: 1,
    client: `of-${who.id}`,
    request: 'r',
    cursor: 0,
    ops: names.map((productName, i) => ({
      seq: i + 1,
      opId: `${who.id}-${i}`,
      op: 'add',
      productId: `${who.id}-${i}`,
      value: { productName },
      ageMs: 0,
    })),
  })

async function living(server: TestServer, list: string): Promise<number> {
  const rows = await server.db
    .selectFrom('product')
    .select('id')
    .where('list_id', '=', list)
    .where('deleted_at', '=', 0)
    .execute()
  return rows.length
}

test('API a full account takes no product more by any way, and says so', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const rest = await holding(server, ala, limits.productsOfUser - 3)
  for (const name of ['Milk', 'Salt']) expect((await add(server, ala, list, name)).status).toBe(201)
  // The products count for the list's owner, not for the person who adds them.
  expect((await add(server, ola, list, 'Tea')).status).toBe(201)
  const template = (
    await server.call(ala, 'POST', '/api/v3/template', { templateName: 'All', fromList: list })
  ).body.id
  const ways: [string, string, object?][] = [
    ['POST', `/list/${list}/product`, { productName: 'One more' }],
    ['POST', `/list/${list}/duplicate`],
    ['POST', `/list/${list}/clone_unbought`],
    ['POST', `/list/${list}/shop_again`],
    ['POST', `/template/${template}/convert_to_list`, {}],
    ['POST', `/template/predefined-breakfast/merge_with_list/${list}`],
  ]
  const answers = async () => {
    const found = []
    for (const [method, path, body] of ways) {
      const { status, body: answer } = await server.call(ala, method as 'POST', `/api/v3${path}`, body)
      found.push([status, answer.code])
    }
    return found
  }
  const refused = [409, 'limitReached']
  expect(await answers()).toEqual(ways.map(() => refused))
  expect((await add(server, ola, list, 'One more')).body.code).toBe('limitReached')
  const pushed = await push(server, ola, list, ['One more'])
  expect(pushed.body.results['1']).toMatchObject({ status: 'rejected', why: 'limit' })
  const all = (await server.call(ala, 'GET', '/api/v3/lists?status=active')).body
  expect([all.total, await living(server, list)]).toEqual([2, 3])

  // A deleted product or list makes room.
  const { products } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/product/${products[0].id}`)
  expect((await add(server, ola, list, 'Bread')).status).toBe(201)
  expect((await add(server, ola, list, 'Butter')).status).toBe(409)
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: rest })
  const statuses = (await answers()).map(([status]) => status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 200])
})

test('API until it is activated an account holds fewer products, also those of templates', async () => {
  const server = await testServer()
  await server.register('new@example.pl')
  const ala = personOf('new@example.pl', await server.logIn('new@example.pl'))
  await holding(server, ala, limits.productsUntilActivated - 1)
  const list = await newList(server, ala)
  expect((await add(server, ala, list, 'Milk')).status).toBe(201)
  expect((await add(server, ala, list, 'Salt')).status).toBe(409)
  const make = (id: string, fromList?: string) =>
    server.call(ala, 'POST', '/api/v3/template', { id, templateName: 'Mine', fromList })
  expect((await make('one', list)).status).toBe(200)
  const held = { products: limits.productsUntilActivated - 1 }
  await server.db.updateTable('template').set(held).where('id', '=', 'one').execute()
  await make('two')
  const put = (productName: string) =>
    server.call(ala, 'POST', '/api/v3/template/two/product', { productName })
  expect((await put('Milk')).status).toBe(200)
  expect((await put('Salt')).body.code).toBe('limitReached')
  expect((await make('three', list)).body.code).toBe('limitReached')
  expect((await server.call(ala, 'GET', '/api/v3/template/three')).status).toBe(404)

  await server.db.updateTable('account').set({ status: 'A' }).where('id', '=', ala.id).execute()
  expect((await add(server, ala, list, 'Salt')).status).toBe(201)
  expect((await put('Salt')).status).toBe(200)
})

test('API limits are exact when several people add at the same moment', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const friends = await Promise.all(['b', 'c', 'd'].map((name) => server.person(`${name}@example.pl`)))
  const lists = await Promise.all(friends.map(() => newList(server, ala)))
  for (const [i, friend] of friends.entries()) await share(server, ala, lists[i] ?? '', friend, 'edit')
  await holding(server, ala, limits.productsOfUser - 10)
  const names = Array.from({ length: 4 }, (_, i) => `Product ${i}`)
  await Promise.all(
    friends.flatMap((friend, i) => [
      push(server, friend, lists[i] ?? '', names),
      ...names.map((name) => add(server, ala, lists[i] ?? '', name)),
    ]),
  )
  const counts = await Promise.all(lists.map((list) => living(server, list)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(10)
})

test('API limits are exact when several templates are merged at the same moment', async () => {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const friends = await Promise.all(['b', 'c', 'd'].map((name) => server.person(`${name}@example.pl`)))
  const lists = await Promise.all(friends.map(() => newList(server, ala)))
  for (const [i, friend] of friends.entries()) await share(server, ala, lists[i] ?? '', friend, 'edit')
  const merge = (i: number) =>
    server.call(
      friends[i] ?? null,
      'POST',
      `/api/v3/template/predefined-breakfast/merge_with_list/${lists[i]}`,
    )
  const { added } = (await merge(0)).body
  await holding(server, ala, limits.productsOfUser - 2 * added)
  const merged = await Promise.all([merge(1), merge(2)])
  expect(merged.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const counts = await Promise.all(lists.map((list) => living(server, list)))
  expect(counts.toSorted()).toEqual([0, added, added])
})

test('API what is counted beside a list is what is in it, and what is wrong is counted anew at night', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const dear = { price: limits.price, quantity: limits.quantityMax }
  for (const more of [{ price: 0.33, quantity: 1.5 }, dear, dear, dear, { productStatus: true }, {}])
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk', ...more })
  const { products } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  const at = (i: number) => `/api/v3/list/${list}/product/${products[i].id}`
  await server.call(ala, 'PUT', at(4), { price: 2 })
  await server.call(ala, 'PUT', at(5), { productStatus: true })
  await server.call(ala, 'DELETE', at(3))
  await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  await server.call(ala, 'POST', `/api/v3/list/${list}/clone_unbought`)
  expect(await recount(server.db)).toBe(0)
  const figures = async () =>
    (await server.call(ala, 'GET', '/api/v3/lists')).body.items.map(
      (one: { productCount: number; checkedCount: number; sum: number }) => [
        one.productCount,
        one.checkedCount,
        one.sum,
      ],
    )
  const before = await figures()
  // 0.33 × 1.5 is 0.495, rounded once, with the expensive ones, half up. A duplicate has no prices.
  expect(before).toEqual([
    [3, 0, 199_997_998_000.52],
    [5, 0, 0],
  ])
  await server.db.updateTable('list').set({ living: 7, bought: 3, amount: 1 }).execute()
  expect(await figures()).not.toEqual(before)
  await prune(server.db, server.clock.now)
  expect(await figures()).toEqual(before)
  expect(await recount(server.db)).toBe(0)
})
