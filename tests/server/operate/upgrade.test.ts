import { createHmac } from 'node:crypto'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { postgresDialect, PostgresTypesPlugin } from '../../../server/db/postgres.ts'
import { sqliteDialect } from '../../../server/db/sqlite.ts'
import { sync } from '../../../server/lists/sync/sync.ts'
import { freshDatabase } from '../../support/database.ts'
import { testServer, webClient } from '../../support/server.ts'

const key = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU'

/** A database of an older version, at first that before key rotation, with one signed-in account. */
async function olderDatabase(
  now: number,
  more: [table: string, row: object][] = [],
  version = '0004-tally',
): Promise<string> {
  const url = await freshDatabase('nothing')
  const db = url.startsWith('sqlite:')
    ? new Kysely<never>({ dialect: sqliteDialect(url.slice('sqlite:'.length)) })
    : new Kysely<never>({ dialect: postgresDialect(url) })
  const migrating = url.startsWith('sqlite:') ? db : db.withPlugin(new PostgresTypesPlugin())
  const migrator = new Migrator({ db: migrating, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(version)
  expect(error).toBeUndefined()
  const rows: [string, Record<string, string | number>][] = [
    ['meta', { key: 'signingKey', value: key }],
    [
      'account',
      {
        id: 'ala',
        email: 'ala@example.pl',
        email_key: 'ala@example.pl',
        password_hash: '',
        status: 'A',
        language: 'en',
        created_at: now,
        terms_at: now,
      },
    ],
    [
      'session',
      { id: 's1', account_id: 'ala', created_at: now, access_at: now, refreshed_at: now, generation: 1 },
    ],
  ]
  for (const [table, row] of [...rows, ...more])
    await db
      .insertInto(table as never)
      .values(row as never)
      .execute()
  await db.destroy()
  return url
}

test('AUTH-8 AUTH-3 an update to keys that change signs nobody out, with a token or with a cookie of the old name', async () => {
  const now = Date.UTC(2026, 10, 21, 9)
  const origin = 'https://lists.example.org'
  const env = { DATABASE_URL: await olderDatabase(now), PUBLIC_URL: origin }
  const server = await testServer({ env, onDisk: true })
  const sign = (plain: string) =>
    `${plain}.${createHmac('sha256', Buffer.from(key, 'base64url')).update(plain).digest('base64url')}`
  const access = sign(`a.s1.${now.toString(36)}`)
  const me = (token: string) =>
    server.call({ id: '', email: '', refresh: '', access: token }, 'GET', '/api/v3/me')
  expect((await me(access)).body.id).toBe('ala')
  const renewed = await server.call(
    null,
    'POST',
    '/oauth/v2/token',
    { grant_type: 'refresh_token', ...webClient },
    { origin, cookie: `refresh=${sign('r.s1.1')}` },
  )
  expect(renewed.body.user_id).toBe('ala')
  expect((await me(renewed.body.access_token)).status).toBe(200)
  const set = [renewed.headers['set-cookie'] ?? []].flat().map(String)
  expect(set.map((one) => one.split('=', 1)[0])).toEqual(['__Secure-refresh', 'refresh', '__Secure-device'])
  expect(set[1]).toMatch(/^refresh=; .*Expires=Thu, 01 Jan 1970/)
})

test('AUTH-8 PROFILE-8 AUTH-11 an update to stored tokens takes every signed one that a device may hold, and none as more than it is', async () => {
  const now = Date.UTC(2026, 10, 21, 9)
  const secrets = [key, `B${key.slice(1)}`]
  const sign = (plain: string, by = 1) => {
    const secret = Buffer.from(secrets[by] ?? '', 'base64url')
    return `${plain}.${createHmac('sha256', secret).update(plain).digest('base64url')}`
  }
  const session = { account_id: 'ala', created_at: now, access_at: now, refreshed_at: now, generation: 7 }
  const DATABASE_URL = await olderDatabase(
    now,
    [
      ...secrets.map((secret, i): [string, object] => [
        'signing_key',
        { number: i + 1, secret, from_at: now - (2 - i) * 1_000 },
      ]),
      // More than are changed at a time.
      ...Array.from({ length: 1_001 }, (_, i): [string, object] => [
        'session',
        { ...session, id: `s${i + 2}` },
      ]),
    ],
    '0005-accounts',
  )
  const server = await testServer({ env: { DATABASE_URL }, onDisk: true })
  const me = (access: string) => server.call({ id: '', email: '', refresh: '', access }, 'GET', '/api/v3/me')
  const renew = (refresh_token: string) =>
    server.call(null, 'POST', '/oauth/v2/token', { grant_type: 'refresh_token', ...webClient, refresh_token })
  const access = (id: string, by = 1) => sign(`a.${id}.${now.toString(36)}`, by)

  expect([(await me(access('s2'))).status, (await me(access('s1002', 0))).status]).toEqual([200, 200])
  // The newest refresh token, by either key, and the one before it: the answer with the newest was lost.
  for (const token of [sign('r.s3.7'), sign('r.s4.7', 0), sign('r.s5.6')]) {
    const renewed = await renew(token)
    expect((await me(renewed.body.access_token)).body.id).toBe('ala')
    const again = await renew(renewed.body.refresh_token)
    expect((await me(again.body.access_token)).body.id).toBe('ala')
    // A call that was under way then.
    expect((await me(access(token.split('.')[1] ?? ''))).status).toBe(200)
  }
  for (const foreign of [`${sign('r.s6.7').slice(0, -2)}AA`, sign('r.s6.8'), sign('r.s6.5'), access('s6')])
    expect((await renew(foreign)).status).toBe(400)
  // What a device kept that signed out offline ends the session and opens nothing.
  const half = access('s6').slice(0, -21)
  expect([(await me(half)).status, (await me(access('s6'))).status]).toEqual([401, 200])
  expect((await server.call(null, 'POST', '/oauth/v2/revoke', { token: half })).status).toBe(200)
  expect((await me(access('s6'))).body.signedOut).toBe(true)
})

test('AUTH-3 an update in the middle of a renewal signs nobody out: the cookie renews with an access token of before', async () => {
  const now = Date.UTC(2026, 10, 21, 9)
  const origin = 'https://lists.example.org'
  const sign = (plain: string) =>
    `${plain}.${createHmac('sha256', Buffer.from(key, 'base64url')).update(plain).digest('base64url')}`
  const session = {
    account_id: 'ala',
    created_at: now,
    access_at: now,
    refreshed_at: now,
    generation: 2,
    bound: 1,
  }
  const DATABASE_URL = await olderDatabase(
    now,
    [
      ['signing_key', { number: 1, secret: key, from_at: 1 }],
      ['session', { ...session, id: 'unheard', used_at: 0 }],
      ['session', { ...session, id: 'heard', used_at: now }],
    ],
    '0040-trip-device',
  )
  const server = await testServer({ env: { DATABASE_URL, PUBLIC_URL: origin }, onDisk: true })
  const renew = async (id: string, access_token: string) => {
    const cookie = `__Secure-refresh=${sign(`r.${id}.2`)}`
    const body = { grant_type: 'refresh_token', ...webClient, access_token }
    return (await server.call(null, 'POST', '/oauth/v2/token', body, { origin, cookie })).status
  }
  const before = (id: string) => sign(`a.${id}.${(now - 5_000).toString(36)}`)
  expect([await renew('unheard', before('unheard')), await renew('heard', before('heard'))]).toEqual([
    200, 400,
  ])
  expect(await renew('heard', sign(`a.heard.${now.toString(36)}`))).toBe(200)
})

test('DETAIL-16 an update counts what the lists and templates from before hold', async () => {
  const now = Date.UTC(2026, 10, 21, 9)
  const named = { name: 'Milk', name_norm: ' milk' }
  const list = {
    id: 'l',
    owner_id: 'ala',
    ...named,
    created_at: now,
    hash: '',
    status: 'aktywna',
    epoch: 'e',
  }
  const value = { ...named, unit: 'pcs', category_id: '', category: '', icon: '', shop: '' }
  const stamps = { field_ver: '{"*":1}', field_at: '{"*":1}', field_by: '{"*":""}' }
  const product = (id: string, more: object) => ({
    list_id: 'l',
    id,
    ...value,
    ...stamps,
    position: 'a0',
    added_by: 'ala',
    created_at: now,
    ver: 1,
    quantity: 150,
    price: 33,
    price_unknown: 0,
    bought: 0,
    deleted_at: 0,
    ...more,
  })
  const template = { id: 't', owner_id: 'ala', ...named, description: '', difficulty: 'easy', is_public: 0 }
  const part = { template_id: 't', id: 'x', ...value, quantity: 100, price: 1, price_unknown: 1, place: 1 }
  const url = await olderDatabase(now, [
    ['list', { ...list, head: 3 }],
    ['list', { ...list, id: 'empty', head: 0 }],
    ['product', product('a', { bought: 1 })],
    ['product', product('b', { price_unknown: 1, ver: 2 })],
    ['product', product('c', { deleted_at: 5, ver: 3 })],
    ['template', { ...template, image: '', created_at: now, deleted_at: 0 }],
    ['template_product', part],
  ])
  const { db } = await testServer({ env: { DATABASE_URL: url }, onDisk: true })
  const lists = await db
    .selectFrom('list')
    .select(['id', 'living', 'bought', 'amount'])
    .orderBy('id')
    .execute()
  expect(lists).toEqual([
    { id: 'empty', living: 0, bought: 0, amount: 0 },
    { id: 'l', living: 2, bought: 1, amount: 150 * 33 },
  ])
  expect(await db.selectFrom('template').select('products').execute()).toEqual([{ products: 1 }])
})

test('WHOLE-1 an update leaves every list where it was, and its name is written from then on', async () => {
  const now = Date.UTC(2026, 10, 21, 9)
  const list = { id: 'l', owner_id: 'ala', name: 'Milk', name_norm: ' milk', created_at: now - 1, hash: '' }
  const url = await olderDatabase(now, [['list', { ...list, status: 'archiwum', epoch: 'e', head: 7 }]])
  const { db } = await testServer({ env: { DATABASE_URL: url }, onDisk: true })
  const call = (cursor: number, ops: object[]) =>
    sync(db, {
      listId: 'l',
      user: { id: 'ala' },
      request: { v: 2, client: 'c', request: 'r', epoch: 'e', cursor, ops: ops as never[] },
      now,
    })
  // A phone that has all of it hears nothing new.
  expect(await call(7, [])).toMatchObject({ head: 7, rows: [] })
  const row = { kind: 'list', id: 'l', listStatus: 'archiwum', date: new Date(now - 1).toISOString() }
  expect((await call(0, [])).rows).toEqual([{ ...row, listName: 'Milk', ver: 0 }])
  const rename = { op: 'set', rowId: 'l', field: 'listName', value: 'Eggs', baseVer: 0, ageMs: 5 }
  expect((await call(7, [{ ...rename, seq: 1, opId: 'o' }])).rows).toEqual([
    { ...row, listName: 'Eggs', ver: 8, fieldVer: { listStatus: 0, currency: 0 } },
  ])
  const [stored] = await db.selectFrom('list').select(['name', 'head', 'ver', 'field_ver']).execute()
  expect(stored).toEqual({ name: 'Eggs', head: 8, ver: 8, field_ver: '{"*":0,"listName":8}' })
})
