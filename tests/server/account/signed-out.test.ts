import { expect, test } from 'vitest'
import { endSessionsOfPerson } from '../../../server/operate/people.ts'
import {
  password,
  type Person,
  personOf,
  type Reply,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'

const hour = 3_600_000

/** Ala on this device and on another one. */
async function onTwo() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  return { server, ala, other: personOf(ala.email, await server.logIn(ala.email)) }
}

const renew = (server: TestServer, { refresh }: Person) =>
  server.call(null, 'POST', '/oauth/v2/token', {
    grant_type: 'refresh_token',
    ...webClient,
    refresh_token: refresh,
  })

/** What a device is told that calls, and renews its token, with a session that is over. */
async function told(server: TestServer, who: Person) {
  const call = await server.call(who, 'GET', '/api/v3/me')
  const renewal = await renew(server, who)
  expect([call.status, call.body.code]).toEqual([401, 'sessionExpired'])
  expect([renewal.status, renewal.body.error]).toEqual([400, 'invalid_grant'])
  return [call.body.signedOut, renewal.body.signedOut]
}

const idOf = async (server: TestServer, who: Person): Promise<string> =>
  (await server.call(who, 'GET', '/api/v3/me/sessions')).body.find((one: { current: boolean }) => one.current)
    .id

test('PROFILE-8 a device that its person signed out is told so, by every way to end a session', async () => {
  const ways: ((server: TestServer, ala: Person, other: Person) => Promise<Reply>)[] = [
    async (server, ala, other) =>
      server.call(ala, 'DELETE', `/api/v3/me/sessions/${await idOf(server, other)}`, { password }),
    (server, ala) => server.call(ala, 'DELETE', '/api/v3/me/sessions', { password }),
    (server, ala) =>
      server.call(ala, 'PUT', '/api/v3/profile/change-password', {
        oldPassword: password,
        newPassword: 'another good horse',
      }),
    async (server, ala) => {
      await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
      const code = (await server.lastLink()).split('/').at(-1)
      const body = { email: ala.email, password: 'another good horse' }
      return server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, body)
    },
    (server, ala) => server.call(ala, 'DELETE', '/api/v3/me', { password }),
    (server, _, other) =>
      server.call(null, 'POST', '/oauth/v2/revoke', { ...webClient, token: other.refresh }),
  ]
  for (const end of ways) {
    const { server, ala, other } = await onTwo()
    expect((await end(server, ala, other)).status).toBe(200)
    expect(await told(server, other)).toEqual([true, true])
  }
})

test('PROFILE-8 SAFE-9 activation tells the sessions of before that they were signed out', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const before = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const code = (await server.lastLink()).split('/').at(-1)
  expect((await server.call(null, 'POST', `/api/v3/me/activate/${code}`)).status).toBe(200)
  expect(await told(server, before)).toEqual([true, true])
})

test('PROFILE-8 a device without a network for days hears that it was signed out, with a token that is long expired', async () => {
  const { server, ala, other } = await onTwo()
  await server.call(ala, 'DELETE', '/api/v3/me/sessions', { password })
  server.clock.now += 20 * 24 * hour
  expect(await told(server, other)).toEqual([true, true])
})

test('AUTH-8 AUTH-9 PROFILE-8 a session that expired, or that server or operator ended, is not called signed out', async () => {
  const expired = await onTwo()
  expired.server.clock.now += 5 * hour
  const call = await expired.server.call(expired.other, 'GET', '/api/v3/me')
  expect([call.status, call.body.signedOut]).toEqual([401, undefined])
  expect((await renew(expired.server, expired.other)).status).toBe(200)

  const operated = await onTwo()
  await endSessionsOfPerson(operated.server.db, operated.ala.email, operated.server.clock.now)
  expect(await told(operated.server, operated.other)).toEqual([undefined, undefined])

  // Somebody else has the refresh token too, and uses it first.
  const stolen = await onTwo()
  stolen.server.clock.now += 4 * hour
  const { body } = await renew(stolen.server, stolen.other)
  await stolen.server.call({ ...stolen.other, access: body.access_token }, 'GET', '/api/v3/me')
  stolen.server.clock.now += hour
  expect(await told(stolen.server, stolen.other)).toEqual([undefined, undefined])
  expect(await told(stolen.server, { ...stolen.other, access: body.access_token })).toEqual([
    undefined,
    undefined,
  ])
})

test('PROFILE-8 SAFE-10 the oldest of too many sessions is not called signed out', async () => {
  const { server, ala, other } = await onTwo()
  await server.call(ala, 'GET', '/api/v3/me')
  for (let i = 0; i < 50; i++) {
    server.clock.now += 1_000
    await server.logIn(ala.email)
  }
  expect(await told(server, other)).toEqual([undefined, undefined])
})

test('PROFILE-8 nobody hears of a session with a token that is not ours', async () => {
  const { server, ala, other } = await onTwo()
  await server.call(ala, 'DELETE', '/api/v3/me/sessions', { password })
  const forged = { ...other, access: `${other.access.slice(0, -4)}AAAA` }
  expect((await server.call(forged, 'GET', '/api/v3/me')).body.signedOut).toBeUndefined()
})
