import { expect, test } from 'vitest'
import type { Permission } from '../../../core/product/entities.ts'
import { sync } from '../../../server/lists/sync/sync.ts'
import { addList, addProduct, date, listRowIn, phone, remove, setList, whys } from './list-phone.ts'
import { newList, share, testServer } from '../../support/server.ts'

const hour = 3_600_000
const day = 24 * hour

/** Ala's list, made by her phone, with Ola as a member. */
async function household(permission: Permission = 'edit') {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const mine = phone(server, ala, 'mine', 'ala-phone')
  await mine.send([addList('mine')])
  await share(server, ala, 'mine', ola, permission)
  return { server, ala, ola, mine, hers: phone(server, ola, 'mine', 'ola-phone') }
}

test('WHOLE-1 WHOLE-2 a list made offline comes with everything that was typed into it, in one call', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const { status, body } = await phone(server, ala, 'mine', 'c').send([
    addList('mine', { listName: ' Święta ' }, { ageMs: day }),
    addProduct('milk', { price: 2.5 }),
    addProduct('bread'),
    setList('mine', 'listName', 'Wigilia', { baseVer: 0 }),
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ v: 2, base: 0, head: 4, last: 4, results: {}, more: false })
  expect(body.rows).toMatchObject([
    { id: 'milk', ver: 2 },
    { id: 'bread', ver: 3 },
    { kind: 'list', id: 'mine', listName: 'Wigilia', listStatus: 'aktywna', date, ver: 4 },
  ])
  expect(listRowIn(body)).toMatchObject({ fieldVer: { listStatus: 1 } })
  const { items } = (await server.call(ala, 'GET', '/api/v3/lists')).body
  expect(items).toMatchObject([{ id: 'mine', listName: 'Wigilia', date, head: 4, productCount: 2 }])
  expect((await server.call(ala, 'GET', '/api/v3/list/mine')).body.products).toHaveLength(2)
})

test('WHOLE-1 a list may be made as an archived one; its first row has version 1', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const { body } = await phone(server, ala, 'old', 'c').send([addList('old', { listStatus: 'archiwum' })])
  expect(body.rows).toEqual([
    { kind: 'list', id: 'old', listName: 'Weekend', listStatus: 'archiwum', date, ver: 1 },
  ])
  const lists = await server.call(ala, 'GET', '/api/v3/lists?status=archived')
  expect(lists.body.items).toMatchObject([{ id: 'old', listStatus: 'archiwum' }])
})

test('WHOLE-1 name, status and deletion take the same way as products, each in its version', async () => {
  const { server, ala, mine, hers } = await household()
  const named = await hers.send([setList('mine', 'listName', 'Nowa', { baseVer: 1 })])
  expect(named.body).toMatchObject({ head: 2, results: {} })
  const archived = await mine.send([setList('mine', 'listStatus', 'archiwum'), addProduct('milk')])
  expect(archived.body).toMatchObject({ head: 4, results: {} })
  expect(listRowIn(archived.body)).toMatchObject({
    listName: 'Nowa',
    listStatus: 'archiwum',
    ver: 3,
    fieldVer: { listName: 2 },
  })
  expect((await hers.pull(3)).body.rows).toMatchObject([{ id: 'milk', ver: 4 }])
  const gone = await mine.send([addProduct('bread'), remove('mine')], { cursor: 4 })
  expect(gone.body).toMatchObject({ head: 6, results: {}, more: false })
  expect(gone.body.rows).toMatchObject([{ kind: 'list', id: 'mine', ver: 6, deleted: true }])
  for (const reply of [await mine.pull(), await hers.pull(4), await hers.send([addProduct('late')])])
    expect([reply.status, reply.body.code]).toEqual([404, 'notFound'])
  expect((await server.call(ala, 'GET', '/api/v3/lists')).body.items).toEqual([])
})

test('WHOLE-4 what was typed later stays, as with a product’s field', async () => {
  const { mine, hers } = await household()
  await hers.send([setList('mine', 'listName', 'Later', { ageMs: hour, baseVer: 1 })])
  const late = await mine.send([setList('mine', 'listName', 'Earlier', { ageMs: 2 * hour, baseVer: 1 })])
  expect(late.body.results).toMatchObject({
    2: { opId: 'ala-phone-2', status: 'stale', why: 'stale', row: { kind: 'list', listName: 'Later' } },
  })
  // The other field was not touched meanwhile, and what saw the newer version is newer.
  const both = [
    setList('mine', 'listStatus', 'archiwum', { ageMs: 2 * hour, baseVer: 1 }),
    setList('mine', 'listName', 'Mine after all', { ageMs: 2 * hour, baseVer: 2 }),
  ]
  expect((await mine.send(both)).body.results).toEqual({})
  expect(listRowIn((await hers.pull()).body)).toMatchObject({
    listName: 'Mine after all',
    listStatus: 'archiwum',
  })
})

test('WHOLE-4 two devices of one person make the same list: one list, and the later name stays', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const [one, other] = [phone(server, ala, 'mine', 'one'), phone(server, ala, 'mine', 'other')]
  const first = await one.send([addList('mine', { listName: 'Later' }, { ageMs: hour }), addProduct('milk')])
  const second = await other.send([
    addList(
      'mine',
      { listName: 'Earlier', listStatus: 'archiwum', date: '2020-01-01T00:00:00.000Z' },
      { ageMs: 2 * hour },
    ),
    addProduct('bread'),
  ])
  expect([first.body.results, second.body.results]).toEqual([{}, {}])
  // All was written at the same time by the first one, so nothing of the older add stays; the date never changes.
  expect(listRowIn(second.body)).toMatchObject({ listName: 'Later', listStatus: 'aktywna', date, ver: 1 })
  expect(second.body.rows.map(({ id }) => id)).toEqual(['mine', 'milk', 'bread'])
  const third = await phone(server, ala, 'mine', 'third').send([addList('mine', { listName: 'Last' })])
  expect(listRowIn(third.body)).toMatchObject({ listName: 'Last', ver: 4, fieldVer: { listStatus: 1 } })
  const items = (await server.call(ala, 'GET', '/api/v3/lists')).body.items
  expect(items).toMatchObject([{ id: 'mine', listName: 'Last', productCount: 2 }])
})

test('WHOLE-4 two calls at the same moment make a list once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const replies = await Promise.all(
    [ala, ala, ala, ola, ola].map((who, i) =>
      phone(server, who, 'mine', `c${i}`).send([
        addList('mine', { listName: `of ${i}` }),
        addProduct(`p${i}`),
      ]),
    ),
  )
  const taken = replies.filter(({ status }) => status === 200)
  const [owner] = await server.db.selectFrom('list').select(['owner_id', 'head']).execute()
  expect(taken).toHaveLength(owner?.owner_id === ala.id ? 3 : 2)
  for (const { body } of replies.filter(({ status }) => status !== 200)) expect(body.code).toBe('notFound')
  expect(owner?.head).toBe(2 * taken.length)
  expect(await server.db.selectFrom('product').select('id').execute()).toHaveLength(taken.length)
})

test('WHOLE-1 an add of a list in the middle of a batch is for a list that is there', async () => {
  const { server, ala, mine } = await household()
  const again = await mine.send([addProduct('milk'), addList('mine', { listName: 'Again' })])
  expect(again.body).toMatchObject({ head: 3, results: {} })
  expect(listRowIn(again.body)).toMatchObject({ listName: 'Again' })
  const unknown = phone(server, ala, 'unknown', 'c')
  const late = await unknown.send([addProduct('milk'), addList('unknown')])
  expect([late.status, late.body.code]).toEqual([404, 'notFound'])
  expect((await unknown.send([setList('unknown', 'listName', 'a')])).status).toBe(404)
  expect((await unknown.send([remove('unknown')])).status).toBe(404)
})

test('WHOLE-3 who is no longer the owner, and who never was, does not get a list by adding it', async () => {
  const { server, ala, ola, mine, hers } = await household()
  await hers.send([addProduct('milk')])
  // First of its batch it asks for the whole list, further on it is one operation among others.
  const first = await phone(server, ola, 'mine', 'c').send([addList('mine', { listName: 'Stolen' })])
  expect([first.status, first.body.code]).toEqual([404, 'notFound'])
  const later = await hers.send([addProduct('bread'), addList('mine', { listName: 'Stolen' })])
  expect(whys(later.body)).toEqual({ 3: 'idTaken' })
  const stranger = await server.person('stranger@example.pl')
  const foreign = await phone(server, stranger, 'mine', 'd').send([addList('mine'), addProduct('p')])
  expect([foreign.status, foreign.body.code]).toEqual([404, 'notFound'])
  await mine.send([remove('mine')])
  for (const who of [ala, ola, stranger]) {
    const revived = await phone(server, who, 'mine', `new-${who.id}`).send([addList('mine')])
    expect([revived.status, revived.body.code]).toEqual([404, 'notFound'])
  }
})

test.each([
  ['edit', { 1: undefined, 2: 'forbidden', 3: 'forbidden', 4: 'idTaken', 5: undefined }],
  ['shopping', { 1: 'forbidden', 2: 'forbidden', 3: 'forbidden', 4: 'idTaken', 5: 'forbidden' }],
  ['view', { 1: 'forbidden', 2: 'forbidden', 3: 'forbidden', 4: 'idTaken', 5: 'forbidden' }],
] as const)(
  'WHOLE-3 what a member with the permission %s may do to the list itself',
  async (permission, want) => {
    const { server, hers } = await household(permission)
    const { status, body } = await hers.send([
      setList('mine', 'listName', 'Hers'),
      setList('mine', 'listStatus', 'archiwum'),
      remove('mine'),
      addList('mine', { listName: 'Hers' }),
      addProduct('milk'),
    ])
    expect(status).toBe(200)
    const refused = Object.entries(want).filter(([, why]) => why !== undefined)
    expect(Object.entries(whys(body))).toEqual(refused)
    for (const seq of ['2', '3', '4'])
      expect(body.results[seq]?.row).toMatchObject({ kind: 'list', id: 'mine' })
    const name = permission === 'edit' ? 'Hers' : 'Weekend'
    expect(listRowIn(body)).toMatchObject({ listName: name, listStatus: 'aktywna' })
    const row = await server.db.selectFrom('list').select(['name', 'status', 'deleted_at']).execute()
    expect(row).toEqual([{ name, status: 'aktywna', deleted_at: 0 }])
  },
)

test('WHOLE-3 a value that no list has is refused by itself and blocks nothing', async () => {
  const { mine } = await household()
  const { body } = await mine.send([
    setList('mine', 'listName', ' '),
    setList('mine', 'listName', 'x'.repeat(201)),
    setList('mine', 'listName', { toString: 1 }),
    setList('mine', 'listStatus', 'deleted'),
    setList('mine', 'date', date),
    setList('mine', 'productName', 'Milk'),
    setList('milk', 'listName', 'Milk'),
    setList('mine', 'listName', 'a', { baseVer: '1' }),
    addList('mine', { listName: 7 }),
    addList('mine', { date: 'yesterday' }),
    addList('mine', { owner: 'me' }),
    addProduct('mine'),
    addList('milk'),
    { op: 'delete', rowId: 'mine', really: true },
    setList('mine', 'listName', 'Good'),
  ])
  expect(whys(body)).toEqual(
    Object.fromEntries(Array.from({ length: 14 }, (_, i) => [String(i + 2), 'invalid'])),
  )
  expect(body).toMatchObject({ head: 2, last: 16 })
  expect(listRowIn(body)).toMatchObject({ listName: 'Good', date })
})

test('WHOLE-3 what stands behind the deletion in its batch is gone, and a second deletion does no harm', async () => {
  const { mine } = await household()
  const { status, body } = await mine.send([
    addProduct('milk'),
    remove('mine'),
    remove('mine'),
    addProduct('bread'),
    setList('mine', 'listName', 'Late'),
    addList('mine'),
    remove('milk'),
  ])
  expect(status).toBe(200)
  expect(whys(body)).toEqual({ 5: 'gone', 6: 'gone', 7: 'gone', 8: 'gone' })
  expect(body.rows).toMatchObject([{ kind: 'list', ver: 3, deleted: true, listName: 'Weekend' }])
})

test('WHOLE-3 a change of a list that is older than 90 days is too old, but not the making of one', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, 'mine', 'c')
  const old = { ageMs: 91 * day }
  const { body } = await mine.send([
    addList('mine', {}, old),
    setList('mine', 'listName', 'Old', old),
    addProduct('milk'),
  ])
  expect(whys(body)).toEqual({ 2: 'tooOld' })
  expect(body.rows).toMatchObject([
    { kind: 'list', ver: 1 },
    { id: 'milk', ver: 2 },
  ])
  const again = await phone(server, ala, 'mine', 'd').send([addList('mine', { listName: 'Old' }, old)])
  expect(whys(again.body)).toEqual({ 1: 'tooOld' })
})

test('WHOLE-1 a list of a REST call has version 0 until it is changed, and a snapshot has it in any case', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const mine = phone(server, ala, list, 'c')
  const made = (await mine.pull()).body
  const today = new Date(server.clock.now).toISOString()
  expect(made).toMatchObject({ head: 0, rows: [{ kind: 'list', listName: 'Weekend', ver: 0, date: today }] })
  await mine.send([addProduct('milk')])
  const { epoch } = made
  expect((await mine.pull(1, { epoch })).body.rows).toEqual([])
  expect((await mine.pull()).body.rows).toMatchObject([{ kind: 'list', ver: 0 }, { id: 'milk' }])
  await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'Renamed' })
  await server.call(ala, 'PUT', `/api/v3/list/${list}/archivize`)
  const { body } = await mine.pull(1, { epoch })
  expect(body).toMatchObject({ head: 3, rows: [{ listName: 'Renamed', listStatus: 'archiwum', ver: 3 }] })
  expect(listRowIn(body)).toMatchObject({ fieldVer: { listName: 2 } })
  // A REST call is typed now: an older rename from a phone comes too late.
  const late = await mine.send([setList(list, 'listName', 'Late', { ageMs: hour })])
  expect(whys(late.body)).toEqual({ 2: 'stale' })
})

test('WHOLE-1 a phone that speaks version 1 sees and touches products only', async () => {
  const { server, ala, mine } = await household()
  const old = { v: 1, client: 'old', request: 'r', cursor: 0 }
  const post = (ops: object[], more: object = {}) =>
    server.call(ala, 'POST', '/api/v3/list/mine/sync', { ...old, ops, ...more })
  const asked = await post([
    { seq: 1, opId: 'a', op: 'add', productId: 'mine', value: { productName: 'Milk' } },
    { seq: 2, opId: 'b', op: 'add', productId: 'mine', value: { listName: 'Milk', date } },
    { seq: 3, opId: 'c', op: 'set', productId: 'mine', field: 'listName', value: 'Milk', baseVer: 0 },
    { seq: 4, opId: 'd', op: 'set', productId: 'mine', field: 'price', value: 2, baseVer: 0 },
    { seq: 5, opId: 'e', op: 'delete', productId: 'mine' },
    { seq: 6, opId: 'f', op: 'add', productId: 'milk', value: { productName: 'Milk' } },
    { seq: 7, opId: 'g', op: 'delete', rowId: 'mine' },
  ])
  const refused = { status: 'rejected', why: 'invalid' }
  expect(asked.body.results).toEqual(
    Object.fromEntries([1, 2, 3, 4, 5, 7].map((seq) => [seq, { opId: 'abcdefg'[seq - 1], ...refused }])),
  )
  expect(asked.body).toMatchObject({ v: 1, head: 2, last: 7 })
  expect(asked.body.rows).toMatchObject([{ id: 'milk' }])
  await mine.send([setList('mine', 'listName', 'Renamed')])
  const news = await post([], { cursor: 2 })
  expect(news.body).toMatchObject({ head: 3, rows: [], more: false })
  const unknown = {
    ...old,
    ops: [{ seq: 1, opId: 'a', op: 'add', productId: 'new', value: { listName: 'a', date } }],
  }
  expect((await server.call(ala, 'POST', '/api/v3/list/new/sync', unknown)).status).toBe(404)
})

test('WHOLE-1 by REST calls too, no product has the id of its list', async () => {
  const { server, ala, ola } = await household('view')
  const path = '/api/v3/list/mine/product'
  for (const [method, url, body] of [
    ['POST', path, { id: 'mine', productName: 'Milk' }],
    ['PUT', `${path}/mine`, { productName: 'Milk' }],
    ['DELETE', `${path}/mine`, undefined],
  ] as const) {
    const { status, body: refused } = await server.call(ala, method, url, body)
    expect([status, refused.code, Object.keys(refused.fields)]).toEqual([400, 'invalidRequest', ['id']])
    expect((await server.call(ola, method, url, body)).status).toBe(403)
  }
  expect(await server.db.selectFrom('product').selectAll().execute()).toEqual([])
  expect((await server.call(ala, 'GET', '/api/v3/list/mine')).status).toBe(200)
})

test('WHOLE-1 an answer that is cut has the list’s row in the order of its version', async () => {
  const { server, ala, mine } = await household()
  await mine.send(Array.from({ length: 4 }, (_, i) => addProduct(`p${i}`)))
  await mine.send([setList('mine', 'listName', 'Renamed'), ...[4, 5, 6].map((i) => addProduct(`p${i}`))])
  const seen: unknown[] = []
  for (const answerRows of [1, 2, 3, 4, 5]) {
    const order: string[] = []
    let [cursor, more] = [1, true]
    while (more) {
      const request = { v: 2, client: 'reader', request: 'r', cursor, ops: [] }
      const answer = await sync(server.db, {
        listId: 'mine',
        user: ala,
        request,
        now: server.clock.now,
        answerRows,
      })
      expect(answer.rows.length).toBeLessThanOrEqual(answerRows)
      expect(answer.rows.length).toBeGreaterThan(0)
      order.push(...answer.rows.map(({ id }) => id))
      cursor = answer.more ? Math.max(...answer.rows.map(({ ver }) => ver)) : answer.head
      ;({ more } = answer)
    }
    expect(cursor).toBe(9)
    seen.push(order)
  }
  const once = ['p0', 'p1', 'p2', 'p3', 'mine', 'p4', 'p5', 'p6']
  expect(seen).toEqual(Array.from({ length: 5 }, () => once))
  expect((await mine.pull()).body.rows.map(({ id }) => id)).toEqual(once)
})
