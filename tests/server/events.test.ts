import { expect, onTestFinished, test } from 'vitest'
import { newList, type Person, share, type TestServer, testServer } from '../support/server.ts'

interface Stream {
  /** all events so far, as [name, data] */
  events: [string, unknown][]
  text: () => string
  ended: Promise<void>
  status: number
  headers: Headers
}

async function open(server: TestServer, who: Person): Promise<Stream> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [address] = server.app.addresses()
  const port = typeof address === 'object' ? address.port : 0
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`http://127.0.0.1:${port}/api/v3/events`, {
    headers: { authorization: `Bearer ${who.access}`, 'accept-encoding': 'br, gzip' },
    signal: stop.signal,
  })
  const events: [string, unknown][] = []
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const whole = text.split('\n\n').slice(0, -1)
      events.splice(0, events.length)
      for (const block of whole) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (name && data) events.push([name, JSON.parse(data)])
      }
    }
  }
  const ended = read()
  // A test that does not wait for the end must not fail by it.
  ended.catch(() => undefined)
  return { events, text: () => text, ended, status: response.status, headers: response.headers }
}

const sawEvent = (stream: Stream, name: string, data: unknown = expect.anything()) =>
  expect.poll(() => stream.events, { timeout: 5_000, interval: 5 }).toContainEqual([name, data])

test('OFFLINE-8 a stream begins with hello and is not compressed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await open(server, ala)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.headers.get('content-encoding')).toBeNull()
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  await sawEvent(stream, 'hello')
  expect((await open(server, { ...ala, access: 'nonsense' })).status).toBe(401)
})

test('OFFLINE-8 a change pokes every member and nobody else', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ela = await server.person('ela@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'view')
  const streams = await Promise.all([ala, ola, ela].map((who) => open(server, who)))
  const [mine, theirs, foreign] = streams as [Stream, Stream, Stream]
  const op = { seq: 1, opId: 'o1', op: 'add', productId: 'p1', value: { productName: 'Milk' }, ageMs: 0 }
  const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops: [op] }
  await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  await sawEvent(mine, 'poke', { list, head: 1 })
  await sawEvent(theirs, 'poke', { list, head: 1 })
  await server.call(ala, 'PUT', `/api/v3/list/${list}/product/p1`, { price: 2 })
  await sawEvent(theirs, 'poke', { list, head: 2 })

  // What comes to Ela now was sent after everything above.
  const own = await newList(server, ela)
  await server.call(ela, 'POST', `/api/v3/list/${own}/product`, { productName: 'Salt' })
  await sawEvent(foreign, 'poke', { list: own, head: 1 })
  expect(foreign.text()).not.toContain(list)
})

test('OFFLINE-8 the overview is called out when a list is made, renamed, shared and taken away', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const stream = await open(server, ola)
  await sawEvent(stream, 'hello')
  const calls = () => stream.events.filter(([name]) => name === 'lists').length
  const soon = (count: number) => expect.poll(calls, { timeout: 5_000, interval: 5 }).toBe(count)
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
  expect(stream.text()).not.toContain(list)
})

test('OFFLINE-8 a stream ends with its session', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await open(server, ala)
  await sawEvent(stream, 'hello')
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access })
  await stream.ended
})

test('OFFLINE-8 a stream ends with its token', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  server.clock.now += 4 * 3_600_000 - 50
  const stream = await open(server, ala)
  await stream.ended
  expect(stream.events).toEqual([['hello', {}]])
})

test('API when the server stops, streams end and say when to come back', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await open(server, ala)
  await sawEvent(stream, 'hello')
  server.app.deps.draining.now = true
  expect((await server.call(null, 'GET', '/readyz')).status).toBe(503)
  expect((await server.call(null, 'GET', '/healthz')).status).toBe(200)
  server.app.deps.live.drain()
  await stream.ended
  expect(stream.text()).toMatch(/retry: \d{4,5}\n\n$/)
})
