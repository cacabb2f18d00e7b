import { expect, test } from 'vitest'
import { password, personOf, type TestServer, testServer, webClient } from '../../support/server.ts'

const hour = 3_600_000

function refresh(server: TestServer, token?: string, headers?: Record<string, string>) {
  const body = { grant_type: 'refresh_token', ...webClient, refresh_token: token }
  return server.call(null, 'POST', '/oauth/v2/token', body, headers)
}

test('AUTH-3 the token answer has the shape that every OAuth client knows', async () => {
  const server = await testServer()
  const { body: account } = await server.register('ala@example.pl')
  const { status, body, headers } = await server.logIn('ALA@example.pl ')
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 14_400,
    refresh_token: expect.any(String),
    user_id: account.id,
  })
  expect(headers['cache-control']).toBe('no-store')
})

test('AUTH-2 a wrong password and an unknown address are answered alike', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const wrong = await server.logIn('ala@example.pl', { password: 'something else' })
  const unknown = await server.logIn('nobody@example.pl')
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({
    error: 'invalid_grant',
    error_description: 'Invalid username or password',
  })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test('AUTH-3 OAuth errors, forms and unknown fields', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const error = async (more: object) => (await server.logIn('ala@example.pl', more)).body.error
  expect(await error({ client_secret: 'guess' })).toBe('invalid_client')
  expect(await error({ grant_type: 'magic' })).toBe('unsupported_grant_type')
  expect(await error({ password: undefined })).toBe('invalid_request')
  expect(await error({ password: 7 })).toBe('invalid_request')
  expect(await error({ scope: 'all' })).toBeUndefined()
  const form = new URLSearchParams({
    grant_type: 'password',
    ...webClient,
    username: 'ala@example.pl',
    password,
  })
  const sent = await server.call(null, 'POST', '/oauth/v2/token', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(sent.status).toBe(200)
})

test('AUTH-8 an access token dies after 4 hours and a refresh token makes a new pair', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  server.clock.now += 4 * hour
  const dead = await server.call(ala, 'GET', '/api/v3/me')
  expect([dead.status, dead.body.code]).toEqual([401, 'sessionExpired'])
  const fresh = personOf(ala.email, await refresh(server, ala.refresh))
  expect(fresh.refresh).not.toBe(ala.refresh)
  expect((await server.call(fresh, 'GET', '/api/v3/me')).status).toBe(200)
})

test('AUTH-8 ten refreshes at once give one pair', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(server, ala.refresh)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size).toBe(1)
})

test('AUTH-8 a lost answer can be asked for again, an old token that comes back ends the session', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const second = (await refresh(server, ala.refresh)).body
  server.clock.now += hour
  const repeated = (await refresh(server, ala.refresh)).body
  expect(repeated.refresh_token).toBe(second.refresh_token)

  const third = (await refresh(server, second.refresh_token)).body
  server.clock.now += 10_000
  expect((await refresh(server, ala.refresh)).body.refresh_token).toBe(second.refresh_token)
  server.clock.now += 1
  const theft = await refresh(server, ala.refresh)
  expect([theft.status, theft.body.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(server, third.refresh_token)).status).toBe(400)
  const owner = { ...ala, access: third.access_token }
  expect((await server.call(owner, 'GET', '/api/v3/me')).status).toBe(401)
})

test('AUTH-8 a refresh token lives 60 days unused and 180 days at most', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const day = 24 * hour
  let token = ala.refresh
  for (let age = 0; age + 50 < 180; age += 50) {
    server.clock.now += 50 * day
    const answer = await refresh(server, token)
    expect(answer.status).toBe(200)
    token = answer.body.refresh_token
  }
  server.clock.now += 30 * day
  expect((await refresh(server, token)).status).toBe(400)

  const ola = await server.person('ola@example.pl')
  server.clock.now += 60 * day
  expect((await refresh(server, ola.refresh)).status).toBe(400)
})

test('AUTH-11 revoking either token ends the session at once, and an unknown one is no error', async () => {
  const server = await testServer()
  for (const which of ['access', 'refresh'] as const) {
    const who = await server.person(`${which}@example.pl`)
    expect((await server.call(null, 'POST', '/oauth/v2/revoke', { token: who[which] })).status).toBe(200)
    expect((await server.call(who, 'GET', '/api/v3/me')).status).toBe(401)
    expect((await refresh(server, who.refresh)).status).toBe(400)
  }
  expect((await server.call(null, 'POST', '/oauth/v2/revoke', { token: 'a.b.c.d' })).status).toBe(200)
  expect((await server.call(null, 'POST', '/oauth/v2/revoke', {})).status).toBe(200)
})

test('AUTH-3 remember me keeps the refresh token in a cookie that only our own page can plant', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'https://lists.example.org' } })
  await server.register('ala@example.pl')
  const own = { origin: 'https://lists.example.org' }
  const answer = await server.logIn('ala@example.pl', { remember: true }, own)
  expect(answer.body.refresh_token).toBeUndefined()
  const set = String(answer.headers['set-cookie'])
  expect(set).toMatch(
    /^__Secure-refresh=[^;]+; Max-Age=5184000; Path=\/oauth; HttpOnly; Secure; SameSite=Strict/,
  )
  const cookie = set.split(';')[0] ?? ''

  const renewed = await refresh(server, undefined, { ...own, cookie })
  expect(renewed.status).toBe(200)
  expect(renewed.body.refresh_token).toBeUndefined()
  expect(String(renewed.headers['set-cookie'])).toMatch(/^__Secure-refresh=/)
  expect((await refresh(server, undefined, { cookie })).body.error).toBe('invalid_request')
  const withoutOrigin = await server.logIn('ala@example.pl', { remember: true })
  expect(withoutOrigin.headers['set-cookie']).toBeUndefined()
  expect(withoutOrigin.body.refresh_token).toBeDefined()

  const rotated = String(renewed.headers['set-cookie']).split(';')[0] ?? ''
  const out = await server.call(null, 'POST', '/oauth/v2/revoke', {}, { ...own, cookie: rotated })
  expect(String(out.headers['set-cookie'])).toMatch(/^__Secure-refresh=;/)
  expect((await refresh(server, undefined, { ...own, cookie: rotated })).body.error).toBe('invalid_grant')
})

test('AUTH-2 five failures are free, then each waits longer, and nobody is locked out elsewhere', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  await server.register('ala@example.pl')
  const from = (address: string, more: object = {}) =>
    server.logIn('ala@example.pl', more, { 'x-forwarded-for': address })
  for (let i = 0; i < 5; i++) expect((await from('192.0.2.1', { password: 'wrong one' })).status).toBe(400)
  const slowed = await from('192.0.2.1')
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '1'])
  expect((await from('192.0.2.2')).status).toBe(200)
  server.clock.now += 1_000
  expect((await from('192.0.2.1', { password: 'wrong one' })).status).toBe(400)
  expect((await from('192.0.2.1')).headers['retry-after']).toBe('2')
  server.clock.now += 2_000
  expect((await from('192.0.2.1')).status).toBe(200)
})

test('PROFILE-5 logging in with the password brings a deleted account back, for 30 days', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const remove = () =>
    server.db
      .updateTable('account')
      .set({ status: 'D', status_before: 'A', deleted_at: server.clock.now })
      .where('id', '=', ala.id)
      .execute()
  await remove()
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(401)
  const answer = await server.logIn(ala.email)
  expect(answer.body.reactivated).toBe(true)
  const back = personOf(ala.email, answer)
  expect((await server.call(back, 'GET', '/api/v3/me')).body.status).toBe('A')
  expect((await server.logIn(ala.email)).body).not.toHaveProperty('reactivated')
  await remove()
  server.clock.now += 30 * 24 * hour
  expect((await server.logIn(ala.email)).status).toBe(400)
})

test('AUTH-9 a token in the address, a refresh token or a changed token never signs in', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  expect((await server.call(null, 'GET', `/api/v3/me?access_token=${ala.access}`)).status).toBe(401)
  expect((await server.call({ ...ala, access: ala.refresh }, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await server.call({ ...ala, access: `${ala.access}x` }, 'GET', '/api/v3/me')).status).toBe(401)
})
