import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type Person, personOf, type TestServer, testServer } from '../../support/server.ts'

const me = (server: TestServer, access: string, address = '192.0.2.1') =>
  server.call(null, 'GET', '/api/v3/me', undefined, {
    authorization: `Bearer ${access}`,
    'x-forwarded-for': address,
  })

async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await call()).status)
  return all
}

test('LIMIT-9 a forged token costs one look-up by key, and whoever sends many is told to wait', async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'true' } })
  const ala = await server.person('ala@example.pl')
  const again = personOf(ala.email, await server.logIn(ala.email))
  const [kind = '', id = '', n = '', mac = ''] = ala.access.split('.')
  const forged = [kind, id, n, mac.split('').toReversed().join('')].join('.')
  server.clock.now += 2_000
  const statements = vi.spyOn(server.db, 'executeQuery')
  const answers = await statuses(250, () => me(server, forged))
  expect(answers.slice(0, 200).every((status) => status === 401)).toBe(true)
  expect(answers.slice(200).every((status) => status === 429)).toBe(true)
  expect(statements).toHaveBeenCalledTimes(250)
  statements.mockRestore()
  expect((await me(server, forged)).headers['retry-after']).toBe('1')
  // Nobody with a session is kept out, not even in the same network and with a token that was never seen.
  expect((await me(server, again.access)).status).toBe(200)
  expect((await me(server, forged, '192.0.2.2')).status).toBe(401)
  server.clock.now += 60_000
  expect((await me(server, forged)).status).toBe(401)
})

test('LIMIT-9 whoever goes on with the token of a session that ended is told to wait', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const other = personOf(ala.email, await server.logIn(ala.email))
  const seen = (who: Person) => me(server, who.access)
  expect((await seen(ala)).status).toBe(200)
  await server.db.updateTable('session').set({ ended_at: server.clock.now }).execute()
  const answers = await statuses(220, () => seen(ala))
  expect([answers.indexOf(429), answers[0]]).toEqual([200, 401])
  expect((await seen(other)).status).toBe(429)
})

test('LIMIT-9 what does not change is sent packed in every way, and a flood of pages is refused', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), 'the page')
  writeFileSync(join(dist, 'assets/index-abc.js'), 'export {}')
  const server = await testServer({ dist, requestsPerWindow: 10, env: { TRUST_PROXY: 'true' } })
  const contract = async (accepted?: string) => {
    const { headers, rawPayload } = await server.app.inject({
      url: '/openapi.json',
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers['content-encoding'])]
    const text = String(unpack ? unpack(rawPayload) : rawPayload)
    return [headers['content-encoding'], headers['vary'], JSON.parse(text).openapi] as unknown
  }
  expect(await contract()).toEqual([undefined, 'accept-encoding', '3.1.1'])
  expect(await contract('gzip, deflate')).toEqual(['gzip', 'accept-encoding', '3.1.1'])
  expect(await contract('gzip, deflate, br')).toEqual(['br', 'accept-encoding', '3.1.1'])
  expect(await contract('br;q=0, gzip;q=0.5')).toEqual(['gzip', 'accept-encoding', '3.1.1'])
  // Nobody has it packed anew: whoever names no usual encoding gets it as it is.
  for (const unusual of ['*', 'x-gzip', 'deflate'])
    expect(await contract(unusual)).toEqual([undefined, 'accept-encoding', '3.1.1'])
  const contracts = await statuses(4, () => server.call(null, 'GET', '/openapi.json'))
  expect(contracts).toEqual([200, 200, 200, 429])

  const page = (address: string) =>
    server.call(null, 'GET', '/app', undefined, { accept: 'text/html', 'x-forwarded-for': address })
  expect(await statuses(11, () => page('192.0.2.1'))).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await page('192.0.2.2')).status).toBe(200)
  const file = () =>
    server.call(null, 'GET', '/assets/index-abc.js', undefined, { 'x-forwarded-for': '192.0.2.1' })
  expect((await file()).status).toBe(200)
})
