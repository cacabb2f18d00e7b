import { expect, test } from 'vitest'
import type { Body } from '../../../core/contract/api.ts'
import { moveInvitesTo } from '../../../server/lists/store/invite-rows.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import {
  newList,
  password,
  type Person,
  personOf,
  type TestServer,
  testServer,
} from '../../support/server.ts'

const day = 86_400_000
const guest = 'Ela@example.pl'

/** Ala invites Ela by mail; what the mail contains and what Ala is told. */
async function invited(env: Record<string, string> = {}) {
  const server = await testServer({ env })
  const { registration } = server.app.services.config
  server.app.services.config.registration = 'open'
  const ala = await server.person('ala@example.pl')
  server.app.services.config.registration = registration
  const list = await newList(server, ala, 'Weekend')
  const invite = async (email?: string) => {
    const body = { permission: 'edit', ...(email && { email }) }
    return (await server.call(ala, 'POST', `/api/v3/list/${list}/invite`, body)).body
  }
  const made = await invite(guest)
  const link = await server.lastLink()
  const proof = new URL(link).hash.slice(1)
  return { server, ala, list, invite, made, link, code: made.code as string, proof }
}

const look = (server: TestServer, code: string, proof: string) =>
  server.call(null, 'POST', `/api/v3/invite/${code}/mailed`, { proof })

const register = (
  server: TestServer,
  code: string,
  proof: string,
  more: Partial<Body<'registerInvited'>> = {},
  headers: Record<string, string> = {},
) =>
  server.call(
    null,
    'POST',
    `/api/v3/invite/${code}/register`,
    { proof, password, termsAccepted: true, ...more },
    headers,
  )

const accounts = async (server: TestServer) =>
  (await server.db.selectFrom('account').select('email').orderBy('email_key').execute()).map(
    ({ email }) => email,
  )

const members = async (server: TestServer, owner: Person, list: string) =>
  (await server.call(owner, 'GET', `/api/v3/list/${list}/list_users`)).body

test('HAND-11 who was invited by mail chooses a name and a password, and has the list: no second mail', async () => {
  const { server, ala, list, made, link, code, proof } = await invited()
  expect(link).toBe(`${made.url}#${proof}`)
  expect(proof).toMatch(/^[\w-]{24}$/)
  expect((await look(server, code, proof)).body).toEqual({ email: guest, hasAccount: false })
  const before = (await server.mails()).length
  const page = { origin: 'http://localhost:3000', host: 'localhost:3000' }
  const done = await register(server, code, proof, { name: ' Ela ', language: 'pl' }, page)
  expect([done.status, done.body]).toEqual([201, { id: list }])
  expect(done.headers['cache-control']).toBe('no-store')

  const cookie = String(done.headers['set-cookie']).split(';')[0] ?? ''
  const ela = personOf(guest, await server.logIn('ela@example.pl', {}, { ...page, cookie }))
  expect((await server.call(ela, 'GET', '/api/v3/me')).body).toMatchObject({
    email: guest,
    name: 'Ela',
    language: 'pl',
    status: 'A',
  })
  expect((await server.call(ela, 'GET', `/api/v3/list/${list}`)).body).toMatchObject({
    listName: 'Weekend',
    permissions: 'edit',
  })
  expect(await members(server, ala, list)).toEqual([
    { name: 'Ela', email: guest, permission: 'edit', accepted: true },
  ])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}/invites`)).body).toEqual([])
  expect((await server.mails()).length).toBe(before)
})

test('HAND-11 SAFE-4 the person who invites does not learn what proves the mailbox, and the database has only its hash', async () => {
  const { server, ala, list, made, code, proof } = await invited()
  const invites = await server.call(ala, 'GET', `/api/v3/list/${list}/invites`)
  const seen = await server.call(null, 'GET', `/api/v3/invite/${code}`)
  const all = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(JSON.stringify([made, invites.body, seen.body, all.body])).not.toContain(proof)
  const rows = await server.db.selectFrom('invite').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(proof)
  // The link that they can copy and pass on registers nobody.
  for (const wrong of ['', code, made.id, 'A'.repeat(24), rows[0]?.proof_hash ?? '']) {
    const answers = [await look(server, code, wrong), await register(server, code, wrong)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'notFound'],
      [404, 'notFound'],
    ])
  }
  expect(await accounts(server)).toEqual(['ala@example.pl'])
})

test('HAND-11 the secret of one invitation is worth nothing with another one, or with a link that was not mailed', async () => {
  const { server, invite, code, proof } = await invited()
  const [other, link] = [await invite('jan@example.pl'), await invite()]
  const otherProof = new URL(await server.lastLink()).hash.slice(1)
  for (const [of, with_] of [
    [other.code, proof],
    [code, otherProof],
    [link.code, proof],
    [link.code, ''],
  ])
    expect((await register(server, of, with_)).body.code).toBe('notFound')
  expect((await look(server, other.code, otherProof)).body.email).toBe('jan@example.pl')
})

test('HAND-11 the secret works once, ends with its invitation, and not for the next one', async () => {
  const { server, ala, list, invite, code, proof } = await invited()
  const again = await invite(guest)
  // A newer invitation to the same address replaced it.
  expect((await register(server, code, proof)).body.code).toBe('notFound')
  const newProof = new URL(await server.lastLink()).hash.slice(1)
  expect((await register(server, again.code, proof)).body.code).toBe('notFound')
  expect((await register(server, again.code, newProof)).status).toBe(201)
  expect((await register(server, again.code, newProof)).body.code).toBe('notFound')
  expect((await look(server, again.code, newProof)).body.code).toBe('notFound')

  const third = await invite('jan@example.pl')
  const thirdProof = new URL(await server.lastLink()).hash.slice(1)
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${third.id}`)
  expect((await register(server, third.code, thirdProof)).body.code).toBe('notFound')

  const fourth = await invite('eva@example.pl')
  const fourthProof = new URL(await server.lastLink()).hash.slice(1)
  server.clock.now += 7 * day
  const late = await register(server, fourth.code, fourthProof)
  expect([late.status, late.body.code]).toEqual([410, 'inviteExpired'])
  expect(await accounts(server)).toEqual(['ala@example.pl', guest])
})

test('HAND-11 somebody else whom the owner let in by the same invitation used it up', async () => {
  const { server, ala, list, made, code, proof } = await invited()
  const ola = await server.person('ola@example.pl')
  await server.call(ola, 'POST', `/api/v3/invite/${code}/ask`)
  const admit = `/api/v3/list/${list}/invite/${made.id}/admit`
  expect((await server.call(ala, 'POST', admit, { email: ola.email })).status).toBe(200)
  expect((await register(server, code, proof)).body.code).toBe('notFound')
})

test('HAND-11 an address that has an account, even one that is not activated, is told to log in, and joins as always', async () => {
  const { server, list, code, proof } = await invited()
  await server.register('ELA@example.pl')
  expect((await look(server, code, proof)).body).toEqual({ email: guest, hasAccount: true })
  const taken = await register(server, code, proof, { password: 'another good horse' })
  expect([taken.status, taken.body.code]).toEqual([409, 'emailTaken'])
  await server.db
    .updateTable('account')
    .set({ status: 'A' })
    .where('email_key', '=', 'ela@example.pl')
    .execute()
  const ela = personOf('ela@example.pl', await server.logIn('ela@example.pl'))
  expect((await server.call(ela, 'POST', `/api/v3/invite/${code}/accept`)).body).toEqual({ id: list })
})

test('HAND-11 PROFILE-9 once the address of an account has changed, what was mailed to the old one registers nobody', async () => {
  const { server, code, proof } = await invited()
  await server.db.transaction().execute((trx) => moveInvitesTo(trx, guest, 'new@example.pl'))
  expect((await register(server, code, proof)).body.code).toBe('notFound')
})

test('SAFE-4 where a backup is restored, what was mailed before registers nobody', async () => {
  const { server, code, proof } = await invited()
  await markRestored(server.db, server.clock.now)
  expect((await register(server, code, proof)).body.code).toBe('notFound')
})

test('HAND-11 of several who register with one secret at once one does, and nothing of the others is kept', async () => {
  const { server, ala, list, code, proof } = await invited()
  const replies = await Promise.all(
    ['one', 'two', 'three'].map((name) => register(server, code, proof, { name })),
  )
  expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  for (const { status } of replies) expect([201, 404, 409, 410]).toContain(status)
  expect(await accounts(server)).toEqual(['ala@example.pl', guest])
  expect(await members(server, ala, list)).toHaveLength(1)
})

test('HAND-11 AUTH-4 the password has the same rules as in a registration, and the name its length', async () => {
  const { server, code, proof } = await invited()
  const wrong = await register(server, code, proof, { password: 'ela@example.pl', name: 'x'.repeat(500) })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'ownEmail', name: 'tooLong' }])
  expect((await register(server, code, proof, { password: 'password1' })).body.fields).toEqual({
    password: 'tooCommon',
  })
  const without = { proof, password }
  expect((await server.call(null, 'POST', `/api/v3/invite/${code}/register`, without)).status).toBe(400)
  expect(await accounts(server)).toEqual(['ala@example.pl'])
})

test('RUN-4 HAND-11 a mailed invitation registers where registering takes an invitation, and nobody where it is closed', async () => {
  const closed = await invited({ REGISTRATION: 'closed' })
  for (const call of [look, register]) {
    const refused = await call(closed.server, closed.code, closed.proof)
    expect([refused.status, refused.body.code]).toEqual([403, 'registrationClosed'])
  }
  const { server, code, proof } = await invited({ REGISTRATION: 'invite' })
  expect((await register(server, code, proof)).status).toBe(201)
  expect((await server.call(null, 'GET', `/api/v3/registration/${code}`)).body.code).toBe('inviteUsed')
})

test('HAND-11 LIMIT-5 guesses of a secret are slowed down, whatever the code, and registrations are counted', async () => {
  const { server, code, proof } = await invited()
  const statuses = []
  for (let i = 0; i < 70; i++) statuses.push((await look(server, code, `wrong-${i}`)).status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await look(server, code, proof)).status).toBe(429)
  server.clock.now += 3_600_000
  expect((await look(server, code, proof)).status).toBe(200)
})

const overview = async (server: TestServer, who: Person) =>
  (await server.call(who, 'GET', '/api/v3/lists?status=shared')).body.items.map(
    (list: { id: string }) => list.id,
  )

/** Somebody registers the invited address by themselves, without the mailed link. */
async function registered(server: TestServer) {
  await server.register('ela@example.pl')
  const activation = (await server.lastLink()).split('/').at(-1) ?? ''
  return { activation, ela: personOf(guest, await server.logIn('ela@example.pl')) }
}
const accept = (server: TestServer, who: Person, code: string, body?: object) =>
  server.call(who, 'POST', `/api/v3/invite/${code}/accept`, body)

test('HAND-11 whoever registered the invited address already is activated by the mailed link, and has the list', async () => {
  const { server, ala, list, code, proof } = await invited()
  const { ela } = await registered(server)
  const thief = personOf(guest, await server.logIn('ela@example.pl'))
  const before = (await server.mails()).length
  expect((await accept(server, ela, code)).body.code).toBe('accountNotActivated')
  const done = await accept(server, ela, code, { proof })
  expect([done.status, done.body]).toEqual([200, { id: list }])
  expect((await server.call(ela, 'GET', '/api/v3/me')).body.status).toBe('A')
  expect(await overview(server, ela)).toEqual([list])
  // Somebody else may have registered the address, and be logged in.
  expect((await server.call(thief, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await accept(server, ela, code, { proof })).status).toBe(200)
  expect((await server.mails()).length).toBe(before)
  expect((await members(server, ala, list)).map((one: { email: string }) => one.email)).toEqual([
    'ela@example.pl',
  ])
})

test('HAND-11 SAFE-4 the link activates no account of another address, and whoever invites cannot activate anybody', async () => {
  const { server, ala, list, invite, made, code, proof } = await invited()
  const [other, link] = [await invite('jan@example.pl'), await invite()]
  const otherProof = new URL(await server.lastLink()).hash.slice(1)
  // Ala registers Ela's address herself. She knows the link that she can copy, and mails that reach her.
  const { ela } = await registered(server)
  await server.register('ola@example.pl')
  const ola = personOf('ola@example.pl', await server.logIn('ola@example.pl'))
  const tries: [Person, string, string][] = [
    [ola, code, proof],
    [ela, other.code, otherProof],
    [ela, code, otherProof],
    [ela, code, code],
    [ela, code, made.id],
    [ela, link.code, ''],
    [ela, link.code, otherProof],
  ]
  for (const [who, at, wrong] of tries) {
    const refused = await accept(server, who, at, { proof: wrong })
    expect([refused.status, refused.body.code]).toEqual([403, 'accountNotActivated'])
  }
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${made.id}`)
  expect((await accept(server, ela, code, { proof })).body.code).toBe('accountNotActivated')
  const late = await invite(guest)
  const lateProof = new URL(await server.lastLink()).hash.slice(1)
  server.clock.now += 7 * day
  const again = personOf(guest, await server.logIn('ela@example.pl'))
  expect((await accept(server, again, late.code, { proof: lateProof })).body.code).toBe('inviteExpired')
  const rows = await server.db.selectFrom('account').select(['email', 'status']).execute()
  expect(rows.filter(({ status }) => status === 'A').map(({ email }) => email)).toEqual(['ala@example.pl'])
})

test('HAND-11 whoever registers without the link has the lists once the mailbox is proved: by the activation, a new password or another invitation', async () => {
  const { server, ala, list, invite } = await invited()
  const second = await newList(server, ala, 'Party')
  const gone = await newList(server, ala, 'Gone')
  const post = (id: string, email: string) =>
    server.call(ala, 'POST', `/api/v3/list/${id}/invite`, { permission: 'view', email })
  for (const email of [guest, 'jan@example.pl', 'ewa@example.pl'])
    for (const id of [second, gone]) await post(id, email)
  for (const email of ['jan@example.pl', 'ewa@example.pl']) await invite(email)
  const ewasLink = new URL(await server.lastLink())
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: gone })

  const { activation, ela } = await registered(server)
  expect(await overview(server, ela)).toEqual([])
  await server.call(ela, 'POST', `/api/v3/me/activate/${activation}`)
  expect((await overview(server, ela)).toSorted()).toEqual([list, second].toSorted())
  // Not opened yet, so neither sees more of the other than before.
  expect(await members(server, ala, second)).toEqual([
    { name: '', email: 'ela@example.pl', permission: 'view', accepted: false },
  ])

  await server.register('jan@example.pl')
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: 'jan@example.pl' })
  const reset = (await server.lastLink()).split('/').at(-1) ?? ''
  await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${reset}`, {
    email: 'jan@example.pl',
    password,
  })
  const jan = personOf('jan@example.pl', await server.logIn('jan@example.pl'))
  expect((await overview(server, jan)).toSorted()).toEqual([list, second].toSorted())

  const code = ewasLink.pathname.split('/').at(-1) ?? ''
  expect((await register(server, code, ewasLink.hash.slice(1))).status).toBe(201)
  expect(await members(server, ala, list)).toContainEqual({
    name: 'ewa',
    email: 'ewa@example.pl',
    permission: 'edit',
    accepted: true,
  })
  expect(await members(server, ala, second)).toContainEqual({
    name: '',
    email: 'ewa@example.pl',
    permission: 'view',
    accepted: false,
  })
  const left = await server.db.selectFrom('invite').select('list_id').where('used_at', '=', 0).execute()
  expect(left).toEqual([])
})
