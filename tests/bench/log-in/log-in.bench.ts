import { test } from 'vitest'
import { addressOf, spread } from '../../support/http.ts'
import { testServer, webClient } from '../../support/server.ts'

/**
 * Measures whether the response time reveals that an account exists. Prints the medians and asserts nothing.
 */
const rounds = 200
const trusting = { env: { TRUST_PROXY: 'true' } }
let addresses = 0
/** An unused address, so that no earlier failure slows it down. */
const newAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

async function timed(url: string, body: object): Promise<number> {
  const started = performance.now()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  return performance.now() - started
}

/** Alternates the two, so that other load on the machine affects both equally. */
async function compare(what: string, one: () => Promise<number>, other: () => Promise<number>) {
  const times: [number[], number[]] = [[], []]
  for (let i = -10; i < rounds; i++) {
    const pair = [await one(), await other()] as const
    if (i >= 0) for (const n of [0, 1] as const) times[n].push(pair[n])
  }
  const [a, b] = [spread(times[0]).median, spread(times[1]).median]
  const ratio = Math.max(a, b) / Math.min(a, b)
  process.stdout.write(
    `${what}: medians ${a.toFixed(2)} and ${b.toFixed(2)} ms, ${ratio.toFixed(2)} × (target 1.2)\n`,
  )
}

test('AUTH-2 a wrong password and an unknown address', async () => {
  const server = await testServer(trusting)
  await server.register('ala@example.pl')
  const url = `${await addressOf(server)}/oauth/v2/token`
  const attempt = (username: string) => () => {
    // After 20 failures an account is slowed down for every address.
    server.clock.now += 3_600_000
    return timed(url, { grant_type: 'password', ...webClient, username, password: 'something else' })
  }
  await compare('wrong password, unknown address', attempt('ala@example.pl'), attempt('nobody@example.pl'))
})

test('AUTH-6 asking for a reset for a known and an unknown address', async () => {
  const server = await testServer({ ...trusting, onDisk: true })
  await server.register('ala@example.pl')
  const url = `${await addressOf(server)}/api/v3/profile/reset_password/step1`
  const ask = (email: string) => () => {
    // The first mails of a day are sent at once, so each request gets a day of its own.
    server.clock.now += 86_400_000
    return timed(url, { email })
  }
  await compare('reset for a known, an unknown address', ask('ala@example.pl'), ask('nobody@example.pl'))
})
