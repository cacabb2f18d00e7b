import { onTestFinished, expect, test } from 'vitest'
import { hashCode } from '../../../server/db/codes.ts'
import { parseConfig } from '../../../server/base/config.ts'
import { oidcClient, type Somebody, startProvider } from '../../support/ways-in/provider.ts'
import { password, personOf, testServer, type TestServer, webClient } from '../../support/server.ts'

const origin = 'https://lists.example.org'

async function withProvider(more: Record<string, string> = {}) {
  const provider = await startProvider(origin)
  onTestFinished(async () => void (await provider.close()))
  const env = {
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
    OIDC_NAME: 'Home',
    ...more,
  }
  return { provider, server: await testServer({ env }) }
}

/** A browser: its cookie, and where the server leads it. */
async function start(server: TestServer, query = '') {
  const reply = await server.call(null, 'GET', `/auth/oidc/start${query}`)
  const set = String(reply.headers['set-cookie'])
  return { to: String(reply.headers['location']), cookie: set.split(';')[0] ?? '', set }
}

async function callback(server: TestServer, at: string, cookie: string) {
  const { pathname, search } = new URL(at)
  const reply = await server.call(null, 'GET', pathname + search, undefined, { cookie })
  expect(reply.status).toBe(302)
  return String(reply.headers['location'])
}

type Provider = Awaited<ReturnType<typeof startProvider>>

/** Goes to the provider and back as this person. Returns the ticket and the browser's cookie. */
async function come(server: TestServer, provider: Provider, who: Somebody | null, query = '') {
  provider.now.who = who
  const { to, cookie } = await start(server, query)
  const at = await callback(server, await provider.visit(to), cookie)
  const [path, ticket = ''] = at.split('#provider=')
  return { path, ticket, cookie }
}

const enter = (
  server: TestServer,
  { ticket, cookie }: { ticket: string; cookie: string },
  more: object = {},
) =>
  server.call(
    null,
    'POST',
    '/oauth/v2/token',
    { grant_type: 'provider', ...webClient, ticket, ...more },
    { cookie, origin },
  )

const ann = { sub: 'ann-1', email: 'ann@example.org', email_verified: true, name: 'Ann' }

test('OPEN-5 a provider makes an account for a verified address, and knows it again by issuer and subject', async () => {
  const { server, provider } = await withProvider()
  expect((await server.call(null, 'GET', '/api/v3/registration')).body).toEqual({
    registration: 'open',
    localLogIn: true,
    provider: 'Home',
  })
  const back = await come(server, provider, ann)
  expect(back.path).toBe('/auth/login')
  const [asked] = provider.now.asked
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    redirect_uri: `${origin}/auth/oidc/callback`,
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^.{43}$/),
    state: expect.stringMatching(/^.{43}$/),
  })
  const first = await enter(server, back, { remember: true })
  expect(first).toMatchObject({ status: 200, body: { email: ann.email } })
  expect(String(first.headers['set-cookie'])).toContain('refresh=')
  const session = personOf(ann.email, first)
  expect((await server.call(session, 'GET', '/api/v3/me')).body).toMatchObject({ name: 'Ann', status: 'A' })
  expect((await server.call(session, 'GET', '/api/v3/me/ways-in')).body).toMatchObject({
    provider: 'Home',
    hasPassword: false,
  })
  expect((await server.logIn(ann.email, { password: '' })).status).toBe(400)
  expect((await server.logIn(ann.email)).status).toBe(400)
  // Another address of the same person, and the same address of another one.
  const moved = await enter(server, await come(server, provider, { ...ann, email: 'ann@elsewhere.example' }))
  expect(moved.body.user_id).toBe(first.body.user_id)
  const taken = await enter(server, await come(server, provider, { ...ann, sub: 'mallory' }))
  expect(taken).toMatchObject({ status: 400, body: { error: 'link_required', email: ann.email } })
  // Without a password, the first minutes of a session stand for it.
  const leave = () => server.call(session, 'DELETE', '/api/v3/me', { password: 'any' })
  server.clock.now += 11 * 60_000
  expect((await leave()).status).toBe(400)
  const fresh = personOf(ann.email, await enter(server, await come(server, provider, ann)))
  expect((await server.call(fresh, 'DELETE', '/api/v3/me', { password: '' })).status).toBe(200)
  expect(await enter(server, await come(server, provider, ann))).toMatchObject({
    status: 200,
    body: { reactivated: true },
  })
})

test('OPEN-5 an account that is there is linked by its password or by a yes of its session, never by the address alone', async () => {
  const { server, provider } = await withProvider()
  const person = await server.person(ann.email)
  const back = await come(server, provider, ann)
  const asked = await enter(server, back)
  expect(asked).toMatchObject({ status: 400, body: { error: 'link_required' } })
  expect((await enter(server, back)).body.code).toBe('wayInRefused')
  const { cookie } = back
  const wrong = await enter(server, { cookie, ticket: asked.body.ticket }, { password: 'wrong' })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant', ticket: expect.any(String) } })
  const again = await enter(server, await come(server, provider, ann))
  expect(again.body.error).toBe('link_required')
  const link = async (who: Somebody) => {
    const { ticket, cookie: own, path } = await come(server, provider, who, '?link')
    expect(path).toBe('/app/edit-profile/ways-in')
    return server.call(person, 'POST', '/api/v3/me/provider', { ticket }, { cookie: own })
  }
  const refused = { status: 400, body: { code: 'wayInRefused' } }
  expect(await link({ ...ann, email: 'mallory@example.org' })).toMatchObject(refused)
  expect(await link({ ...ann, email_verified: false })).toMatchObject(refused)
  expect((await link(ann)).status).toBe(200)
  expect((await server.mails()).at(-1)).toMatch(/way to log in/)
  expect((await enter(server, await come(server, provider, ann))).body.user_id).toBe(person.id)
  await server.call(person, 'DELETE', '/api/v3/me/ways-in/provider', { password })
  expect((await enter(server, await come(server, provider, ann))).body.error).toBe('link_required')
  const third = await come(server, provider, ann)
  const { ticket } = (await enter(server, third)).body
  expect((await enter(server, { ...third, ticket }, { password })).body.user_id).toBe(person.id)
  expect((await enter(server, await come(server, provider, ann))).body.user_id).toBe(person.id)
})

test('OPEN-5 refused: unverified addresses, replayed states, codes and tickets, another browser, a provider that says no', async () => {
  const { server, provider } = await withProvider()
  await server.person('bob@example.org')
  for (const who of [
    { sub: 'b', email: 'bob@example.org', email_verified: false },
    { sub: 'b', email: 'bob@example.org' },
    { sub: 'b', email_verified: true },
    { sub: 'b', email: 'no address', email_verified: true },
  ])
    expect((await enter(server, await come(server, provider, who))).body.code).toBe('emailNotVerified')
  expect((await come(server, provider, null)).ticket).toBe('')
  provider.now.who = ann
  const mine = await start(server)
  expect(mine.set).toMatch(/HttpOnly; Secure; SameSite=Lax/)
  const at = await provider.visit(mine.to)
  const none = '/auth/login#provider='
  // In another browser: one without the cookie, and one that began by itself. The state is over then.
  expect(await callback(server, at, '')).toBe(none)
  expect(await callback(server, at, mine.cookie)).toBe(none)
  const [one, other] = [await start(server), await start(server)]
  expect(await callback(server, await provider.visit(one.to), other.cookie)).toBe(none)
  const good = await start(server)
  const back = await provider.visit(good.to)
  const forged = new URL(back)
  forged.searchParams.set('code', 'x')
  const landed = await callback(server, back, good.cookie)
  expect(landed).toMatch(/^\/auth\/login#provider=[\w-]{43}$/)
  expect(await callback(server, back, good.cookie)).toBe(none)
  const next = await start(server)
  const nextAt = new URL(await provider.visit(next.to))
  nextAt.searchParams.set('code', forged.searchParams.get('code') ?? '')
  expect(await callback(server, nextAt.href, next.cookie)).toBe(none)
  const bare = await start(server)
  const swapped = new URL(await provider.visit(bare.to))
  swapped.searchParams.set('iss', 'https://evil.example')
  expect(await callback(server, swapped.href, bare.cookie)).toBe(none)
  // The ticket opens a session once, in the browser that went, and for some minutes.
  const ticket = landed.split('=')[1] ?? ''
  expect((await enter(server, { ticket, cookie: other.cookie })).status).toBe(400)
  const own = await come(server, provider, ann)
  expect((await enter(server, own)).status).toBe(200)
  expect((await enter(server, own)).body.code).toBe('wayInRefused')
  const late = await come(server, provider, ann)
  server.clock.now += 11 * 60_000
  expect((await enter(server, late)).body.code).toBe('wayInRefused')
  expect(JSON.stringify(await server.db.selectFrom('proof').selectAll().execute())).not.toContain(
    hashCode('x'),
  )
})

test('OPEN-5 a provider makes no account where nobody may register', async () => {
  for (const [REGISTRATION, code] of [
    ['closed', 'registrationClosed'],
    ['invite', 'invitationNeeded'],
  ] as const) {
    const { server, provider } = await withProvider({ REGISTRATION })
    expect((await enter(server, await come(server, provider, ann))).body.code).toBe(code)
    expect(await server.db.selectFrom('account').select('id').execute()).toEqual([])
  }
})

test('OPEN-5 LOCAL_LOGIN=false: no password, passkey, registration or reset; sessions, tokens and the provider go on', async () => {
  const { server, provider } = await withProvider({ LOCAL_LOGIN: 'false' })
  const person = await server.person(ann.email)
  const token = { name: 'Home', scopes: ['read'] }
  const { token: made } = (await server.call(person, 'POST', '/api/v3/me/tokens', token)).body
  const post = (path: string, body: object) => server.call(null, 'POST', path, body)
  const closed = [
    await server.logIn(ann.email),
    await server.register('new@example.org'),
    await post('/api/v3/profile/reset_password/step1', { email: ann.email }),
    await post('/api/v3/profile/reset_password/step2/x', { email: ann.email, password }),
    await post('/oauth/v2/passkey/options', {}),
    await post('/oauth/v2/token', { ...webClient, grant_type: 'passkey', passkey: {} }),
    await post('/api/v3/invite/x/register', { proof: 'x', password, termsAccepted: true }),
  ]
  expect(closed.map(({ status, body }) => [status, body.code])).toEqual(
    closed.map(() => [403, 'localLogInOff']),
  )
  expect((await server.call({ ...person, access: made }, 'GET', '/api/v3/lists')).status).toBe(200)
  const refresh = { grant_type: 'refresh_token', ...webClient, refresh_token: person.refresh }
  expect((await post('/oauth/v2/token', refresh)).status).toBe(200)
  // Who has an account links it by its password, once.
  const back = await come(server, provider, ann)
  const { ticket } = (await enter(server, back)).body
  expect((await enter(server, { ...back, ticket }, { password })).body.user_id).toBe(person.id)
})

test('OPEN-5 without a provider there are no such pages; half a provider is a mistake of the operator', async () => {
  const server = await testServer({ env: { PUBLIC_URL: origin } })
  const person = await server.person(ann.email)
  const linked = await server.call(person, 'POST', '/api/v3/me/provider', { ticket: 'x' })
  expect(linked.body.code).toBe('wayInRefused')
  expect((await start(server)).to).toBe('undefined')
  expect((await enter(server, { ticket: 'x', cookie: '' })).status).toBe(400)
  const issuer = 'https://id.example.org'
  const wrong: Record<string, string>[] = [
    { OIDC_ISSUER: issuer },
    { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' },
    { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
    { LOCAL_LOGIN: 'false' },
    { OIDC_ISSUER: 'http://id.example.org', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
  ]
  for (const env of wrong) expect(() => parseConfig(env), JSON.stringify(env)).toThrow(/OIDC_ISSUER/)
  const right = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', LOCAL_LOGIN: 'false' }
  expect(parseConfig(right).localLogIn).toBe(false)
})

test('OPEN-5 a provider that is away leads back with a word, and is asked again the next time', async () => {
  const { server, provider } = await withProvider()
  const { issuer } = provider
  await provider.close()
  expect((await start(server)).to).toBe('/auth/login#provider=')
  expect(issuer).toContain('localhost')
})
