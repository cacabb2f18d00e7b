import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import {
  newList,
  password,
  type Person,
  personOf,
  type TestServer,
  testServer,
} from '../../support/server.ts'
import { prune } from '../../../server/operate/jobs.ts'

const hour = 3_600_000
const day = 24 * hour
const path = '/api/v3/me/email-change'
const old = 'ala@example.pl'
const fresh = 'ala.nowak@example.org'

const ask = (server: TestServer, who: Person, email = fresh, given = password) =>
  server.call(who, 'POST', path, { email, password: given })
const confirm = (server: TestServer, who: Person, oldCode: string, newCode: string, headers = {}) =>
  server.call(who, 'POST', `${path}/confirm`, { oldCode, newCode }, headers)

/** All mails, oldest first. */
async function mailsOf(server: TestServer) {
  const mails = await Promise.all((await server.mails()).map((raw) => PostalMime.parse(raw)))
  return mails.map(({ to, subject = '', text = '' }) => ({ to: to?.[0]?.address ?? '', subject, text }))
}

const subjectsTo = async (server: TestServer, address: string) =>
  (await mailsOf(server)).flatMap(({ to, subject }) => (to === address ? [subject] : []))

/** The code in the newest mail to an address. */
async function codeTo(server: TestServer, address: string): Promise<string> {
  const mail = (await mailsOf(server)).findLast(({ to }) => to === address)
  return /\b\d{4} \d{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Ala has asked for the new address; both codes are in her mailboxes. */
async function atAsked() {
  const server = await testServer()
  const ala = await server.person(old)
  server.clock.now += 1_000
  expect((await ask(server, ala)).status).toBe(200)
  const codes = [await codeTo(server, old), await codeTo(server, fresh)] as const
  return { server, ala, codes }
}

const wrongOf = (code: string) => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`
const emailOf = async (server: TestServer, who: Person) =>
  (await server.call(who, 'GET', '/api/v3/me')).body.email as string

test('PROFILE-9 the address changes once the codes from both mailboxes are given, and not before', async () => {
  const { server, ala, codes } = await atAsked()
  const expiresAt = new Date(server.clock.now + hour).toISOString()
  expect((await server.call(ala, 'GET', path)).body).toEqual({ change: { email: fresh, expiresAt } })
  const [oldCode, newCode] = codes
  for (const [one, other] of [
    [oldCode, ''],
    ['', newCode],
    [newCode, oldCode],
  ] as const)
    expect((await confirm(server, ala, one, other)).status).toBe(400)
  expect(await emailOf(server, ala)).toBe(old)
  expect((await server.logIn(fresh)).status).toBe(400)

  const other = personOf(old, await server.logIn(old))
  server.clock.now += 1_000
  expect((await confirm(server, ala, ...codes)).body).toEqual({})
  expect(await emailOf(server, ala)).toBe(fresh)
  expect((await server.call(other, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await server.logIn(old)).status).toBe(400)
  expect((await server.logIn(fresh.toUpperCase())).status).toBe(200)
  expect((await server.call(ala, 'GET', path)).body).toEqual({ change: null })
  expect((await confirm(server, ala, ...codes)).body.code).toBe('emailChangeOver')
  // Somebody else may have the old address now.
  expect((await server.register(old)).status).toBe(201)
})

test('PROFILE-9 codes may be typed with or without the space, and a lost answer is repeated by its key', async () => {
  const { server, ala, codes } = await atAsked()
  const key = { 'idempotency-key': 'one' }
  const [oldCode, newCode] = [codes[0].replace(' ', ''), ` ${codes[1].replace(' ', '-')} `]
  for (const _ of [1, 2]) expect((await confirm(server, ala, oldCode, newCode, key)).status).toBe(200)
  expect(await emailOf(server, ala)).toBe(fresh)
})

test('PROFILE-9 each wrong code is named, and the fifth try ends the change', async () => {
  const { server, ala, codes } = await atAsked()
  const [oldCode, newCode] = codes
  const first = await confirm(server, ala, wrongOf(oldCode), newCode)
  expect([first.status, first.body.fields]).toEqual([400, { oldCode: 'wrongCode' }])
  const second = await confirm(server, ala, oldCode, wrongOf(newCode))
  expect(second.body.fields).toEqual({ newCode: 'wrongCode' })
  // Parallel guesses count too.
  const more = await Promise.all([1, 2, 3, 4].map(() => confirm(server, ala, wrongOf(oldCode), newCode)))
  expect(more.map(({ status }) => status).toSorted()).toEqual([400, 400, 410, 410])
  expect((await confirm(server, ala, ...codes)).body.code).toBe('emailChangeOver')
  expect(await emailOf(server, ala)).toBe(old)
})

test('PROFILE-9 the codes work for an hour, and a newer change or a cancelled one ends them', async () => {
  const { server, ala, codes } = await atAsked()
  expect((await ask(server, ala, 'other@example.org')).status).toBe(200)
  const newer = [await codeTo(server, old), await codeTo(server, 'other@example.org')] as const
  expect((await confirm(server, ala, ...codes)).status).toBe(400)
  expect((await server.call(ala, 'DELETE', path)).status).toBe(200)
  expect((await confirm(server, ala, ...newer)).body.code).toBe('emailChangeOver')

  await ask(server, ala)
  const late = [await codeTo(server, old), await codeTo(server, fresh)] as const
  server.clock.now += hour
  expect((await server.call(ala, 'GET', path)).body).toEqual({ change: null })
  expect((await confirm(server, ala, ...late)).body.code).toBe('emailChangeOver')
  server.clock.now += 1
  await prune(server.db, server.clock.now)
  expect(await server.db.selectFrom('email_change').selectAll().execute()).toEqual([])
})

test('PROFILE-9 the password is asked, and an address that is one already or none is refused in its field', async () => {
  const server = await testServer()
  const ala = await server.person(old)
  expect((await ask(server, ala, fresh, 'a guess')).body.code).toBe('incorrectPassword')
  expect((await ask(server, ala, 'nobody')).body.fields).toEqual({ email: 'invalidEmail' })
  expect((await ask(server, ala, ' ALA@example.pl ')).body.fields).toEqual({ email: 'sameEmail' })
  expect((await ask(server, ala, 'correct-horse-battery@example.pl')).body.fields).toEqual({
    password: 'ownEmail',
  })
  expect(await subjectsTo(server, old)).toEqual([])
})

test('PROFILE-9 a change of the password, a reset, or deleting the account ends a change that waits', async () => {
  const newPassword = 'a brand new password'
  const ways = {
    async change(server: TestServer, ala: Person) {
      const body = { oldPassword: password, newPassword }
      await server.call(ala, 'PUT', '/api/v3/profile/change-password', body)
      return ala
    },
    async reset(server: TestServer) {
      server.clock.now += 1_000
      await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: old })
      const code = (await server.lastLink()).split('/').at(-1)
      const body = { email: old, password: newPassword }
      await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, body)
      return personOf(old, await server.logIn(old, { password: newPassword }))
    },
    async delete(server: TestServer, ala: Person) {
      await server.call(ala, 'DELETE', '/api/v3/me', { password })
      return personOf(old, await server.logIn(old))
    },
  }
  for (const [way, end] of Object.entries(ways)) {
    const { server, ala, codes } = await atAsked()
    const back = await end(server, ala)
    expect(await server.db.selectFrom('email_change').selectAll().execute(), way).toEqual([])
    expect((await confirm(server, back, ...codes)).body.code, way).toBe('emailChangeOver')
    expect(await emailOf(server, back), way).toBe(old)
  }
})

test('PROFILE-9 a reset link that was mailed to the old address is over with the change', async () => {
  const { server, ala, codes } = await atAsked()
  server.clock.now += 1_000
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: old })
  const code = (await server.lastLink()).split('/').at(-1)
  expect((await confirm(server, ala, ...codes)).status).toBe(200)
  for (const email of [old, fresh]) {
    const body = { email, password: 'a brand new password' }
    const reset = await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, body)
    expect(reset.body.code).toBe('invalidResetLink')
  }
})

test('PROFILE-10 an address with an account is answered like a free one, and only its owner hears of it', async () => {
  const { server, ala } = await atAsked()
  await server.register('ola@example.pl', { language: 'pl' })
  server.clock.now += 1_000
  const asked = await ask(server, ala, 'OLA@example.pl')
  const expiresAt = new Date(server.clock.now + hour).toISOString()
  expect([asked.status, asked.body]).toEqual([200, { email: 'OLA@example.pl', expiresAt }])
  expect(await subjectsTo(server, 'ola@example.pl')).toEqual([
    'Aktywuj swoje konto',
    'Konto z Twoim adresem już istnieje',
  ])
  const told = (await mailsOf(server)).findLast(({ to }) => to === 'ola@example.pl')
  expect(told?.text).not.toMatch(/\d{4} \d{4}|ala@/)
  const oldCode = await codeTo(server, old)
  const tried = await confirm(server, ala, oldCode, oldCode)
  expect([tried.status, tried.body.fields]).toEqual([400, { newCode: 'wrongCode' }])
})

test('PROFILE-10 who registers the address meanwhile keeps it, which is told to whoever has its code', async () => {
  const { server, ala, codes } = await atAsked()
  await server.register(fresh)
  expect((await confirm(server, ala, ...codes)).body.code).toBe('emailTaken')
  expect(await emailOf(server, ala)).toBe(old)
})

test('PROFILE-10 mails are few: five changes of an account in a day, three mails to one new address', async () => {
  const server = await testServer()
  const [ala, ola] = [await server.person(old), await server.person('ola@example.pl')]
  await server.register('jan@example.pl')
  const statuses: number[] = []
  for (const who of [ala, ola, ala, ola]) statuses.push((await ask(server, who)).status)
  // An address with an account has the same limit.
  for (const who of [ola, ola, ola, ala]) statuses.push((await ask(server, who, 'jan@example.pl')).status)
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429])
  expect((await ask(server, ola, 'one@example.org')).status).toBe(200)
  const refused = await ask(server, ola, 'two@example.org')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(day / 1_000)])
  expect((await subjectsTo(server, fresh)).length).toBe(3)
  server.clock.now += day + 1
  expect((await ask(server, personOf(ola.email, await server.logIn(ola.email)))).status).toBe(200)
})

test('PROFILE-10 an account that was never activated mails nobody by it', async () => {
  const server = await testServer()
  await server.register(old)
  const ala = personOf(old, await server.logIn(old))
  expect((await ask(server, ala)).body.code).toBe('accountNotActivated')
  expect(await subjectsTo(server, fresh)).toEqual([])
})

test('PROFILE-10 codes are hashed at rest like passwords, and the one for the old address leaves the outbox with the change', async () => {
  const server = await testServer()
  const ala = await server.person(old)
  await ask(server, ala)
  // Nothing was sent yet.
  const queued = await server.db.selectFrom('mail').select(['kind', 'data']).execute()
  const codes = queued.flatMap(({ kind, data }) =>
    kind === 'emailCode' ? [/\d{4} \d{4}/.exec(data)?.[0]] : [],
  )
  expect(codes.length).toBe(2)
  const row = await server.db.selectFrom('email_change').selectAll().executeTakeFirstOrThrow()
  expect([row.old_code, row.new_code]).toEqual([
    expect.stringMatching(/^\$argon2id\$/),
    expect.stringMatching(/^\$argon2id\$/),
  ])
  await server.call(ala, 'DELETE', path)
  expect(await codeTo(server, old)).toBe('')
})

test('SAFE-11 both addresses are told of a change, which is a security event, and no address is logged', async () => {
  const { server, ala, codes } = await atAsked()
  await confirm(server, ala, wrongOf(codes[0]), codes[1])
  server.clock.now += 1_000
  await confirm(server, ala, ...codes)
  expect((await subjectsTo(server, old)).at(-1)).toBe('This is no longer the address of your account')
  expect((await subjectsTo(server, fresh)).at(-1)).toBe('Your email address was changed')
  const { body } = await server.call(null, 'GET', `/metrics?token=${server.app.services.startToken}`)
  for (const event of ['emailChangeAsked', 'emailCodeRefused', 'emailChanged'])
    expect(body).toContain(`security_events_total{event="${event}"} 1`)
})

test('PROFILE-9 shared lists go along, and others act on the new address', async () => {
  const { server, ala, codes } = await atAsked()
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ola)
  await server.call(ola, 'POST', '/api/v3/list/share', { _list_id: list, _email_address: old })
  await server.call(ala, 'PUT', `/api/v3/list/${list}/accepted`)
  await confirm(server, ala, ...codes)
  const members = await server.call(ola, 'GET', `/api/v3/list/${list}/list_users`)
  expect(members.body).toMatchObject([{ email: fresh }])
  // Whoever registers the old address gets nothing of it.
  const stranger = await server.person(old)
  expect((await server.call(stranger, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  const who = { email_address: fresh, permission: 'edit' }
  expect((await server.call(ola, 'PUT', `/api/v3/shared_list/${list}`, who)).status).toBe(200)
})

test('SAFE-9 an open invitation to the old address still works, and no member comes back by it', async () => {
  const { server, ala, codes } = await atAsked()
  const ola = await server.person('ola@example.pl')
  const lists = [await newList(server, ola), await newList(server, ola)] as const
  const invited = async (list: string) => {
    const body = { email: old, permission: 'edit' }
    return (await server.call(ola, 'POST', `/api/v3/list/${list}/invite`, body)).body.code as string
  }
  const accept = (code: string) => server.call(ala, 'POST', `/api/v3/invite/${code}/accept`)
  const [first, second] = [await invited(lists[0]), await invited(lists[1])]
  await confirm(server, ala, ...codes)
  // Ola does not learn the new address before it is given to her.
  expect((await server.call(ola, 'GET', `/api/v3/list/${lists[0]}/invites`)).body).toMatchObject([
    { email: old },
  ])
  expect((await accept(first)).status).toBe(200)

  const member = {
    list_id: lists[1],
    account_id: ala.id,
    permission: 'view' as const,
    created_at: 1,
    accepted: 1,
  }
  await server.db.insertInto('member').values(member).execute()
  const share = { _list_id: lists[1], _email_address: fresh }
  expect((await server.call(ola, 'DELETE', '/api/v3/list/share', share)).status).toBe(204)
  expect((await accept(second)).body.code).toBe('inviteRevoked')
})

test('PROFILE-9 a device that was known stays known under the new address', async () => {
  const server = await testServer()
  const ala = await server.person(old)
  const origin = 'http://localhost:3000'
  const logIn = (email: string, cookie = '', more = {}) =>
    server.logIn(email, more, { origin, ...(cookie && { cookie }) })
  const cookie = [(await logIn(old)).headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';', 1)[0])
    .join('; ')
  server.clock.now += 1_000
  await ask(server, ala)
  await confirm(server, ala, await codeTo(server, old), await codeTo(server, fresh))
  // Somebody guesses at the new address; the owner does not wait for it on this device.
  for (let i = 0; i < 6; i++) await logIn(fresh, '', { password: `guess ${i}` })
  expect((await logIn(fresh)).status).toBe(429)
  expect((await logIn(fresh, cookie)).status).toBe(200)
})

test('PROFILE-7 the export tells of a change that waits', async () => {
  const { server, ala } = await atAsked()
  const expiresAt = new Date(server.clock.now + hour).toISOString()
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.emailChange).toEqual({ email: fresh, expiresAt })
  expect(body.profile.email).toBe(old)
})
