import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { password, personOf, type Reply, type TestServer, testServer } from '../../support/server.ts'
import { startLogged } from '../../support/logged.ts'

const day = 86_400_000
const agents = {
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const origin = 'http://localhost:3000'

/** The subjects of the mails to an address, oldest first. */
async function subjects(server: TestServer, address: string): Promise<string[]> {
  const mails = await Promise.all((await server.mails()).map((raw) => PostalMime.parse(raw)))
  return mails.flatMap((mail) => (mail.to?.[0]?.address === address ? [mail.subject ?? ''] : []))
}

test('SAFE-11 a changed and a reset password are told by mail', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const agent = { 'user-agent': agents.laptop }
  const change = { oldPassword: password, newPassword: 'a new sentence' }
  await server.call(
    ala,
    'PUT',
    '/api/v3/profile/change-password',
    { ...change, oldPassword: 'a guess' },
    agent,
  )
  expect(await subjects(server, ala.email)).toEqual([])
  server.clock.now += 1_000
  await server.call(ala, 'PUT', '/api/v3/profile/change-password', change, agent)
  const mail = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(mail.subject).toBe('Your password was changed')
  expect(mail.text).toContain('Firefox, Windows, 21 November 2026 at 10:00 UTC')
  expect(mail.text).toContain(`${origin}/auth/forgot-password`)

  server.clock.now += 1_000
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  const code = (await server.lastLink()).split('/').at(-1)
  server.clock.now += 1_000
  await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, {
    email: ala.email,
    password,
  })
  expect((await subjects(server, ala.email)).at(-1)).toBe('Your password was set anew')
})

test('SAFE-11 a log-in on a new device is told by mail, one on a known device is not', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  const logIn = (agent: string, cookie = '') =>
    server.logIn('ala@example.pl', {}, { 'user-agent': agent, origin, ...(cookie && { cookie }) })
  const told = async () =>
    (await subjects(server, 'ala@example.pl')).filter((one) => one === 'Somebody logged in on a new device')
      .length
  expect(await told()).toBe(0)
  server.clock.now += 1_000
  const first = await logIn(agents.phone)
  expect(await told()).toBe(1)
  const cookie = [first.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';', 1)[0])
    .join('; ')
  server.clock.now += 2 * day
  await logIn(agents.phone, cookie)
  expect(await told()).toBe(1)
  await logIn(agents.laptop)
  expect(await told()).toBe(2)
  // Whoever has the same browser as the owner is told of too.
  await logIn(agents.laptop)
  expect(await told()).toBe(3)
  const wrong = await server.logIn('ala@example.pl', { password: 'a guess' }, { 'user-agent': 'x' })
  expect([wrong.status, await told()]).toEqual([400, 3])
})

test('SAFE-11 of what happens again and again the owner gets 5 mails a day, and of the rest as many', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const change = { oldPassword: password, newPassword: password }
  const told = async (what: string) =>
    (await subjects(server, ala.email)).filter((subject) => subject === what).length
  for (let i = 0; i < 8; i++) {
    expect((await server.logIn(ala.email)).status).toBe(200)
    expect((await server.call(ala, 'PUT', '/api/v3/profile/change-password', change)).status).toBe(200)
  }
  expect(await told('Somebody logged in on a new device')).toBe(5)
  expect(await told('Your password was changed')).toBe(5)
  server.clock.now += day
  await server.logIn(ala.email)
  expect(await told('Somebody logged in on a new device')).toBe(6)
})

test('SAFE-11 whoever registered somebody else’s address comes back after its activation only with a mail to its owner', async () => {
  const server = await testServer()
  const email = 'ala@example.pl'
  await server.register(email)
  const link = await server.lastLink()
  const logIn = (cookie = '') =>
    server.logIn(email, {}, { 'user-agent': agents.phone, origin, ...(cookie && { cookie }) })
  const cookieOf = ({ headers }: Reply) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';', 1)[0])
      .join('; ')
  const first = await logIn()
  // Also a device that brought a deleted account back is known only until the activation.
  await server.call(personOf(email, first), 'DELETE', '/api/v3/me', { password })
  const second = await logIn(cookieOf(first))
  expect(second.body.reactivated).toBe(true)
  await server.call(null, 'POST', `/api/v3/me/activate/${link.split('/').at(-1)}`)
  for (const [told, reply] of [first, second].entries()) {
    expect((await logIn(cookieOf(reply))).status).toBe(200)
    const mails = (await subjects(server, email)).filter(
      (one) => one === 'Somebody logged in on a new device',
    )
    expect(mails).toHaveLength(told + 1)
  }
})

test('SAFE-11 nobody is told anything at an address that was never activated', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const ala = personOf(
    'ala@example.pl',
    await server.logIn('ala@example.pl', {}, { 'user-agent': agents.phone }),
  )
  await server.logIn('ala@example.pl', {}, { 'user-agent': agents.laptop })
  const change = { oldPassword: password, newPassword: 'a new sentence' }
  expect((await server.call(ala, 'PUT', '/api/v3/profile/change-password', change)).status).toBe(200)
  expect(await subjects(server, 'ala@example.pl')).toEqual(['Activate your account'])
})

test('SAFE-11 security events are counted in the metrics', async () => {
  const server = await testServer()
  const ala = await server.registered('ala@example.pl')
  await server.logIn(ala.email, { password: 'a guess' })
  await server.logIn('nobody@example.pl')
  await server.call(ala, 'DELETE', '/api/v3/me', { password })
  const { body } = await server.call(null, 'GET', `/metrics?token=${server.app.services.startToken}`)
  for (const [event, count] of Object.entries({
    loggedIn: 1,
    logInRefused: 2,
    accountDeleted: 1,
    passwordReset: 0,
  }))
    expect(body).toContain(`security_events_total{event="${event}"} ${count}`)
})

test('SAFE-11 the log names security events at info, and nobody in them', async () => {
  const server = await startLogged({ LOG_LEVEL: 'info' })
  const base = `http://localhost:${server.port}`
  const post = (path: string, body: object) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const username = 'somebody@example.pl'
  await post('/oauth/v2/token', {
    grant_type: 'password',
    client_id: 'web',
    client_secret: 'public',
    username,
    password: 'a typed secret',
  })
  await post('/api/v3/profile/reset_password/step1', { email: username })
  const events = () => server.output().match(/"event":"\w+"/g)
  await expect.poll(events).toEqual(['"event":"logInRefused"', '"event":"resetAsked"'])
  expect(server.output()).not.toMatch(/somebody|typed secret/)
})

test('SAFE-11 the well-known addresses lead to the password, and to whom a hole is told', async () => {
  const SECURITY_CONTACT = 'mailto:security@example.org'
  const server = await testServer({ env: { SECURITY_CONTACT } })
  const to = await server.call(null, 'GET', '/.well-known/change-password')
  expect([to.status, to.headers['location']]).toEqual([302, '/app/edit-profile/change-password'])
  const told = await server.call(null, 'GET', '/.well-known/security.txt')
  expect([told.status, told.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const expires = new Date(server.clock.now + 182 * day).toISOString()
  expect(told.body).toBe(
    `Contact: ${SECURITY_CONTACT}\nExpires: ${expires}\nPreferred-Languages: en, pl\n` +
      `Canonical: ${origin}/.well-known/security.txt\n`,
  )
  const silent = await testServer()
  expect((await silent.call(null, 'GET', '/.well-known/security.txt')).status).toBe(404)
  await expect(testServer({ env: { SECURITY_CONTACT: 'me' } })).rejects.toThrow(/SECURITY_CONTACT must be/)
})
