import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { newPasskey } from '../../support/ways-in/authenticator.ts'
import {
  password,
  personOf,
  type Person,
  testServer,
  type TestServer,
  webClient,
} from '../../support/server.ts'

const origin = 'https://lists.example.org'
const env = { PUBLIC_URL: origin }
const minute = 60_000

const post = (server: TestServer, who: Person | null, path: string, body: object = {}, headers = {}) =>
  server.call(who, 'POST', path, body, headers)
const grant = (server: TestServer, type: string, more: object, headers = {}) =>
  post(server, null, '/oauth/v2/token', { grant_type: type, ...webClient, ...more }, headers)

async function addPasskey(server: TestServer, who: Person, name = 'Phone', passkey = newPasskey(origin)) {
  const { body } = await post(server, who, '/api/v3/me/passkeys/options', { password })
  const reply = await post(server, who, '/api/v3/me/passkeys/verify', { name, passkey: passkey.made(body) })
  expect(reply.status).toBe(200)
  return passkey
}

const ask = async (server: TestServer) => (await post(server, null, '/oauth/v2/passkey/options')).body

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codeAt = (time: number, of = secret) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: time })

async function addTotp(server: TestServer, who: Person): Promise<string[]> {
  const body = { secret, code: codeAt(server.clock.now), password }
  const reply = await post(server, who, '/api/v3/me/totp', body)
  expect(reply.status).toBe(200)
  server.clock.now += minute
  return reply.body.codes
}

/** Returns the refusal of the right password, which asks for a second factor. */
async function half(server: TestServer, who: Person, headers = {}) {
  const reply = await server.logIn(who.email, {}, headers)
  expect(reply).toMatchObject({ status: 400, body: { error: 'second_factor_required' } })
  return reply.body as { ticket: string; passkey?: object }
}

test('OPEN-5 a passkey logs its account in without a password or an address, and is told by mail', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  await server.person('bob@example.org')
  const passkey = await addPasskey(server, ann, 'Ann’s phone')
  expect((await server.mails()).at(-1)).toMatch(/way to log in/)
  const options = await ask(server)
  expect(options).toMatchObject({ rpId: 'lists.example.org', userVerification: 'required' })
  const reply = await grant(server, 'passkey', { passkey: passkey.shown(options) })
  expect(reply).toMatchObject({ status: 200, body: { user_id: ann.id, email: ann.email } })
  const session = personOf(ann.email, reply)
  const { passkeys } = (await server.call(session, 'GET', '/api/v3/me/ways-in')).body
  const [{ id }] = passkeys
  expect(passkeys).toEqual([
    {
      id,
      name: 'Ann’s phone',
      createdAt: new Date(server.clock.now).toISOString(),
      lastUsedAt: new Date(server.clock.now).toISOString(),
    },
  ])
  // In a cookie, as with the password; and never for a foreign page.
  const kept = { remember: true, passkey: passkey.shown(await ask(server)) }
  const own = await grant(server, 'passkey', kept, { origin })
  expect(own.body).not.toHaveProperty('refresh_token')
  expect(String(own.headers['set-cookie'])).toContain('refresh=')
  const away = { password, name: 'x' }
  expect((await server.call(ann, 'DELETE', `/api/v3/me/ways-in/${id}`, { password: 'wrong' })).status).toBe(
    400,
  )
  expect((await server.call(ann, 'DELETE', `/api/v3/me/ways-in/${id}`, away)).status).toBe(400)
  expect((await server.call(ann, 'DELETE', `/api/v3/me/ways-in/${id}`, { password })).status).toBe(200)
  expect((await grant(server, 'passkey', { passkey: passkey.shown(await ask(server)) })).status).toBe(400)
})

test('OPEN-5 refused: another origin, site, ceremony, challenge, account, key, counter; a passkey that asked nobody', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const bob = await server.person('bob@example.org')
  const passkey = await addPasskey(server, ann)
  const bobs = await addPasskey(server, bob)
  const tries: Record<string, (options: object) => object> = {
    'another origin': (options) =>
      passkey.shown(options, { origin: 'https://lists.example.org.evil.example' }),
    'a subdomain': (options) => passkey.shown(options, { origin: 'https://x.lists.example.org' }),
    'without https': (options) => passkey.shown(options, { origin: 'http://lists.example.org' }),
    'another site': (options) => passkey.shown(options, { site: 'example.org' }),
    'the other ceremony': (options) => passkey.shown(options, { type: 'webauthn.create' }),
    'nobody was asked': (options) => passkey.shown(options, { isVerified: false }),
    'an older counter': (options) => passkey.shown(options, { counter: 1 }),
    'another key under this id': (options) => bobs.shown(options, { id: passkey.id }),
    'an unknown passkey': (options) => newPasskey(origin).shown(options),
    'a challenge of our own': () => passkey.shown({ challenge: 'x'.repeat(43) }),
    nothing: () => ({}),
    'what is no passkey': () => ({ id: passkey.id, response: { clientDataJSON: 'e30' } }),
    'an id of another type': () => ({ id: { $ne: '' }, response: 1 }),
  }
  for (const [name, answer] of Object.entries(tries)) {
    const reply = await grant(server, 'passkey', { passkey: answer(await ask(server)) })
    expect({ name, status: reply.status, code: reply.body.code }).toEqual({
      name,
      status: 400,
      code: 'wayInRefused',
    })
  }
  // Each challenge is good once, for its ceremony, and for some minutes.
  const options = await ask(server)
  const first = passkey.shown(options)
  expect((await grant(server, 'passkey', { passkey: first })).status).toBe(200)
  expect((await grant(server, 'passkey', { passkey: first })).status).toBe(400)
  expect((await grant(server, 'passkey', { passkey: passkey.shown(options) })).status).toBe(400)
  const { body: making } = await post(server, ann, '/api/v3/me/passkeys/options', { password })
  expect((await grant(server, 'passkey', { passkey: passkey.shown(making) })).status).toBe(400)
  const late = await ask(server)
  server.clock.now += 11 * minute
  expect((await grant(server, 'passkey', { passkey: passkey.shown(late) })).status).toBe(400)
})

test('OPEN-5 refused: a passkey made for another account, twice, elsewhere, without the password, by who is not activated', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const bob = await server.person('bob@example.org')
  const verify = (who: Person, passkey: object) =>
    post(server, who, '/api/v3/me/passkeys/verify', { name: 'x', passkey })
  const options = async (who: Person) =>
    (await post(server, who, '/api/v3/me/passkeys/options', { password })).body
  expect(await post(server, ann, '/api/v3/me/passkeys/options', { password: 'wrong' })).toMatchObject({
    status: 400,
    body: { code: 'incorrectPassword' },
  })
  const refused = { status: 400, body: { code: 'wayInRefused' } }
  const fresh = newPasskey(origin)
  expect(await verify(bob, fresh.made(await options(ann)))).toMatchObject(refused)
  expect(await verify(ann, fresh.made(await options(ann), { origin: 'https://evil.example' }))).toMatchObject(
    refused,
  )
  expect(await verify(ann, fresh.made(await options(ann), { isVerified: false }))).toMatchObject(refused)
  expect(await verify(ann, fresh.made({ ...(await options(ann)), ...(await ask(server)) }))).toMatchObject(
    refused,
  )
  const asked = await options(ann)
  expect((await verify(ann, fresh.made(asked))).status).toBe(200)
  expect(await verify(ann, newPasskey(origin).made(asked))).toMatchObject(refused)
  // The id of somebody else's passkey, with a key of one's own.
  expect(await verify(bob, newPasskey(origin, fresh.id).made(await options(bob)))).toMatchObject(refused)
  expect((await grant(server, 'passkey', { passkey: fresh.shown(await ask(server)) })).body.user_id).toBe(
    ann.id,
  )
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', bob.id).execute()
  expect((await post(server, bob, '/api/v3/me/passkeys/options', { password })).status).toBe(403)
})

test('OPEN-5 no passkeys at a bare address or without https, and the server says so', async () => {
  for (const PUBLIC_URL of [
    'https://192.168.1.5',
    'http://127.0.0.1:3000',
    'https://[::1]',
    'http://lists.example.org',
  ]) {
    const server = await testServer({ env: { PUBLIC_URL } })
    const ann = await server.person('ann@example.org')
    const reply = await post(server, ann, '/api/v3/me/passkeys/options', { password })
    expect({ PUBLIC_URL, code: reply.body.code }).toEqual({ PUBLIC_URL, code: 'passkeysNotHere' })
    expect((await post(server, null, '/oauth/v2/passkey/options')).status).toBe(400)
  }
  const server = await testServer({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  expect((await post(server, null, '/oauth/v2/passkey/options')).body.rpId).toBe('localhost')
})

test('OPEN-5 the password alone opens nothing when a second factor is on: a code is good once, one period early or late', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const codes = await addTotp(server, ann)
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toBe(true)
  const rows = await server.db.selectFrom('proof').selectAll().where('kind', '=', 'recovery').execute()
  expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll('-', ''))
  const { ticket } = await half(server, ann)
  const second = (more: object) => grant(server, 'second_factor', more)
  const now = () => codeAt(server.clock.now)
  const wrong = await second({ ticket, code: '000000' })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant', ticket: expect.any(String) } })
  // A ticket is good for one try; the refusal brings the next.
  expect((await second({ ticket, code: now() })).body.error).toBe('second_factor_over')
  const opened = await second({ ticket: wrong.body.ticket, code: now() })
  expect(opened).toMatchObject({ status: 200, body: { user_id: ann.id } })
  const used = now()
  expect((await second({ ticket: (await half(server, ann)).ticket, code: used })).status).toBe(400)
  server.clock.now += 30_000
  // Older than the newest that was used, though still in time.
  expect((await second({ ticket: (await half(server, ann)).ticket, code: used })).status).toBe(400)
  expect((await second({ ticket: (await half(server, ann)).ticket, code: now() })).status).toBe(200)
  server.clock.now += 5 * minute
  const of = async (ms: number) =>
    (await second({ ticket: (await half(server, ann)).ticket, code: codeAt(server.clock.now + ms) })).status
  expect(await of(-60_000)).toBe(400)
  expect(await of(60_000)).toBe(400)
  expect(await of(-30_000)).toBe(200)
  expect(await of(30_000)).toBe(200)
  // One that a recovery code may look like, and none at all.
  expect((await second({ ticket: (await half(server, ann)).ticket })).status).toBe(400)
  expect((await second({ code: now() })).body.error).toBe('second_factor_over')
  const { ticket: late } = await half(server, ann)
  server.clock.now += 11 * minute
  expect((await second({ ticket: late, code: now() })).body.error).toBe('second_factor_over')
})

test('OPEN-5 two devices with one code or one ticket at once: one gets in', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const codes = await addTotp(server, ann)
  const tickets = [(await half(server, ann)).ticket, (await half(server, ann)).ticket]
  const statuses = async (tries: object[]) =>
    (await Promise.all(tries.map((one) => grant(server, 'second_factor', one))))
      .map(({ status }) => status)
      .toSorted()
  const code = codeAt(server.clock.now)
  expect(await statuses(tickets.map((ticket) => ({ ticket, code })))).toEqual([200, 400])
  const { ticket } = await half(server, ann)
  expect(
    await statuses([
      { ticket, code: codes[0] },
      { ticket, code: codes[1] },
    ]),
  ).toEqual([200, 400])
})

test('OPEN-5 a recovery code is good once, of this account only; new ones end the old', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const bob = await server.person('bob@example.org')
  const [first = '', second = '', third = ''] = await addTotp(server, ann)
  await addTotp(server, bob)
  const by = async (who: Person, code: string) =>
    (await grant(server, 'second_factor', { ticket: (await half(server, who)).ticket, code })).status
  expect(await by(bob, first)).toBe(400)
  expect(await by(ann, first.toLowerCase().replaceAll('-', ' '))).toBe(200)
  expect(await by(ann, first)).toBe(400)
  expect((await server.call(ann, 'GET', '/api/v3/me/ways-in')).body).toMatchObject({
    totp: true,
    secondFactor: true,
    recoveryCodes: 9,
  })
  const anew = await post(server, ann, '/api/v3/me/recovery-codes', { password })
  expect(anew.body.codes).toHaveLength(10)
  expect(await by(ann, second)).toBe(400)
  expect(await by(ann, anew.body.codes[9])).toBe(200)
  expect(await by(ann, third)).toBe(400)
})

test('OPEN-5 a passkey as the second factor: of this account, for this step', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const bob = await server.person('bob@example.org')
  const passkey = await addPasskey(server, ann)
  const bobs = await addPasskey(server, bob)
  expect((await server.logIn(ann.email)).status).toBe(200)
  const { codes } = (await post(server, ann, '/api/v3/me/recovery-codes', { password })).body
  expect(codes).toHaveLength(10)
  const { ticket, passkey: options = {} } = await half(server, ann)
  const other = await grant(server, 'second_factor', { ticket, passkey: bobs.shown(options) })
  expect(other.status).toBe(400)
  const loose = { ticket: other.body.ticket, passkey: passkey.shown(await ask(server)) }
  const without = await grant(server, 'second_factor', loose)
  expect(without.status).toBe(400)
  // Asked for as a second factor, it is no log-in by itself.
  const { passkey: again = {} } = await half(server, ann)
  expect((await grant(server, 'passkey', { passkey: passkey.shown(again) })).status).toBe(400)
  const last = without.body as { ticket: string; passkey: object }
  const right = await grant(server, 'second_factor', {
    ticket: last.ticket,
    passkey: passkey.shown(last.passkey),
  })
  expect(right).toMatchObject({ status: 200, body: { user_id: ann.id } })
  // Without the last passkey nothing is left to ask for.
  await server.call(ann, 'DELETE', `/api/v3/me/ways-in/${passkey.id}`, { password })
  expect((await server.logIn(ann.email)).status).toBe(200)
})

test('OPEN-5 a new password by mail leaves the second factor on, ends half a log-in, and only the password turns it off', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  await addTotp(server, ann)
  const { ticket } = await half(server, ann)
  await post(server, null, '/api/v3/profile/reset_password/step1', { email: ann.email })
  const link = new URL(await server.lastLink()).pathname.split('/').at(-1)
  const anew = 'another battery staple'
  const body = { email: ann.email, password: anew }
  expect((await post(server, null, `/api/v3/profile/reset_password/step2/${link}`, body)).status).toBe(200)
  const code = () => codeAt(server.clock.now)
  expect((await grant(server, 'second_factor', { ticket, code: code() })).body.error).toBe(
    'second_factor_over',
  )
  const { body: asked } = await server.logIn(ann.email, { password: anew })
  expect(asked.error).toBe('second_factor_required')
  const session = personOf(
    ann.email,
    await grant(server, 'second_factor', { ticket: asked.ticket, code: code() }),
  )
  const off = (given: string) =>
    server.call(session, 'DELETE', '/api/v3/me/ways-in/second-factor', { password: given })
  expect((await off(password)).body.code).toBe('incorrectPassword')
  expect((await off(anew)).status).toBe(200)
  expect((await server.logIn(ann.email, { password: anew })).status).toBe(200)
  expect(
    await server.db.selectFrom('proof').select('kind').where('account_id', '=', ann.id).execute(),
  ).toEqual([])
})

test('OPEN-5 wrong codes are throttled by account and network, and end in no session; personal tokens go on', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const token = { name: 'Home', scopes: ['read'] }
  const { token: made } = (await post(server, ann, '/api/v3/me/tokens', token)).body
  await addTotp(server, ann)
  const { db } = server
  const before = await db.selectFrom('session').select('id').execute()
  let { ticket } = await half(server, ann)
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) {
    const reply = await grant(server, 'second_factor', { ticket, code: `00000${i}` })
    statuses.push(reply.status)
    ticket = reply.body.ticket ?? (await half(server, ann)).ticket
  }
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status === 200)).toEqual([])
  expect(await db.selectFrom('session').select('id').execute()).toHaveLength(before.length)
  expect((await server.call({ ...ann, access: made }, 'GET', '/api/v3/lists')).status).toBe(200)
})

test('OPEN-5 strangers cannot fill the database with challenges, and those that are over go', async () => {
  const server = await testServer({ env })
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push((await post(server, null, '/oauth/v2/passkey/options')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  const { forgetCounts } = await import('../../../server/operate/jobs.ts')
  const ann = await server.person('ann@example.org')
  server.clock.now += 2_000
  await addPasskey(server, ann)
  server.clock.now += 11 * minute
  await forgetCounts(server.db, server.clock.now)
  const left = await server.db.selectFrom('proof').select('kind').execute()
  expect(left).toEqual([{ kind: 'passkey' }])
})

test('OPEN-5 the ways in are in the export without what opens them, and go with the account', async () => {
  const server = await testServer({ env })
  const ann = await server.person('ann@example.org')
  const passkey = await addPasskey(server, ann)
  await addTotp(server, ann)
  const { body } = await server.call(ann, 'GET', '/api/v3/me/export')
  expect(body.waysIn).toMatchObject({ passkeys: [{ name: 'Phone' }], totp: true, recoveryCodes: 10 })
  const { public_key } = await server.db
    .selectFrom('proof')
    .select('public_key')
    .where('key', '=', passkey.id)
    .executeTakeFirstOrThrow()
  for (const hidden of [secret, public_key]) expect(JSON.stringify(body)).not.toContain(hidden)
  await server.call(ann, 'DELETE', '/api/v3/me', { password })
  // A passkey brings it back, like the password.
  const back = await grant(server, 'passkey', { passkey: passkey.shown(await ask(server)) })
  expect(back.body.reactivated).toBe(true)
  await server.call(personOf(ann.email, back), 'DELETE', '/api/v3/me', { password })
  server.clock.now += 31 * 24 * 60 * minute
  expect((await grant(server, 'passkey', { passkey: passkey.shown(await ask(server)) })).status).toBe(400)
  const { removeDeletedAccounts } = await import('../../../server/account/account-removal.ts')
  await removeDeletedAccounts(server.db, server.clock.now)
  expect(await server.db.selectFrom('proof').select('kind').where('account_id', '<>', '').execute()).toEqual(
    [],
  )
})
