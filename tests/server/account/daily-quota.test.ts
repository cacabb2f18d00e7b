import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { mostBytes, spend, waitFor } from '../../../server/limits/daily-quota.ts'
import {
  newList,
  type Person,
  personOf,
  type Reply,
  share,
  type TestServer,
  testServer,
} from '../../support/server.ts'

const day = 86_400_000

/** An account whose link was never opened. */
async function newcomer(server: TestServer, email: string, address = '192.0.2.1'): Promise<Person> {
  await server.register(email)
  const from = { 'x-forwarded-for': address }
  return personOf(email, await server.logIn(email, {}, from))
}

const keyOf = (whose: string) =>
  createHash('sha256').update(`bytes until activated ${whose}`).digest('base64url')

/** Pretends that an account, or a network, has stored all but so many bytes of what it may. */
async function leave(
  server: TestServer,
  whose: string,
  bytes: number,
  most: number = mostBytes.untilActivated,
) {
  const ends_at = server.clock.now + Math.floor(day * (1 - bytes / most))
  const { numUpdatedRows } = await server.db
    .updateTable('tally')
    .set({ ends_at })
    .where('key', '=', keyOf(whose))
    .executeTakeFirstOrThrow()
  expect(Number(numUpdatedRows)).toBe(1)
}

/** When the account's quota is empty again. */
async function endOf(server: TestServer, { id }: Person): Promise<number> {
  const row = server.db.selectFrom('tally').select('ends_at').where('key', '=', keyOf(id))
  return (await row.executeTakeFirstOrThrow()).ends_at
}

let sent = 0
const push = (server: TestServer, who: Person, list: string, count: number, headers = {}) => {
  const client = `c${++sent}`
  const ops = Array.from({ length: count }, (_, i) => ({
    seq: i + 1,
    opId: `${client}-${i}`,
    op: 'add',
    productId: `${client}-${i}`,
    value: { productName: 'Milk' },
    ageMs: 0,
  }))
  const body = { v: 1, client, request: 'r', cursor: 0, ops }
  return server.call(who, 'POST', `/api/v3/list/${list}/sync`, body, headers)
}

const codes = (replies: Reply[]) => replies.map(({ status, body }) => body.code ?? status)

test('LIMIT-1 an account that stored as much as it may in a day goes on as time passes, and nothing of a refused push is kept', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  expect((await push(server, ala, list, 3)).status).toBe(200)
  await leave(server, ala.id, 8_000)
  const rows = async () => (await server.db.selectFrom('operation').select('op_id').execute()).length
  expect(await rows()).toBe(3)

  const refused = await push(server, ala, list, 500)
  expect([refused.status, refused.body.code]).toEqual([429, 'quotaReached'])
  // Whoever is told to wait for hours would not notice that the account was activated.
  expect(refused.headers['retry-after']).toBe('300')
  expect(await rows()).toBe(3)
  // What is small still fits, and pulling is not counted.
  expect(codes([await push(server, ala, list, 1), await push(server, ala, list, 0)])).toEqual([200, 200])

  server.clock.now += 2 * 3_600_000
  expect((await push(server, ala, list, 500)).status).toBe(200)
})

test('LIMIT-1 calls beside the sync call count too, also those that repeat something large', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  await push(server, ala, list, 500)
  // What is left, and a call that takes more.
  const writes: [number, string, string, object?][] = [
    [50_000, 'POST', '/template', { templateName: 'All', fromList: list }],
    [50_000, 'POST', `/list/${list}/duplicate`],
    [2_000, 'POST', `/template/predefined-breakfast/merge_with_list/${list}`],
    [400, 'PUT', '/list', { _id: list, _list_name: 'Weekend' }],
  ]
  for (const [left, method, path, body] of writes) {
    const call = () => server.call(ala, method as 'PUT', `/api/v3${path}`, body)
    await leave(server, ala.id, left)
    const { status, body: answer } = await call()
    expect([path, status, answer.code]).toEqual([path, 429, 'quotaReached'])
    await server.db.deleteFrom('tally').execute()
    expect((await call()).status).toBeLessThan(300)
  }
})

test('LIMIT-1 a list that is made and deleted by one push counts too, because its id is kept', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  await newList(server, ala)
  const madeAndDeleted = (id: string) =>
    server.call(ala, 'POST', `/api/v3/list/${id}/sync`, {
      v: 2,
      client: id,
      request: 'r',
      cursor: 0,
      ops: [
        {
          op: 'add',
          seq: 1,
          opId: `${id}-1`,
          rowId: id,
          value: { listName: 'Weekend', date: '2026-11-21T10:00:00.000Z' },
        },
        { op: 'delete', seq: 2, opId: `${id}-2`, rowId: id },
      ],
    })
  expect((await madeAndDeleted('first')).status).toBe(200)
  await leave(server, ala.id, 400)
  expect((await madeAndDeleted('second')).body.code).toBe('quotaReached')
})

test('LIMIT-1 with its activation an account may store more', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  await leave(server, ala.id, 0)
  expect((await push(server, ala, list, 1)).body.code).toBe('quotaReached')
  await server.db.updateTable('account').set({ status: 'A' }).execute()
  expect((await push(server, ala, list, 500)).status).toBe(200)
})

test('LIMIT-1 of pushes at the same moment no more are taken than fit', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const lists = await Promise.all(['a', 'b', 'c', 'd'].map((name) => newList(server, ala, name)))
  await push(server, ala, lists[0] ?? '', 100)
  const spent = async () => (await endOf(server, ala)) - server.clock.now
  const before = await spent()
  await push(server, ala, lists[0] ?? '', 100)
  const each = ((await spent()) - before) * (mostBytes.untilActivated / day)
  await leave(server, ala.id, each * 2.5)
  const replies = await Promise.all(lists.map((list) => push(server, ala, list, 100)))
  expect(codes(replies).toSorted()).toEqual([200, 200, 'quotaReached', 'quotaReached'])
})

test('LIMIT-1 what was counted before the clock was set back keeps nobody from writing', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  await push(server, ala, list, 3)
  server.clock.now -= 3 * 3_600_000
  await server.db
    .updateTable('tally')
    .set({ ends_at: server.clock.now + 26 * day })
    .execute()
  expect((await push(server, ala, list, 1)).status).toBe(200)
})

test('LIMIT-1 a request that began before another one, or at an instance whose clock is behind, empties no quota', async () => {
  const server = await testServer()
  const quotas = [{ key: 'bytes of Ala', most: mostBytes.untilActivated }]
  const { now } = server.clock
  const spendAt = (time: number, bytes: number) => spend(server.db, quotas, bytes, time)
  // With what every call takes, this fills it.
  await spendAt(now + 80, mostBytes.untilActivated - 512)
  const left = async () => (await waitFor(server.db, quotas, 2_048, now)) > 0
  expect(await left()).toBe(true)
  for (const behind of [80, 60_000, 30 * 60_000]) {
    await expect(spendAt(now + 80 - behind, 1_024)).rejects.toThrow('quotaReached')
    expect([behind, await left()]).toEqual([behind, true])
  }
})

test('LIMIT-1 when a quota is full, writes are refused before any work, and a repeated call still gets its answer', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  const key = { 'idempotency-key': 'once' }
  const rename = () => server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'Home' }, key)
  expect((await rename()).status).toBe(200)
  await leave(server, ala.id, 400)
  const calls: [string, object?][] = [
    [`/list/${list}/sync`, { v: 1, client: 'c', request: 'r', cursor: 0, ops: [{ seq: 9, opId: 'o' }] }],
    ['/list/none/duplicate'],
    ['/list/none/product', { productName: 'Milk' }],
    ['/template/none/merge_with_list/none'],
  ]
  const results = async () =>
    codes(await Promise.all(calls.map(([path, body]) => server.call(ala, 'POST', `/api/v3${path}`, body))))
  // The work would find these mistakes.
  expect(await results()).toEqual(calls.map(() => 'quotaReached'))
  expect((await rename()).status).toBe(200)
  await leave(server, ala.id, 100_000)
  expect(await results()).toEqual(['gap', 'notFound', 'notFound', 'notFound'])
})

test('LIMIT-1 an account cannot repeat a write that does not fit all day: a hundredth of it counts each time', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  await push(server, ala, list, 300)
  await leave(server, ala.id, 20_000)
  const endsAt = () => endOf(server, ala)
  const full = server.clock.now + day
  const before = await endsAt()
  const duplicate = async () => codes([await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)])
  expect(await duplicate()).toEqual(['quotaReached'])
  const once = (await endsAt()) - before
  expect(once).toBeGreaterThan((day * 2_000) / mostBytes.untilActivated)
  expect(once).toBeLessThan((day * 10_000) / mostBytes.untilActivated)
  for (let i = 0; i < 10; i++) expect(await duplicate()).toEqual(['quotaReached'])
  const last = await endsAt()
  // No more than full, and what is small fits again a moment later.
  expect(last).toBeLessThanOrEqual(full)
  expect(last).toBeGreaterThan(full - (day * 600) / mostBytes.untilActivated)
  server.clock.now += 10_000
  expect((await push(server, ala, list, 1)).status).toBe(200)
})

test('LIMIT-1 a copy counts the real length of its texts', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const list = await newList(server, ala)
  const other = await newList(server, ala, 'Other')
  const count = 20
  // Each sign is looked for as 18 letters.
  for (let i = 0; i < count; i++) {
    const product = { productName: `${i} ${'ﷺ'.repeat(limits.name - 4)}`, note: 'ż'.repeat(limits.name) }
    expect((await server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)).status).toBe(201)
  }
  const stored = await server.db.selectFrom('product').select(['name', 'name_norm', 'note']).execute()
  const texts = Buffer.byteLength(stored.map(({ name, name_norm, note }) => name + name_norm + note).join(''))
  const bytesOf = async (path: string, body?: object) => {
    const before = await endOf(server, ala)
    const answer = await server.call(ala, 'POST', `/api/v3${path}`, body)
    expect(answer.status).toBeLessThan(300)
    return {
      id: answer.body.id,
      bytes: ((await endOf(server, ala)) - before) * (mostBytes.untilActivated / day),
    }
  }
  const template = await bytesOf('/template', { templateName: 'All', fromList: list })
  const copies = [
    template,
    await bytesOf(`/list/${list}/duplicate`),
    await bytesOf(`/template/${template.id}/convert_to_list`),
    await bytesOf(`/template/${template.id}/merge_with_list/${other}`),
  ]
  for (const [i, { bytes }] of copies.entries()) {
    expect([i, bytes > texts]).toEqual([i, true])
    expect([i, bytes < texts + count * 1_520]).toEqual([i, true])
  }
  const longest = Math.max(...stored.map(({ name_norm }) => Buffer.byteLength(name_norm)))
  expect(longest).toBeLessThan(2_000)
})

test('LIMIT-1 when a quota is full one can still delete, leave, and take away what others may do', async () => {
  const server = await testServer()
  const ala = await newcomer(server, 'ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await server.db.updateTable('account').set({ status: 'A' }).execute()
  await share(server, ala, list, ola, 'edit')
  const invite = await server.call(ala, 'POST', `/api/v3/list/${list}/invite`, { permission: 'edit' })
  const template = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'All' })
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', ala.id).execute()
  await push(server, ala, list, 2)
  const ids = (await server.db.selectFrom('product').select('id').execute()).map(({ id }) => id)
  const who = encodeURIComponent(ola.email)
  await leave(server, ala.id, 0)
  await leave(server, '127.0.0.1', 0, mostBytes.ofNetwork)

  const pushOps = async (ops: object[]) => {
    const body = { v: 1, client: `d${++sent}`, request: 'r', cursor: 0, ops }
    return server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  }
  const remove = { seq: 1, opId: 'o1', op: 'delete', productId: ids[0] }
  const add = { seq: 2, opId: 'o2', op: 'add', productId: 'new', value: { productName: 'Milk' } }
  expect(codes([await pushOps([remove, add]), await pushOps([remove])])).toEqual(['quotaReached', 200])
  const calls: [string, string, object?][] = [
    ['DELETE', `/list/${list}/product/${ids[1]}`],
    ['PUT', `/shared_list/${list}?email_address=${who}&permission=view`],
    ['DELETE', `/list/share?_list_id=${list}&_email_address=${who}`],
    ['DELETE', `/list/${list}/invite/${invite.body.code}`],
    ['DELETE', `/template/${template.body.id}`],
    ['DELETE', '/list', { _id: list }],
  ]
  for (const [method, path, body] of calls) {
    const { status } = await server.call(ala, method as 'PUT', `/api/v3${path}`, body)
    expect([method, path, status < 300]).toEqual([method, path, true])
  }
  // Each leaves a record, so they are counted too: apart.
  const removals = createHash('sha256').update(`removals until activated ${ala.id}`).digest('base64url')
  const ends_at = server.clock.now + day
  await server.db.updateTable('tally').set({ ends_at }).where('key', '=', removals).execute()
  expect(codes([await server.call(ala, 'DELETE', '/api/v3/list', { _id: list })])).toEqual(['quotaReached'])
})

test('LIMIT-1 accounts of one network that nobody activates store no more together, and no others are held up', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  const near = { 'x-forwarded-for': '2001:db8:1:1::1' }
  const [ala, ola] = [await newcomer(server, 'ala@example.pl'), await newcomer(server, 'ola@example.pl')]
  const [hers, other] = [await newList(server, ala), await newList(server, ola)]
  await server.db.deleteFrom('tally').execute()
  await push(server, ala, hers, 1, near)
  await leave(server, '2001:db8:1', 0, mostBytes.ofNetwork)
  await push(server, ola, other, 1, { 'x-forwarded-for': '192.0.2.9' })
  // A provider gives a customer up to a /48.
  const neighbour = await push(server, ola, other, 1, { 'x-forwarded-for': '2001:db8:1:ffff::9' })
  expect(neighbour.body.code).toBe('quotaReached')
  expect((await push(server, ola, other, 1, { 'x-forwarded-for': '2001:db8:2::9' })).status).toBe(200)
  await server.db.updateTable('account').set({ status: 'A' }).where('id', '=', ola.id).execute()
  expect((await push(server, ola, other, 1, near)).status).toBe(200)
})
