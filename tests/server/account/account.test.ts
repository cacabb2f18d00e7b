import { expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { up } from '../../../server/db/migrations/0020-address-keys.ts'
import { newList, password, type Person, personOf, testServer, webClient } from '../../support/server.ts'

const day = 86_400_000

test('AUTH-4 AUTH-7 register, activate by the mailed link, log in, and see the profile', async () => {
  const server = await testServer()
  const registered = await server.register('Ala@Example.pl', { language: 'pl' })
  expect(registered.status).toBe(201)
  const link = await server.lastLink()
  expect(link).toMatch(/^http:\/\/localhost:3000\/activate\/[A-Za-z0-9_-]{22,}$/)

  const before = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const me = (await server.call(before, 'GET', '/api/v3/me')).body
  expect(me).toEqual({
    id: registered.body.id,
    email: 'Ala@Example.pl',
    city: '',
    imageName: null,
    language: 'pl',
    name: '',
    status: 'N',
    surname: '',
  })

  const code = link.split('/').at(-1)
  expect((await server.call(before, 'POST', `/api/v3/me/activate/${code}`)).status).toBe(200)
  expect((await server.call(before, 'GET', '/api/v3/me')).body.status).toBe('A')
  const again = await server.call(null, 'POST', `/api/v3/me/activate/${code}`)
  expect([again.status, again.body.code]).toEqual([410, 'activationExpired'])
})

test('AUTH-7 a link dies after 7 days, an unknown one is not found, a deleted account says so', async () => {
  const server = await testServer()
  const { body } = await server.register('ala@example.pl')
  const code = (await server.lastLink()).split('/').at(-1)
  const activate = () => server.call(null, 'POST', `/api/v3/me/activate/${code}`)
  expect((await server.call(null, 'POST', '/api/v3/me/activate/no-such-code')).status).toBe(404)

  await server.db.updateTable('account').set({ status: 'D' }).where('id', '=', body.id).execute()
  expect((await activate()).body.code).toBe('accountDeleted')
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', body.id).execute()

  server.clock.now += 7 * day
  expect((await activate()).body.code).toBe('activationExpired')
})

test('AUTH-7 a mail that got lost is sent again after a minute, then a new link once in 24 hours; it replaces the older', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const codes = [(await server.lastLink()).split('/').at(-1)]
  const ask = async (after: number) => {
    server.clock.now += after
    const ala = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
    const { status, body, headers } = await server.call(ala, 'POST', '/api/v3/resend_activation')
    codes.push((await server.lastLink()).split('/').at(-1))
    return status === 200 ? 'sent' : `${status} ${body.code}, ${headers['retry-after']} s`
  }
  expect(await ask(0)).toBe('429 activationAlreadySent, 60 s')
  expect(await ask(59_999)).toBe('429 activationAlreadySent, 1 s')
  expect(await ask(1)).toBe('sent')
  expect(await ask(60_000)).toBe(`429 activationAlreadySent, ${86_400 - 60} s`)
  expect(await ask(day - 60_001)).toBe('429 activationAlreadySent, 1 s')
  expect(await ask(1)).toBe('sent')
  expect(await ask(day - 1)).toBe('429 activationAlreadySent, 1 s')
  expect(await server.mails()).toHaveLength(3)
  const newest = codes.at(-1)
  for (const older of new Set(codes.filter((code) => code !== newest)))
    expect((await server.call(null, 'POST', `/api/v3/me/activate/${older}`)).status).toBe(410)
  expect((await server.call(null, 'POST', `/api/v3/me/activate/${newest}`)).status).toBe(200)
})

test('AUTH-7 of several who ask for the lost mail at one moment one is answered with a new one', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  server.clock.now += 60_000
  const ala = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const asked = await Promise.all(
    Array.from({ length: 6 }, () => server.call(ala, 'POST', '/api/v3/resend_activation')),
  )
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429, 429])
  expect(await server.mails()).toHaveLength(2)
})

test('AUTH-7 without a session a resend answers alike whether the account exists', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const known = await server.call(null, 'POST', '/api/v3/resend_activation', { email: 'ala@example.pl' })
  const unknown = await server.call(null, 'POST', '/api/v3/resend_activation', { email: 'nobody@example.pl' })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(await server.mails()).toHaveLength(1)
  const ask = (after: number) => {
    server.clock.now += after
    return server.call(null, 'POST', '/api/v3/resend_activation', { email: 'ala@example.pl' })
  }
  expect((await ask(60_000)).status).toBe(200)
  expect(await server.mails()).toHaveLength(2)
  expect((await ask(day - 1)).status).toBe(200)
  expect(await server.mails()).toHaveLength(2)
  expect((await server.call(null, 'POST', '/api/v3/resend_activation')).body.fields).toEqual({
    email: 'required',
  })
})

test('AUTH-4 what may be registered', async () => {
  const server = await testServer()
  const fields = async (body: object) => (await server.register('ala@example.pl', body)).body.fields
  expect(await fields({ email: 'no address' })).toEqual({ email: 'invalidEmail' })
  expect(await fields({ email: 'ala@localhost' })).toEqual({ email: 'invalidEmail' })
  expect(await fields({ email: 'a@b.pl\r\nBcc: c@d.pl' })).toEqual({ email: 'invalidCharacters' })
  expect(await fields({ password: 'short' })).toEqual({ password: 'tooShort' })
  expect(await fields({ password: 'x'.repeat(129) })).toEqual({ password: 'tooLong' })
  expect(await fields({ password: 'Password123' })).toEqual({ password: 'tooCommon' })
  const near = async (password: string, email = 'Ala.Nowak+lists@example.pl') =>
    (await fields({ email, password }))?.password
  for (const own of [
    'ala.nowak+lists@example.pl',
    'ALA.NOWAK+LISTS',
    'Ala.Nowak',
    'alanowak2026!',
    '1ąlanówak1',
  ])
    expect(await near(own), own).toBe('ownEmail')
  expect(await near('500600700', '500600700@example.pl')).toBe('ownEmail')
  for (const app of ['koszyk12', 'KOSZYK2026!', '1234-Koszyk', 'koszykkoszyk'])
    expect(await near(app), app).toBe('appName')
  expect(await near('500600700 and more', '500600700@example.pl')).toBeUndefined()
  expect(await fields({ termsAccepted: false })).toEqual({ termsAccepted: 'outOfRange' })
  expect(await fields({ nickname: 'x' })).toEqual({ nickname: 'unknownField' })
  expect((await server.register('ala@photography.museum')).status).toBe(201)
  const taken = await server.register('ALA@photography.museum')
  expect([taken.status, taken.body.code]).toEqual([409, 'emailTaken'])
})

test('AUTH-12 the language comes from the body, else the browser, else it is English', async () => {
  const server = await testServer()
  const language = async (email: string, header: string) => {
    await server.call(
      null,
      'POST',
      '/api/v3/profile',
      { email, password, termsAccepted: true },
      { 'accept-language': header },
    )
    const who = personOf(email, await server.logIn(email))
    return (await server.call(who, 'GET', '/api/v3/me')).body.language
  }
  expect(await language('a@example.pl', 'fi, en;q=0.3, pl-PL;q=0.8')).toBe('pl')
  expect(await language('b@example.pl', 'fi-FI, fr')).toBe('en')
  expect(await language('c@example.pl', 'de-AT, en;q=0.3')).toBe('de')
})

test('PROFILE-2 the profile is edited once the account is active, and only its own fields', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const inactive = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const refused = await server.call(inactive, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  expect([refused.status, refused.body.code]).toEqual([403, 'accountNotActivated'])

  const ola = await server.person('ola@example.pl')
  const saved = await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: '  Ola ', city: 'Łódź' })
  expect(saved.body).toMatchObject({ name: 'Ola', city: 'Łódź', surname: '' })
  const long = await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'x'.repeat(101) })
  expect(long.body.fields).toEqual({ name: 'tooLong' })
  const unknown = await server.call(ola, 'PUT', '/api/v3/me/update_profile', { status: 'D' })
  expect(unknown.body.fields).toEqual({ status: 'unknownField' })
})

test('LIMIT-5 a site with addresses in plenty registers no more than one address', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  const from = (address: string) =>
    server.call(null, 'POST', '/api/v3/profile', {}, { 'x-forwarded-for': address })
  for (let i = 0; i < 60; i++) expect((await from(`2001:db8:1:${i.toString(16)}::1`)).status).toBe(400)
  expect((await from('2001:db8:1:ffff::1')).status).toBe(429)
  expect((await from('2001:db8:2:ffff::1')).status).toBe(400)
})

test('LIMIT-5 a network that registers by the dozen has a share of the hashing, and others do not wait for it', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  const register = (email: string, address: string) =>
    server.call(
      null,
      'POST',
      '/api/v3/profile',
      { email, password, termsAccepted: true },
      { 'x-forwarded-for': address },
    )
  const flood = Array.from({ length: 60 }, (_, i) =>
    register(`person${i}@example.pl`, `2001:db8:1:${i.toString(16)}::1`),
  )
  const other = await register('ala@example.pl', '192.0.2.1')
  expect(other.status).toBe(201)
  const statuses = (await Promise.all(flood)).map(
    ({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`,
  )
  expect(new Set(statuses)).toEqual(new Set(['201 ', '429 1']))
})

test('API at most 60 registrations an hour from one address', async () => {
  const server = await testServer()
  const empty = () => server.call(null, 'POST', '/api/v3/profile', {})
  for (let i = 0; i < 60; i++) expect((await empty()).status).toBe(400)
  const refused = await empty()
  expect([refused.status, refused.body.code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('SAFE-9 activation ends the sessions of before, but not the one in which the mailed link was followed', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const stranger = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const owner = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const other = await server.registered('ola@example.pl')
  await server.register('ela@example.pl')
  const ela = personOf('ela@example.pl', await server.logIn('ela@example.pl'))
  const [first, second] = (await server.mails()).slice(0, 3).flatMap((mail, i) => {
    const code = /activate\/([\w-]+)/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[1]
    return code === undefined || i === 1 ? [] : [code]
  })
  const works = async (who: Person) => (await server.call(who, 'GET', '/api/v3/me')).status === 200
  // The page that followed the link shows an access token that is too old.
  server.clock.now += 5 * 3_600_000
  await server.call(owner, 'POST', `/api/v3/me/activate/${first}`)
  const renew = async ({ refresh }: Person) =>
    (
      await server.call(null, 'POST', '/oauth/v2/token', {
        grant_type: 'refresh_token',
        ...webClient,
        refresh_token: refresh,
      })
    ).status
  expect([await renew(stranger), await renew(owner), await renew(other)]).toEqual([400, 200, 200])
  const again = personOf('ela@example.pl', await server.logIn('ela@example.pl'))
  expect(await works(again)).toBe(true)
  // The session of another person keeps nobody else's going.
  expect((await server.call(other, 'POST', `/api/v3/me/activate/${second}`)).status).toBe(200)
  expect([await works(again), await renew(ela)]).toEqual([false, 400])
})

test('SAFE-10 accounts of before are found by an address without unseen signs and with a plain domain', async () => {
  const server = await testServer()
  const stored: Record<string, string> = {}
  const typed = [
    '\u200bala@example.pl',
    'ola@ｅxample.pl',
    'ela@example.pl',
    '\u200bela@example.pl',
    'żaba@example.pl',
  ]
  for (const [i, email] of typed.entries()) {
    const { body } = await server.register(`person${i}@example.org`)
    stored[email] = body.id
    await server.db
      .updateTable('account')
      .set({ email, email_key: email })
      .where('id', '=', body.id)
      .execute()
  }
  await up(server.db as Kysely<unknown>)
  const keys = await server.db.selectFrom('account').select(['id', 'email_key']).execute()
  expect(Object.fromEntries(keys.map(({ id, email_key }) => [id, email_key]))).toEqual({
    [stored['\u200bala@example.pl'] ?? '']: 'ala@example.pl',
    [stored['ola@ｅxample.pl'] ?? '']: 'ola@example.pl',
    [stored['ela@example.pl'] ?? '']: 'ela@example.pl',
    [stored['\u200bela@example.pl'] ?? '']: '\u200bela@example.pl',
    [stored['żaba@example.pl'] ?? '']: 'żaba@example.pl',
  })
})

test('SAFE-10 a pasted address registers, logs in and is shared with as if it had been typed', async () => {
  const server = await testServer()
  const ala = await server.registered('ala@example.pl')
  const pasted = '\u202a\u200b Ola@ｅxample.pl\u00a0\u202c'
  const ola = await server.registered(pasted)
  const { body } = await server.call(ola, 'GET', '/api/v3/me')
  expect(body.email).toBe('Ola@example.pl')
  expect((await server.logIn('ola@example.pl')).status).toBe(200)
  const list = await newList(server, ala)
  const shared = { _list_id: list, _email_address: `\u2066ola@example.pl\u2069` }
  expect((await server.call(ala, 'POST', '/api/v3/list/share', shared)).status).toBe(200)
  const within = await server.register('a\u202ela@example.pl')
  expect(within.body.fields).toEqual({ email: 'invalidEmail' })
})
