import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, open, password, test } from './fixtures.ts'

test('RUN-2 RUN-3 the event stream pokes within a second, and SIGTERM ends the server within five, with streams open and a request on its way', async ({
  app,
  front,
}) => {
  const token = await app.member('anna@example.org', password)
  const authorization = `Bearer ${token}`
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const headers = { authorization, 'accept-encoding': 'gzip, br' }
      const [stream] = (await once(open(front, '/api/v3/events', { headers }), 'response')) as [
        IncomingMessage,
      ]
      return stream.setEncoding('utf8')
    }),
  )
  const said = streams.map(() => '')
  streams.forEach((stream, index) => stream.on('data', (text: string) => (said[index] += text)))
  await expect.poll(() => said.every((text) => text.includes('event: hello'))).toBe(true)
  const poked = Promise.all(streams.map((stream) => once(stream, 'data')))
  const started = performance.now()
  await app.call('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
  await poked
  expect(performance.now() - started).toBeLessThan(1_000)
  for (const stream of streams) expect(stream.headers['content-encoding']).toBeUndefined()

  const ends = Promise.all(streams.map((stream) => once(stream, 'end')))
  const slow = fetch(`http://127.0.0.1:${front.ports.app}/api/v3/list`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"_list_name":')) }),
    duplex: 'half',
  } as RequestInit).catch(() => null)
  const stopped = performance.now()
  expect(await app.end('SIGTERM')).toBe(0)
  const took = performance.now() - stopped
  expect(took).toBeLessThan(5_000)
  await Promise.all([ends, slow])
  for (const text of said) expect(text).toMatch(/retry: \d+\n\n$/)
})
