import { expect, test, vi } from 'vitest'
import { setTimeline } from '../../../server/db/timeline.ts'
import { newList, personOf, share, testServer } from '../../support/server.ts'
import { addList, addProduct, phone, remove } from './list-phone.ts'
import { openStream, sawEvent, type Stream } from '../../support/stream.ts'

test('OFFLINE-8 a stream begins with hello and is not compressed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await openStream(server, ala)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.headers.get('content-encoding')).toBeNull()
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  await sawEvent(stream, 'hello')
  expect((await openStream(server, { ...ala, access: 'nonsense' })).status).toBe(401)
})

test('LIMIT-8 a stream of a token from a clock that was set back waits no longer than a token works', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  server.clock.now -= 26 * 86_400_000
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  const longest = Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0))
  timers.mockRestore()
  // Beyond 2 ** 31 ms a timer ends at once, and the stream with it.
  expect(longest).toBe(4 * 3_600_000)
})

test('OFFLINE-8 a change pokes every member and nobody else', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ela = await server.person('ela@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'view')
  const streams = await Promise.all([ala, ola, ela].map((who) => openStream(server, who)))
  const [mine, theirs, foreign] = streams as [Stream, Stream, Stream]
  const op = { seq: 1, opId: 'o1', op: 'add', productId: 'p1', value: { productName: 'Milk' }, ageMs: 0 }
  const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops: [op] }
  await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  await sawEvent(mine, 'poke', { list, head: 1 })
  await sawEvent(theirs, 'poke', { list, head: 1 })
  await server.call(ala, 'PUT', `/api/v3/list/${list}/product/p1`, { price: 2 })
  await sawEvent(theirs, 'poke', { list, head: 2 })

  // This event comes after all events above.
  const own = await newList(server, ela)
  await server.call(ela, 'POST', `/api/v3/list/${own}/product`, { productName: 'Salt' })
  await sawEvent(foreign, 'poke', { list: own, head: 1 })
  expect(foreign.text()).not.toContain(list)
})

test('FRAME-7 an account that is activated in another tab is called out to its own pages', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const code = (await server.lastLink()).split('/').at(-1)
  const ala = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  // In its own session, which goes on: one without would end it.
  expect((await server.call(ala, 'POST', `/api/v3/me/activate/${code}`)).status).toBe(200)
  await sawEvent(stream, 'lists')
  expect((await server.call(ala, 'GET', '/api/v3/me')).body.status).toBe('A')
})

test('OFFLINE-8 the overview is called out when a list is made, renamed, shared and taken away', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const stream = await openStream(server, ola)
  await sawEvent(stream, 'hello')
  const calls = () => stream.events.filter(([name]) => name === 'lists').length
  const soon = (count: number) => expect.poll(calls, { interval: 5 }).toBe(count)
  const list = await newList(server, ala)
  await server.call(ala, 'POST', '/api/v3/list/share', { _list_id: list, _email_address: ola.email })
  await soon(1)
  await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'New name' })
  await soon(2)
  await server.call(ala, 'DELETE', '/api/v3/list/share', { _list_id: list, _email_address: ola.email })
  await soon(3)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Secret' })
  await newList(server, ola)
  await soon(4)
  // Of the list she hears what happened while she was its member, and no more.
  const pokes = stream.events.filter(([name]) => name === 'poke')
  expect(pokes).toMatchObject([['poke', { list, head: 1 }]])
})

test('OFFLINE-8 a stream ends with its session', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access })
  await stream.ended
})

test('OFFLINE-8 a stream ends with its token', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  server.clock.now += 4 * 3_600_000 - 50
  const stream = await openStream(server, ala)
  await stream.ended
  expect(stream.events).toEqual([['hello', {}]])
})

test('API when the server stops, streams end and say when to come back', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  server.app.services.draining.now = true
  expect((await server.call(null, 'GET', '/readyz')).status).toBe(503)
  expect((await server.call(null, 'GET', '/healthz')).status).toBe(200)
  server.app.services.live.drain()
  await stream.ended
  expect(stream.text()).toMatch(/retry: \d{4,5}\n\n$/)
})

test('OFFLINE-8 RUN-7 a repeated write is told to everybody again: the first answer may have been a 503', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ela = await server.person('ela@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'view')
  const add = () =>
    server.call(
      ala,
      'POST',
      `/api/v3/list/${list}/product`,
      { productName: 'Milk' },
      { 'idempotency-key': 'k' },
    )
  expect((await add()).status).toBe(201)
  const streams = await Promise.all([ala, ola, ela].map((who) => openStream(server, who)))
  for (const stream of streams) await sawEvent(stream, 'hello')
  expect((await add()).status).toBe(201)
  const [mine, theirs, foreign] = streams as [Stream, Stream, Stream]
  for (const stream of [mine, theirs]) await sawEvent(stream, 'lists')
  // An id does the same as a key.
  const named = { id: 'bread', productName: 'Bread' }
  for (const count of [1, 2]) {
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, named)
    await expect.poll(() => theirs.events.filter(([name]) => name === 'poke')).toHaveLength(count)
  }
  await server.app.services.live.publish({ overview: [ela.id] })
  await sawEvent(foreign, 'lists')
  expect(foreign.events.filter(([name]) => name === 'lists')).toHaveLength(1)
})

test('OFFLINE-8 RUN-7 edits that are sent again are told again, though the list does not move', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const mine = phone(server, ala, list, 'mine')
  await mine.send([addProduct('milk')])
  const stream = await openStream(server, ola)
  await sawEvent(stream, 'hello')
  const pokes = () => stream.events.filter(([name]) => name === 'poke').length
  await mine.post(mine.numbered([addProduct('milk')], 1))
  await sawEvent(stream, 'poke', { list, head: 1 })
  // With a new one behind them that changes nothing.
  await mine.post(mine.numbered([addProduct('milk'), remove('none')], 1))
  await expect.poll(pokes).toBe(2)
  // From a device that has got a new name since.
  await mine.post([{ ...addProduct('milk'), seq: 1, opId: 'mine-1', ageMs: 0 }], { client: 'renamed' })
  await expect.poll(pokes).toBe(3)
  // What was never applied, and a pull, are told nobody.
  await mine.post([{ ...remove('none'), seq: 2, opId: 'mine-3', ageMs: 0 }], { client: 'renamed' })
  await mine.pull()
  await mine.post(mine.numbered([addProduct('milk')], 1), { client: 'renamed' })
  await expect.poll(pokes).toBe(4)
})

test('OFFLINE-8 RUN-7 a list whose making is sent again comes to the overview of its members', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, 'party', 'mine')
  const made = [addList('party'), addProduct('cake')]
  expect((await mine.send(made)).status).toBe(200)
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  await mine.post(mine.numbered(made, 1))
  await sawEvent(stream, 'lists')
  await sawEvent(stream, 'poke', { list: 'party', head: 2 })
})

test('RUN-7 RUN-9 after a failover all streams are told to look, once, as soon as the database answers', async () => {
  const server = await testServer()
  const { adapter } = server.db.getExecutor()
  const { live } = server.app.services
  setTimeline(adapter, 1)
  const ala = await server.person('ala@example.pl')
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  const names = () => stream.events.map(([name]) => name)
  await live.sweep()
  setTimeline(adapter, 2)
  const away = vi.spyOn(server.db, 'selectFrom').mockImplementation(() => {
    throw new Error('the database is away')
  })
  for (let i = 0; i < 3; i++) await live.sweep()
  away.mockRestore()
  await live.sweep()
  await sawEvent(stream, 'trips')
  expect(names()).toEqual(['hello', 'lists', 'trips'])
  await live.sweep()
  live.hello()
  await expect.poll(names).toEqual(['hello', 'lists', 'trips', 'hello'])
})
