import { expect, test } from 'vitest'
import { byNetwork, createThrottle, growing, type Limit, network } from '../../../server/limits/throttle.ts'
import type { ProblemError } from '../../../server/base/problem.ts'
import { password, personOf, type Reply, type TestServer, testServer } from '../../support/server.ts'

const origin = 'https://lists.example.org'
const env = { TRUST_PROXY: 'true', PUBLIC_URL: origin }
const minute = 60_000

const from = (server: TestServer, address: string, email: string, typed: string, cookie = '') =>
  server.logIn(email, { password: typed }, { 'x-forwarded-for': address, origin, ...(cookie && { cookie }) })

/** The Cookie header that a browser would send after this response. */
function cookies({ headers }: Reply): string {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.map((one) => one.split(';', 1)[0]).join('; ')
}

test('AUTH-2 one network that tries many accounts waits, and the others do not', async () => {
  const server = await testServer({ env })
  for (const name of ['ala', 'ola']) await server.register(`${name}@example.pl`)
  for (let i = 0; i < 30; i++)
    expect((await from(server, '192.0.2.1', `person${i}@example.pl`, 'Summer 2026')).status).toBe(400)
  const slowed = await from(server, '192.0.2.1', 'ala@example.pl', password)
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '180'])
  expect((await from(server, '192.0.2.2', 'ala@example.pl', password)).status).toBe(200)
  server.clock.now += 3 * minute
  // A correct password costs no attempt, and does not give earlier attempts back.
  expect((await from(server, '192.0.2.1', 'ala@example.pl', password)).status).toBe(200)
  expect((await from(server, '192.0.2.1', 'ola@example.pl', password)).status).toBe(200)
  expect((await from(server, '192.0.2.1', 'person7@example.pl', 'Summer 2026')).status).toBe(400)
  expect((await from(server, '192.0.2.1', 'person8@example.pl', 'Summer 2026')).status).toBe(429)
})

test('AUTH-2 a site with addresses in plenty counts as a few networks', async () => {
  const server = await testServer({ env })
  await server.register('ala@example.pl')
  const { throttle } = server.app.services
  for (let i = 0; i < 150; i++)
    await throttle.count(byNetwork('log-in', `2001:db8:1:${i.toString(16)}::1`, 30, 3 * minute))
  expect((await from(server, '2001:db8:1:ffff::1', 'ala@example.pl', password)).status).toBe(429)
  expect((await from(server, '2001:db8:2:ffff::1', 'ala@example.pl', password)).status).toBe(200)
})

test('AUTH-2 many networks that try one account wait, and its owner goes ahead where they signed in before', async () => {
  const server = await testServer({ env })
  await server.register('ala@example.pl')
  const phone = cookies(await from(server, '203.0.113.1', 'ala@example.pl', password))
  for (let i = 0; i < 20; i++)
    expect((await from(server, `192.0.2.${i}`, 'ala@example.pl', `guess ${i}`)).status).toBe(400)
  const slowed = await from(server, '192.0.2.99', 'ala@example.pl', 'one more guess')
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '180'])
  // The known phone gets in from any address.
  expect((await from(server, '192.0.2.99', 'ala@example.pl', password, phone)).status).toBe(200)
  expect((await from(server, '203.0.113.1', 'ala@example.pl', password)).status).toBe(429)

  // The device cookie works for this account only, must not be altered, and does not sign in by itself.
  await server.register('ola@example.pl')
  for (let i = 0; i < 20; i++) await from(server, `192.0.2.${i}`, 'ola@example.pl', `guess ${i}`)
  expect((await from(server, '203.0.113.1', 'ola@example.pl', password, phone)).status).toBe(429)
  const forged = phone.replace(/(device=d\.[\w-]+\.)\w+/, '$1zzzzzzzz')
  expect(forged).not.toBe(phone)
  expect((await from(server, '203.0.113.1', 'ala@example.pl', password, forged)).status).toBe(429)
  // Whoever stole the phone's cookie has five tries, and then waits longer and longer.
  for (let i = 0; i < 5; i++)
    expect((await from(server, `198.51.100.${i}`, 'ala@example.pl', 'a guess', phone)).status).toBe(400)
  expect((await from(server, '198.51.100.77', 'ala@example.pl', 'a guess', phone)).status).toBe(429)
  server.clock.now += 3 * minute
  expect((await from(server, '203.0.113.1', 'ala@example.pl', password)).status).toBe(200)
})

test('AUTH-2 a device is known for 60 days, for several people of a household, and after a reset', async () => {
  const server = await testServer({ env })
  await server.register('ala@example.pl')
  await server.register('ola@example.pl')
  const attack = async (email: string) => {
    for (let i = 0; i < 20; i++) await from(server, `192.0.2.${i}`, email, `guess ${i}`)
    return (await from(server, '203.0.113.1', email, password)).status
  }
  const ala = cookies(await from(server, '203.0.113.1', 'ala@example.pl', password))
  const both = cookies(await from(server, '203.0.113.1', 'ola@example.pl', password, ala))
  for (const email of ['ala@example.pl', 'ola@example.pl']) {
    expect(await attack(email)).toBe(429)
    expect((await from(server, '203.0.113.1', email, password, both)).status).toBe(200)
  }
  const day = 24 * 60 * minute
  server.clock.now += 60 * day - 1
  expect(await attack('ala@example.pl')).toBe(429)
  expect((await from(server, '203.0.113.1', 'ala@example.pl', password, both)).status).toBe(200)
  server.clock.now += 1
  expect(await attack('ala@example.pl')).toBe(429)
  expect((await from(server, '203.0.113.1', 'ala@example.pl', password, both)).status).toBe(429)

  const email = 'ala@example.pl'
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email })
  const code = (await server.lastLink()).split('/').at(-1)
  const step2 = `/api/v3/profile/reset_password/step2/${code}`
  const reset = await server.call(null, 'POST', step2, { email, password: 'a new sentence' }, { origin })
  expect(String(reset.headers['set-cookie'])).toMatch(
    /^__Secure-device=[^;]+; Max-Age=5184000; Path=\/oauth; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect((await from(server, '203.0.113.1', email, 'a new sentence', cookies(reset))).status).toBe(200)
})

test('SAFE-5 a device is no longer known once the password was changed or reset', async () => {
  const server = await testServer({ env })
  const { email } = await server.person('ala@example.pl')
  const attack = async () => {
    for (let i = 0; i < 20; i++) await from(server, `192.0.2.${i}`, email, `guess ${i}`)
  }
  const first = await from(server, '203.0.113.1', email, password)
  const phone = cookies(first)
  await attack()
  expect((await from(server, '203.0.113.1', email, password, phone)).status).toBe(200)

  // The same password again is a new generation too.
  await server.call(personOf(email, first), 'PUT', '/api/v3/profile/change-password', {
    oldPassword: password,
    newPassword: password,
  })
  expect((await from(server, '203.0.113.1', email, password, phone)).status).toBe(429)

  server.clock.now += 60 * minute
  const again = cookies(await from(server, '203.0.113.1', email, password, phone))
  await attack()
  expect((await from(server, '203.0.113.1', email, password, again)).status).toBe(200)
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email })
  const code = (await server.lastLink()).split('/').at(-1)
  await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, { email, password })
  expect((await from(server, '203.0.113.1', email, password, again)).status).toBe(429)
})

test('SAFE-5 guesses with the cookies of known devices are counted for all devices of an account together', async () => {
  const server = await testServer({ env })
  await server.register('ala@example.pl')
  const devices: string[] = []
  for (let i = 0; i < 6; i++) {
    devices.push(cookies(await from(server, `203.0.113.${i}`, 'ala@example.pl', password)))
    server.clock.now += 1
  }
  expect(new Set(devices).size).toBe(6)
  const answers: number[] = []
  for (const device of devices)
    for (let i = 0; i < 5; i++)
      answers.push((await from(server, '198.51.100.1', 'ala@example.pl', `guess ${i}`, device)).status)
  expect(answers.filter((status) => status === 400)).toHaveLength(20)
  expect(answers.slice(20)).toEqual(answers.slice(20).map(() => 429))
})

test('SAFE-5 guesses in the sessions of an account are counted together', async () => {
  const server = await testServer({ env })
  await server.register('ala@example.pl')
  const answers: number[] = []
  for (let session = 0; session < 6; session++) {
    const who = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
    for (let i = 0; i < 5; i++) {
      const body = { oldPassword: `guess ${i}`, newPassword: 'another long sentence' }
      answers.push((await server.call(who, 'PUT', '/api/v3/profile/change-password', body)).status)
    }
  }
  expect(answers.filter((status) => status === 400)).toHaveLength(20)
  expect(answers.slice(20)).toEqual(answers.slice(20).map(() => 429))
})

/** How long a key must wait, in ms. */
function waits(throttle: ReturnType<typeof createThrottle>, limits: Limit[]): number {
  try {
    throttle.count(limits)
    return 0
  } catch (error) {
    return (error as ProblemError).extras.retryAfter ?? 0
  }
}

test('AUTH-2 what the throttle keeps is bounded, and new tries do not push out those who wait', () => {
  let time = Date.UTC(2026, 10, 21)
  const throttle = createThrottle(() => time, 1_000)
  const guesser = [growing('ala@example.pl 192.0.2.1')]
  for (let i = 0; i < 5; i++) expect(waits(throttle, guesser)).toBe(0)
  for (let i = 0; i < 10; i++) {
    time += waits(throttle, guesser) * 1_000
    expect(waits(throttle, guesser)).toBe(0)
  }
  expect(waits(throttle, guesser)).toBe(900)
  for (let i = 0; i < 20_000; i++) throttle.count([growing(`person${i}@example.pl 192.0.2.1`)])
  expect(throttle.size()).toBeLessThanOrEqual(1_000)
  expect(waits(throttle, guesser)).toBe(900)
  time += 3_600_000
  for (let i = 0; i < 1_001; i++) throttle.count([growing(`someone${i}@example.pl 192.0.2.1`)])
  expect(throttle.size()).toBeLessThanOrEqual(1_000)
  expect(waits(throttle, guesser)).toBe(0)
})

test('AUTH-2 an IPv6 network counts as one address', () => {
  expect(network('2001:db8:1:2:3:4:5:6')).toBe(network('2001:0db8:0001:0002::1'))
  expect(network('2001:db8:1:3::1')).not.toBe(network('2001:db8:1:2::1'))
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1')
})
