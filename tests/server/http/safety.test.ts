import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addressOf } from '../../support/http.ts'
import { newList, password, testServer, webClient } from '../../support/server.ts'

test('API every answer carries the headers that protect a page, and none that help a stranger', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'https://lists.example.org' } })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const bearer = { authorization: `Bearer ${ala.access}` }
  const json = { 'content-type': 'application/json' }
  const base = await addressOf(server)
  const asked: [what: string, path: string, init: RequestInit][] = [
    ['200', '/api/v3/me', { headers: bearer }],
    ['201', '/api/v3/list', { method: 'POST', headers: { ...bearer, ...json }, body: '{}' }],
    [
      '204',
      `/api/v3/list/share?_list_id=${list}&_email_address=no@example.pl`,
      { method: 'POST', headers: bearer },
    ],
    ['400', '/api/v3/list', { method: 'POST', headers: { ...bearer, ...json }, body: '{' }],
    ['401', '/api/v3/lists', {}],
    ['403', '/api/v3/list', { method: 'POST', headers: { origin: 'https://evil.example.org' } }],
    ['404', '/api/v3/nothing', {}],
    ['404', '/nothing.js', {}],
    ['404', '/uploads/avatars/none.webp', {}],
    ['404', '/%zz', {}],
    ['413', '/api/v3/list', { method: 'POST', headers: { ...bearer, ...json }, body: ' '.repeat(2 << 20) }],
    ['415', '/api/v3/list', { method: 'POST', headers: bearer, body: 'text' }],
    ['400', '/oauth/v2/token', { method: 'POST', headers: json, body: '{}' }],
    ['200', '/oauth/v2/revoke', { method: 'POST', headers: json, body: '{}' }],
    ['200', '/healthz', {}],
    ['200', '/api/v3/events', { headers: bearer }],
  ]
  for (const [status, path, init] of asked) {
    const stop = new AbortController()
    const { headers, status: answered } = await fetch(base + path, { ...init, signal: stop.signal })
    stop.abort()
    const what = `${init.method ?? 'GET'} ${path} ${status}`
    expect(String(answered), what).toBe(status)
    expect(headers.get('content-security-policy'), what).toContain("default-src 'none'")
    expect(headers.get('content-security-policy'), what).not.toContain('unsafe')
    expect(headers.get('x-content-type-options'), what).toBe('nosniff')
    expect(headers.get('x-frame-options'), what).toBe('DENY')
    expect(headers.get('referrer-policy'), what).toBe('no-referrer')
    expect(headers.get('strict-transport-security'), what).toContain('max-age=')
    expect(headers.get('permissions-policy'), what).toContain('geolocation=()')
    expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin')
    expect(headers.get('x-request-id'), what).toMatch(/^[\w-]{12}$/)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers.get(name), `${what} ${name}`).toBeNull()
    if (/^\/(api|oauth)\//.test(path)) expect(headers.get('cache-control'), what).toMatch(/no-store/)
  }
})

test('AUTH-3 token answers, good and bad, are never stored', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const answers = [
    await server.logIn(ala.email),
    await server.logIn(ala.email, { password: 'something else' }),
    await server.call(null, 'POST', '/oauth/v2/token', {
      grant_type: 'refresh_token',
      ...webClient,
      refresh_token: ala.refresh,
    }),
    await server.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200])
  for (const { headers } of answers) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['pragma']).toBe('no-cache')
  }
})

test('API writes from another origin are refused everywhere, also when a header lies about the host', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const evil = { origin: 'https://evil.example.org' }
  const lying = { ...evil, 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' }
  const grant = { grant_type: 'password', ...webClient, username: ala.email, password }
  for (const headers of [
    evil,
    lying,
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example.org' },
  ])
    for (const [method, url, body] of [
      ['POST', '/oauth/v2/token', grant],
      ['POST', '/oauth/v2/revoke', {}],
      ['POST', '/api/v3/profile/reset_password/step1', { email: ala.email }],
      ['PUT', '/api/v3/profile/change-password', { oldPassword: password, newPassword: 'another password' }],
      ['DELETE', '/api/v3/me', { password }],
      ['DELETE', '/api/v3/me/sessions', { password }],
      ['DELETE', '/api/v3/file?type=avatar', undefined],
    ] as const)
      expect((await server.call(ala, method, url, body, headers)).status, `${method} ${url}`).toBe(403)
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
})

test('API plain text and forms, which a foreign page can send without asking, are no JSON', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  for (const type of [
    'text/plain',
    'text/plain;application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
    for (const [method, url] of [
      ['POST', '/api/v3/profile/reset_password/step1'],
      ['PUT', '/api/v3/profile/change-password'],
      ['DELETE', '/api/v3/me'],
      ['POST', '/api/v3/profile'],
    ] as const) {
      const { status, body } = await server.call(ala, method, url, '{"email":"a@b.pl"}', {
        'content-type': type,
      })
      expect([status, body.code], `${type} ${url}`).toEqual([415, 'unsupportedMediaType'])
    }
  const grant = JSON.stringify({ grant_type: 'password', ...webClient, username: ala.email, password })
  const plain = await server.call(null, 'POST', '/oauth/v2/token', grant, { 'content-type': 'text/plain' })
  expect([plain.status, plain.body.error]).toEqual([415, 'invalid_request'])
})

test('API bodies over the limit are cut off, whether they say their size, hide it, or are packed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const base = await addressOf(server)
  const headers = { authorization: `Bearer ${ala.access}`, 'content-type': 'application/json' }
  const large = JSON.stringify({ _list_name: 'x'.repeat(2 << 20) })
  const send = async (path: string, init: RequestInit) =>
    (await fetch(base + path, { method: 'POST', ...init })).status
  expect(await send('/api/v3/list', { headers, body: large })).toBe(413)
  expect(await send('/oauth/v2/token', { headers, body: large })).toBe(413)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send('/oauth/v2/token', { headers: form, body: `username=${'x'.repeat(2 << 20)}` })).toBe(413)
  expect(await send('/api/v3/profile/reset_password/step1', { headers, body: large })).toBe(413)

  // 64 MiB that compress to 64 KiB.
  const packed = gzipSync(Buffer.alloc(64 << 20, 0x20))
  const gzip = { ...headers, 'content-encoding': 'gzip' }
  expect([413, 415]).toContain(await send('/api/v3/list', { headers: gzip, body: packed }))

  const ops = Array.from({ length: 900 }, (_, i) => ({
    seq: i + 1,
    opId: `o${i}`,
    op: 'add',
    productId: `p${i}`,
    value: { productName: 'x'.repeat(200), shop: 'y'.repeat(100) },
    ageMs: 0,
  }))
  const push = { v: 1, client: 'c', request: 'r', cursor: 0, ops }
  expect((await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, push)).status).toBe(413)

  const { hostname, port } = new URL(base)
  const chunked = await new Promise<number>((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path: '/api/v3/list', method: 'POST', headers },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    // The server closes the connection of a client that keeps sending.
    request.on('error', reject)
    request.write(large.slice(0, 1_500_000))
    request.write(large.slice(1_500_000))
    request.end()
  })
  expect(chunked).toBe(413)
  expect((await server.call(ala, 'GET', '/api/v3/lists')).body.total).toBe(1)
})
