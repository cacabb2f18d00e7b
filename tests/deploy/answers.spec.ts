import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseConfig } from '../../server/base/config.ts'
import { safeHeaders } from '../../server/base/headers.ts'
import { expect, metricsToken, password, test, values } from './fixtures.ts'

const dist = resolve(import.meta.dirname, '../../dist')
const email = 'anna@example.org'

test('RUN-2 files and answers come compressed as the server made them, once, for whoever can read them', async ({
  call,
}) => {
  const script = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.js')) ?? ''
  const coded = async (path: string, encodings?: string) => {
    const answer = await call(
      path,
      encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } },
    )
    expect(answer.status, path).toBe(200)
    return { codings: values(answer, 'content-encoding'), body: answer.body }
  }
  for (const path of [`/assets/${script}`, '/openapi.json']) {
    const plain = await coded(path)
    expect(plain.codings, path).toEqual([])
    const small = await coded(path, 'gzip, deflate, br')
    expect(small.codings, path).toEqual(['br'])
    expect(brotliDecompressSync(small.body)).toEqual(plain.body)
  }
  const gzipped = await coded('/openapi.json', 'gzip')
  expect(gzipped.codings).toEqual(['gzip'])
  expect(gunzipSync(gzipped.body)).toEqual((await coded('/openapi.json')).body)
  const file = await coded(`/assets/${script}`, 'br')
  expect(file.body).toEqual(readFileSync(join(dist, 'assets', `${script}.br`)))
})

test('RUN-2 each protecting header stands once on every answer of the server, strict transport too', async ({
  front,
  call,
}) => {
  const wanted = Object.keys(safeHeaders(parseConfig({ PUBLIC_URL: front.url, MAILS: 'files' })))
  expect(wanted).toContain('strict-transport-security')
  for (const path of [
    '/',
    '/app',
    '/sw.js',
    '/manifest.webmanifest',
    '/healthz',
    '/api/v3/me',
    '/api/nothing',
  ]) {
    const answer = await call(path, { headers: { accept: 'text/html' } })
    const counts = wanted.map((name) => [name, values(answer, name).length])
    expect(counts, path).toEqual(wanted.map((name) => [name, 1]))
  }
})

test('RUN-2 what is for the operator is closed, however it is written; plain http leads to https', async ({
  app,
  front,
  call,
}) => {
  const headers = { authorization: `Bearer ${metricsToken}`, accept: 'text/html' }
  expect((await fetch(`${app.url}/metrics`, { headers })).status, 'on the machine itself').toBe(200)
  for (const path of [
    '/metrics',
    '/metrics?',
    '/%6detrics',
    '/dev/mail',
    '/dev/',
    '/dev',
    '/x/../dev/mail',
  ]) {
    const answer = await call(path, { headers })
    expect(answer.status, path).toBe(404)
  }
  const [plain] = (await once(
    get({
      host: '127.0.0.1',
      port: front.ports.http,
      path: '/app?x=1',
      headers: { host: new URL(front.url).hostname },
    }),
    'response',
  )) as [IncomingMessage]
  plain.resume()
  expect(plain.statusCode).toBeGreaterThanOrEqual(301)
  expect(plain.statusCode).toBeLessThanOrEqual(308)
  expect(plain.headers.location).toMatch(/^https:\/\/lists\.example\.org(:\d+)?\/app\?x=1$/)
})

test('RUN-2 the address of a client is its own: nobody slows down others, or escapes by forging one', async ({
  app,
  call,
}) => {
  await app.member(email, password)
  const logIn = (from: string, secret: string, headers: Record<string, string> = {}) =>
    call('/oauth/v2/token', {
      from,
      headers,
      body: JSON.stringify({
        grant_type: 'password',
        client_id: 'web',
        client_secret: 'public',
        username: email,
        password: secret,
      }),
    })
  const forging = Array.from({ length: 12 }, (_, index) =>
    logIn('127.0.0.2', 'not her password', {
      'x-forwarded-for': `10.1.1.${index}, 10.2.2.${index}`,
      'x-real-ip': `10.1.1.${index}`,
      forwarded: `for=10.1.1.${index}`,
    }),
  )
  const statuses = (await Promise.all(forging)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 429)).toHaveLength(5)
  expect((await logIn('127.0.0.3', password)).status).toBe(200)
})

test('RUN-2 a picture as large as may be reaches the server, which refuses a larger one in its own words; a far larger one gets no further than the proxy', async ({
  app,
  call,
}) => {
  const authorization = `Bearer ${await app.member(email, password)}`
  const upload = (bytes: number) => {
    const head =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes), Buffer.from('\r\n--x--\r\n')])
    return call('/api/v3/uploadFile?type=avatar', {
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
  }
  const whole = await upload(5 << 20)
  const larger = await upload((5 << 20) + 1)
  const far = await upload(7 << 20)
  const kinds = [whole, larger, far].map((answer) => [answer.status, values(answer, 'content-type')[0]])
  expect(kinds).toEqual([
    [415, 'application/problem+json; charset=utf-8'], // not a picture, but all of it was read
    [413, 'application/problem+json; charset=utf-8'],
    [413, kinds[2]?.[1]],
  ])
})
