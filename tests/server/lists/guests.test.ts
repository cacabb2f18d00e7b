import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { prune, runJobs } from '../../../server/operate/jobs.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import { addList, addProduct, phone, setList as set, whys } from '../sync/list-phone.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import {
  newList,
  password,
  type Person,
  type Reply,
  share,
  type TestServer,
  testServer,
} from '../../support/server.ts'

const day = 86_400_000

interface Link {
  id: string
  code: string
  url: string
}

async function household(permission: 'edit' | 'shopping' = 'edit', env: Record<string, string> = {}) {
  const server = await testServer({ env })
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, 'mine', 'ala-phone')
  await mine.send([addList('mine'), addProduct('milk')])
  const make = async (body: object = { permission }) =>
    (await server.call(ala, 'POST', '/api/v3/list/mine/guest', body)).body as Link
  const link = await make()
  const join = (name: string, code = link.code): Promise<Reply> =>
    server.call(null, 'POST', `/api/v3/guest/${code}`, { name })
  const guest = async (name: string, code = link.code) => personOf(await join(name, code))
  const leave = (who: Person) =>
    server.call(null, 'POST', '/oauth/v2/revoke', {
      token: who.access,
      client_id: 'web',
      client_secret: 'public',
    })
  const links = async () => (await server.call(ala, 'GET', '/api/v3/list/mine/guest')).body
  const revoke = (code = link.id) => server.call(ala, 'DELETE', `/api/v3/list/mine/guest/${code}`)
  return { server, ala, mine, link, make, join, guest, leave, links, revoke }
}

function personOf({ body }: Reply): Person {
  return { id: body.user_id, email: '', access: body.access_token, refresh: body.refresh_token }
}

/** Somebody opens the list that was shared with them. */
async function opened(server: TestServer, who: Person): Promise<void> {
  expect((await server.call(who, 'PUT', '/api/v3/list/mine/accepted')).status).toBe(200)
}

async function status(server: TestServer, who: Person): Promise<number> {
  return (await server.call(who, 'GET', '/api/v3/list/mine')).status
}

test('TOGETHER-4 a guest with a name ticks and adds without an account, and everybody sees who did it', async () => {
  const { server, ala, mine, link, guest, links } = await household()
  const about = await server.call(null, 'GET', `/api/v3/guest/${link.code}`)
  expect(about.body).toMatchObject({ listName: 'Weekend', ownerName: '', permission: 'edit' })
  const zosia = await guest(' Zosia ')
  const hers = phone(server, zosia, 'mine', 'zosia-phone')
  const { body } = await hers.send([addProduct('tea'), set('milk', 'productStatus', true)])
  expect(body.results).toEqual({})
  const { rows } = (await mine.pull()).body
  expect(rows.find(({ id }) => id === 'tea')).toMatchObject({ addedBy: 'Zosia' })
  expect(rows.find(({ id }) => id === 'milk')).toMatchObject({ tickedBy: 'Zosia' })
  const { body: said } = await server.call(ala, 'GET', '/api/v3/list/mine/history')
  expect(said).toMatchObject([{ by: 'Zosia', field: 'productStatus' }, { by: 'Zosia', what: 'add' }, {}])
  expect(await links()).toMatchObject([{ id: link.id, permission: 'edit', guests: [{ name: 'Zosia' }] }])
  const refreshed = await server.call(null, 'POST', '/oauth/v2/token', {
    grant_type: 'refresh_token',
    client_id: 'web',
    client_secret: 'public',
    refresh_token: zosia.refresh,
  })
  expect(refreshed.status).toBe(200)
})

test('TOGETHER-4 a guest who may only tick does no more', async () => {
  const { server, guest } = await household('shopping')
  const hers = phone(server, await guest('Zosia'), 'mine', 'c')
  const { body } = await hers.send([
    addProduct('tea'),
    set('milk', 'price', 3),
    set('mine', 'listName', 'Hers'),
    set('milk', 'productStatus', true),
  ])
  expect(whys(body)).toEqual({ 1: 'forbidden', 2: 'forbidden', 3: 'forbidden' })
})

test('TOGETHER-4 a guest learns no address, no link and no other list, and makes no list', async () => {
  const { server, ala, guest } = await household()
  const other = await newList(server, ala)
  const zosia = await guest('Zosia')
  const { body } = await server.call(zosia, 'GET', '/api/v3/list/mine')
  expect(body).toMatchObject({ owner: { name: '', email: '' }, hash: null })
  expect(JSON.stringify(body)).not.toContain('example.pl')
  const pulled = await phone(server, zosia, 'mine', 'c').pull()
  expect(JSON.stringify(pulled.body)).not.toContain('example.pl')
  const attacks = [
    ['GET', `/api/v3/list/${other}`],
    ['POST', `/api/v3/list/${other}/sync`],
    ['POST', '/api/v3/list/new-one/sync'],
    ['GET', '/api/v3/lists'],
    ['GET', '/api/v3/me'],
    ['GET', '/api/v3/list/mine/history'],
    ['GET', '/api/v3/list/mine/list_users'],
    ['GET', '/api/v3/people'],
    ['GET', '/api/v3/me/push'],
    ['GET', '/api/v3/products'],
    ['POST', '/api/v3/list/mine/guest'],
    ['POST', '/api/v3/list/mine/product'],
    ['POST', '/api/v3/list/mine/duplicate'],
    ['DELETE', '/api/v3/list'],
    ['DELETE', `/api/v3/list/share?_list_id=mine&_email_address=ala@example.pl`],
  ] as const
  const answers: string[] = []
  for (const [method, url] of attacks) {
    const made = await server.call(zosia, method, url, method === 'GET' ? undefined : {})
    answers.push(`${method} ${url.replace(other, 'other')} ${made.status} ${made.body.code}`)
  }
  process.stdout.write(`\n${answers.join('\n')}\n`)
  expect(answers.filter((line) => !/ 403 forbidden$| 404 notFound$/.test(line))).toEqual([])
})

test('TOGETHER-4 nobody logs in, resets a password or shares as a guest', async () => {
  const { server, ala, guest } = await household()
  const zosia = await guest('Zosia')
  for (const username of ['', ' ', `guest ${zosia.id}`, 'Zosia'])
    expect((await server.logIn(username)).status).toBe(400)
  const shared = await server.call(
    ala,
    'POST',
    `/api/v3/list/share?_list_id=mine&_email_address=guest ${zosia.id}`,
  )
  expect(shared.status).toBe(400)
})

test('TOGETHER-4 a guest may not take the name of somebody on the list', async () => {
  const { join, guest } = await household()
  await guest('Zosia')
  for (const name of ['ala', 'ALA', ' Zosia', 'zosia'])
    expect((await join(name)).body).toMatchObject({ code: 'invalidRequest', fields: { name: 'nameTaken' } })
  for (const name of ['', 'x'.repeat(101), 'a\u0000b']) expect((await join(name)).status).toBe(400)
})

test('TOGETHER-4 SAFE-14 a guest’s name looks like nobody else’s: invisible, look-alike and turned letters', async () => {
  const { server, ala, join, guest } = await household()
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala', surname: 'Kowalska' })
  await guest('Zosia')
  const taken = [
    [
      'Ala Kowalska',
      'A\u200bla Kowalska',
      'AlaKowalska',
      'Ala\u00a0Kowalska',
      'Ala\u2800Kowalska',
      'ala kowalska.',
    ],
    // Cyrillic А and а, a capital I for l, mathematical letters, full width, marks, and turned by an override.
    ['Аlа Kowalska', 'AIa Kowalska', '𝐀𝐥𝐚 Kowalska', 'Ａｌａ Kowalska', 'A\u0301la Kowalska', '\u202eala'],
    // Small places show the first name of a member.
    ['Ala', 'Ala Nowak', 'AІa'],
    ['Zоsіa', 'Z0sia', 'zosia\u2060', '\u2066Zosia\u2069', 'Žosia'],
  ].flat()
  for (const name of taken)
    expect([name, (await join(name)).body.fields]).toEqual([name, { name: 'nameTaken' }])
  const nothing = ['\u200b', '\u3164', '\u2800', '\u202e\u2066', '\u0301', '\ufe0f', '\u{e0020}', '\u{1d159}']
  for (const name of nothing)
    expect([name, (await join(name)).body.fields]).toEqual([name, { name: 'required' }])
  server.clock.now += 60_000
  for (const name of ['Ela', 'Babcia Ela', 'Babcia Ola', 'Лена', '👩‍👧', '李', '나나'])
    expect([name, (await join(name)).status]).toEqual([name, 200])
})

test('HAND-11 a guest cannot guess the name of somebody who has not opened the list', async () => {
  const { server, ala, join, links } = await household()
  const ewa = await server.person('ewa@example.pl')
  await server.call(ewa, 'PUT', '/api/v3/me/update_profile', { name: 'Ewa' })
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=mine&_email_address=${ewa.email}`)
  expect((await join('Ewa')).status).toBe(200)
  await opened(server, ewa)
  expect((await links())[0].guests).toMatchObject([{ name: 'Guest Ewa' }])
  expect((await join('Ewa')).body.fields).toEqual({ name: 'nameTaken' })
})

test('TOGETHER-4 SAFE-14 a member who takes a guest’s name gets it, and the guest is called a guest', async () => {
  const { server, ala, make, guest, links } = await household()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, 'mine', ola, 'edit')
  const zosia = await guest('Zosia')
  await phone(server, zosia, 'mine', 'c').send([addProduct('tea')])
  await guest('Guest Zosia')
  const namesIn = ({ guests }: { guests: { name: string }[] }) => guests.map(({ name }) => name)
  const names = async () => (await links()).flatMap(namesIn).toSorted()
  const rename = (name: string) => server.call(ola, 'PUT', '/api/v3/me/update_profile', { name })
  expect((await rename('Zоsia')).body.name).toBe('Zоsia')
  expect(await names()).toEqual(['Guest Zosia', 'Guest2 Zosia'])
  const { products } = (await server.call(ala, 'GET', '/api/v3/list/mine')).body
  expect(products.find(({ id }: { id: string }) => id === 'tea')).toMatchObject({ addedBy: 'Guest2 Zosia' })
  // Also when somebody with the name joins, by an invitation or because the list is shared with them: as soon as they
  // open it, because nobody may learn the name of somebody who has not.
  await guest('Ewa', (await make({ permission: 'edit' })).code)
  const ewa = await server.person('ewa@example.pl')
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=mine&_email_address=${ewa.email}`)
  expect(await names()).toContain('Ewa')
  await opened(server, ewa)
  expect(await names()).toContain('Guest Ewa')
  await guest('Jan')
  const jan = await server.person('jan@example.pl')
  const { code } = (await server.call(ala, 'POST', '/api/v3/list/mine/invite', { permission: 'view' })).body
  expect((await server.call(jan, 'POST', `/api/v3/invite/${code}/accept`)).status).toBe(200)
  expect(await names()).toEqual(['Guest Ewa', 'Guest Jan', 'Guest Zosia', 'Guest2 Zosia'])
})

test('TOGETHER-4 SAFE-14 neither a link nor its guests show any part of an address', async () => {
  const { server, ala, link, guest } = await household()
  const ola = await server.person('secret.ola@example.pl')
  await share(server, ala, 'mine', ola, 'edit')
  await phone(server, ola, 'mine', 'c').send([addProduct('tea'), set('milk', 'productStatus', true)])
  const zosia = await guest('Zosia')
  const seen = async () =>
    JSON.stringify([
      (await server.call(null, 'GET', `/api/v3/guest/${link.code}`)).body,
      (await server.call(zosia, 'GET', '/api/v3/list/mine')).body,
      (await phone(server, zosia, 'mine', 'd').pull()).body,
      (await phone(server, zosia, 'mine', 'e').send([set('tea', 'price', 'x')])).body,
    ])
  const before = await seen()
  expect(before).not.toMatch(/"ala"|secret/)
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Ola' })
  expect(await seen()).toContain('"Ola"')
  // Members go on seeing each other as before.
  const { products } = (await server.call(ala, 'GET', '/api/v3/list/mine')).body
  expect(products.find(({ id }: { id: string }) => id === 'milk')).toMatchObject({ addedBy: 'ala' })
})

test('TOGETHER-4 revoking a link ends its guests at once, and nobody comes back with it', async () => {
  const { server, ala, link, make, guest, join, links, revoke } = await household()
  const zosia = await guest('Zosia')
  const other = await make({ permission: 'shopping', name: 'Neighbours' })
  const ola = await guest('Ola', other.code)
  expect((await revoke()).status).toBe(200)
  expect([await status(server, zosia), await status(server, ola)]).toEqual([401, 200])
  expect(await links()).toMatchObject([{ name: 'Neighbours', guests: [{ name: 'Ola' }] }])
  expect((await join('Ewa')).body.code).toBe('inviteRevoked')
  expect((await server.call(null, 'GET', `/api/v3/guest/${link.code}`)).body.code).toBe('inviteRevoked')
  const { body } = await server.call(ala, 'GET', '/api/v3/list/mine')
  expect(body.sharedWith).toBe(1)
  expect((await revoke('unknown')).status).toBe(404)
})

test('TOGETHER-4 a guest who leaves is gone, and the name is free again', async () => {
  const { server, guest, join, links } = await household()
  const zosia = await guest('Zosia')
  const other = await guest('Ola')
  expect((await join('Zosia')).status).toBe(400)
  const body = { token: zosia.access, client_id: 'web', client_secret: 'public' }
  expect((await server.call(null, 'POST', '/oauth/v2/revoke', body)).status).toBe(200)
  expect(await status(server, zosia)).toBe(401)
  expect(await status(server, other)).toBe(200)
  expect(await links()).toMatchObject([{ guests: [{ name: 'Ola' }] }])
  expect((await join('Zosia')).status).toBe(200)
})

test('TOGETHER-4 a guest who leaves and has changed nothing gives the place back for good', async () => {
  const { server, guest, leave } = await household()
  for (let i = 0; i < 3; i++) await leave(await guest('Zosia'))
  const ola = await guest('Ola')
  await phone(server, ola, 'mine', 'c').send([set('milk', 'productStatus', true)])
  await leave(ola)
  const guests = await server.db.selectFrom('account').select('name').where('guest_of', '<>', '').execute()
  expect(guests).toEqual([{ name: 'Ola' }])
})

test('TOGETHER-4 coming, changing and leaving again and again leaves so many accounts and no more', async () => {
  const { server, join, links } = await household()
  const leave = (access: string) =>
    server.call(null, 'POST', '/oauth/v2/revoke', {
      token: access,
      client_id: 'web',
      client_secret: 'public',
    })
  for (let i = 0; i < 100; i++) {
    if (i % 25 === 24) server.clock.now += 60_000
    const { status, body } = await join('Zosia')
    expect(status).toBe(200)
    await phone(server, personOf({ body } as Reply), 'mine', `c${i}`).send([set('milk', 'price', i)])
    await leave(body.access_token)
  }
  server.clock.now += 60_000
  const refused = await join('Zosia')
  expect([refused.status, refused.body.code]).toEqual([409, 'limitReached'])
  // The owner sees it, and makes a new link.
  expect(await links()).toMatchObject([{ guests: [], full: 'over' }])
})

test('TOGETHER-4 a link and its guests end after 7 days, and the name goes 30 days later', async () => {
  const { server, ala, guest, join, links, mine } = await household()
  const zosia = await guest('Zosia')
  await phone(server, zosia, 'mine', 'c').send([addProduct('tea')])
  server.clock.now += 7 * day - 1
  ala.access = (await server.logIn(ala.email)).body.access_token
  expect(await links()).toHaveLength(1)
  server.clock.now += 2
  expect(await links()).toEqual([])
  expect((await join('Ewa')).body.code).toBe('inviteExpired')
  // At once, and not only with the job.
  expect(await status(server, zosia)).toBe(401)
  const sent = await phone(server, zosia, 'mine', 'late').send([addProduct('late')])
  expect(sent.status).toBe(401)
  await runJobs(server.app.services)
  expect(await status(server, zosia)).toBe(401)
  const refreshed = await server.call(null, 'POST', '/oauth/v2/token', {
    grant_type: 'refresh_token',
    client_id: 'web',
    client_secret: 'public',
    refresh_token: zosia.refresh,
  })
  expect(refreshed.body.error).toBe('invalid_grant')
  const addedBy = async () => (await mine.pull()).body.rows.find(({ id }) => id === 'tea')
  expect(await addedBy()).toMatchObject({ addedBy: 'Zosia' })
  ala.access = (await server.logIn(ala.email)).body.access_token
  server.clock.now += 31 * day
  await runJobs(server.app.services)
  const left = await server.db.selectFrom('account').select('email').execute()
  expect(left).toEqual([{ email: 'ala@example.pl' }])
  await prune(server.db, server.clock.now)
  expect(await server.db.selectFrom('guest_link').selectAll().execute()).toEqual([])
})

test('TOGETHER-4 links and guests are counted', async () => {
  const { server, make, guest, join, links, leave } = await household()
  for (let n = 0; n < 9; n++) await guest(`Guest ${n}`)
  const last = await guest('Guest 9')
  expect((await join('One more')).body.code).toBe('limitReached')
  expect(await links()).toMatchObject([{ full: 'now' }])
  await leave(last)
  expect((await links())[0].full).toBeUndefined()
  for (let n = 1; n < 10; n++) await make()
  expect(await make()).toMatchObject({ code: 'limitReached' })
  expect(await server.db.selectFrom('guest_link').select('code').execute()).toHaveLength(10)
})

test('TOGETHER-4 guests are no people to share with, and get no other list', async () => {
  const { server, ala, guest } = await household()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, 'mine', ola, 'edit')
  await server.call(ola, 'PUT', '/api/v3/list/mine/accepted')
  await guest('Zosia')
  const { body: people } = await server.call(ala, 'GET', '/api/v3/people')
  expect(people.map(({ name }: { name: string }) => name)).toEqual(['ola'])
  const { body: users } = await server.call(ola, 'GET', '/api/v3/list/mine/list_users')
  expect(JSON.stringify(users)).not.toContain('Zosia')
  const { body: again } = await server.call(ala, 'POST', '/api/v3/list/mine/shop_again', {})
  const members = await server.db
    .selectFrom('member')
    .select('account_id')
    .where('list_id', '=', again.id)
    .execute()
  expect(members).toEqual([{ account_id: ola.id }])
})

test('TOGETHER-4 deleting the list, and a restored backup, end links and guests', async () => {
  const { server, ala, make, guest, join } = await household()
  const zosia = await guest('Zosia')
  const other = await make()
  await markRestored(server.db, server.clock.now)
  expect((await join('Ewa', other.code)).body.code).toBe('inviteRevoked')
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: 'mine' })
  expect(await status(server, zosia)).toBe(401)
  expect(await server.db.selectFrom('guest_link').selectAll().execute()).toEqual([])
})

test('TOGETHER-4 an account that is not activated, and a member, make no links', async () => {
  const { server, ala, link } = await household()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, 'mine', ola, 'edit')
  const body = { permission: 'edit' }
  expect((await server.call(ola, 'POST', '/api/v3/list/mine/guest', body)).status).toBe(403)
  expect((await server.call(ola, 'GET', '/api/v3/list/mine/guest')).status).toBe(403)
  expect((await server.call(ola, 'DELETE', `/api/v3/list/mine/guest/${link.id}`)).status).toBe(403)
  const view = await server.call(ala, 'POST', '/api/v3/list/mine/guest', { permission: 'view' })
  expect(view.status).toBe(400)
})

test('TOGETHER-4 PROFILE-7 the export names guest links and who used them, without codes', async () => {
  const { server, ala, link, make, guest, revoke } = await household()
  const other = await make({ permission: 'shopping', name: 'Neighbours' })
  await guest('Zosia')
  await guest('Ola', other.code)
  server.clock.now += 60_000
  await revoke()
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  const createdAt = new Date(server.clock.now - 60_000).toISOString()
  const expiresAt = new Date(server.clock.now - 60_000 + 7 * day).toISOString()
  const revokedAt = new Date(server.clock.now).toISOString()
  const { guestLinks } = body.lists[0]
  expect(guestLinks).toHaveLength(2)
  expect(guestLinks).toEqual(
    expect.arrayContaining([
      { permission: 'edit', createdAt, expiresAt, revokedAt, guests: ['Zosia'] },
      { name: 'Neighbours', permission: 'shopping', createdAt, expiresAt, revokedAt: null, guests: ['Ola'] },
    ]),
  )
  for (const secret of [link.id, link.code, other.id, other.code])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('TOGETHER-4 a guest ends with the link to the millisecond, with a new token too', async () => {
  const { server, guest } = await household()
  server.clock.now += 7 * day - 3_600_000
  const zosia = await guest('Zosia')
  const refresh = () =>
    server.call(null, 'POST', '/oauth/v2/token', {
      grant_type: 'refresh_token',
      client_id: 'web',
      client_secret: 'public',
      refresh_token: zosia.refresh,
    })
  server.clock.now += 3_599_999
  expect([await status(server, zosia), await status(server, zosia)]).toEqual([200, 200])
  server.clock.now += 1
  expect(await status(server, zosia)).toBe(401)
  expect((await refresh()).body.error).toBe('invalid_grant')
})

test('TOGETHER-4 PROFILE-5 the owner’s deletion ends guests at once, and the link comes back with the owner', async () => {
  const { server, ala, guest, join, link } = await household()
  const zosia = await guest('Zosia')
  await server.call(ala, 'DELETE', '/api/v3/me', { password })
  expect(await status(server, zosia)).toBe(401)
  expect((await join('Ewa')).status).toBe(404)
  expect((await server.call(null, 'GET', `/api/v3/guest/${link.code}`)).status).toBe(404)
  await server.logIn(ala.email)
  expect(await status(server, zosia)).toBe(401)
  expect((await join('Ewa')).status).toBe(200)
})

test.skipIf(dialect === 'sqlite')(
  'TOGETHER-4 nobody joins while the link is revoked or the owner’s account is deleted',
  async () => {
    for (const end of [
      `update guest_link set revoked_at = 1`,
      `update account set status = 'D', status_before = 'A' where email_key = 'ala@example.pl'`,
    ]) {
      const url = await freshDatabase()
      const { server, join } = await household('edit', { DATABASE_URL: url })
      const other = new Client({ connectionString: url })
      await other.connect()
      onTestFinished(() => other.end())
      const isWaitedFor = async () => {
        const blocked = `select count(*) as count from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
        return Number((await other.query<{ count: string }>(blocked)).rows[0]?.count)
      }
      await other.query('begin')
      await other.query('select 1 from list for update')
      const joining = join('Zosia')
      await expect.poll(isWaitedFor).toBe(1)
      await other.query(end)
      await other.query('commit')
      expect([404, 410]).toContain((await joining).status)
      const guests = server.db.selectFrom('account').select('id').where('guest_of', '<>', '').execute()
      expect(await guests).toEqual([])
    }
  },
)
