import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { api, type CallName } from '../../../core/contract/api.ts'
import { limits } from '../../../core/product/entities.ts'
import type { Call } from '../../../core/contract/schemas.ts'
import { invalid, problemBody } from '../../../server/base/problem.ts'
import { addressOf } from '../../support/http.ts'
import { type Example, examples, newWorld, urlOf } from '../../support/requests.ts'
import { newList, testServer, type TestServer, webClient } from '../../support/server.ts'

const many = (count: number, value: unknown = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]))
/** Longer than any refusal of an ordinary form. */
const short = 3_000

async function inject(server: TestServer, access: string, method: Call['method'], url: string, body: string) {
  const reply = await server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    payload: body,
  })
  return { status: reply.statusCode, length: reply.body.length, body: reply.json() }
}

test('API thousands of names in a body or a query get a short answer from every call', async () => {
  const server = await testServer()
  const world = await newWorld(server, 'owner')
  const access = world.actor?.access ?? ''
  const writes = examples.filter(
    ({ call, request }: Example) => api[call].method !== 'GET' && !request(world).file,
  )
  for (const { call, request } of writes) {
    const { method, bodyBytes = limits.bodyBytes, body }: Call = api[call]
    const room = body ? bodyBytes : limits.smallBodyBytes
    const url = urlOf(call, request(world))
    for (const heap of [many(Math.floor(room / 16)), { ['x'.repeat(room - 1_000)]: 0 }]) {
      const answer = await inject(
        server,
        access,
        method,
        url,
        JSON.stringify({ ...request(world).body, ...heap }),
      )
      // RFC 6749 requires unknown parameters to be ignored.
      if (!url.startsWith('/oauth/')) expect([call, answer.status]).toEqual([call, 400])
      expect([call, answer.length < short], call).toEqual([call, true])
      expect(Object.keys(answer.body.fields ?? {}).length, call).toBeLessThanOrEqual(20)
    }
  }
  const names = Array.from({ length: 3_000 }, (_, i) => `k${i}`).join('&')
  for (const [call, { path, method, query }] of Object.entries(api) as [CallName, Call][]) {
    // Without its token there is no such address as that of the metrics.
    if (!query || path.includes(':') || call === 'uploadFile' || call === 'metrics') continue
    const answer = await inject(server, access, method, `${path}?${names}`, '')
    expect([call, answer.status, answer.length < short]).toEqual([call, 400, true])
  }
})

test('API a form with several wrong fields is told all of them', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const product = await server.call(ala, 'POST', `/api/v3/list/${list}/product`, {
    quantity: 'x',
    price: 'x',
    unit: 'x',
    nonsense: 1,
  })
  expect(product.body.fields).toEqual({
    productName: 'required',
    quantity: 'invalidType',
    price: 'invalidType',
    unit: 'outOfRange',
    nonsense: 'unknownField',
  })
  const account = await server.call(null, 'POST', '/api/v3/profile', {
    email: 5,
    password: 5,
    termsAccepted: false,
  })
  expect(Object.keys(account.body.fields).toSorted()).toEqual(['email', 'password', 'termsAccepted'])
})

test('API arrays that are too long are not looked into', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const zeros = (length: number) => Array.from({ length }, () => 0)
  const calls: [string, 'PUT' | 'POST', string, object, number][] = [
    ['_list_order', 'PUT', '/api/v3/list', { _id: list, _list_order: zeros(200_000) }, 400],
    ['keywords', 'POST', '/api/v3/category-keywords', { category_name: 'x', keywords: zeros(200_000) }, 400],
    [
      'ops',
      'POST',
      `/api/v3/list/${list}/sync`,
      { v: 1, client: 'c', request: 'r', cursor: 0, ops: zeros(100_000) },
      413,
    ],
  ]
  for (const [field, method, url, body, status] of calls) {
    const answer = await inject(server, ala.access, method, url, JSON.stringify(body))
    expect([field, answer.status, answer.length < 300]).toEqual([field, status, true])
    if (status === 400) expect(answer.body.fields).toEqual({ [field]: 'tooLong' })
  }
})

test('API a problem names twenty fields at the most, and none at length', () => {
  const { fields = {} } = problemBody(invalid(many(5_000, 'unknownField') as Record<string, string>), 'x')
  expect(Object.keys(fields)).toHaveLength(20)
  const odd = problemBody(invalid({ [`${'x'.repeat(63)}🥛${'y'.repeat(1_000)}`]: 'unknownField' }), 'x')
  expect(Object.keys(odd.fields ?? {})).toEqual([`${'x'.repeat(63)}\uFFFD`])
})

test('AUTH-4 API bodies of accounts and sessions are small, also once they are unpacked', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const base = await addressOf(server)
  const isSmall = /^\/(oauth|api\/v3\/(profile|me|resend_activation))(\/|$)/
  const isLong = new Set<CallName>(['changeSettings', 'setHousehold', 'setPush'])
  const small = (Object.entries(api) as [CallName, Call][]).filter(
    // These are no forms: a device that was away for long sends many settings, and a household has many addresses.
    ([name, { path, method }]) => isSmall.test(path) && method !== 'GET' && !isLong.has(name),
  )
  expect(small.map(([name]) => name)).toEqual(
    expect.arrayContaining(['token', 'revoke', 'register', 'resendActivation', 'updateProfile', 'deleteMe']),
  )
  for (const [name, { path, method }] of small) {
    const url = base + path.replace(/:\w+/g, 'x')
    const headers = { authorization: `Bearer ${ala.access}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'x'.repeat(limits.smallBodyBytes) })
    const plain = await fetch(url, { method, headers, body })
    expect([name, plain.status]).toEqual([name, 413])
    const packed = await fetch(url, {
      method,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ email: `a${'\u0300'.repeat(262_000)}${'\u0316'.repeat(262_000)}` })),
    })
    expect([name, packed.status]).toEqual([name, 413])
  }
  // The longest valid values of the longest form are accepted.
  const longest = {
    email: `${'x'.repeat(242)}@example.org`,
    password: '🥛'.repeat(limits.passwordMax),
    language: 'pl',
    termsAccepted: true,
  }
  expect((await server.call(null, 'POST', '/api/v3/profile', longest)).status).toBe(201)
  const grant = { grant_type: 'password', ...webClient, username: longest.email, password: longest.password }
  expect((await server.call(null, 'POST', '/oauth/v2/token', grant)).status).toBe(200)
})

test('API what unpacks a refused body stops, and only gzip is unpacked', async () => {
  const server = await testServer()
  const unpacked: { stopped: boolean; toItsEnd: boolean }[] = []
  server.app.addHook('onResponse', async (request) => {
    const { unpacking } = request as { unpacking?: Readable | null }
    if (unpacking) unpacked.push({ stopped: unpacking.destroyed, toItsEnd: unpacking.readableEnded })
  })
  const ala = await server.person('ala@example.pl')
  const base = await addressOf(server)
  const post = async (encoding: string, body: Buffer) => {
    const headers = {
      authorization: `Bearer ${ala.access}`,
      'content-type': 'application/json',
      'content-encoding': encoding,
    }
    const answer = await fetch(`${base}/api/v3/list`, { method: 'POST', headers, body: new Uint8Array(body) })
    return answer.status
  }
  expect(await post('gzip', gzipSync('{"_list_name":"Packed"}'))).toBe(201)
  expect(await post('gzip', gzipSync(Buffer.alloc(200 << 20, 0x20)))).toBe(413)
  await expect.poll(() => unpacked).toHaveLength(2)
  expect(unpacked[0]?.toItsEnd).toBe(true)
  expect(unpacked[1]).toEqual({ stopped: true, toItsEnd: false })
  for (const encoding of ['br', 'deflate', 'zstd', 'x'])
    expect(await post(encoding, Buffer.from('{}')), encoding).toBe(415)
})
