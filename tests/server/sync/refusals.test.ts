import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { newList, share, type TestServer, testServer } from '../../support/server.ts'

type Op = Record<string, unknown>
const day = 86_400_000

const set = (seq: number, rowId: string, more: Op = {}): Op => ({
  seq,
  opId: `op-${seq}`,
  op: 'set',
  rowId,
  field: 'productName',
  value: 'Tea',
  baseVer: 0,
  ageMs: 0,
  ...more,
})
const add = (seq: number, rowId: string, more: Op = {}): Op => ({
  seq,
  opId: `op-${seq}`,
  op: 'add',
  rowId,
  value: { productName: 'Milk' },
  ageMs: 0,
  ...more,
})

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const send = (ops: Op[], client = 'phone', more: Op = {}) =>
    server.call(ala, 'POST', `/api/v3/list/${list}/sync`, {
      v: 2,
      client,
      request: 'r',
      cursor: 0,
      ops,
      ...more,
    })
  return { server, ala, list, send }
}

const operations = (server: TestServer) =>
  server.db.selectFrom('operation').select(['op_id', 'seq', 'status']).orderBy('seq').execute()

test('LIMIT-2 what is refused on a row that is not there leaves no row, and is answered alike when it is sent again', async () => {
  const { server, send } = await household()
  const ops = [
    set(1, 'nowhere'),
    add(2, 'milk'),
    add(3, 'nameless', { value: { productName: '' } }),
    set(4, 'milk', { field: 'price', value: 1.005 }),
    { seq: 5, opId: 'op-5', op: 'what' },
    set(6, 'milk', { field: 'quantity', value: 2 }),
  ]
  const first = await send(ops)
  expect(first.body).toMatchObject({
    last: 6,
    results: { 1: { why: 'gone' }, 3: { why: 'invalid' }, 4: { why: 'invalid' }, 5: { why: 'invalid' } },
  })
  // What was refused on a product that is there keeps its row: whether it is judged anew could matter.
  expect((await operations(server)).map(({ seq, status }) => [Number(seq), status])).toEqual([
    [2, 'applied'],
    [4, 'rejected'],
    [6, 'applied'],
  ])
  expect((await send(ops)).body).toEqual(first.body)
  // Also when the product came to be meanwhile, and after more was sent.
  const next = await send([add(7, 'nowhere')])
  expect(next.body).toMatchObject({ last: 7, results: {} })
  expect((await send(ops.slice(0, 1))).body.results).toMatchObject({ 1: { opId: 'op-1', why: 'gone' } })
})

test('LIMIT-2 another operation in the place of one that was refused is a fork', async () => {
  const { send } = await household()
  await send([set(1, 'nowhere')])
  const other = await send([add(1, 'milk', { opId: 'another' })])
  expect([other.status, other.body.code]).toEqual([409, 'fork'])
  expect((await send([add(2, 'milk', { opId: 'another' })])).body).toMatchObject({ last: 2, results: {} })
})

test('LIMIT-2 of what a client was refused no more is kept than it may send at once', async () => {
  const { server, send } = await household()
  const size = async () => {
    const { refused } = await server.db.selectFrom('client').select('refused').executeTakeFirstOrThrow()
    return refused.split(' ').length
  }
  const batch = (from: number) => Array.from({ length: limits.batchOps }, (_, i) => set(from + i, 'nowhere'))
  const newest = batch(1 + limits.batchOps)
  await send(batch(1))
  const answer = await send(newest)
  expect([await size(), (await operations(server)).length]).toEqual([limits.batchOps, 0])
  expect((await send(newest)).body).toEqual(answer.body)
  // Long answered: a device that sends it all the same takes a new client id, and nothing takes effect twice.
  expect((await send(batch(1))).body.code).toBe('fork')
  expect((await send([set(1, 'nowhere'), add(2, 'milk')], 'phone-2')).body).toMatchObject({
    last: 2,
    results: { 1: { why: 'gone' } },
  })
})

test('LIMIT-3 the record of a client that has sent nothing for 90 days ends', async () => {
  const { server, send } = await household()
  await send([add(1, 'milk')])
  server.clock.now += day / 24
  await send([add(1, 'salt', { opId: 'salt' })], 'tablet')
  const after = async (ms: number) => {
    await prune(server.db, server.clock.now + ms)
    const rows = await server.db.selectFrom('client').select('client_id').orderBy('client_id').execute()
    return rows.map(({ client_id }) => client_id)
  }
  expect(await after(89 * day)).toEqual(['phone', 'tablet'])
  expect(await after(90 * day)).toEqual(['tablet'])
})

test('LIMIT-3 clients from before their time was noted are kept another 90 days', async () => {
  const { server, send } = await household()
  await send([add(1, 'milk')])
  await server.db.updateTable('client').set({ at: 0 }).execute()
  await prune(server.db, server.clock.now)
  const { at } = await server.db.selectFrom('client').select('at').executeTakeFirstOrThrow()
  expect(at).toBe(server.clock.now)
})

test('LIMIT-3 a client whose record is gone while its operations are known starts anew, and nothing is applied twice', async () => {
  const { server, send } = await household()
  await send([add(1, 'milk'), add(2, 'salt')])
  await server.db.deleteFrom('client').execute()
  expect((await send([add(3, 'tea')])).body.code).toBe('gap')
  // Storage that was rolled back gives an old number to something new.
  expect((await send([add(1, 'milk'), add(2, 'tea', { opId: 'tea' })])).body.code).toBe('fork')
  const anew = await send([add(1, 'milk'), add(2, 'tea', { opId: 'tea' })], 'phone-2')
  expect(anew.body).toMatchObject({ head: 3, last: 2, results: {} })
})

test('LIMIT-3 of a list that is written to again and again the newest operations and clients are kept', async () => {
  const { server, ala, list, send } = await household()
  const other = await newList(server, ala, 'Small')
  const op = (n: number, list_id = list) => ({
    list_id,
    op_id: `old-${n}`,
    client_id: 'long-ago',
    seq: n,
    status: 'applied' as const,
    why: '',
    ver: n,
    at: server.clock.now - n,
  })
  const most = { operations: 100, changes: 100, clients: 10 }
  const old = Array.from({ length: 600 }, (_, i) => op(i + 1))
  await server.db
    .insertInto('operation')
    .values([...old, op(10_000, other)])
    .execute()
  const client = (n: number) => ({
    list_id: list,
    client_id: `c${n}`,
    account_id: ala.id,
    last_seq: 1,
    at: server.clock.now - n,
  })
  await server.db
    .insertInto('client')
    .values(Array.from({ length: most.clients + 5 }, (_, i) => client(i + 1)))
    .execute()
  await send([add(1, 'milk')])
  await prune(server.db, server.clock.now, most)
  const count = async (table: 'operation' | 'client', of: string) => {
    const rows = await server.db.selectFrom(table).select('client_id').where('list_id', '=', of).execute()
    return rows.length
  }
  expect([await count('operation', list), await count('operation', other)]).toEqual([most.operations, 1])
  expect(await count('client', list)).toBe(most.clients)
  // The newest are those that stayed.
  expect((await send([add(2, 'salt')])).body).toMatchObject({ last: 2, results: {} })
})

test('LIMIT-4 a product that was deleted a week ago keeps its name and amount, and no other text', async () => {
  const { server, ala, list, send } = await household()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, list, ola, 'edit')
  const name = `${'Milk '.repeat(20)}with everything`
  const value = {
    productName: name,
    note: 'lactose-free',
    shop: 'Corner',
    category: 'Dairy',
    quantity: 2,
    unit: 'l',
    price: 3.5,
  }
  await send([
    add(1, 'milk', { value }),
    add(2, 'salt', { value }),
    { seq: 3, opId: 'op-3', op: 'delete', rowId: 'milk' },
  ])
  const { body: before } = await send([], 'reader')
  await prune(server.db, server.clock.now + 6 * day)
  const gone = async () => {
    const { body } = await send([], 'reader', { cursor: 2, epoch: before.epoch })
    return body.rows[0]
  }
  expect(await gone()).toMatchObject({ id: 'milk', deleted: true, productName: name, note: 'lactose-free' })
  const whole = await gone()
  await prune(server.db, server.clock.now + 8 * day)
  expect(await gone()).toEqual({
    ...whole,
    productName: name.slice(0, 40).trimEnd(),
    note: '',
    shop_name: '',
    category_name: '',
    category_id: null,
    icon: null,
  })
  // It is refused as before, and what the answer shows of it can be put back.
  const late = await send([set(4, 'milk', { field: 'quantity', value: 3 })])
  expect(late.body.results['4']).toMatchObject({ why: 'gone', row: { deleted: true, quantity: 2 } })
  const { body } = await send([], 'third')
  expect(body.rows).toContainEqual(
    expect.objectContaining({ id: 'salt', productName: name, note: 'lactose-free' }),
  )
})
