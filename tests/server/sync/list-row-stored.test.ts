import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { emptyDeletedLists } from '../../../server/lists/store/list-removal.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import type { Affected } from '../../../server/db/affected.ts'
import { sync } from '../../../server/lists/sync/sync.ts'
import { addList, addProduct, date, listRowIn, phone, remove, setList, whys } from './list-phone.ts'
import { newList, share, testServer } from '../../support/server.ts'
import { dialect } from '../../support/database.ts'
import { storedBy } from '../../support/stored.ts'
import { openStream, sawEvent } from '../../support/stream.ts'

const hour = 3_600_000

async function home() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  return { server, ala, ola, stored: await storedBy(server), mine: phone(server, ala, 'mine', 'c') }
}

const operation = (opId: string, seq: number, more: object = {}) => ({
  list_id: 'mine',
  op_id: opId,
  client_id: 'c',
  seq,
  status: 'applied',
  why: '',
  ver: seq,
  at: expect.any(Number),
  ...more,
})

test('WHOLE-1 a list that is made by a device stands in the database, with its operation and its client', async () => {
  const { server, ala, stored, mine } = await home()
  const { now } = server.clock
  const made = await stored(() =>
    mine.send([
      addList('mine', { listName: ' Zakupy na Święta ', listStatus: 'archiwum' }, { ageMs: hour }),
      addProduct('milk', { price: 2.5, quantity: 2 }),
    ]),
  )
  expect(made.stored).toEqual({
    list: {
      added: [
        {
          id: 'mine',
          owner_id: ala.id,
          name: 'Zakupy na Święta',
          name_norm: ' zakupy na swieta',
          created_at: Date.parse(date),
          hash: expect.stringMatching(/^[\w-]{24}$/),
          status: 'archiwum',
          epoch: expect.stringMatching(/^[\w-]{24}$/),
          currency: 'PLN',
          timeline: dialect === 'postgres' ? 1 : 0,
          head: 2,
          floor: 0,
          deleted_at: 0,
          ends_at: 0,
          taken_from: '',
          again_of: '',
          living: 1,
          bought: 0,
          amount: 50_000,
          ver: 1,
          field_ver: '{"*":1}',
          field_at: `{"*":${now - hour}}`,
          field_by: '{"*":"c"}',
        },
      ],
    },
    product: { added: [expect.objectContaining({ list_id: 'mine', id: 'milk', ver: 2 })] },
    operation: { added: [operation('c-1', 1), operation('c-2', 2)] },
    client: {
      added: [{ list_id: 'mine', client_id: 'c', account_id: ala.id, last_seq: 2, refused: '', at: now }],
    },
  })
  const [row] = made.stored['list']?.added ?? []
  expect(row?.['hash']).not.toBe(row?.['epoch'])
})

test('WHOLE-1 name and status that a device sends stand in the database, each with its stamps', async () => {
  const { server, stored, mine } = await home()
  await mine.send([addList('mine')])
  const { now } = server.clock
  const changed = await stored(() =>
    mine.send([
      setList('mine', 'listName', 'Łódź 2', { baseVer: 1, ageMs: 5 }),
      setList('mine', 'listStatus', 'archiwum', { baseVer: 1 }),
      setList('mine', 'listStatus', 'nonsense', { baseVer: 1 }),
    ]),
  )
  expect(changed.stored).toEqual({
    list: {
      changed: [
        {
          id: 'mine',
          name: 'Łódź 2',
          name_norm: ' lodz 2',
          status: 'archiwum',
          head: 3,
          ver: 3,
          field_ver: '{"*":1,"listName":2,"listStatus":3}',
          field_at: `{"*":${now},"listName":${now - 5},"listStatus":${now}}`,
          field_by: '{"*":"c","listName":"c","listStatus":"c"}',
        },
      ],
    },
    operation: {
      added: [
        operation('c-2', 2),
        operation('c-3', 3),
        operation('c-4', 4, { status: 'rejected', why: 'invalid', ver: 0 }),
      ],
    },
    client: { changed: [{ list_id: 'mine', client_id: 'c', last_seq: 4 }] },
  })
})

test('WHOLE-1 of a list that a device deletes nothing stays but its id, not even what came with the deletion', async () => {
  const { server, ala, ola, stored, mine } = await home()
  await mine.send([addList('mine'), addProduct('milk')])
  await share(server, ala, 'mine', ola, 'edit')
  await phone(server, ola, 'mine', 'hers').send([addProduct('bread')])
  const { stored: done } = await stored(() => mine.send([addProduct('late'), remove('mine')]))
  expect(done).toEqual({
    list: {
      changed: [{ id: 'mine', name: '', name_norm: '', hash: '', living: 0, deleted_at: server.clock.now }],
    },
    member: { removed: [{ list_id: 'mine', account_id: ola.id }] },
    product: { removed: ['bread', 'milk'].map((id) => ({ list_id: 'mine', id })) },
    operation: { removed: ['c-1', 'c-2', 'hers-1'].map((op_id) => ({ list_id: 'mine', op_id })) },
    client: { removed: ['c', 'hers'].map((client_id) => ({ list_id: 'mine', client_id })) },
  })
})

test('WHOLE-1 a list that is made and deleted in one batch leaves its id and nothing else', async () => {
  const { server, ala, stored, mine } = await home()
  const { reply, stored: done } = await stored(() =>
    mine.send([addList('mine'), addProduct('milk'), remove('mine')]),
  )
  expect(listRowIn(reply.body)).toMatchObject({ deleted: true, ver: 3 })
  const row = { id: 'mine', owner_id: ala.id, name: '', hash: '', deleted_at: server.clock.now, living: 0 }
  expect(done).toEqual({ list: { added: [expect.objectContaining(row)] } })
  expect((await mine.post(mine.numbered([addList('mine')], 1))).status).toBe(404)
})

test('WHOLE-3 where the emptying breaks off, the list is gone all the same, and the night does the rest', async () => {
  const { server, ala, mine } = await home()
  await mine.send([addList('mine'), addProduct('milk')])
  const errors: unknown[] = []
  let isBroken = false
  const broken = new Proxy(server.db, {
    get: (db, name) => {
      // From the transaction on, whatever is not a part of it.
      isBroken ||= name === 'transaction'
      if (isBroken && name === 'getExecutor') throw new Error('no disk')
      const value: unknown = Reflect.get(db, name)
      return typeof value === 'function' ? (value as () => unknown).bind(db) : value
    },
  })
  const request = { v: 2, client: 'c', request: 'r', cursor: 0 }
  const ops = mine.numbered([remove('mine')], 3) as never[]
  const call = {
    listId: 'mine',
    user: ala,
    now: server.clock.now,
    onLeft: (error: unknown) => errors.push(error),
  }
  const answer = await sync(broken, { ...call, request: { ...request, ops } })
  expect(answer.rows).toMatchObject([{ id: 'mine', deleted: true }])
  expect(errors).toHaveLength(1)
  expect(await server.db.selectFrom('operation').select('op_id').execute()).not.toEqual([])
  await emptyDeletedLists(server.db, server.clock.now)
  for (const table of ['product', 'operation', 'client'] as const)
    expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('WHOLE-4 whatever answer is lost, what is sent again takes effect once', async () => {
  const { server, mine, stored } = await home()
  const first = mine.numbered([addList('mine'), addProduct('milk'), setList('mine', 'listName', 'Second')], 1)
  const taken = (await mine.post(first)).body
  const again = await stored(() => mine.post(first))
  expect(again.stored).toEqual({})
  expect(again.reply.body).toEqual(taken)
  // Part of it known, and new operations behind.
  const more = await mine.post([
    ...first.slice(1),
    ...mine.numbered([setList('mine', 'listStatus', 'archiwum')], 4),
  ])
  expect(more.body).toMatchObject({ head: 4, last: 4, results: {} })
  // After a rollback of its storage the device has another client id and the same operations.
  const ala = await server.logIn('ala@example.pl')
  const renamed = await server.call(
    { id: '', email: '', refresh: '', access: ala.body.access_token },
    'POST',
    '/api/v3/list/mine/sync',
    { v: 2, client: 'c_1_x', request: 'r', cursor: 0, ops: first },
  )
  expect(renamed.body).toMatchObject({ head: 4, last: 3, results: {} })
  expect(listRowIn(renamed.body)).toMatchObject({ listName: 'Second', listStatus: 'archiwum', ver: 4 })
  const rows = await server.db.selectFrom('operation').select(['op_id', 'client_id', 'seq', 'ver']).execute()
  expect(rows.toSorted((a, b) => a.ver - b.ver)).toEqual([
    { op_id: 'c-1', client_id: 'c_1_x', seq: 1, ver: 1 },
    { op_id: 'c-2', client_id: 'c_1_x', seq: 2, ver: 2 },
    { op_id: 'c-3', client_id: 'c_1_x', seq: 3, ver: 3 },
    { op_id: 'c-4', client_id: 'c', seq: 4, ver: 4 },
  ])
  const [list] = await server.db.selectFrom('list').select('field_by').execute()
  expect(JSON.parse(list?.field_by ?? '')).toEqual({
    '*': 'c',
    listName: 'c_1_x',
    listStatus: 'c',
    currency: 'c_1_x',
  })
})

test('WHOLE-4 a list whose making is sent again under an unknown client id is that client’s own', async () => {
  const { server, ala, ola, mine } = await home()
  const ops = mine.numbered([addList('mine', {}, { ageMs: hour })], 1)
  await mine.post(ops)
  const other = phone(server, ala, 'mine', 'other')
  expect((await other.post(ops)).body).toMatchObject({ head: 1, results: {} })
  // Its own older rename is not stale against what it wrote itself, though typed earlier.
  const own = other.numbered([setList('mine', 'listName', 'Own', { ageMs: 2 * hour })], 2)
  expect((await other.post(own)).body).toMatchObject({ head: 2, results: {} })
  await share(server, ala, 'mine', ola, 'edit')
  const late = await phone(server, ola, 'mine', 'hers').send([
    setList('mine', 'listName', 'Hers', { ageMs: 3 * hour }),
  ])
  expect(whys(late.body)).toEqual({ 1: 'stale' })
})

test('WHOLE-3 a gap or a fork in the making leaves nothing', async () => {
  const { server, mine, stored } = await home()
  const nothing = await server.db.selectFrom('list').selectAll().execute()
  const gap = await mine.post(mine.numbered([addList('mine')], 2))
  expect([gap.status, gap.body.code]).toEqual([409, 'gap'])
  const [one, two] = mine.numbered([addList('mine'), addProduct('milk')], 1)
  const fork = await mine.post([one!, { ...two!, seq: 1 }])
  expect([fork.status, fork.body.code]).toEqual([409, 'fork'])
  const known = await mine.post([one!], { cursor: 5 })
  expect([known.status, known.body.code]).toEqual([404, 'notFound'])
  expect(await server.db.selectFrom('list').selectAll().execute()).toEqual(nothing)
  expect((await stored(() => mine.post([one!]))).reply.body.head).toBe(1)
})

test('WHOLE-3 at the limit of lists the whole call is refused, with everything that hung on it', async () => {
  const { server, ala, ola, mine } = await home()
  const full = Array.from({ length: limits.listsOfUser - 1 }, (_, i) => ({
    id: `l${i}`,
    owner_id: ala.id,
    name: 'a',
    name_norm: ' a',
    created_at: 1,
    hash: '',
    status: 'aktywna' as const,
    epoch: 'e',
    head: 0,
  }))
  for (let from = 0; from < full.length; from += 100)
    await server.db
      .insertInto('list')
      .values(full.slice(from, from + 100))
      .execute()
  const last = phone(server, ala, 'last', 'c')
  expect((await last.send([addList('last')])).status).toBe(200)
  const products = Array.from({ length: limits.batchOps - 1 }, (_, i) => addProduct(`p${i}`))
  const { status, body } = await mine.send([addList('mine'), ...products])
  expect([status, body.code]).toEqual([409, 'limitReached'])
  expect(await server.db.selectFrom('list').select('id').where('id', '=', 'mine').execute()).toEqual([])
  for (const table of ['product', 'operation', 'client'] as const)
    expect(await server.db.selectFrom(table).selectAll().where('list_id', '=', 'mine').execute()).toEqual([])
  // Others are not held back by it, and a list that goes makes room.
  expect((await phone(server, ola, 'hers', 'c').send([addList('hers')])).status).toBe(200)
  await last.send([remove('last')])
  expect((await mine.send([addList('mine'), ...products])).body).toMatchObject({ head: 1000, results: {} })
})

test('WHOLE-3 an add that no list can be made of is refused as a whole', async () => {
  const { server, mine } = await home()
  for (const [value, fields] of [
    [{ listName: '' }, { listName: 'required' }],
    [{ date: '2026-02-30T08:00:00.000Z' }, { date: 'outOfRange' }],
    [{ date: undefined }, { date: 'required' }],
    [
      { listStatus: 'gone', colour: 1 },
      { listStatus: 'outOfRange', colour: 'unknownField' },
    ],
  ] as const) {
    const { status, body } = await mine.send([addList('mine', value), addProduct('milk')])
    expect([status, body.code, body.fields]).toEqual([400, 'invalidRequest', fields])
  }
  for (const value of [null, [], 'list', 7]) {
    const { status, body } = await mine.send([{ ...addList('mine'), value }])
    expect([status, body.fields]).toEqual([400, { value: 'invalidType' }])
  }
  for (const ageMs of [-1, 1e300, 0.5, Number.MAX_SAFE_INTEGER]) {
    const id = `aged${String(ageMs).replace(/\W/g, '')}`
    expect(
      (
        await phone(server, { ...(await server.person(`${id}@example.pl`)) }, id, 'c').send([
          addList(id, {}, { ageMs }),
        ])
      ).status,
    ).toBe(200)
    const [row] = await server.db.selectFrom('list').select('field_at').where('id', '=', id).execute()
    const at = (JSON.parse(row?.field_at ?? '') as Record<string, number>)['*']
    expect(at).toBeGreaterThanOrEqual(0)
    expect(at).toBeLessThanOrEqual(server.clock.now)
  }
  expect(await server.db.selectFrom('list').select('id').where('id', '=', 'mine').execute()).toEqual([])
})

test('WHOLE-1 a clock that is years ahead makes a list of now', async () => {
  const { server, mine } = await home()
  const { body } = await mine.send([addList('mine', { date: '2090-01-01T00:00:00.000Z' })])
  expect(listRowIn(body)?.date).toBe(new Date(server.clock.now).toISOString())
  const [row] = await server.db.selectFrom('list').select('created_at').execute()
  expect(row?.created_at).toBe(server.clock.now)
})

test('WHOLE-4 after a backup without the list its device adds it again, with what it knows', async () => {
  const { server, ala, ola, mine } = await home()
  const kept = await newList(server, ala)
  await mine.send([addList('mine'), addProduct('milk')])
  const before = (await mine.pull()).body
  for (const table of ['list', 'product', 'operation', 'client'] as const)
    await server.db
      .deleteFrom(table)
      .where(table === 'list' ? 'id' : ('list_id' as never), '=', 'mine')
      .execute()
  await markRestored(server.db, server.clock.now)
  expect((await mine.pull(2, { epoch: before.epoch })).status).toBe(404)
  const anew = phone(server, ala, 'mine', 'c_1_x')
  const { body } = await anew.send([
    addList('mine', { listName: 'Weekend', listStatus: 'archiwum' }, { ageMs: hour }),
    addProduct('milk'),
  ])
  expect(body).toMatchObject({ head: 2, results: {} })
  expect(body.epoch).not.toBe(before.epoch)
  expect(listRowIn(body)).toMatchObject({ listStatus: 'archiwum', ver: 1, date })
  // The list that the backup had goes on under its new epoch, its row as it was.
  const reply = await phone(server, ala, kept, 'c').pull(0)
  expect(reply.body.epoch).toMatch(/\/0\.\d+$/)
  expect(listRowIn(reply.body)).toMatchObject({ id: kept, ver: 0 })
  expect((await phone(server, ola, 'mine', 'd').pull()).status).toBe(404)
})

test('WHOLE-1 OFFLINE-8 everybody concerned hears of it, after the commit', async () => {
  const { server, ala, ola } = await home()
  const told: Affected[] = []
  let epoch = ''
  const send = async (who: { id: string }, client: string, ops: object[]) => {
    const request = { v: 2, client, request: 'r', cursor: 0, ops: ops as never[] }
    const call = { listId: 'mine', user: who, request, now: server.clock.now }
    const answer = await sync(server.db, { ...call, onCommit: (affected) => told.push(affected) })
    epoch = answer.epoch
    return told.splice(0)
  }
  const mine = phone(server, ala, 'mine', 'c')
  const poke = (head: number) => [{ list: 'mine', head, epoch }]
  const made = mine.numbered([addList('mine')], 1)
  // Its repetition is told too: the first one may have been answered with 503.
  for (const operations of [made, made])
    expect(await send(ala, 'c', operations)).toEqual([{ pokes: poke(1), overview: [ala.id] }])
  await share(server, ala, 'mine', ola, 'edit')
  expect(await send(ala, 'c', mine.numbered([addProduct('milk')], 2))).toEqual([{ pokes: poke(2) }])
  const renamed = phone(server, ola, 'mine', 'd').numbered([setList('mine', 'listName', 'Hers')], 1)
  expect(await send(ola, 'd', renamed)).toEqual([{ pokes: poke(3), overview: [ala.id, ola.id] }])
  const refused = phone(server, ola, 'mine', 'd').numbered([remove('mine')], 2)
  expect(await send(ola, 'd', refused)).toEqual([])
  const adopted = await send(ola, 'd_1_x', renamed)
  expect(adopted).toEqual([{ pokes: poke(3) }])
  expect(await send(ala, 'c', mine.numbered([remove('mine')], 3))).toEqual([
    { pokes: [], overview: [ala.id, ola.id] },
  ])
})

test('WHOLE-1 OFFLINE-8 the streams of the members bring it', async () => {
  const { server, ala, ola, mine } = await home()
  const stream = await openStream(server, ola)
  await sawEvent(stream, 'hello')
  await mine.send([addList('mine')])
  await share(server, ala, 'mine', ola, 'view')
  await mine.send([setList('mine', 'listName', 'Renamed')])
  await sawEvent(stream, 'poke', { list: 'mine', head: 2 })
  const heard = () => stream.events.filter(([name]) => name === 'lists').length
  const before = heard()
  await mine.send([remove('mine')])
  await expect.poll(heard, { interval: 5 }).toBeGreaterThan(before)
  expect(stream.events.filter(([name]) => name === 'poke')).toHaveLength(1)
})
