import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../../../server/auth/session.ts'
import { addressOf } from '../../support/http.ts'
import { password, type TestServer, testServer, webClient } from '../../support/server.ts'

/** The number of argon2 calls, and the most at the same time. */
const work = vi.hoisted(() => {
  vi.resetModules() // an earlier file has loaded the server, with the real argon2
  return { calls: 0, running: 0, most: 0 }
})
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      work.calls++
      work.most = Math.max(work.most, ++work.running)
      try {
        return await run(...args)
      } finally {
        work.running--
      }
    }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
beforeEach(() => Object.assign(work, { calls: 0, most: 0 }))

const trusting = { env: { TRUST_PROXY: 'true' } }
let addresses = 0
/** An unused address, so that no earlier failure slows it down. */
const newAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

async function post(url: string, body: object, from = newAddress()) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

const attempt = (username: string, secret: string) => ({
  grant_type: 'password',
  ...webClient,
  username,
  password: secret,
})

test('AUTH-2 a wrong password and an unknown address cost the same work', async () => {
  const server = await testServer(trusting)
  await server.register('ala@example.pl')
  const url = `${await addressOf(server)}/oauth/v2/token`
  const wrong = () => post(url, attempt('ala@example.pl', 'something else'))
  const unknown = () => post(url, attempt('nobody@example.pl', 'something else'))
  const answers = [await wrong(), await unknown()]
  expect(answers[0]?.text).toBe(answers[1]?.text)
  const names = answers.map(({ headers }) => [...headers.keys()].toSorted())
  expect(names[0]).toEqual(names[1])
  for (const one of [wrong, unknown]) {
    work.calls = 0
    await one()
    expect(work.calls).toBe(1)
  }
})

test('AUTH-2 a hundred bad log-ins from one address wait, while the owner logs in from another', async () => {
  const server = await testServer(trusting)
  await server.register('ala@example.pl')
  const url = `${await addressOf(server)}/oauth/v2/token`
  const bad = []
  for (let i = 0; i < 100; i++)
    bad.push(await post(url, attempt('ala@example.pl', `guess ${i}`), '192.0.2.7'))
  expect(bad.slice(0, 5).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  for (const { status, headers, text } of bad.slice(5)) {
    expect([status, JSON.parse(text).error]).toEqual([429, 'slow_down'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // They were refused at once: no password was hashed, and no request was kept waiting.
  expect(work.calls).toBeLessThanOrEqual(1 + 1 + 5)
  const own = await post(url, attempt('ala@example.pl', password), '198.51.100.3')
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect((await post(url, attempt('ala@example.pl', password), '192.0.2.7')).status).toBe(429)
})

test('AUTH-2 X-Forwarded-For is believed of a trusted proxy only', async () => {
  const fails = async (env: Record<string, string>) => {
    const server = await testServer({ env })
    await server.register('ala@example.pl')
    const url = `${await addressOf(server)}/oauth/v2/token`
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await post(url, attempt('ala@example.pl', 'a guess'))).status)
    return statuses.at(-1)
  }
  // Each attempt claims another address; if the proxy is not trusted, the sixth attempt must wait.
  expect(await fails({})).toBe(429)
  expect(await fails({ TRUST_PROXY: 'false' })).toBe(429)
  expect(await fails({ TRUST_PROXY: '10.9.9.9' })).toBe(429)
  expect(await fails({ TRUST_PROXY: '127.0.0.1' })).toBe(400)
  expect(await fails({ TRUST_PROXY: '1' })).toBe(400)
})

/** Inserts this many accounts with the known password, without hashing it for each. */
async function crowd(server: TestServer, size: number): Promise<string[]> {
  await server.register('first@example.pl')
  const accounts = server.db.selectFrom('account').selectAll().where('email_key', '=', 'first@example.pl')
  const first = await accounts.executeTakeFirstOrThrow()
  const emails = Array.from({ length: size }, (_, i) => `person${i}@example.pl`)
  for (const email of emails)
    await server.db
      .insertInto('account')
      .values({ ...first, id: server.app.services.newId(), email, email_key: email })
      .execute()
  return emails
}

test('API of 200 people who log in at once two are looked at, some stand in line, and the rest hear when to come back', async () => {
  const server = await testServer({ ...trusting, onDisk: true })
  const people = await crowd(server, 200)
  const base = await addressOf(server)
  work.most = 0
  const answers = await Promise.all(
    people.map((email) => post(`${base}/oauth/v2/token`, attempt(email, password))),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(42)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5')
  // Never more than two hashes at a time, so that other requests stay fast.
  expect(work.most).toBe(2)
})

test('SAFE-13 however many accounts call from one address, people elsewhere log in', async () => {
  const server = await testServer(trusting)
  const people = await crowd(server, 80)
  const { app, db, call } = server
  const accounts = await db.selectFrom('account').select(['id', 'email']).execute()
  const crowdOf = await Promise.all(
    accounts.slice(0, 60).map(async ({ id, email }) => {
      const { access, refresh } = await db
        .transaction()
        .execute((trx) => startSession(trx, app.services, id, ''))
      return { id, email, access, refresh }
    }),
  )
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const endings = crowdOf.map((who) =>
    call(who, 'DELETE', '/api/v3/me/sessions', { password }, from('192.0.2.7')),
  )
  // Once one is answered, the lines are as full as they get.
  await Promise.race(endings)
  const logIns = people.slice(60).map((email) => server.logIn(email, {}, from(newAddress())))
  expect((await Promise.all(logIns)).map(({ status }) => status)).toEqual(logIns.map(() => 200))
  const ended = (await Promise.all(endings)).map(({ status }) => status)
  expect(new Set(ended)).toEqual(new Set([200, 429]))
})
