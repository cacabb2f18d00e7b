import { expect, test } from 'vitest'
import { countHere, countInDatabase } from '../../../server/limits/tally.ts'
import { bucket, createThrottle, growing } from '../../../server/limits/throttle.ts'
import { newList, personOf, testServer } from '../../support/server.ts'

const minute = 60_000
const day = 24 * 60 * minute

test('SAFE-12 a clock that is set back logs no device out, and keeps nobody from logging in', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(200)
  server.clock.now -= 10 * minute
  const refreshed = await server.call(null, 'POST', '/oauth/v2/token', {
    grant_type: 'refresh_token',
    client_id: 'web',
    client_secret: 'public',
    refresh_token: ala.refresh,
  })
  const again = personOf(ala.email, refreshed)
  expect((await server.call(again, 'GET', '/api/v3/me')).status).toBe(200)
  for (let i = 0; i < 6; i++) await server.logIn(ala.email, { password: 'a guess' })
  expect((await server.logIn(ala.email)).status).toBe(429)
  server.clock.now -= 26 * day
  expect((await server.logIn(ala.email)).status).toBe(200)
})

test('SAFE-12 what was counted before the clock was set back begins anew, and what was counted since holds', async () => {
  const server = await testServer()
  let now = server.clock.now
  const throttle = createThrottle(() => now)
  const few = bucket('few', 3, 1_000)
  const often = (limit: typeof few) => () => {
    for (let i = 0; i < 9; i++) throttle.count([limit])
  }
  for (const limit of [few, growing('guesses')]) {
    expect(often(limit)).toThrow()
    now -= day
    throttle.count([limit])
    expect(often(limit)).toThrow()
  }

  const here = (what: string, windowMs: number) => countHere(throttle, what, windowMs, now)
  const shared = async (windowMs: number) => (await countInDatabase(server.db, 'what', now, windowMs)).current
  expect([here('a', 1_000).current, here('a', 1_000).current]).toEqual([1, 2])
  expect([await shared(day), await shared(day)]).toEqual([1, 2])
  // The clock of another instance, or a request that began earlier.
  now -= 30 * minute
  expect(await shared(day)).toBe(3)
  now -= day
  expect([here('a', 1_000).current, here('a', 1_000).current]).toEqual([1, 2])
  expect([await shared(day), await shared(day)]).toEqual([1, 2])
})

test('SAFE-12 mails that were asked for before the clock was set back hold no later ones up', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.register('ola@example.pl')
  const list = await newList(server, ala)
  const resetMails = async () => {
    await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
    return (await server.mails()).filter((mail) => mail.includes('Subject: Set a new password')).length
  }
  const send = () =>
    server.call(ala, 'POST', `/api/v3/list/${list}/send_mail`, { _email_address: 'ala@example.pl' })
  expect(await resetMails()).toBe(1)
  for (let i = 0; i < 20; i++) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)

  server.clock.now -= 26 * day
  expect(await resetMails()).toBe(2)
  expect((await send()).status).toBe(200)
  const before = (await server.mails()).length
  await server.call(null, 'POST', '/api/v3/resend_activation', { email: 'ola@example.pl' })
  expect((await server.mails()).length).toBe(before + 1)
})
