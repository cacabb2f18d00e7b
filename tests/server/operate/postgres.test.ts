import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase, type Trx } from '../../../server/db/open.ts'
import { runJobs } from '../../../server/operate/jobs.ts'
import { asProblem } from '../../../server/base/problem.ts'
import { freshDatabase } from '../../support/database.ts'
import { send } from '../../support/requests.ts'
import {
  newList,
  type Person,
  password,
  personOf,
  share,
  type TestServer,
  testServer,
} from '../../support/server.ts'
import { openStream, sawEvent } from '../../support/stream.ts'

/** Two instances of the server on one database. */
async function two(): Promise<[TestServer, TestServer]> {
  const env = { DATABASE_URL: await freshDatabase() }
  return [await testServer({ env }), await testServer({ env })]
}

const push = (server: TestServer, who: Person, list: string, ops: object[]) =>
  server.call(who, 'POST', `/api/v3/list/${list}/sync`, { v: 1, client: 'c', request: 'r', cursor: 0, ops })

test('OFFLINE-8 what changes through one instance reaches the streams of the other', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  const ola = await there.person('ola@example.pl')
  const list = await newList(here, ala)
  const stream = await openStream(there, ola)
  await sawEvent(stream, 'hello')
  await share(here, ala, list, ola, 'view')
  await sawEvent(stream, 'lists')
  await here.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  await sawEvent(stream, 'poke', { list, head: 1 })
  // Too much for one notification, and most of it about lists that nobody on that instance watches.
  const many = Array.from({ length: 500 }, (_, i) => ({ list: `unknown-${i}`, head: i }))
  await here.app.services.live.publish({ pokes: [...many, { list, head: 2 }] })
  await sawEvent(stream, 'poke', { list, head: 2 })
  expect(stream.text()).not.toContain('unknown')
})

test('AUTH-3 a session is good on both instances, and ends on both', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  expect((await there.call(ala, 'GET', '/api/v3/me')).body.id).toBe(ala.id)
  const stream = await openStream(there, ala)
  await sawEvent(stream, 'hello')
  await here.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access })
  await stream.ended
  expect((await there.call(ala, 'GET', '/api/v3/me')).status).toBe(401)
})

test('RUN-8 a picture that one instance took is shown, replaced and removed by the other', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'orange' } })
    .png()
    .toBuffer()
  const upload = async (server: TestServer) =>
    (await send(server, ala, 'uploadAvatar', { file })).body.imageName as string
  const statusAt = async (server: TestServer, name: string) =>
    (await server.call(null, 'GET', `/uploads/avatars/${name}`)).status
  const first = await upload(here)
  expect([await statusAt(here, first), await statusAt(there, first)]).toEqual([200, 200])
  const second = await upload(there)
  expect([await statusAt(here, first), await statusAt(here, second)]).toEqual([404, 200])
  await there.call(ala, 'DELETE', '/api/v3/file?type=avatar')
  expect([await statusAt(here, second), await statusAt(there, second)]).toEqual([404, 404])
  for (const { dataDir } of [here, there]) expect(readdirSync(dataDir)).not.toContain('avatars')
})

test('API registrations from one address are counted over all instances', async () => {
  const servers = await two()
  const tries = Array.from({ length: 64 }, (_, i) =>
    servers[i % 2]?.call(null, 'POST', '/api/v3/profile', {}),
  )
  const statuses = (await Promise.all(tries)).map((reply) => reply?.status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
})

test('SHARE-1 SHARE-2 AUTH-7 what is allowed so often a day is exact, also when both instances are asked at once', async () => {
  const servers = await two()
  const [here] = servers
  const ala = await here.person('ala@example.pl')
  const list = await newList(here, ala)
  const atBoth = async (
    times: number,
    call: (server: TestServer, i: number) => Promise<{ status: number }>,
  ) => {
    const all = Array.from({ length: times }, (_, i) => call(servers[i % 2] as TestServer, i))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    return Object.fromEntries(
      [...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]),
    )
  }
  const shared = await atBoth(40, (server, i) =>
    server.call(ala, 'POST', '/api/v3/list/share', { _list_id: list, _email_address: `no${i}@example.pl` }),
  )
  expect(shared).toEqual({ 204: 30, 429: 10 })
  const mailed = await atBoth(30, (server) =>
    server.call(ala, 'POST', `/api/v3/list/${list}/send_mail`, { _email_address: 'ola@example.pl' }),
  )
  expect(mailed).toEqual({ 200: 20, 429: 10 })

  await here.register('ela@example.pl')
  const ela = personOf('ela@example.pl', await here.logIn('ela@example.pl'))
  for (const server of servers) server.clock.now += 60_000
  const resent = await atBoth(8, (server) => server.call(ela, 'POST', '/api/v3/resend_activation'))
  expect(resent).toEqual({ 200: 1, 429: 7 })
  await here.db.deleteFrom('mail').execute()
  const email = 'ala@example.pl'
  const step1 = '/api/v3/profile/reset_password/step1'
  expect(await atBoth(12, (server) => server.call(null, 'POST', step1, { email }))).toEqual({ 200: 12 })
  // Five at once, and one that waits.
  const links = here.db.selectFrom('mail').select('id').where('kind', '=', 'reset')
  expect(await links.execute()).toHaveLength(6)
})

test('API one key, one id, one address and one batch take effect once, at both instances at the same moment', async () => {
  const servers = await two()
  const [here] = servers
  const ala = await here.person('ala@example.pl')
  const list = await newList(here, ala)
  const atBoth = async (call: (server: TestServer) => Promise<{ status: number; body: unknown }>) => {
    const all = await Promise.all([...servers, ...servers, ...servers].map(call))
    return new Set(all.map(({ status, body }) => JSON.stringify([status, body])))
  }
  const key = { 'idempotency-key': '0199aaaa-0000-7000-8000-000000000001' }
  const keyed = await atBoth((server) =>
    server.call(ala, 'POST', '/api/v3/list', { _list_name: 'Once' }, key),
  )
  expect(keyed.size).toBe(1)
  const named = await atBoth((server) =>
    server.call(ala, 'POST', '/api/v3/list', { id: 'one-id', _list_name: 'Named' }),
  )
  expect([...named]).toEqual([JSON.stringify([201, { id: 'one-id' }])])
  const ops = Array.from({ length: 20 }, (_, i) => ({
    seq: i + 1,
    opId: `o${i}`,
    op: 'add',
    productId: `p${i}`,
    value: { productName: `Product ${i}` },
    ageMs: 0,
  }))
  expect((await atBoth((server) => push(server, ala, list, ops))).size).toBe(1)
  const { body } = await here.call(ala, 'GET', '/api/v3/lists')
  expect(body.items.map((one: { listName: string }) => one.listName).toSorted()).toEqual([
    'Named',
    'Once',
    'Weekend',
  ])
  expect(body.items.find((one: { id: string }) => one.id === list)).toMatchObject({
    head: 20,
    productCount: 20,
  })

  const mail = { email: 'new@example.pl', password, termsAccepted: true }
  const registered = await Promise.all(
    servers.map((server) => server.call(null, 'POST', '/api/v3/profile', mail)),
  )
  expect(registered.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('API a daily job is done by one of the instances', async () => {
  const servers = await two()
  const done = await Promise.all(servers.map((server) => runJobs(server.app.services)))
  expect(done.flat().toSorted()).toEqual(['prune', 'removeAccounts'])
})

test('API a mail leaves once, whichever instance sends it', async () => {
  const [here, there] = await two()
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => here.register(`${name}@example.pl`)))
  const sent = await Promise.all([here.mails(), there.mails()])
  expect(sent.flat()).toHaveLength(4)
})

const disconnect = (db: Db | Trx, name: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${name} and datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )

test('OFFLINE-8 after its listening broke, an instance asks everybody to look, and hears again', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  const ola = await here.person('ola@example.pl')
  const list = await newList(here, ala)
  const [mine, theirs] = [await openStream(there, ala), await openStream(there, ola)]
  for (const stream of [mine, theirs]) await sawEvent(stream, 'hello')
  // Notifications keep their order: those of the new list were before this one.
  await here.app.services.live.publish({ pokes: [{ list, head: 0 }] })
  await sawEvent(mine, 'poke', { list, head: 0 })
  const asked = () => mine.events.filter(([name]) => name === 'lists').length
  const before = asked()
  // Simulates a lost notification.
  await here.db.updateTable('session').set({ ended_at: 1 }).where('account_id', '=', ola.id).execute()
  await disconnect(here.db, 'koszyk live')
  await expect.poll(asked).toBe(before + 1)
  await theirs.ended
  await here.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  await sawEvent(mine, 'poke', { list, head: 1 })
})

test('API connections that break are replaced, and what they were doing may be tried again', async () => {
  const [here] = await two()
  const ala = await here.person('ala@example.pl')
  const call = () => here.call(ala, 'POST', '/api/v3/list', { _list_name: 'Weekend' })
  const some = Array.from({ length: 20 }, call)
  // A connection that is held between two statements breaks too.
  const held = here.db.transaction().execute(async (trx) => {
    await disconnect(trx, 'koszyk')
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => undefined)
  })
  const broken: unknown = await held.catch((error: unknown) => error)
  expect(asProblem(broken).code).toBe('unavailable')
  for (const { status } of await Promise.all(some)) expect([201, 503]).toContain(status)
  await expect.poll(async () => (await call()).status).toBe(201)
})

test('RUN-7 a primary that has just become a standby takes no writes, which is no fault of the server', async () => {
  const [{ db }] = await two()
  const refused = await db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => trx.deleteFrom('meta').execute())
    .catch((error: unknown) => error)
  expect(asProblem(refused)).toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } })
})

test('API transactions that block one another start over', async () => {
  const [{ db }] = await two()
  await db
    .insertInto('meta')
    .values([
      { key: 'x', value: '' },
      { key: 'y', value: '' },
    ])
    .execute()
  const runs = [0, 0]
  const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const both = [
    ['x', 'y'],
    ['y', 'x'],
  ].map((keys, one) =>
    db.transaction().execute(async (trx) => {
      runs[one] = (runs[one] ?? 0) + 1
      for (const key of keys) {
        const value = sql<string>`value || ${String(one)}`
        await trx.updateTable('meta').set({ value }).where('key', '=', key).execute()
        // Each waits until the other holds the lock that it needs next: a deadlock.
        locked[one]?.resolve()
        await locked[1 - one]?.promise
      }
    }),
  )
  await Promise.all(both)
  const rows = await db.selectFrom('meta').select('value').where('key', 'in', ['x', 'y']).execute()
  for (const { value } of rows) expect([...value].toSorted()).toEqual(['0', '1'])
  expect(runs[0]! + runs[1]!).toBeGreaterThan(2)
})

test('API several instances may start at once on an empty database', async () => {
  const url = await freshDatabase('nothing')
  const opened = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ postgres: url })))
  onTestFinished(async () => void (await Promise.all(opened.map((db) => db.destroy()))))
  for (const db of opened) expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
})

test('API texts are compared byte by byte, and numbers are wide enough for times', async () => {
  const client = new Client({ connectionString: await freshDatabase() })
  await client.connect()
  const { rows } = await client.query(
    `select table_name, column_name, data_type, collation_name from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%'`,
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(50)
  for (const { table_name, column_name, data_type, collation_name } of rows)
    expect([table_name, column_name, data_type, collation_name]).toEqual([
      table_name,
      column_name,
      ...(['bigint', 'bytea'].includes(data_type) ? [data_type, null] : ['text', 'C']),
    ])
})

test('TOGETHER-2 TOGETHER-3 trips and presence are seen on both instances, by members only', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  const ola = await there.person('ola@example.pl')
  const list = await newList(here, ala)
  await share(here, ala, list, ola, 'edit')
  const [mine, hers] = [await openStream(here, ala), await openStream(there, ola)]
  for (const stream of [mine, hers]) await sawEvent(stream, 'hello')
  const at = `/api/v3/list/${list}`
  await here.call(ala, 'POST', `${at}/here`)
  await there.call(ola, 'POST', `${at}/here`, { shopping: true })
  await sawEvent(mine, 'presence', { list, people: [{ name: 'ola', imageName: null, shopping: true }] })
  await sawEvent(hers, 'presence', { list, people: [{ name: 'ala', imageName: null, shopping: false }] })
  const shop = 'Ł'.repeat(100)
  await there.call(ola, 'POST', `${at}/trip`, { shop })
  const startedAt = new Date(there.clock.now).toISOString()
  const trip = { list, name: 'ola', imageName: null }
  await sawEvent(mine, 'trip', { ...trip, shop, startedAt, shopping: true })

  // After missed notifications the trips are told again, and those known before are forgotten first.
  await disconnect(here.db, 'koszyk live')
  const told = () => mine.events.map(([name]) => name).filter((name) => name.startsWith('trip'))
  await expect.poll(told, { timeout: 5_000 }).toEqual(['trip', 'trips', 'trip'])

  // It ends on both with the session that began it, and may begin anew.
  const again = personOf(ola.email, await there.logIn(ola.email))
  const lastTrip = () => mine.events.findLast(([name]) => name === 'trip')?.[1]
  await there.call(null, 'POST', '/oauth/v2/revoke', { token: ola.access })
  await expect.poll(lastTrip).toEqual({ ...trip, shopping: false })
  const stream = await openStream(there, again)
  await sawEvent(stream, 'hello')
  await there.call(again, 'POST', `${at}/trip`, { shop })
  await expect.poll(lastTrip).toEqual({ ...trip, shop, startedAt, shopping: true })

  const who = `_list_id=${list}&_email_address=${ola.email}`
  await here.call(ala, 'DELETE', `/api/v3/list/share?${who}`)
  await expect.poll(lastTrip).toEqual({ ...trip, shopping: false })
  await expect
    .poll(() => mine.events.findLast(([name]) => name === 'presence')?.[1])
    .toEqual({ list, people: [] })
  await here.call(ala, 'POST', `${at}/trip`)
  await newList(there, again)
  await expect.poll(() => stream.events.filter(([name]) => name === 'lists').length).toBeGreaterThan(1)
  for (const { events } of [hers, stream]) expect(events.filter(([name]) => name === 'trip')).toEqual([])
  expect(here.app.services.live.openers(list)).toContain(ala.id)
})

/** How often each status came. */
function countsOf(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('RUN-10 guesses at a password are counted over all instances, at once or in turn, and a right one ends that', async () => {
  const [here, there] = await two()
  await here.person('ala@example.pl')
  const wrong = (server: TestServer) => server.logIn('ala@example.pl', { password: 'not this one' })
  const all = await Promise.all([wrong(here), wrong(there), wrong(here), wrong(there)])
  expect(countsOf(all)).toEqual({ 400: 4 })
  expect(countsOf([await wrong(there), await wrong(here), await wrong(there)])).toEqual({ 400: 1, 429: 2 })
  for (const server of [here, there]) server.clock.now += 2_000
  expect((await there.logIn('ala@example.pl')).status).toBe(200)
  // Nothing is left of the wrong ones, at either.
  expect(countsOf([await wrong(here), await wrong(there), await wrong(here)])).toEqual({ 400: 3 })
})

test('RUN-10 requests for reset mails are counted over all instances, and calls with a token are not counted there', async () => {
  const [here, there] = await two()
  const ala = await here.person('ala@example.pl')
  const before = await here.db.selectFrom('tally').selectAll().execute()
  const forged = { ...ala, access: 'a.0199aaaa.1.forged' }
  for (const server of [here, there])
    for (let i = 0; i < 5; i++) {
      expect((await server.call(ala, 'GET', '/api/v3/lists')).status).toBe(200)
      expect((await server.call(forged, 'GET', '/api/v3/lists')).status).toBe(401)
    }
  expect(await here.db.selectFrom('tally').selectAll().execute()).toEqual(before)
  const step1 = '/api/v3/profile/reset_password/step1'
  const asked = Array.from({ length: 70 }, (_, i) =>
    (i % 2 ? here : there).call(null, 'POST', step1, { email: `nobody${i}@example.pl` }),
  )
  expect(countsOf(await Promise.all(asked))).toEqual({ 200: 60, 429: 10 })
})

test('RUN-10 an instance that is asked again and again after a limit was reached does not ask the database', async () => {
  const [here] = await two()
  const guess = () => here.logIn('ala@example.pl', { password: 'not this one' })
  const counts = []
  for (let i = 0; i < 6; i++) counts.push(await guess())
  expect(countsOf(counts)).toEqual({ 400: 5, 429: 1 })
  // As if the database had forgotten.
  await here.db.updateTable('tally').set({ count: 0, ends_at: 0 }).execute()
  expect((await guess()).status).toBe(429)
  here.clock.now += 1_000
  expect((await guess()).status).toBe(400)
})
