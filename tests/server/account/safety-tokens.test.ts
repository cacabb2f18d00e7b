import { expect, test } from 'vitest'
import { revokeHandle } from '../../../core/sync/revoke.ts'
import {
  type Person,
  personOf,
  type Reply,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'

const hour = 3_600_000
const origin = 'https://lists.example.org'
const https = { env: { PUBLIC_URL: origin } }

function refresh(server: TestServer, more: object, headers: Record<string, string> = {}) {
  return server.call(
    null,
    'POST',
    '/oauth/v2/token',
    { grant_type: 'refresh_token', ...webClient, ...more },
    headers,
  )
}
const isIn = async (server: TestServer, who: Pick<Person, 'access'>) =>
  (await server.call(who as Person, 'GET', '/api/v3/me')).status === 200

/** A holder of a session's tokens from a certain time. */
function holder(server: TestServer, ala: Person) {
  let tokens = { access: ala.access, refresh: ala.refresh }
  return {
    copy: () => holder(server, { ...ala, ...tokens }),
    isIn: () => isIn(server, tokens),
    async renew() {
      const { status, body } = await refresh(server, { refresh_token: tokens.refresh })
      if (status === 200) tokens = { access: body.access_token, refresh: body.refresh_token }
      return status === 200
    },
  }
}

test('AUTH-8 owner and thief who take turns, each using what they get, are noticed and the session ends', async () => {
  for (const isThiefFirst of [false, true]) {
    const server = await testServer()
    const owner = holder(server, await server.person('ala@example.pl'))
    const thief = owner.copy()
    const [first, second] = isThiefFirst ? [thief, owner] : [owner, thief]
    server.clock.now += 4 * hour
    expect(await first.renew()).toBe(true)
    expect(await first.isIn()).toBe(true)
    server.clock.now += hour
    expect(await second.renew()).toBe(false)
    expect(await first.isIn()).toBe(false)
    expect(await first.renew()).toBe(false)
  }
})

test('AUTH-8 taking turns is noticed also when neither uses anything but the refresh tokens', async () => {
  const server = await testServer()
  const owner = holder(server, await server.person('ala@example.pl'))
  const thief = owner.copy()
  const renewals = []
  for (let round = 0; round < 3; round++)
    for (const one of [owner, thief]) {
      server.clock.now += hour
      renewals.push(await one.renew())
    }
  expect(renewals).toEqual([true, true, true, false, false, false])
  expect(await owner.isIn()).toBe(false)
})

test('AUTH-8 answers that get lost sign nobody out, however often in a row', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  let { refresh: token } = ala
  for (let i = 0; i < 6; i++) {
    server.clock.now += 4 * hour
    const lost = await refresh(server, { refresh_token: token })
    server.clock.now += 5 * 60_000
    const heard = await refresh(server, { refresh_token: token })
    expect([heard.status, heard.body.refresh_token]).toEqual([200, lost.body.refresh_token])
    token = heard.body.refresh_token
    expect(await isIn(server, { access: heard.body.access_token })).toBe(true)
  }
})

test('AUTH-8 a cookie that went back in a crash is forgiven to whoever has the newest access token', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  server.clock.now += 4 * hour
  const newer = (await refresh(server, { refresh_token: ala.refresh })).body
  expect(await isIn(server, { access: newer.access_token })).toBe(true)
  server.clock.now += 5 * hour
  const back = await refresh(server, { refresh_token: ala.refresh, access_token: newer.access_token })
  expect([back.status, back.body.refresh_token]).toEqual([200, newer.refresh_token])
  const stolen = await refresh(server, { refresh_token: ala.refresh, access_token: ala.access })
  expect(stolen.body.error).toBe('invalid_grant')
  expect((await refresh(server, { refresh_token: newer.refresh_token })).status).toBe(400)
})

test('AUTH-8 whoever reads the database cannot make a token, and a token leads to no later one', async () => {
  const server = await testServer()
  const owner = holder(server, await server.person('ala@example.pl'))
  const thief = owner.copy()
  server.clock.now += 4 * hour
  expect([await owner.renew(), await owner.isIn()]).toEqual([true, true])
  const row = await server.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  const stored = [row.salt, ...row.tokens.split(' ')]
  expect(new Set(stored).size).toBe(stored.length)
  for (const secret of stored)
    for (const [kind, n] of [
      ['a', row.access_at],
      ['r', row.refreshes],
      ['r', row.refreshes - 1],
    ] as const) {
      const made = `${kind}.${row.id}.${n.toString(36)}.${secret}`
      expect(await isIn(server, { access: made })).toBe(false)
      expect((await refresh(server, { refresh_token: made })).status).toBe(400)
    }
  // None of these ended the session.
  expect(await owner.isIn()).toBe(true)
  server.clock.now += hour
  expect([await thief.renew(), await owner.isIn()]).toEqual([false, false])
})

test('AUTH-8 a thief who renews very often cannot make the owner’s token unknown', async () => {
  const server = await testServer()
  const owner = holder(server, await server.person('ala@example.pl'))
  const thief = owner.copy()
  for (let i = 0; i < 40; i++) {
    server.clock.now += 60_000
    expect(await thief.renew()).toBe(true)
  }
  expect([await owner.renew(), await thief.isIn(), await thief.renew()]).toEqual([false, false, false])

  // Nor does the renewing go on for ever.
  const ola = holder(server, await server.person('ola@example.pl'))
  await server.db.updateTable('session').set({ refreshes: 3_000 }).execute()
  expect([await ola.isIn(), await ola.renew()]).toEqual([true, false])
})

/** A browser's cookie jar: a response replaces the cookies it sets and removes those it clears. */
function jar() {
  const held = new Map<string, string>()
  return {
    names: () => [...held.keys()].toSorted(),
    set: (name: string, value: string) => held.set(name, value),
    header: () => [...held].map(([name, value]) => `${name}=${value}`).join('; '),
    take(answer: Reply): Reply {
      for (const one of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
        const [name = '', value = ''] = (one.split(';', 1)[0] ?? '').split('=')
        if (value) held.set(name, value)
        else held.delete(name)
      }
      return answer
    },
  }
}

test('AUTH-3 over https the cookie has a name that nobody else can plant; one of before goes on, and no new one', async () => {
  const server = await testServer(https)
  const ala = await server.person('ala@example.pl')
  await server.db.updateTable('session').set({ plain_cookie: 1 }).execute()
  const browser = jar()
  browser.set('refresh', ala.refresh)
  const renew = () => refresh(server, {}, { origin, cookie: browser.header() })
  // The first response is lost.
  expect((await renew()).status).toBe(200)
  expect(browser.take(await renew()).status).toBe(200)
  expect(browser.names()).toEqual(['__Secure-device', '__Secure-refresh'])
  server.clock.now += 4 * hour
  const newest = browser.take(await renew())
  expect(await isIn(server, { access: newest.body.access_token })).toBe(true)

  // A new session never uses that cookie name: somebody planted it.
  const thief = await server.person('ola@example.pl')
  const planted = await refresh(server, {}, { origin, cookie: `refresh=${thief.refresh}` })
  expect(planted.body.error).toBe('invalid_grant')
  expect(String(planted.headers['set-cookie'])).toMatch(/(^|,)refresh=;/)
  // Beside the right cookie it is ignored.
  browser.set('refresh', thief.refresh)
  const both = browser.take(await renew())
  expect(both.body.user_id).toBe(ala.id)
  expect(browser.names()).toEqual(['__Secure-device', '__Secure-refresh'])
})

test('AUTH-11 a cookie that is left behind without the access token opens nothing, and half a token only ends the session', async () => {
  const server = await testServer(https)
  await server.register('ala@example.pl')
  const browser = jar()
  const { body } = browser.take(
    await server.logIn('ala@example.pl', { remember: true, bound: true }, { origin }),
  )
  const renew = async (more: object) => refresh(server, more, { origin, cookie: browser.header() })
  server.clock.now += 5 * hour
  expect((await renew({})).body.error).toBe('invalid_grant')
  const other = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  expect((await renew({ access_token: other.access })).body.error).toBe('invalid_grant')
  const renewed = await renew({ access_token: body.access_token })
  expect(renewed.status).toBe(200)
  const access = browser.take(renewed).body.access_token
  expect(await isIn(server, { access })).toBe(true)

  const handle = revokeHandle(access)
  expect(access.startsWith(handle)).toBe(true)
  expect(await isIn(server, { access: handle })).toBe(false)
  expect((await renew({ access_token: handle })).body.error).toBe('invalid_grant')
  expect((await refresh(server, { refresh_token: handle })).status).toBe(400)
  const shorter = await server.call(null, 'POST', '/oauth/v2/revoke', { token: handle.slice(0, -1) })
  expect([shorter.status, await isIn(server, { access })]).toEqual([200, true])
  expect((await server.call(null, 'POST', '/oauth/v2/revoke', { token: handle })).status).toBe(200)
  expect(await isIn(server, { access })).toBe(false)
  expect(await isIn(server, other)).toBe(true)
})

test('AUTH-3 a renewal whose answer is lost time and again does not sign out', async () => {
  const server = await testServer(https)
  await server.register('ala@example.pl')
  const browser = jar()
  const { body } = browser.take(
    await server.logIn('ala@example.pl', { remember: true, bound: true }, { origin }),
  )
  const renew = () =>
    refresh(server, { access_token: body.access_token }, { origin, cookie: browser.header() })
  for (let lost = 0; lost < 12; lost++) {
    server.clock.now += 5 * hour
    expect((await renew()).status).toBe(200)
  }
  const { access_token: access } = browser.take(await renew()).body
  expect(await isIn(server, { access })).toBe(true)
})
