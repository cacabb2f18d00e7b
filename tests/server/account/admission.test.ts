import { expect, test } from 'vitest'
import { parseConfig } from '../../../server/base/config.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { inviteAccount } from '../../../server/operate/people.ts'
import { newList, type Person, personOf, testServer, type TestServer } from '../../support/server.ts'

const day = 86_400_000

/** A server on which the first person has an account already, as on one that was open before. */
async function serverThatIs(registration: 'open' | 'invite' | 'closed') {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  server.app.services.config.registration = registration
  const link = async (who: Person = ala, of = list): Promise<string> =>
    (await server.call(who, 'POST', `/api/v3/list/${of}/invite`, { permission: 'edit' })).body.code
  const operators = async (email = 'ola@example.pl') =>
    (await inviteAccount(server.app.services, email)).link.split('#')[1] ?? ''
  const register = async (email: string, invitation?: string) => {
    const { status, body } = await server.register(email, { ...(invitation && { invitation }) })
    return status === 201 ? 201 : body.code
  }
  return { server, ala, list, link, operators, register }
}

const may = async (server: TestServer, code: string) => {
  const { status, body } = await server.call(null, 'GET', `/api/v3/registration/${code}`)
  return status === 200 ? 200 : body.code
}

test('RUN-4 REGISTRATION is open, invite or closed, and anything else is named at the start', () => {
  const of = (REGISTRATION?: string) => parseConfig({ REGISTRATION }).registration
  expect([of(), of('open'), of(' invite '), of('closed')]).toEqual(['open', 'open', 'invite', 'closed'])
  for (const wrong of ['shut', 'Open', 'true'])
    expect(() => of(wrong), wrong).toThrow('REGISTRATION must be one of open, invite, closed.')
})

test('RUN-4 AUTH-4 an open server asks for no code, and uses none up', async () => {
  const { server, link, register } = await serverThatIs('open')
  const code = await link()
  expect((await server.call(null, 'GET', '/api/v3/registration')).body).toMatchObject({
    registration: 'open',
  })
  expect(await register('a@example.pl')).toBe(201)
  expect(await register('b@example.pl', code)).toBe(201)
  expect(await register('c@example.pl', 'nonsense')).toBe(201)
  server.app.services.config.registration = 'invite'
  expect(await may(server, code)).toBe(200)
})

test('RUN-4 AUTH-4 by invitation: a link to a list makes one account, which then opens the list; log-ins go on', async () => {
  const { server, ala, list, link, register } = await serverThatIs('invite')
  expect((await server.call(null, 'GET', '/api/v3/registration')).body).toMatchObject({
    registration: 'invite',
  })
  expect(await register('ola@example.pl')).toBe('invitationNeeded')
  expect(await register('ola@example.pl', 'A'.repeat(24))).toBe('invitationNeeded')
  const code = await link()
  expect(await may(server, code)).toBe(200)
  expect(await register('ola@example.pl', code)).toBe(201)
  await server.call(null, 'POST', `/api/v3/me/activate/${(await server.lastLink()).split('/').at(-1)}`)
  expect(await register('eva@example.pl', code)).toBe('inviteUsed')
  expect(await may(server, code)).toBe('inviteUsed')
  const ola = personOf('ola@example.pl', await server.logIn('ola@example.pl'))
  const accepted = await server.call(ola, 'POST', `/api/v3/invite/${code}/accept`)
  expect(accepted).toMatchObject({ status: 200, body: { id: list } })
  expect(await register('eva@example.pl', code)).toBe('inviteUsed')
  expect((await server.logIn(ala.email)).status).toBe(200)
})

test('RUN-4 a code that is used, taken back, expired, or of a list that is gone makes no account', async () => {
  const { server, ala, list, link, register } = await serverThatIs('invite')
  const [accepted, revoked, expired] = [await link(), await link(), await link()]
  server.app.services.config.registration = 'open'
  const ola = await server.person('ola@example.pl')
  server.app.services.config.registration = 'invite'
  await server.call(ola, 'POST', `/api/v3/invite/${accepted}/accept`)
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${revoked}`)
  expect(await register('e@example.pl', accepted)).toBe('inviteUsed')
  expect(await register('e@example.pl', revoked)).toBe('inviteRevoked')
  server.clock.now += 7 * day
  expect(await register('e@example.pl', expired)).toBe('inviteExpired')
  const asAla = personOf(ala.email, await server.logIn(ala.email))
  const gone = await newList(server, asAla)
  const ofGone = await link(asAla, gone)
  await server.call(asAla, 'DELETE', '/api/v3/list', { _id: gone })
  expect(await register('e@example.pl', ofGone)).toBe('invitationNeeded')
  const accounts = await server.db.selectFrom('account').select('email').orderBy('email').execute()
  expect(accounts.map(({ email }) => email)).toEqual(['ala@example.pl', 'ola@example.pl'])
})

test('RUN-4 AUTH-4 of two who register with one code at once, one does, and nothing of the other is kept', async () => {
  const { server, link, operators, register } = await serverThatIs('invite')
  for (const code of [await link(), await operators()]) {
    const before = (await server.db.selectFrom('account').select('id').execute()).length
    const both = await Promise.all(
      ['x', 'y', 'z'].map((name) => register(`${name}${before}@example.pl`, code)),
    )
    expect(both.toSorted()).toEqual([201, 'inviteUsed', 'inviteUsed'])
    expect(await server.db.selectFrom('account').select('id').execute()).toHaveLength(before + 1)
  }
})

test('RUN-4 AUTH-4 a taken address uses no code up, and without a good code nobody learns that it is taken', async () => {
  const { server, link, register } = await serverThatIs('invite')
  const code = await link()
  expect(await register('ala@example.pl')).toBe('invitationNeeded')
  expect(await register('ala@example.pl', code)).toBe('emailTaken')
  expect(await register('ola@example.pl', code)).toBe(201)
  expect(await register('ala@example.pl', code)).toBe('inviteUsed')
  server.app.services.config.registration = 'closed'
  expect(await register('ala@example.pl')).toBe('registrationClosed')
})

test('RUN-4 closed: no list opens the door, the operator alone does, for 7 days, for one person, in every mode', async () => {
  const { server, ala, link, operators, register } = await serverThatIs('closed')
  expect((await server.call(null, 'GET', '/api/v3/registration')).body).toMatchObject({
    registration: 'closed',
  })
  expect(await register('ola@example.pl')).toBe('registrationClosed')
  expect(await register('ola@example.pl', await link())).toBe('registrationClosed')
  const older = await operators()
  const newer = await operators()
  expect([await may(server, older), await may(server, newer)]).toEqual(['inviteRevoked', 200])
  // A link is for whoever comes with it: the address may be another one.
  expect(await register('olga@example.pl', newer)).toBe(201)
  expect(await register('ola@example.pl', newer)).toBe('inviteUsed')
  const late = await operators()
  server.clock.now += 7 * day
  expect(await register('ola@example.pl', late)).toBe('inviteExpired')
  expect((await server.logIn(ala.email)).status).toBe(200)
  await expect(operators('ALA@example.pl')).rejects.toThrow('has an account already')
})

test('RUN-4 guessing codes is slowed down, in every call that takes one', async () => {
  const { server, link } = await serverThatIs('invite')
  const code = await link()
  const wrong = (i: number) => `guess${String(i).padStart(19, '0')}`
  for (let i = 0; i < 20; i++) expect(await may(server, wrong(i))).toBe('invitationNeeded')
  for (let i = 20; i < 40; i++)
    expect((await server.call(null, 'GET', `/api/v3/invite/${wrong(i)}`)).status).toBe(404)
  for (let i = 40; i < 60; i++)
    expect((await server.register('eva@example.pl', { invitation: wrong(i) })).body.code).toBe(
      'invitationNeeded',
    )
  expect(await may(server, wrong(60))).toBe('tooManyRequests')
  const slowed = await server.register('eva@example.pl', { invitation: wrong(61) })
  expect([slowed.body.code, slowed.headers['retry-after']]).toEqual(['tooManyRequests', '10'])
  server.clock.now += 10_000
  // Good ones do not count.
  for (let i = 0; i < 5; i++) expect(await may(server, code)).toBe(200)
})

test('RUN-4 codes of the operator are kept as hashes, without the address once used, and go with the nights', async () => {
  const { server, operators, register } = await serverThatIs('closed')
  const code = await operators()
  await operators('eva@example.pl')
  await register('ola@example.pl', code)
  const rows = () => server.db.selectFrom('admission').select(['email_key', 'code_hash']).execute()
  expect((await rows()).map((row) => row.email_key).toSorted()).toEqual(['', 'eva@example.pl'])
  expect((await rows()).map((row) => row.code_hash)).not.toContain(code)
  // A restored backup says how many links are open.
  expect(await markRestored(server.db, server.clock.now)).toMatchObject({ invites: 1 })
  await prune(server.db, server.clock.now + 15 * day)
  expect(await rows()).toEqual([])
})
