import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newList, testServer } from '../../support/server.ts'
import { fillUp } from '../../support/database.ts'

test('API problems are RFC 9457 and every answer has a request id', async () => {
  const server = await testServer()
  const { status, body, headers } = await server.call(null, 'GET', '/api/v3/me')
  expect(headers['content-type']).toContain('application/problem+json')
  expect([status, body]).toEqual([
    401,
    {
      type: 'about:blank',
      title: 'The session has expired. Please log in again.',
      status: 401,
      code: 'sessionExpired',
      requestId: headers['x-request-id'],
    },
  ])
  expect((await server.call(null, 'GET', '/api/v3/nothing/here')).body.code).toBe('notFound')
  expect((await server.call(null, 'PATCH', '/api/v3/list')).body.code).toBe('notFound')
  const long = await server.call(null, 'GET', `/api/v3/me/activate/${'x'.repeat(3_000)}`)
  expect(long.status).toBe(404)
  for (const url of ['/%zz', '/api/v3/list/%zz', '/%00', '/assets/%2e%2e/%2e%2e/package.json'])
    expect([400, 404], url).toContain((await server.call(null, 'GET', url)).status)
  expect((await server.call(null, 'GET', '/api/v3/list/%zz')).body.requestId).toBeDefined()
})

test('API broken JSON, other types and too much are refused', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const send = async (body: string, type = 'application/json') => {
    const answer = await server.call(ala, 'POST', '/api/v3/list', body, { 'content-type': type })
    return [answer.status, answer.body.code]
  }
  expect(await send('{"_list_name": ')).toEqual([400, 'invalidRequest'])
  expect(await send('[]')).toEqual([400, 'invalidRequest'])
  expect(await send('null')).toEqual([400, 'invalidRequest'])
  expect(await send('{"__proto__": {"x": 1}}')).toEqual([400, 'invalidRequest'])
  expect(await send('{}', 'text/plain')).toEqual([415, 'unsupportedMediaType'])
  expect(await send('a=b', 'application/x-www-form-urlencoded')).toEqual([415, 'unsupportedMediaType'])
  const large = JSON.stringify({ _list_name: 'x'.repeat(1 << 20) })
  expect(await send(large)).toEqual([413, 'tooLarge'])
  expect(await send(large, 'text/plain')).toEqual([413, 'tooLarge'])
  expect(await send('{}', 'application/json; charset=utf-8')).toEqual([201, undefined])
})

test('API writes from another origin are refused', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'https://lists.example.org' } })
  const ala = await server.person('ala@example.pl')
  const from = async (origin: string) => {
    const headers = { origin, host: 'localhost:3000' }
    return (await server.call(ala, 'POST', '/api/v3/list', {}, headers)).status
  }
  expect(await from('https://evil.example.org')).toBe(403)
  expect(await from('null')).toBe(403)
  expect(await from('https://lists.example.org')).toBe(201)
  expect(await from('http://localhost:3000')).toBe(201)
  const read = await server.call(ala, 'GET', '/api/v3/me', undefined, { origin: 'https://evil.example.org' })
  expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, undefined])
})

test('API the headers keep a page safe, and https is kept once it was there', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'https://lists.example.org' } })
  const { headers } = await server.call(null, 'GET', '/healthz')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

test('API too many requests of one user are slowed down, not those of another', async () => {
  const server = await testServer({ requestsPerWindow: 10 })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  for (let i = 0; i < 10; i++) expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
  const refused = await server.call(ala, 'GET', '/api/v3/lists')
  expect([refused.status, refused.body.code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await server.call(ola, 'GET', '/api/v3/me')).status).toBe(200)
})

test('API a full database says storageFull, and nothing is lost or half written', async () => {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { id: 'kept', productName: 'Milk' })
  const makeRoom = await fillUp(server.db)

  const ops = Array.from({ length: 500 }, (_, i) => ({
    seq: i + 1,
    opId: `o${i}`,
    op: 'add',
    productId: `p${i}`,
    value: { productName: 'x'.repeat(200) },
    ageMs: 0,
  }))
  const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops }
  const push = () => server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  const full = await push()
  expect([full.status, full.body.code, full.headers['retry-after']]).toEqual([503, 'storageFull', '60'])
  const before = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  expect(before.products.map((product: { id: string }) => product.id)).toEqual(['kept'])

  await makeRoom()
  const retried = await push()
  expect([retried.status, retried.body.head, retried.body.last]).toEqual([200, 501, 500])
})

test('API the built page: hashed assets for a year, index.html with a nonce for every address of the app', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">')
  writeFileSync(join(dist, 'sw.js'), '// worker')
  writeFileSync(join(dist, 'assets/index-abc.js'), 'export {}')
  const server = await testServer({ dist })
  const get = (url: string, accept = '*/*') => server.call(null, 'GET', url, undefined, { accept })

  expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  expect((await get('/assets/gone.js', 'text/html')).status).toBe(404)
  expect((await get('/gone.js')).status).toBe(404)
  expect((await get('/api/v3/gone', 'text/html')).status).toBe(404)
  // Read as `/etc/passwd`, an unknown page and no file of the machine.
  expect((await get('/%2e%2e/%2e%2e/etc/passwd')).body).toContain('csp-nonce')
  const nonces = await Promise.all(
    ['/', '/app/details/some.id', '/read/x?y=1'].map(async (url) => {
      const page = await get(url, 'text/html,*/*')
      const nonce = /content="([\w-]+)"/.exec(page.body)?.[1] ?? 'none'
      expect(page.status).toBe(200)
      expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(page.headers['cache-control']).toBe('no-cache')
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('ROUTE-28 a page answers whatever the caller accepts, to GET and HEAD alike; calls and missing files do not', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  writeFileSync(join(dist, 'index.html'), '<p>the page</p>')
  const server = await testServer({ dist })
  const ask = async (method: 'GET' | 'HEAD', url: string, accept?: string) => {
    const answer = await server.call(null, method, url, undefined, accept === undefined ? {} : { accept })
    return [answer.status, String(answer.headers['content-type']).split(';')[0]]
  }
  const accepted = [undefined, '*/*', 'application/json', 'image/avif,image/webp,*/*;q=0.8', 'text/html']
  const pages = [
    '/',
    '/index.html',
    '/app',
    '/app/',
    '/app/details/some.id',
    '/app/edit-profile/change-email',
    '/app/edit-profile/change-password',
    '/auth/login',
    '/activate/a-code',
    '/read/x?y=1',
    '/public-lists',
    '/unknown',
    '//anywhere',
  ]
  const page = [200, 'text/html']
  for (const url of pages)
    for (const accept of accepted)
      for (const method of ['GET', 'HEAD'] as const)
        expect(await ask(method, url, accept), `${method} ${url} ${accept}`).toEqual(page)
  const head = await server.app.inject({ method: 'HEAD', url: '/app', headers: { accept: '*/*' } })
  expect([head.body, head.headers['content-security-policy']]).toEqual([
    '',
    expect.stringContaining('nonce-'),
  ])
  const notPages = [
    '/assets/gone.js',
    '/icons/gone.png',
    '/api/v3/gone',
    '/oauth/gone',
    '/dev/gone',
    '/uploads/gone',
  ]
  const nothing = [404, 'application/problem+json']
  for (const url of notPages)
    for (const accept of accepted) expect(await ask('GET', url, accept), `${url} ${accept}`).toEqual(nothing)
  // A name with a dot at the root: nothing for whoever wants a file, the app for a person who mistyped an address.
  for (const url of ['/gone.js', '/robots.txt', '/.well-known/gone']) {
    expect(await ask('GET', url), url).toEqual(nothing)
    expect(await ask('GET', url, 'text/html'), url).toEqual(page)
  }
})
