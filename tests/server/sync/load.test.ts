import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import type { Db } from '../../../server/db/open.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { chunkSize } from '../../../server/db/chunks.ts'
import { createQueuesBy } from '../../../server/limits/queue.ts'
import { newList, password, type Person, share, type TestServer, testServer } from '../../support/server.ts'

const day = 86_400_000

const push = (server: TestServer, who: Person, list: string, ops: object[], more: object = {}) =>
  server.call(who, 'POST', `/api/v3/list/${list}/sync`, {
    v: 1,
    client: 'c',
    request: 'r',
    cursor: 0,
    ops: ops.map((op, i) => ({ ageMs: 0, seq: i + 1, opId: `o${i + 1}`, ...op })),
    ...more,
  })

const add = (productId: string, value: object) => ({ op: 'add', productId, value })

/** This many products are read and written in several slices. */
const long = 2_500

async function longList(server: TestServer, who: Person): Promise<string> {
  expect(long).toBeGreaterThan(2 * chunkSize)
  const list = await newList(server, who)
  for (let from = 0; from < long; from += 500) {
    const ops = Array.from({ length: 500 }, (_, i) => ({
      ...add(`p${from + i}`, { productName: `Product ${from + i}`, shop: `Shop ${(from + i) % 60}` }),
      seq: from + i + 1,
      opId: `o${from + i + 1}`,
    }))
    expect((await push(server, who, list, ops, { cursor: from })).body.results).toEqual({})
  }
  return list
}

test('LISTS-2 DETAIL-7 five words are looked for, and what is behind them is ignored', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala, 'Weekend')
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'A b c d e' })
  const found = async (words: string) => {
    const query = encodeURIComponent(words)
    const lists = (await server.call(ala, 'GET', `/api/v3/lists/search?query=${query}`)).body.total
    const products = (await server.call(ala, 'GET', `/api/v3/products?query=${query}`)).body.length
    return [lists, products]
  }
  expect(await found('a b c d e nothing')).toEqual([1, 1])
  expect(await found('a b c d nothing')).toEqual([0, 0])
  // Each word matches the list's name or the name of any of its products.
  expect(await found('week e')).toEqual([1, 0])
})

test('LISTS-2 DETAIL-7 DETAIL-26 what is looked through in slices is found as if it were one', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const long = await longList(server, ala)
  const others = await Promise.all(Array.from({ length: 70 }, (_, i) => newList(server, ala, `Number ${i}`)))
  const last = others.at(-1) ?? ''
  server.clock.now += 1_000
  await push(server, ala, last, [add('z', { productName: 'Zucchini', shop: 'Zed', price: 2 })])
  await share(server, ala, last, ola, 'edit')
  await share(server, ala, long, ola, 'edit')
  const get = async (who: Person, path: string) => (await server.call(who, 'GET', `/api/v3${path}`)).body
  expect((await get(ala, '/lists/search?query=zucc')).items.map(({ id }: { id: string }) => id)).toEqual([
    last,
  ])
  expect((await get(ala, '/lists/search?query=product&limit=1')).total).toBe(1)
  expect((await get(ola, '/lists/search?query=product%202499')).total).toBe(1)
  expect((await get(ala, '/products?query=zucc'))[0].productName).toBe('Zucchini')
  expect((await get(ala, '/products?query=product%202499'))[0].productName).toBe('Product 2499')
  expect(await get(ola, '/products?query=product')).toEqual([])
  const shops = (await get(ala, '/shop')).map(({ shop_name }: { shop_name: string }) => shop_name)
  expect([shops[0], shops.length]).toEqual(['Zed', limits.suggestions])
  expect(await get(ala, '/products/history/zucchini')).toHaveLength(1)
})

test('OFFLINE-6 a long list that is read while others write is one state, and what follows leads on from it', async () => {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await longList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const writing = { now: true }
  const write = async () => {
    for (let i = 0; writing.now; i++) {
      const seq = 1 + i * 4
      const ops = [
        { op: 'set', productId: `p${i * 7}`, field: 'position', value: 'a0', baseVer: 1e9 },
        { op: 'set', productId: `p${2_499 - i * 3}`, field: 'productName', value: `New ${i}`, baseVer: 1e9 },
        { op: 'delete', productId: `p${1_200 + i}` },
        add(`new${i}`, { productName: `Added ${i}` }),
      ].map((op, n) => ({ ...op, seq: seq + n, opId: `w${seq + n}` }))
      await push(server, ola, list, ops, { client: 'writer', cursor: 2_500 })
    }
  }
  const written = write()
  type Reply = { head: number; rows: { id: string; ver: number; deleted?: boolean }[] }
  const replies: Reply[] = []
  for (let i = 0; i < 6; i++) replies.push((await push(server, ala, list, [])).body)
  const read = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  writing.now = false
  await written
  expect([read.productCount, read.checkedCount]).toEqual([read.products.length, 0])
  const final = (await push(server, ala, list, [])).body as Reply
  expect(new Set(replies.map(({ head }) => head)).size).toBeGreaterThan(1)
  for (const { head, rows } of replies) {
    expect(rows.every((row) => row.ver <= head && !row.deleted)).toBe(true)
    const rest: Reply = (await push(server, ala, list, [], { cursor: head })).body
    const held = new Map([...rows, ...rest.rows].map((row) => [row.id, row]))
    const there = [...held.values()].filter((row) => !row.deleted)
    expect(there.toSorted((a, b) => a.ver - b.ver)).toEqual(final.rows)
  }
})

test('API who reads does not wait for a transaction that is under way', async () => {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  await server.db.transaction().execute(async (trx) => {
    await trx.updateTable('list').set({ name: 'Not yet' }).where('id', '=', list).execute()
    expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
    expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.listName).toBe('Weekend')
  })
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.listName).toBe('Not yet')
})

test('API an account that asks for much waits for itself, and for nobody else', async () => {
  const turn = createQueuesBy(1, 2)
  const order: string[] = []
  const open = Promise.withResolvers<void>()
  const work = (name: string, until?: Promise<void>) => async () => {
    order.push(name)
    await until
    return name
  }
  const first = turn('ala', work('first', open.promise))
  const second = turn('ala', work('second'))
  const third = turn('ala', work('third'))
  await expect(turn('ala', work('fourth'))).rejects.toMatchObject({ code: 'tooManyRequests' })
  expect(await turn('ola', work('hers'))).toBe('hers')
  open.resolve()
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third'])
  expect(order).toEqual(['first', 'hers', 'second', 'third'])
})

const contents = ['product', 'operation', 'client'] as const

async function left(server: TestServer): Promise<number[]> {
  const found = contents.map((table) => server.db.selectFrom(table).select('list_id').execute())
  return (await Promise.all(found)).map((rows) => rows.length)
}

test('LISTS-4 what was in a deleted list goes, at the latest at night', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: await longList(server, ala) })
  expect(await left(server)).toEqual([0, 0, 0])
  // As if the server had died before the clean-up.
  const list = await longList(server, ala)
  await server.db.updateTable('list').set({ deleted_at: 1 }).where('id', '=', list).execute()
  expect(await left(server)).toEqual([2_500, 2_500, 1])
  await prune(server.db, server.clock.now)
  expect(await left(server)).toEqual([0, 0, 0])
})

test('OFFLINE-6 many tombstones and operations go slice by slice, and nothing else does', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await longList(server, ala)
  await server.db
    .updateTable('product')
    .set({ deleted_at: sql<number>`ver` })
    .where('ver', '<=', 2_300)
    .execute()
  await server.db
    .updateTable('operation')
    .set({ at: sql<number>`seq` })
    .where('seq', '<=', 2_300)
    .execute()
  await prune(server.db, server.clock.now)
  expect(await left(server)).toEqual([200, 200, 1])
  const { floor } = await server.db
    .selectFrom('list')
    .select('floor')
    .where('id', '=', list)
    .executeTakeFirstOrThrow()
  expect(floor).toBe(2_300)
  expect((await push(server, ala, list, [], { cursor: 2_299 })).body.code).toBe('resync')
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount).toBe(200)
})

test('OFFLINE-6 a list remembers so many deleted products, and who was away for longer starts anew', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await longList(server, ala)
  const ids = Array.from({ length: 2_500 }, (_, i) => `p${i}`)
  await server.db
    .updateTable('product')
    .set({ deleted_at: sql<number>`${server.clock.now} + ver` })
    .execute()
  const row = await server.db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', 'p0')
    .executeTakeFirstOrThrow()
  for (let more = 1; more * 1_000 <= limits.deletedInList; more++)
    await server.db
      .insertInto('product')
      .values(
        ids.slice(0, 1_000).map((id, i) => {
          const ver = 1_500 + more * 1_000 + i + 1
          return { ...row, id: `${more}-${id}`, ver, deleted_at: server.clock.now + ver }
        }),
      )
      .execute()
  await server.db
    .updateTable('list')
    .set({ head: limits.deletedInList + 2_500, living: 0, bought: 0, amount: 0 })
    .execute()
  await prune(server.db, server.clock.now)
  expect((await left(server))[0]).toBe(limits.deletedInList)
  expect((await push(server, ala, list, [], { cursor: 2_499 })).body.code).toBe('resync')
  expect((await push(server, ala, list, [], { cursor: 2_500 })).body.more).toBe(true)
})

test('PROFILE-5 a removal that breaks off goes on the next night, and meanwhile nobody gets in', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await longList(server, ala)
  await share(server, ala, list, ola, 'edit')
  await server.call(ala, 'DELETE', '/api/v3/me', { password })
  const at = server.clock.now + 30 * day
  const dying = new Proxy(server.db, {
    get: (db, name) => {
      if (name === 'deleteFrom') throw new Error('killed')
      const value: unknown = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  }) as Db
  await expect(removeDeletedAccounts(dying, at)).rejects.toThrow('killed')
  expect((await server.db.selectFrom('account').select('id').execute()).length).toBe(2)
  expect((await server.logIn(ala.email)).status).toBe(400)
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  await removeDeletedAccounts(server.db, at)
  expect((await server.db.selectFrom('account').select('id').execute()).length).toBe(1)
  expect(await left(server)).toEqual([0, 0, 0])
})
