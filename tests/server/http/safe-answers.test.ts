import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { timeouts, type Timeouts } from '../../../server/http/connection.ts'
import { addressOf } from '../../support/http.ts'
import { plainRequest, type RawAnswer, rawly } from '../../support/raw.ts'
import { newList, type Person, type TestServer, testServer } from '../../support/server.ts'
import { openStream, sawEvent } from '../../support/stream.ts'

const env = { PUBLIC_URL: 'https://lists.example.org' }

function expectSafe({ headers }: Pick<RawAnswer, 'headers'>, what: string): void {
  // Only a page and its worker may load anything.
  const own = / (\/|\/app|\/sw\.js) HTTP/.test(what) ? 'self' : 'none'
  expect(headers['content-security-policy'], what).toContain(`default-src '${own}'`)
  expect(headers['content-security-policy'], what).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy'], what).not.toContain('unsafe')
  expect(headers['strict-transport-security'], what).toBe('max-age=31536000')
  const exact = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
  for (const [name, value] of Object.entries(exact)) expect(headers[name], `${what} ${name}`).toBe(value)
  expect(headers['permissions-policy'], what).toContain('geolocation=()')
  expect(headers['x-request-id'], what).toMatch(/^[\w-]{12}$/)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers[name], `${what} ${name}`).toBeUndefined()
}

test('API what Node refuses by itself is a problem with the headers of every other answer', async () => {
  const server = await testServer({ env })
  const long = 'x'.repeat(20_000)
  const refused: [what: string, status: number, bytes: string | Buffer][] = [
    ['no HTTP', 400, 'nonsense\r\n\r\n'],
    ['no method', 400, 'BAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['TLS', 400, Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no host', 400, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a space in a name', 400, plainRequest('GET', '/healthz', { headers: { 'a b': 'c' } })],
    [
      'two lengths',
      400,
      plainRequest('POST', '/', { headers: { 'Transfer-Encoding': 'chunked' }, body: '{}' }),
    ],
    [
      'a broken chunk',
      400,
      plainRequest('POST', '/api/v3/profile', {
        headers: { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' },
      }) + 'zz\r\n{}\r\n',
    ],
    ['a long address', 431, plainRequest('GET', `/${long}`)],
    ['a long header', 431, plainRequest('GET', '/', { headers: { 'X-Long': long } })],
    [
      'an expectation',
      417,
      plainRequest('POST', '/api/v3/profile', { headers: { Expect: 'gold' }, body: '{}' }),
    ],
  ]
  for (const [what, status, bytes] of refused) {
    const answer = await rawly(server, bytes)
    expect([what, answer.status]).toEqual([what, status])
    expectSafe(answer, what)
    expect(answer.headers['cache-control'], what).toBe('no-store')
    expect(answer.headers['content-type'], what).toContain('application/problem+json')
    expect(JSON.parse(answer.body), what).toMatchObject({
      status,
      code: 'invalidRequest',
      requestId: answer.headers['x-request-id'],
    })
  }
})

test('API every other answer carries them too: pages, files, pictures, refusals, parts and open streams', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), 'the page')
  writeFileSync(join(dist, 'assets/index-abc.js'), 'export {}')
  writeFileSync(join(dist, 'sw.js'), '')
  writeFileSync(join(dist, 'manifest.webmanifest'), '{"name":"x","shortcuts":[]}')
  const server = await testServer({ env, dist })
  const anna = await server.person('anna@example.org')
  const bearer = { Authorization: `Bearer ${anna.access}` }
  const page = { Accept: 'text/html' }
  const asked: [status: number, bytes: string][] = [
    [200, plainRequest('GET', '/', { headers: page })],
    [200, plainRequest('HEAD', '/app', { headers: page })],
    [200, plainRequest('GET', '/assets/index-abc.js')],
    [206, plainRequest('GET', '/assets/index-abc.js', { headers: { Range: 'bytes=0-2' } })],
    [400, plainRequest('GET', '/assets/index-abc.js', { headers: { Range: 'bytes=900-' } })],
    [200, plainRequest('GET', '/sw.js')],
    [200, plainRequest('GET', '/manifest.webmanifest')],
    [404, plainRequest('GET', '/assets/gone.js')],
    [404, plainRequest('GET', '/dev/mail')],
    [404, plainRequest('GET', '/metrics')],
    [404, plainRequest('GET', `/api/v3/me/activate/${'x'.repeat(3_000)}`)],
    [404, plainRequest('PROPFIND', '/api/v3/me')],
    [404, plainRequest('OPTIONS', '*')],
    [404, plainRequest('GET', '/%zz')],
    [404, plainRequest('TRACE', '/api/v3/me')],
    [415, plainRequest('POST', '/oauth/v2/token', { body: '<x/>', headers: { 'Content-Type': 'text/xml' } })],
    [415, plainRequest('POST', '/oauth/v2/revoke', { body: 'x', headers: { 'Content-Encoding': 'br' } })],
    [400, plainRequest('POST', '/oauth/v2/revoke', { body: 'x', headers: { 'Content-Encoding': 'gzip' } })],
    [413, plainRequest('POST', '/oauth/v2/token', { body: ' '.repeat(9_000) })],
    [200, plainRequest('GET', '/api/v3/me', { headers: bearer })],
    [200, plainRequest('GET', '/openapi.json', { headers: { 'Accept-Encoding': 'br' } })],
  ]
  for (const [status, bytes] of asked) {
    const answer = await rawly(server, bytes)
    const what = `${status} ${bytes.split('\r\n', 1)[0]?.slice(0, 80)}`
    expect([what, answer.status]).toEqual([what, status])
    expectSafe(answer, what)
  }
  const me = await server.call(anna, 'GET', '/api/v3/templates/public')
  const etag = String(me.headers['etag'])
  const known = await rawly(
    server,
    plainRequest('GET', '/api/v3/templates/public', { headers: { 'If-None-Match': etag } }),
  )
  expect(known.status).toBe(304)
  expectSafe(known, '304')
  const stream = await openStream(server, anna)
  await sawEvent(stream, 'hello')
  expectSafe({ headers: Object.fromEntries(stream.headers) }, 'an event stream')
  writeFileSync(join(server.dataDir, 'maintenance'), '')
  const closed = await rawly(server, plainRequest('GET', '/api/v3/me', { headers: bearer }))
  expect(closed.status).toBe(503)
  expectSafe(closed, '503')
})

/** A server with these timeouts, for requests that never end or are slow. */
async function waiting(change: Partial<Timeouts>): Promise<TestServer> {
  return testServer({ env, timeouts: { ...timeouts, check: 20, ...change } })
}

test('API a head or a body that does not come is given up with 408', async () => {
  const server = await waiting({ head: 150, request: 300 })
  const never: [what: string, bytes: string][] = [
    ['no word', ''],
    ['half a head', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'half a body',
      plainRequest('POST', '/api/v3/profile', {
        headers: { 'Content-Type': 'application/json', 'Content-Length': '100' },
      }) + '{"email":',
    ],
  ]
  for (const [what, bytes] of never) {
    const answer = await rawly(server, bytes)
    expect([what, answer.status]).toEqual([what, 408])
    expectSafe(answer, what)
  }
})

test('API a connection on which nothing moves is closed, and an event stream is not given up', async () => {
  const server = await waiting({ head: 100, request: 200, silence: 30_000 })
  const anna = await server.person('anna@example.org')
  const stream = await openStream(server, anna)
  await sawEvent(stream, 'hello')
  let isOver = false
  const over = () => void (isOver = true)
  stream.ended.then(over, over)
  // In the meantime another request is given up as too slow, twice.
  for (let i = 0; i < 2; i++) expect((await rawly(server, 'GET / HT')).status).toBe(408)
  expect(isOver).toBe(false)
  await newList(server, anna)
  await sawEvent(stream, 'lists')

  const silent = await waiting({ silence: 100 })
  expect((await rawly(silent, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n')).all).toBe('')
})

test('API a body may come slowly, as long as it comes', async () => {
  const server = await waiting({ head: 100 })
  const body = JSON.stringify({ email: 'nobody@example.org' })
  const whole = plainRequest('POST', '/api/v3/profile/reset_password/step1', { body })
  const { hostname, port } = new URL(await addressOf(server))
  const socket = connect(Number(port), hostname, () => socket.write(whole.slice(0, -20)))
  onTestFinished(() => void socket.destroy())
  // This takes longer than a request head may.
  expect((await rawly(server, 'GET / HT')).status).toBe(408)
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    socket.write(whole.slice(-20))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
})

test('API a picture of 5 MiB has the time that a slow phone needs for it', () => {
  const seconds = (5 * 1024 * 1024 * 8) / 400_000
  expect(timeouts.request / 1_000).toBeGreaterThan(1.5 * seconds)
  expect(timeouts.silence).toBeGreaterThan(3 * 25_000)
  expect(timeouts.head).toBeLessThan(timeouts.request)
})

test('API nothing is written into an answer that has begun', async () => {
  const server = await testServer({ env })
  const anna: Person = await server.person('anna@example.org')
  const { hostname, port } = new URL(await addressOf(server))
  const all = await new Promise<string>((resolve, reject) => {
    let seen = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        plainRequest('GET', '/api/v3/events', {
          headers: { Authorization: `Bearer ${anna.access}`, Connection: 'keep-alive' },
        }),
      ),
    )
    socket.on('data', (chunk: Buffer) => {
      const isFirst = !seen.includes('hello')
      seen += chunk.toString()
      if (isFirst && seen.includes('hello')) socket.write('\u0000 nonsense\r\n\r\n')
    })
    socket.on('close', () => resolve(seen))
    socket.on('error', reject)
  })
  expect(all).toContain('event: hello')
  expect(all.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
