import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Answer, Body } from '../../../core/contract/api.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { sync } from '../../../server/lists/sync/sync.ts'
import { newList, type Person, personOf, share, type TestServer, testServer } from '../../support/server.ts'

type Op = Record<string, unknown>
const day = 86_400_000

const add = (seq: number, productId: string, value: object = {}, more: object = {}): Op => ({
  seq,
  opId: `op-${productId}-${seq}`,
  op: 'add',
  productId,
  value: { productName: productId, ...value },
  ageMs: 0,
  ...more,
})
const set = (seq: number, productId: string, field: string, value: unknown, more: object = {}): Op => ({
  seq,
  opId: `op-${productId}-${seq}`,
  op: 'set',
  productId,
  field,
  value,
  baseVer: 0,
  ageMs: 0,
  ...more,
})
const remove = (seq: number, productId: string): Op => ({
  seq,
  opId: `op-${productId}-${seq}`,
  op: 'delete',
  productId,
  ageMs: 0,
})

interface Phone {
  send: (ops: Op[], more?: object) => Promise<{ status: number; body: Answer<'sync'> & { code: string } }>
}

/** Operation ids contain the phone's client id; `before` is its client id before a renaming. */
function phone(server: TestServer, who: Person, list: string, client: string, before = client): Phone {
  return {
    async send(made, more = {}) {
      const ops = made.map((op) => ('opId' in op ? { ...op, opId: `${before}-${String(op['opId'])}` } : op))
      const body = { v: 1, client, request: 'r1', cursor: 0, ops, ...more }
      return server.call(who, 'POST', `/api/v3/list/${list}/sync`, body)
    },
  }
}

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  return { server, ala, ola, list, mine: phone(server, ala, list, 'ala-phone') }
}

test('OFFLINE-6 one call pushes in order and answers with everything that changed', async () => {
  const { mine } = await household()
  const { status, body } = await mine.send([
    add(1, 'p1', { price: 2.5 }),
    set(2, 'p1', 'quantity', 3, { baseVer: 1 }),
    add(3, 'p2'),
    remove(4, 'p2'),
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ v: 1, client: 'ala-phone', request: 'r1', base: 0, head: 4, last: 4 })
  expect(body).toMatchObject({ results: {}, more: false })
  expect(body.rows).toMatchObject([{ id: 'p1', quantity: 3, price: 2.5, ver: 2, addedBy: 'ala' }])
  expect(body.rows[0]?.fieldVer).toMatchObject({ productName: 1, price: 1 })
  expect(body.rows[0]?.fieldVer).not.toHaveProperty('quantity')

  const later = await mine.send([], { cursor: 2, epoch: body.epoch })
  expect(later.body.rows).toMatchObject([{ id: 'p2', deleted: true, ver: 4 }])
})

test('OFFLINE-6 a batch that is sent again takes effect once and gets the recorded results', async () => {
  const { mine } = await household()
  const ops = [add(1, 'p1'), set(2, 'p1', 'price', 1.005), set(3, 'p1', 'price', 2)]
  const first = (await mine.send(ops)).body
  const again = (await mine.send(ops)).body
  expect(again).toEqual(first)
  expect(first.results).toMatchObject({
    2: { opId: 'ala-phone-op-p1-2', status: 'rejected', why: 'invalid' },
  })
  expect(first.results['2']?.row).toMatchObject({ id: 'p1', price: 2 })
})

test('OFFLINE-6 part of a batch may be known already', async () => {
  const { mine } = await household()
  await mine.send([add(1, 'p1'), add(2, 'p2')])
  const { body } = await mine.send([add(2, 'p2'), add(3, 'p3')])
  expect(body).toMatchObject({ head: 3, last: 3, results: {} })
})

test('OFFLINE-6 a gap and a fork are refused whole, and a new client with the same operations applies them once', async () => {
  const { server, ala, list, mine } = await household()
  const gap = await mine.send([add(1, 'p1'), add(3, 'p3')])
  expect([gap.status, gap.body.code]).toEqual([409, 'gap'])
  expect((await mine.send([])).body).toMatchObject({ head: 0, last: 0, rows: [] })

  const [first, second] = [add(1, 'p1'), add(2, 'p2')]
  await mine.send([first])
  const fork = await mine.send([add(1, 'other')])
  expect([fork.status, fork.body.code]).toEqual([409, 'fork'])
  const renamed = phone(server, ala, list, 'ala-phone-2', 'ala-phone')
  const { body } = await renamed.send([first, second])
  expect(body).toMatchObject({ head: 2, last: 2, results: {} })
  // a late copy of the message from before the renaming
  expect((await mine.send([first])).body).toMatchObject({ head: 2, results: {} })
})

test('OFFLINE-6 a client id belongs to one account', async () => {
  const { server, ola, list, mine } = await household()
  await mine.send([add(1, 'p1')])
  const thief = phone(server, ola, list, 'ala-phone')
  expect((await thief.send([add(1, 'p9')])).body.code).toBe('fork')
  expect((await thief.send([])).body).toMatchObject({ last: 0, head: 1 })
})

test('OFFLINE-6 with another account’s outbox nothing happens, even where the list would be hidden', async () => {
  const { server, ala, list } = await household()
  const stranger = await server.person('stranger@example.pl')
  const sent = await phone(server, stranger, list, 'c').send([add(1, 'p1')], { user: ala.id })
  expect([sent.status, sent.body.code]).toEqual([409, 'otherAccount'])
  expect((await phone(server, stranger, list, 'c').send([])).status).toBe(404)
  expect((await phone(server, ala, list, 'c').send([], { user: ala.id })).body.head).toBe(0)
})

test('OFFLINE-6 an operation nobody can read is refused by itself and blocks nothing', async () => {
  const { mine } = await household()
  const { status, body } = await mine.send([
    { seq: 1, opId: 'a', op: 'explode', productId: 'p1' },
    { seq: 2, opId: 'b', op: 'set', productId: 'p1', field: 'colour', value: 'red', baseVer: 0 },
    { seq: 3, op: 'add', productId: 'p1', value: { productName: 'no op id' } },
    add(4, 'p4', { productName: 'x'.repeat(300) }),
    add(5, 'p5', { price: 'abc' }),
    add(6, 'p6', { nonsense: true }),
    add(7, 'p7'),
  ])
  expect(status).toBe(200)
  expect(Object.keys(body.results)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(Object.values(body.results).every((result) => result.why === 'invalid')).toBe(true)
  expect(body).toMatchObject({ last: 7, head: 1 })
  const placeless = await mine.send([{ opId: 'z', op: 'delete', productId: 'p7' }])
  expect([placeless.status, placeless.body.code]).toEqual([400, 'invalidRequest'])
})

test('OFFLINE-6 operations beyond a permission are refused one by one', async () => {
  const { server, ala, list, mine } = await household()
  await mine.send([add(1, 'p1')])
  const helper = await server.person('helper@example.pl')
  await share(server, ala, list, helper, 'shopping')
  const { body } = await phone(server, helper, list, 'h').send([
    set(1, 'p1', 'price', 9),
    set(2, 'p1', 'productStatus', true),
    add(3, 'p3'),
    remove(4, 'p1'),
  ])
  expect(Object.entries(body.results).map(([seq, { why }]) => [seq, why])).toEqual([
    ['1', 'forbidden'],
    ['3', 'forbidden'],
    ['4', 'forbidden'],
  ])
  expect(body.rows).toMatchObject([{ id: 'p1', productStatus: true, priceUnknown: true }])
})

test('OFFLINE-6 delete wins: an edit of a deleted or unknown product is gone, a second delete is applied', async () => {
  const { server, ola, list, mine } = await household()
  await mine.send([add(1, 'p1'), remove(2, 'p1')])
  const { body } = await phone(server, ola, list, 'o').send([
    set(1, 'p1', 'price', 2),
    set(2, 'unknown', 'price', 2),
    remove(3, 'p1'),
    remove(4, 'unknown'),
  ])
  expect(body.results).toMatchObject({
    1: { status: 'rejected', why: 'gone', row: { id: 'p1', deleted: true } },
    2: { status: 'rejected', why: 'gone' },
  })
  expect(Object.keys(body.results)).toEqual(['1', '2'])
  expect((await mine.send([add(3, 'p1')])).body.results).toMatchObject({ 3: { why: 'gone' } })
})

test('OFFLINE-6 an add of an own living product becomes edits of what nobody changed later', async () => {
  const { server, ola, list, mine } = await household()
  await mine.send([add(1, 'p1', { price: 1, shop: 'Old' })])
  server.clock.now += 60_000
  await phone(server, ola, list, 'o').send([set(1, 'p1', 'price', 7, { baseVer: 1 })])
  const again = add(2, 'p1', { price: 2, shop: 'New' }, { ageMs: 30_000 })
  const { body } = await mine.send([again])
  expect(body.results).toEqual({})
  expect(body.rows).toMatchObject([{ price: 7, shop_name: 'New' }])
  const theirs = await phone(server, ola, list, 'o').send([add(2, 'p1')])
  expect(theirs.body.results).toMatchObject({ 2: { status: 'rejected', why: 'idTaken' } })
})

test('OFFLINE-6 the stale guard keeps what another client typed later, and only that', async () => {
  const { server, ola, list, mine } = await household()
  await mine.send([add(1, 'p1')])
  server.clock.now += 60_000
  const theirs = phone(server, ola, list, 'o')
  await theirs.send([set(1, 'p1', 'price', 7, { baseVer: 1 })])
  server.clock.now += 10_000

  const stale = await mine.send([set(2, 'p1', 'price', 3, { baseVer: 1, ageMs: 20_000 })])
  expect(stale.body.results).toMatchObject({ 2: { status: 'stale', why: 'stale', row: { price: 7 } } })
  const otherField = await mine.send([set(3, 'p1', 'quantity', 3, { baseVer: 1, ageMs: 20_000 })])
  expect(otherField.body.results).toEqual({})
  const seen = await mine.send([set(4, 'p1', 'price', 4, { baseVer: 2, ageMs: 20_000 })])
  expect(seen.body.results).toEqual({})
  const own = await mine.send([set(5, 'p1', 'price', 5, { baseVer: 1, ageMs: 50_000 })])
  expect(own.body.results).toEqual({})
  const later = await theirs.send([set(2, 'p1', 'price', 8, { baseVer: 1, ageMs: 0 })])
  expect(later.body.rows).toMatchObject([{ price: 8 }])
})

test('OFFLINE-6 what a device did under the client id it had before is its own, however late it came', async () => {
  const { server, ala, list } = await household()
  // The add was under way for a minute, so it looks more recent than it is.
  await phone(server, ala, list, 'before').send([add(1, 'p1')])
  const again = phone(server, ala, list, 'before_1_again')
  const own = await again.send([set(1, 'p1', 'price', 3, { baseVer: 0, ageMs: 20_000 })])
  expect(own.body).toMatchObject({ results: {}, rows: [{ price: 3 }] })
  const other = phone(server, ala, list, 'beforehand')
  const stale = await other.send([set(1, 'p1', 'price', 4, { baseVer: 0, ageMs: 30_000 })])
  expect(stale.body.results).toMatchObject({ 1: { status: 'stale' } })
  // A copy of a call from before the renaming, since given up: coming from the same device does not make it
  // newer.
  const late = await phone(server, ala, list, 'before').send([
    set(2, 'p1', 'price', 5, { baseVer: 0, ageMs: 25_000 }),
  ])
  expect(late.body.results).toMatchObject({ 2: { status: 'stale' } })
})

test('OFFLINE-6 what is sent again under a client id that nobody knows is that client’s own from then on', async () => {
  const { server, list, mine, ala } = await household()
  // Storage rolled back to before the list was known: its new client id does not derive from the old one.
  const made = add(1, 'p1')
  await mine.send([made])
  const anew = phone(server, ala, list, 'anew', 'ala-phone')
  const { body } = await anew.send([made, set(2, 'p1', 'price', 3, { baseVer: 0, ageMs: 20_000 })])
  expect(body).toMatchObject({ results: {}, rows: [{ price: 3 }] })
})

test('OFFLINE-6 a REST edit is typed now and never stale, and takes a version', async () => {
  const { server, ala, list, mine } = await household()
  await mine.send([add(1, 'p1', { price: 1 })])
  await server.call(ala, 'PUT', `/api/v3/list/${list}/product/p1`, { price: 1 })
  const { body } = await mine.send([set(2, 'p1', 'price', 9, { baseVer: 1, ageMs: 1 })])
  expect(body.results).toMatchObject({ 2: { status: 'stale' } })
  expect(body.head).toBe(2)
})

test('OFFLINE-6 an edit older than 90 days is too old', async () => {
  const { mine } = await household()
  const { body } = await mine.send([
    add(1, 'p1', {}, { ageMs: 90 * day + 1 }),
    add(2, 'p2', {}, { ageMs: -5 }),
  ])
  expect(body.results).toMatchObject({ 1: { why: 'tooOld' } })
  expect(body.rows).toMatchObject([{ id: 'p2' }])
})

test('OFFLINE-6 a cursor from another time asks for a snapshot, which never does', async () => {
  const { server, ala, list, mine } = await household()
  const { epoch } = (await mine.send([add(1, 'p1'), add(2, 'p2'), remove(3, 'p1')])).body
  const sent = (more: object) => mine.send([add(4, 'p4')], more)
  for (const more of [
    { cursor: 9, epoch },
    { cursor: 1, epoch: 'another' },
  ]) {
    const { status, body } = await sent(more)
    expect([status, body.code]).toEqual([410, 'resync'])
    expect(body).toMatchObject({ epoch, head: 3 })
  }
  server.clock.now += 91 * day
  await prune(server.db, server.clock.now)
  const back = personOf(ala.email, await server.logIn(ala.email))
  const pull = (cursor: number) => phone(server, back, list, 'new').send([], { cursor, epoch })
  expect((await pull(2)).body.code).toBe('resync')
  expect((await pull(3)).status).toBe(200)
  expect((await pull(0)).body.rows).toMatchObject([{ id: 'p2' }])
})

test('OFFLINE-6 a delta is at most 2 000 rows and goes on; a snapshot is one answer', async () => {
  const { server, ala, list } = await household()
  for (let batch = 0; batch < 3; batch++)
    await phone(server, ala, list, `c${batch}`).send(
      Array.from({ length: 900 }, (_, i) => add(i + 1, `p${batch}-${i}`)),
      { cursor: batch * 900 },
    )
  const reader = phone(server, ala, list, 'reader')
  const snapshot = (await reader.send([])).body
  expect([snapshot.rows.length, snapshot.more]).toEqual([2_700, false])
  const part = (await reader.send([], { cursor: 1 })).body
  expect([part.more, part.head]).toEqual([true, 2_700])
  expect(part.rows.length).toBeLessThanOrEqual(2_000)
  expect(Buffer.byteLength(JSON.stringify(part.rows))).toBeLessThanOrEqual(512 << 10)
  const next = part.rows.at(-1)?.ver ?? 0
  const rest = (await reader.send([], { cursor: next })).body
  expect([part.rows.length + rest.rows.length, rest.more]).toEqual([2_699, false])
})

test('OFFLINE-6 too many operations, too many bytes, an unknown version', async () => {
  const { server, ala, list, mine } = await household()
  const many = Array.from({ length: 1_001 }, (_, i) => add(i + 1, `p${i}`))
  expect((await mine.send(many)).body.code).toBe('tooLarge')
  const long = Array.from({ length: 900 }, (_, i) => add(i + 1, `p${i}`, { category: 'x'.repeat(400) }))
  expect((await mine.send(long)).body.code).toBe('tooLarge')
  expect((await mine.send([], { v: 99 })).status).toBe(426)

  const body = { v: 1, client: 'z', request: 'r', cursor: 0, ops: many.slice(0, 300) }
  const packed = await server.app.inject({
    method: 'POST',
    url: `/api/v3/list/${list}/sync`,
    headers: {
      authorization: `Bearer ${ala.access}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'accept-encoding': 'br',
    },
    payload: gzipSync(JSON.stringify(body)),
  })
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'br'])
})

test('OFFLINE-6 calls at the same moment take each operation once and every version once', async () => {
  const { server, ala, ola, list } = await household()
  const phones = [ala, ola, ala, ola].map((who, i) => phone(server, who, list, `c${i}`))
  await Promise.all(
    phones.flatMap((one, i) =>
      [1, 1, 1].map(() => one.send(Array.from({ length: 20 }, (_, n) => add(n + 1, `p${i}-${n}`)))),
    ),
  )
  const { body } = await phone(server, ala, list, 'c0').send([])
  expect(body.head).toBe(80)
  expect(new Set(body.rows.map((row) => row.ver)).size).toBe(80)
})

test('OFFLINE-6 products that were sent without a place stand last, in the order they were sent', async () => {
  const { server, ala, list, mine } = await household()
  await mine.send([add(1, 'z', { position: 'a5' }), add(2, 'c'), add(3, 'b'), add(4, 'a')])
  const { products } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  expect(products.map((product: { id: string }) => product.id)).toEqual(['z', 'c', 'b', 'a'])
})

test('OFFLINE-6 the call works without HTTP, and tells after the commit', async () => {
  const { server, ala, list } = await household()
  const affected: unknown[] = []
  const request = { v: 1, client: 'c', request: 'r', cursor: 0, ops: [add(1, 'p1')] } as Body<'sync'>
  const call = { listId: list, user: { id: ala.id }, request, now: server.clock.now }
  const answer = await sync(server.db, { ...call, onCommit: (whom) => affected.push(whom) })
  expect(answer.head).toBe(1)
  await sync(server.db, { ...call, onCommit: (whom) => affected.push(whom) })
  const poke = { pokes: [{ list, head: 1, epoch: answer.epoch }] }
  expect(affected).toEqual([poke, poke])
})
