import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plainRequest, rawly } from '../../support/raw.ts'
import { password, testServer } from '../../support/server.ts'

/** Ways to write an address that lead to the very same call. */
function waysToWrite(path: string): string[] {
  return [
    path,
    path.replace('/api', '/%61pi'),
    path.replace('/api', '/%61%70%69'),
    path.replace('v3', '%763'),
    `http://localhost${path}`,
    `http://anywhere.example.org${path.replace('/api', '/%61pi')}`,
    `HTTP://LOCALHOST${path}`.replace('HTTP', 'http'),
    `${path}?`,
    `${path}?x=/healthz`,
    `${path}#/healthz`,
  ]
}

/** Addresses that look like calls but lead nowhere. */
const nowhere = [
  '/api/v3/nothing',
  '/api/',
  '/api',
  '/api/v3/profile/',
  '/api/v3/profile;x=1',
  '/api;x/v3/profile',
  '//api/v3/profile',
  '/API/v3/profile',
  '/Api/v3/profile',
  '/api%2Fv3%2Fprofile',
  '/%2Fapi/v3/profile',
  '/api%5Cv3%5Cprofile',
  '/%5Capi/v3/profile',
  '/api/..%2f..%2fapi/v3/profile',
  '/oauth/v2/nothing',
  '/%6fauth/v2/nothing',
  '/dev/mail/',
  '/%64ev/nothing',
  '/uploads/avatars/',
  '/metrics/x',
]

function built(): string {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), 'the page')
  return dist
}

test('AUTH-4 API the limit of registrations counts every way to write their address', async () => {
  const server = await testServer()
  const ways = waysToWrite('/api/v3/profile')
  const register = async (target: string) =>
    (await rawly(server, plainRequest('POST', target, { body: '{}' }))).status
  for (let i = 0; i < 60; i++) expect(await register(ways[i % ways.length]!)).toBe(400)
  for (const way of ways) expect([way, await register(way)]).toEqual([way, 429])
})

test('API the limit of all calls counts every way to write an address, and what leads nowhere', async () => {
  const server = await testServer({ requestsPerWindow: 12, dist: built() })
  const ask = async (method: string, target: string) =>
    (await rawly(server, plainRequest(method, target, { headers: { Accept: 'text/html' } }))).status
  const ways = waysToWrite('/api/v3/templates/public')
  for (let i = 0; i < 12; i++) expect(await ask('GET', ways[i % ways.length]!)).not.toBe(429)
  for (const [method, target] of [
    ...ways.map((way) => ['GET', way] as const),
    ['HEAD', '/api/v3/templates/public'],
    ['HEAD', '/%61pi/v3/nothing'],
    ['GET', '/api/v3/nothing'],
    ['GET', '/api/v3/%zz'],
    ['GET', '/oauth/v2/nothing'],
    ['PATCH', '/api/v3/list'],
    ['OPTIONS', '/api/v3/list'],
    ['POST', '/nothing'],
    ['DELETE', '/'],
    ['PROPFIND', '/nothing'],
  ] as const)
    expect([method, target, await ask(method, target)]).toEqual([method, target, 429])
  // Pages and files are not calls.
  expect(await ask('GET', '/')).toBe(200)
  expect(await ask('GET', '/healthz')).toBe(200)
})

test('ROUTE-6 maintenance closes every way to write an address, and what is no call goes on', async () => {
  const server = await testServer({ dist: built() })
  const anna = await server.person('anna@example.org')
  const headers = { Authorization: `Bearer ${anna.access}`, Accept: 'text/html' }
  const account = { email: 'new@example.org', password, termsAccepted: true }
  writeFileSync(join(server.dataDir, 'maintenance'), '')
  for (const way of waysToWrite('/api/v3/profile')) {
    const written = await rawly(server, plainRequest('POST', way, { body: JSON.stringify(account) }))
    expect([way, written.status]).toEqual([way, 503])
    expect(written.body).toContain('"maintenance"')
  }
  for (const way of waysToWrite('/api/v3/me'))
    expect((await rawly(server, plainRequest('GET', way, { headers }))).status, way).toBe(503)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])
    expect((await rawly(server, plainRequest(method, '/nothing'))).status, method).toBe(503)
  for (const way of ['/', 'http://localhost/', '/healthz', '/%68ealthz'])
    expect((await rawly(server, plainRequest('GET', way, { headers }))).status, way).toBe(200)
  expect(await server.db.selectFrom('account').select('email').execute()).toEqual([{ email: anna.email }])
})

test('API answers to calls are never stored, and foreign writes refused, however the address is written', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  const headers = { Authorization: `Bearer ${anna.access}` }
  for (const way of waysToWrite('/api/v3/me')) {
    const read = await rawly(server, plainRequest('GET', way, { headers }))
    expect([way, read.status, read.headers['cache-control']]).toEqual([way, 200, 'no-store'])
    const evil = { ...headers, Origin: 'http://evil.example.org' }
    const written = await rawly(server, plainRequest('DELETE', way, { headers: evil, body: '{}' }))
    expect([way, written.status]).toEqual([way, 403])
  }
})

test('API what only looks like the address of a call is a problem and never the page', async () => {
  const server = await testServer({ dist: built() })
  const headers = { Accept: 'text/html' }
  for (const target of nowhere)
    for (const method of ['GET', 'POST', 'HEAD']) {
      const { status, headers: got, body } = await rawly(server, plainRequest(method, target, { headers }))
      expect([method, target, status]).toEqual([method, target, 404])
      expect(got['content-type'], target).toContain('application/problem+json')
      if (method !== 'HEAD') expect(body, target).toContain('"notFound"')
    }
  expect((await rawly(server, plainRequest('GET', '/app/api/v3/me', { headers }))).body).toContain('the page')
  expect((await rawly(server, plainRequest('GET', '//anywhere', { headers }))).body).toContain('the page')
})

test('API an idempotency key knows a call again, however its address is written', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  const { id } = (await server.call(anna, 'POST', '/api/v3/list', {})).body
  const headers = { Authorization: `Bearer ${anna.access}`, 'Idempotency-Key': 'once' }
  const body = JSON.stringify({ productName: 'Milk' })
  const answers = new Set<string>()
  for (const way of waysToWrite(`/api/v3/list/${id}/product`).filter((one) => !/[?#]./.test(one))) {
    const added = await rawly(server, plainRequest('POST', way, { headers, body }))
    expect([way, added.status]).toEqual([way, 201])
    answers.add(added.body)
  }
  expect(answers.size).toBe(1)
  const other = await rawly(server, plainRequest('POST', `/api/v3/list/${id}/product?x=1`, { headers, body }))
  expect(other.status).toBe(422)
  const list = await server.call(anna, 'GET', `/api/v3/list/${id}`)
  expect(list.body.products).toHaveLength(1)
})
