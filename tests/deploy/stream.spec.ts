import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { timeouts } from '../../server/http/connection.ts'
import { expect, open, password, test } from './fixtures.ts'

test('RUN-2 RUN-3 the event stream pokes before its next sign of life, and SIGTERM ends the server, with streams open and a request that never ends', async ({
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
  await app.call('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
  await expect.poll(() => said.every((text) => text.includes('event: lists'))).toBe(true)
  // A proxy that holds answers back would pass the poke on with what comes after it, every 25 s.
  expect(said.filter((text) => text.split('event: hello').length > 2)).toEqual([])
  for (const stream of streams) expect(stream.headers['content-encoding']).toBeUndefined()

  const ends = Promise.all(streams.map((stream) => once(stream, 'end')))
  const slow = fetch(`http://127.0.0.1:${front.ports.app}/api/v3/list`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"_list_name":')) }),
    duplex: 'half',
  } as RequestInit).catch(() => null)
  expect(await app.end('SIGTERM')).toBe(0)
  expect(timeouts.stop).toBeLessThan(5_000)
  await Promise.all([ends, slow])
  for (const text of said) expect(text).toMatch(/retry: \d+\n\n$/)
})
