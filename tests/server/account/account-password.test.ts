import { expect, test } from 'vitest'
import { hashCode } from '../../../server/db/codes.ts'
import { password, personOf, type TestServer, testServer } from '../../support/server.ts'

const hour = 3_600_000
const fresh = 'a brand new password'

const step1 = (server: TestServer, email: string) =>
  server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email })
const step2 = (server: TestServer, code: string, body: object) =>
  server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, body)

/** Asks for a link and reads its code from the mail. */
async function mailedCode(server: TestServer, email: string): Promise<string> {
  expect((await step1(server, email)).status).toBe(200)
  const link = await server.lastLink()
  return /^http:\/\/localhost:3000\/auth\/reset-password\/([\w-]+)$/.exec(link)?.[1] ?? ''
}

test('AUTH-6 a forgotten password: the mailed link sets a new one, ends every session and activates', async () => {
  const server = await testServer()
  await server.register('Ala@example.pl')
  const phone = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const laptop = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const code = await mailedCode(server, ' ALA@example.pl ')
  expect((await step2(server, code, { email: 'ala@EXAMPLE.pl', password: fresh })).status).toBe(200)
  for (const who of [phone, laptop]) expect((await server.call(who, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await server.logIn('ala@example.pl')).status).toBe(400)
  const back = personOf('ala@example.pl', await server.logIn('ala@example.pl', { password: fresh }))
  expect((await server.call(back, 'GET', '/api/v3/me')).body.status).toBe('A')
})

test('AUTH-6 a link works once, for one hour, for its own address, and until a newer one is mailed', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  await server.person('ola@example.pl')
  const set = async (code: string, email = 'ala@example.pl') => {
    const { status, body } = await step2(server, code, { email, password: fresh })
    return status === 200 ? 'set' : `${status} ${body.code}`
  }
  const older = await mailedCode(server, 'ala@example.pl')
  server.clock.now += 1
  const newer = await mailedCode(server, 'ala@example.pl')
  expect(await set(older)).toBe('400 invalidResetLink')
  expect(await set(newer, 'ola@example.pl')).toBe('400 invalidResetLink')
  expect(await set('no-such-code')).toBe('400 invalidResetLink')
  for (const [near, why] of [
    ['Ala-2026', 'ownEmail'],
    ['Koszyk-2026', 'appName'],
  ])
    expect((await step2(server, newer, { email: 'ala@example.pl', password: near })).body.fields).toEqual({
      password: why,
    })
  // A rejected new password leaves the link valid.
  const weak = await step2(server, newer, { email: 'ala@example.pl', password: 'Password123' })
  expect([weak.status, weak.body.fields]).toEqual([400, { password: 'tooCommon' }])
  const answers = await Promise.all([set(newer), set(newer), set(newer)])
  expect(answers.toSorted()).toEqual(['400 invalidResetLink', '400 invalidResetLink', 'set'])
  expect(await set(newer)).toBe('400 invalidResetLink')

  const late = await mailedCode(server, 'ala@example.pl')
  server.clock.now += hour - 1
  const tooLate = await mailedCode(server, 'ola@example.pl')
  expect(await set(late)).toBe('set')
  server.clock.now += hour
  expect(await set(tooLate, 'ola@example.pl')).toBe('400 invalidResetLink')
})

test('AUTH-6 codes have at least 128 bits and only their hashes are kept', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  const code = await mailedCode(server, 'ala@example.pl')
  expect(code).toMatch(/^[A-Za-z0-9_-]{22,}$/)
  const kept = await server.db.selectFrom('reset').selectAll().execute()
  expect(kept.map((row) => row.code_hash)).toEqual([hashCode(code)])
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(await server.db.selectFrom('mail').selectAll().execute()).toEqual([])
})

test('AUTH-6 asking is answered alike for everybody, and mails only who is there', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  const before = (await server.mails()).length
  const unknown = await step1(server, 'nobody@example.pl')
  const known = await step1(server, 'ala@example.pl')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect((await server.mails()).length).toBe(before + 1)
  const bad = await step1(server, 'no address')
  expect([bad.status, bad.body.fields]).toEqual([400, { email: 'invalidEmail' }])
})

const minute = 60_000

test('AUTH-6 however often strangers ask, the owner has a link that works, and gets another within a quarter of an hour', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  await server.person('ala@example.pl')
  const before = (await server.mails()).length
  const ask = (from: string) =>
    server.call(
      null,
      'POST',
      '/api/v3/profile/reset_password/step1',
      { email: 'ala@example.pl' },
      { 'x-forwarded-for': from },
    )
  const works = async (code: string) =>
    (await step2(server, code, { email: 'ala@example.pl', password: 'short' })).body.code ===
      'invalidRequest' &&
    (
      await server.db
        .selectFrom('reset')
        .select('code_hash')
        .where('code_hash', '=', hashCode(code))
        .where('expires_at', '>', server.clock.now)
        .execute()
    ).length === 1
  const newest = async () => (await server.lastLink()).split('/').at(-1) ?? ''
  for (let i = 0; i < 200; i++) expect((await ask(`192.0.2.${i}`)).status).toBe(200)
  // Five mails are sent at once; for all other requests one mail is sent a minute later.
  expect((await server.mails()).length).toBe(before + 5)
  expect(await works(await newest())).toBe(true)
  server.clock.now += minute - 1
  expect((await ask('198.51.100.1')).status).toBe(200)
  const held = await newest()
  expect(await works(held)).toBe(true)
  server.clock.now += 1
  expect((await server.mails()).length).toBe(before + 6)
  expect(await works(held)).toBe(false)

  // After 12 hours of requests the newest mail always works, and at most four mails an hour were sent.
  for (let i = 0; i < 12 * 12; i++) {
    server.clock.now += 5 * minute
    await ask(`10.0.${i >> 8}.${i & 255}`)
    expect(await works(await newest()), `after ${i * 5} minutes`).toBe(true)
  }
  const flood = (await server.mails()).length - before
  expect(flood).toBeGreaterThan(30)
  expect(flood).toBeLessThanOrEqual(12 * 4 + 10)

  const mailed = await newest()
  await ask('198.51.100.1')
  server.clock.now += 15 * minute
  const own = await newest()
  expect(own).not.toBe(mailed)
  // Once a link has been used, no further link is mailed: it would not work.
  await ask('192.0.2.1')
  expect((await step2(server, own, { email: 'ala@example.pl', password: fresh })).status).toBe(200)
  server.clock.now += 60 * minute
  const all = (await server.mails()).length
  server.clock.now += 60 * minute
  expect((await server.mails()).length).toBe(all)
  // The last mail says that the password was set.
  expect(await newest()).toBe('forgot-password')
})

test('AUTH-6 whoever asks again and again from one network waits a minute, for whichever address', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  await server.person('ala@example.pl')
  const ask = (email: string, from: string) =>
    server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email }, { 'x-forwarded-for': from })
  for (let i = 0; i < 60; i++)
    expect((await ask(`person${i}@example.pl`, `2001:db8:1:2::${i}`)).status).toBe(200)
  const slowed = await ask('ala@example.pl', '2001:db8:1:2::ffff')
  expect([slowed.status, slowed.body.code, slowed.headers['retry-after']]).toEqual([
    429,
    'tooManyRequests',
    '60',
  ])
  expect((await ask('ala@example.pl', '2001:db8:1:3::1')).status).toBe(200)
  server.clock.now += minute
  expect((await ask('ala@example.pl', '2001:db8:1:2::1')).status).toBe(200)
  // A whole site with plenty of addresses counts as five networks.
  for (let i = 0; i < 300; i++) await ask('ala@example.pl', `2001:db8:2:${i.toString(16)}::1`)
  expect((await ask('ala@example.pl', '2001:db8:2:ffff::1')).status).toBe(429)
  expect((await ask('ala@example.pl', '2001:db8:3:1::1')).status).toBe(200)
})

test('AUTH-6 a link that waited for the mail server until it was over is not sent', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  const before = (await server.mails()).length
  await step1(server, 'ala@example.pl')
  server.clock.now += hour
  expect((await server.mails()).length).toBe(before)
  expect(await server.db.selectFrom('mail').selectAll().execute()).toEqual([])
})

test('PROFILE-5 a reset does not bring a deleted account back, only the log-in after it does', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'DELETE', '/api/v3/me', { password })
  const code = await mailedCode(server, 'ala@example.pl')
  expect((await step2(server, code, { email: 'ala@example.pl', password: fresh })).status).toBe(200)
  const { status } = await server.db
    .selectFrom('account')
    .select('status')
    .where('id', '=', ala.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('D')
  const back = personOf(ala.email, await server.logIn(ala.email, { password: fresh }))
  expect((await server.call(back, 'GET', '/api/v3/me')).body.status).toBe('A')
})

test('PROFILE-4 changing the password ends every other session and takes reset links away', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const other = personOf(ala.email, await server.logIn(ala.email))
  const code = await mailedCode(server, ala.email)
  const change = (oldPassword: string, newPassword: string, headers?: Record<string, string>) =>
    server.call(ala, 'PUT', '/api/v3/profile/change-password', { oldPassword, newPassword }, headers)

  const wrong = await change('not the old one', fresh)
  expect([wrong.status, wrong.body.code]).toEqual([400, 'oldPasswordIncorrect'])
  expect((await change(password, 'short')).body.fields).toEqual({ newPassword: 'tooShort' })
  expect((await change(password, 'Ala@Example.PL')).body.fields).toEqual({ newPassword: 'ownEmail' })
  expect((await change(password, 'koszyk123')).body.fields).toEqual({ newPassword: 'appName' })
  expect((await change(password, fresh)).status).toBe(200)
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
  expect((await server.call(other, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await step2(server, code, { email: ala.email, password })).body.code).toBe('invalidResetLink')
  expect((await server.logIn(ala.email)).status).toBe(400)
  expect((await server.logIn(ala.email, { password: fresh })).status).toBe(200)

  expect((await change(password, fresh)).body.code).toBe('oldPasswordIncorrect')
  const again = { 'idempotency-key': '0b9dd2a4-9c22-4f2e-8c8c-6a2f2f6f0b11' }
  expect((await change(password, fresh, again)).status).toBe(200)
})

test('PROFILE-4 five wrong passwords are free in a session too, then each waits longer', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const change = (oldPassword: string) =>
    server.call(ala, 'PUT', '/api/v3/profile/change-password', { oldPassword, newPassword: fresh })
  for (let i = 0; i < 5; i++) expect((await change(`wrong guess ${i}`)).status).toBe(400)
  const slowed = await change(password)
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '1'])
  // Wrong guesses in a stolen session do not slow down the owner's other sessions.
  const other = personOf(ala.email, await server.logIn(ala.email))
  expect((await server.call(other, 'DELETE', '/api/v3/me', { password: 'wrong guess' })).status).toBe(400)
  expect((await server.call(ala, 'DELETE', '/api/v3/me', { password })).status).toBe(429)
  server.clock.now += 1_000
  expect((await change(password)).status).toBe(200)
})

test('AUTH-4 a password keeps every character: spaces, any script, and what comes after byte 72', async () => {
  const server = await testServer()
  const long = `${'Zażółć gęślą jaźń 🛒 '.repeat(6)}`.slice(0, 110)
  expect(Buffer.byteLength(long)).toBeGreaterThan(72)
  const wanted: [string, string][] = [
    ['long@example.pl', `${long}A`],
    ['spaces@example.pl', '  two  spaces  '],
    ['emoji@example.pl', '🛒🧀🥖🍎🥕🧅🍋🥚'],
    ['most@example.pl', '🛒'.repeat(128)],
  ]
  for (const [email, typed] of wanted) {
    expect((await server.register(email, { password: typed })).status).toBe(201)
    expect((await server.logIn(email, { password: typed })).status).toBe(200)
    // The same letters in the Unicode form of another system.
    expect((await server.logIn(email, { password: typed.normalize('NFD') })).status).toBe(200)
  }
  expect((await server.logIn('long@example.pl', { password: `${long}B` })).status).toBe(400)
  expect((await server.logIn('long@example.pl', { password: long })).status).toBe(400)
  expect((await server.logIn('spaces@example.pl', { password: 'two  spaces' })).status).toBe(400)
  const error = async (typed: string) =>
    (await server.register('x@example.pl', { password: typed })).body.fields?.password
  expect(await error('🛒'.repeat(7))).toBe('tooShort')
  expect(await error('🛒'.repeat(129))).toBe('tooLong')
  expect(await error('')).toBe('required')
})

test('AUTH-4 SAFE-10 common passwords are refused in any case, and with what people put around them', async () => {
  const server = await testServer()
  for (const word of [
    'PassWord1',
    'zaq12WSX',
    '1234567890',
    'Football',
    'qwertyuiop',
    'StarWars',
    'misiaczek',
    'Summer2024!',
    'P@ssw0rd123',
    'iloveyou123',
    'letmein2024',
  ])
    expect((await server.register('x@example.pl', { password: word })).body.fields).toEqual({
      password: 'tooCommon',
    })
})
