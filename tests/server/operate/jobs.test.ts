import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { chunkSize } from '../../../server/db/chunks.ts'
import { prune, runJobs } from '../../../server/operate/jobs.ts'
import { newList, password, personOf, testServer } from '../../support/server.ts'

const day = 86_400_000

async function household() {
  const server = await testServer()
  const ala = await server.registered('ala@example.pl')
  const list = await newList(server, ala)
  const push = (ops: object[], more: object = {}) =>
    server.call(ala, 'POST', `/api/v3/list/${list}/sync`, {
      v: 1,
      client: 'c',
      request: 'r',
      cursor: 0,
      ops: ops.map((op, i) => ({ ageMs: 0, seq: i + 1, opId: `o${i + 1}`, ...op })),
      ...more,
    })
  /** The number of rows in a table. */
  const count = async (table: 'operation' | 'idempotency' | 'attempt' | 'mail' | 'activation' | 'session') =>
    (await server.db.selectFrom(table).selectAll().execute()).length
  return { server, ala, list, push, count }
}

test('OFFLINE-6 tombstones go after 90 days and raise the floor: older cursors start anew', async () => {
  const { server, ala, list, push } = await household()
  await push([
    { op: 'add', productId: 'old', value: { productName: 'Old' } },
    { op: 'delete', productId: 'old' },
    { op: 'add', productId: 'kept', value: { productName: 'Kept' } },
  ])
  server.clock.now += 60 * day
  const again = await server.logIn(ala.email)
  ala.access = again.body.access_token
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { id: 'new', productName: 'New' })
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/product/new`)
  await prune(server.db, server.clock.now)
  const floor = async () =>
    (await server.db.selectFrom('list').select('floor').where('id', '=', list).executeTakeFirstOrThrow())
      .floor
  expect(await floor()).toBe(0)

  await prune(server.db, server.clock.now + 31 * day)
  expect(await floor()).toBe(2)
  const left = await server.db.selectFrom('product').select('id').orderBy('id').execute()
  expect(left.map((product) => product.id)).toEqual(['kept', 'new'])
  expect((await push([], { cursor: 1 })).body.code).toBe('resync')
  expect((await push([], { cursor: 2 })).status).toBe(200)
  await prune(server.db, server.clock.now + 31 * day)
  expect(await floor()).toBe(2)
})

test('API operations and idempotency keys are kept for 90 days, attempts for one', async () => {
  const { server, ala, list, push, count } = await household()
  const key = { 'idempotency-key': '0199aaaa-0000-7000-8000-000000000001' }
  await push([{ op: 'add', productId: 'p', value: { productName: 'Milk' } }])
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Salt' }, key)
  await server.call(ala, 'POST', '/api/v3/list/share', { _list_id: list, _email_address: 'no@example.pl' })
  const { now } = server.clock
  const counts = async () => [await count('operation'), await count('idempotency'), await count('attempt')]
  expect(await counts()).toEqual([1, 1, 1])
  await prune(server.db, now + day)
  expect(await counts()).toEqual([1, 1, 1])
  await prune(server.db, now + day + 1)
  expect(await counts()).toEqual([1, 1, 0])
  await prune(server.db, now + 90 * day)
  expect(await counts()).toEqual([1, 1, 0])
  await prune(server.db, now + 90 * day + 1)
  expect(await counts()).toEqual([0, 0, 0])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount).toBe(2)
})

test('LIMIT-3 no statement of the nightly job changes more than 500 rows, even if all have the same age', async () => {
  const { server, ala, list } = await household()
  const { now } = server.clock
  const changed: bigint[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      changed.push(result.numAffectedRows ?? 0n)
      return result
    },
  }
  const night = (at: number) => prune(server.db.withPlugin(recorder), at)
  const clients = async (at: number) =>
    (await server.db.selectFrom('client').select('client_id').where('at', '=', at).execute()).length
  const most = 2 * chunkSize
  const rows = Array.from({ length: most }, (_, i) => ({
    list_id: list,
    client_id: `c${i}`,
    account_id: ala.id,
    last_seq: 1,
    refused: '',
    at: 0,
  }))
  // 0: stored before migration 0015.
  await server.db.insertInto('client').values(rows).execute()
  await night(now)
  expect(await clients(now)).toBe(most)
  await night(now + 90 * day)
  expect(await clients(now)).toBe(most)
  await night(now + 90 * day + 1)
  expect(await clients(now)).toBe(0)
  const largest = changed.reduce((most, one) => (one > most ? one : most), 0n)
  expect(Number(largest)).toBe(chunkSize)
})

test('API expired codes and ended sessions go in the end', async () => {
  const { server, ala, count } = await household()
  await server.register('ola@example.pl')
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access })
  const { now } = server.clock
  const resets = async () => (await server.db.selectFrom('reset').selectAll().execute()).length
  const counts = async () => [await count('activation'), await resets(), await count('session')]
  const before = await counts()
  expect(before.every((rows) => rows > 0)).toBe(true)
  await prune(server.db, now + 90 * day)
  expect(await counts()).toEqual(before)
  await prune(server.db, now + 98 * day)
  expect(await counts()).toEqual([0, 0, 0])
})

test('API no mail is kept for more than 7 days, neither in the outbox nor as a file, nor longer than its account', async () => {
  const { server, ala, list, count } = await household()
  const ola = await server.registered('ola@example.pl')
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Ola' })
  await server.mails()
  // Log-ins after a day are told by mail too, and are not what this is about.
  const isNotice = (name: string) =>
    readFileSync(join(server.dataDir, 'mails', name.replace(/\w+$/, 'txt')), 'utf8').includes('new device')
  const files = () =>
    readdirSync(join(server.dataDir, 'mails'))
      .filter((name) => !isNotice(name))
      .map((name) => name.split('.').at(-1))
  expect(files().toSorted()).toEqual(['eml', 'eml', 'txt', 'txt'])
  await server.register('ela@example.pl')
  const { now } = server.clock
  expect(await count('mail')).toBe(1)
  await prune(server.db, now + 7 * day)
  expect(await count('mail')).toBe(1)
  await prune(server.db, now + 7 * day + 1)
  expect(await count('mail')).toBe(0)
  server.clock.now += 7 * day
  await runJobs(server.app.services)
  expect(files()).toHaveLength(4)
  server.clock.now += 1
  // An instance with no due job does this too.
  expect(await runJobs(server.app.services)).toEqual([])
  expect(files()).toEqual([])

  // Mails from others to that address go with the account too, in whatever case the address was typed.
  const mine = personOf(ala.email, await server.logIn(ala.email))
  const theirs = personOf(ola.email, await server.logIn(ola.email))
  await server.call(theirs, 'DELETE', '/api/v3/me', { password })
  server.clock.now += 29.5 * day
  mine.access = (await server.logIn(ala.email)).body.access_token
  const send = (to: string) =>
    server.call(mine, 'POST', `/api/v3/list/${list}/send_mail`, { _email_address: to })
  await send('OLA@example.pl')
  await send('other@example.pl')
  await server.mails()
  await send('Ola@Example.pl')
  expect([files().length, await count('mail')]).toEqual([4, 1])
  server.clock.now += day / 2
  await runJobs(server.app.services)
  const left = (await server.mails()).join('')
  expect(left).toContain('other@example.pl')
  expect(left).not.toMatch(/ola@example/i)
  expect([files().length, await count('mail')]).toEqual([2, 0])
})

test('API the daily jobs run once a day, and again after one that failed or died', async () => {
  const { server } = await household()
  const { services } = server.app
  const day1 = await runJobs(services)
  expect(day1).toEqual(['prune', 'removeAccounts'])
  expect(await runJobs(services)).toEqual([])
  server.clock.now += day - 1
  expect(await runJobs(services)).toEqual([])
  server.clock.now += 1
  const broken = {
    ...services,
    live: { ...services.live, publish: () => Promise.reject(new Error('broken')) },
  }
  await expect(runJobs(broken)).rejects.toThrow('broken')
  expect(await runJobs(services)).toEqual([])
  server.clock.now += 30 * 60_000
  expect(await runJobs(services)).toEqual(['removeAccounts'])
})

test('PROFILE-5 an account is removed for good 30 days after it was deleted', async () => {
  const { server, ala } = await household()
  expect((await server.call(ala, 'DELETE', '/api/v3/me', { password })).status).toBe(200)
  const there = async () => (await server.db.selectFrom('account').select('id').execute()).length
  server.clock.now += 29 * day
  await runJobs(server.app.services)
  expect(await there()).toBe(1)
  server.clock.now += day
  await runJobs(server.app.services)
  expect(await there()).toBe(0)
})
