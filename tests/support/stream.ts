import { expect, onTestFinished } from 'vitest'
import type { Person, TestServer } from './server.ts'

export interface Stream {
  /** all events so far, as [name, data] */
  events: [string, unknown][]
  text: () => string
  ended: Promise<void>
  status: number
  headers: Headers
}

/** Opens an event stream as a browser reads it from GET /api/v3/events. */
export async function openStream(
  server: TestServer,
  who: Person,
  stop = new AbortController(),
): Promise<Stream> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [address] = server.app.addresses()
  const port = typeof address === 'object' ? address.port : 0
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
  // A test that does not await the end must not fail because of it.
  ended.catch(() => undefined)
  return { events, text: () => text, ended, status: response.status, headers: response.headers }
}

/** Waits for an event. `data` of a poke may lack its epoch. */
export const sawEvent = (stream: Stream, name: string, data: unknown = expect.anything()) =>
  expect
    .poll(() => stream.events, { timeout: 5_000, interval: 5 })
    .toContainEqual([name, name === 'poke' ? expect.objectContaining(data as object) : data])
