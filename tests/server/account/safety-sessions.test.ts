import { expect, test } from 'vitest'
import { addressOf } from '../../support/http.ts'
import {
  password,
  type Person,
  personOf,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'
import { openStream, sawEvent } from '../../support/stream.ts'

const fresh = 'a brand new password'

async function open(server: TestServer, who: Person) {
  const stream = await openStream(server, who)
  await sawEvent(stream, 'hello')
  const state = { isOpen: true }
  const close = () => void (state.isOpen = false)
  stream.ended.then(close, close)
  return { ended: stream.ended, state }
}

async function signedInTwice(server: TestServer) {
  const ala = await server.person('ala@example.pl')
  const other = personOf(ala.email, await server.logIn(ala.email))
  const mine = await open(server, ala)
  const theirs = await open(server, other)
  return { ala, other, mine, theirs }
}

const isOver = async (server: TestServer, who: Person) => {
  const me = await server.call(who, 'GET', '/api/v3/me')
  const grant = { grant_type: 'refresh_token', ...webClient, refresh_token: who.refresh }
  const renewed = await server.call(null, 'POST', '/oauth/v2/token', grant)
  return me.status === 401 && renewed.status === 400
}

test('PROFILE-4 a new password ends all other sessions at once, with their open streams, and not one’s own', async () => {
  const server = await testServer()
  const { ala, other, mine, theirs } = await signedInTwice(server)
  const body = { oldPassword: password, newPassword: fresh }
  expect((await server.call(ala, 'PUT', '/api/v3/profile/change-password', body)).status).toBe(200)
  await theirs.ended
  expect(await isOver(server, other)).toBe(true)
  expect(mine.state.isOpen).toBe(true)
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
})

test('AUTH-6 a reset ends every session at once, with the open streams', async () => {
  const server = await testServer()
  const { ala, other, mine, theirs } = await signedInTwice(server)
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  const code = (await server.lastLink()).split('/').at(-1)
  const body = { email: ala.email, password: fresh }
  await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, body)
  await Promise.all([mine.ended, theirs.ended])
  expect([await isOver(server, ala), await isOver(server, other)]).toEqual([true, true])
})

test('PROFILE-5 deletion ends every session at once, with the open streams', async () => {
  const server = await testServer()
  const { ala, other, mine, theirs } = await signedInTwice(server)
  expect((await server.call(ala, 'DELETE', '/api/v3/me', { password })).status).toBe(200)
  await Promise.all([mine.ended, theirs.ended])
  expect([await isOver(server, ala), await isOver(server, other)]).toEqual([true, true])
})

test('AUTH-11 PROFILE-8 logging out, and ending one or all others, ends the streams', async () => {
  const server = await testServer()
  const { ala, other, mine, theirs } = await signedInTwice(server)
  const sessions = (await server.call(ala, 'GET', '/api/v3/me/sessions')).body
  const foreign = sessions.find((session: { current: boolean }) => !session.current)
  await server.call(ala, 'DELETE', `/api/v3/me/sessions/${foreign.id}`, { password })
  await theirs.ended
  expect(await isOver(server, other)).toBe(true)

  const third = personOf(ala.email, await server.logIn(ala.email))
  const stream = await open(server, third)
  await server.call(ala, 'DELETE', '/api/v3/me/sessions', { password })
  await stream.ended
  expect(await isOver(server, third)).toBe(true)

  expect(mine.state.isOpen).toBe(true)
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ala.refresh, ...webClient })
  await mine.ended
  expect(await isOver(server, ala)).toBe(true)
})

test('AUTH-8 ten refreshes at once over HTTP give one pair; a stolen older one ends session and stream', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const stream = await open(server, ala)
  const url = `${await addressOf(server)}/oauth/v2/token`
  const refresh = async (token: string) => {
    const body = JSON.stringify({ grant_type: 'refresh_token', ...webClient, refresh_token: token })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const pairs = await Promise.all(Array.from({ length: 10 }, () => refresh(ala.refresh)))
  expect(new Set(pairs.map(({ body }) => `${body['access_token']} ${body['refresh_token']}`)).size).toBe(1)
  const second = pairs[0]?.body['refresh_token'] ?? ''
  const third = (await refresh(second)).body['refresh_token'] ?? ''
  await refresh(third)
  expect(stream.state.isOpen).toBe(true)
  expect((await refresh(ala.refresh)).body['error']).toBe('invalid_grant')
  await stream.ended
  expect((await refresh(third)).status).toBe(400)
})

test('AUTH-6 a log-in with the old password that was under way when the password changed opens nothing', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const body = { oldPassword: password, newPassword: fresh }
  const [changed, ...logIns] = await Promise.all([
    server.call(ala, 'PUT', '/api/v3/profile/change-password', body),
    ...Array.from({ length: 6 }, () => server.logIn(ala.email)),
  ])
  expect(changed.status).toBe(200)
  for (const answer of logIns) {
    if (answer.status !== 200) continue
    const late = personOf(ala.email, answer)
    expect((await server.call(late, 'GET', '/api/v3/me')).status).toBe(401)
  }
})

test('AUTH-9 a token counts in the Authorization header only', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const me = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers })
  for (const name of ['access_token', 'token', 'authorization', 'bearer_token'])
    expect((await me(`/api/v3/me?${name}=${ala.access}`)).statusCode).toBe(401)
  const headers: Record<string, string>[] = [
    { cookie: `access_token=${ala.access}; refresh=${ala.refresh}` },
    { authorization: ala.access },
    { authorization: `Basic ${Buffer.from(`ala@example.pl:${password}`).toString('base64')}` },
    { 'x-access-token': ala.access },
    { authorization: `Bearer ${ala.access} ` },
  ]
  const statuses = await Promise.all(headers.map(async (given) => (await me('/api/v3/me', given)).statusCode))
  // The last header is not checked: its trailing space is not part of the value.
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
  const stream = await me(`/api/v3/events?access_token=${ala.access}`)
  expect(stream.statusCode).toBe(401)
  const body = { _list_name: 'x', access_token: ala.access }
  expect((await server.call(null, 'POST', '/api/v3/list', body)).status).toBe(401)
  // Forged tokens: a changed signature, a changed number, another kind, and no signature.
  const [kind, id, n, mac = ''] = ala.access.split('.')
  for (const forged of [
    `${kind}.${id}.${n}.${mac.slice(0, -2)}AA`,
    `${kind}.${id}.zzzz.${mac}`,
    `r.${id}.${n}.${mac}`,
    `${kind}.${id}.${n}.`,
  ])
    expect((await me('/api/v3/me', { authorization: `Bearer ${forged}` })).statusCode, forged).toBe(401)
})
