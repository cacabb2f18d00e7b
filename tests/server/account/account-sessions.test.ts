import { expect, test, vi } from 'vitest'
import { deviceName } from '../../../server/auth/device-name.ts'
import { sessionOf } from '../../../server/auth/session.ts'
import type { Affected } from '../../../server/db/affected.ts'
import {
  newList,
  password,
  type Person,
  personOf,
  share,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  tablet:
    'Mozilla/5.0 (Linux; Android 15; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
}

test('PROFILE-8 where I am signed in, with names that a person recognises', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const on = async (agent: string) => {
    server.clock.now += 1_000
    return personOf('ala@example.pl', await server.logIn('ala@example.pl', {}, { 'user-agent': agent }))
  }
  const phone = await on(agents.phone)
  const laptop = await on(agents.laptop)
  const sessions = (await server.call(phone, 'GET', '/api/v3/me/sessions')).body
  const at = new Date(server.clock.now).toISOString()
  expect(sessions).toEqual([
    { id: expect.any(String), device: 'Firefox, Windows', createdAt: at, lastUsedAt: at, current: false },
    {
      id: expect.any(String),
      device: 'Safari, iOS',
      createdAt: new Date(server.clock.now - 1_000).toISOString(),
      lastUsedAt: new Date(server.clock.now - 1_000).toISOString(),
      current: true,
    },
  ])
  expect(JSON.stringify(sessions)).not.toContain(laptop.access)
  expect(deviceName(agents.tablet)).toBe('Samsung Internet, Android')
  expect(deviceName('curl/8.5.0')).toBe('')
  expect(deviceName(undefined)).toBe('')
})

test('PROFILE-8 one session is ended, then all others, and nobody ends those of another person', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const second = personOf(ala.email, await server.logIn(ala.email))
  const third = personOf(ala.email, await server.logIn(ala.email))
  const list = async (who = ala) => (await server.call(who, 'GET', '/api/v3/me/sessions')).body
  const idOf = async (who: typeof ala) =>
    (await list(who)).find((session: { current: boolean }) => session.current).id
  const works = async (who: typeof ala) => (await server.call(who, 'GET', '/api/v3/me')).status === 200

  const foreign = await server.call(ala, 'DELETE', `/api/v3/me/sessions/${await idOf(ola)}`, { password })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'notFound'])
  const ended = await idOf(second)
  expect((await server.call(ala, 'DELETE', `/api/v3/me/sessions/${ended}`, { password })).status).toBe(200)
  expect((await server.call(ala, 'DELETE', `/api/v3/me/sessions/${ended}`, { password })).status).toBe(200)
  expect([await works(ala), await works(second), await works(third)]).toEqual([true, false, true])
  expect((await server.call(ala, 'DELETE', '/api/v3/me/sessions', { password })).status).toBe(200)
  expect([await works(ala), await works(third), await works(ola)]).toEqual([true, false, true])
  expect(await list()).toHaveLength(1)
  // One's own session can be ended like any other.
  await server.call(ala, 'DELETE', `/api/v3/me/sessions/${await idOf(ala)}`)
  expect(await works(ala)).toBe(false)
})

test('WEEK-7 PROFILE-7 the file names categories in the language of whoever reads it, and one’s own as they are', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const own = await newList(server, ala, 'Weekend')
  for (const category of ['Dairy', 'Nabiał', 'Own shelf'])
    await server.call(ala, 'POST', `/api/v3/list/${own}/product`, { productName: `of ${category}`, category })
  await server.call(ala, 'POST', '/api/v3/template', { templateName: 'Breakfast', fromList: own })
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  const { lists, templates } = (await server.call(ala, 'GET', '/api/v3/me/export')).body
  for (const { products } of [lists[0], templates[0]])
    expect(products.map((one: { category_name: string }) => one.category_name)).toEqual([
      'Nabiał',
      'Nabiał',
      'Own shelf',
    ])
})

test('PROFILE-7 everything in one file: no secrets, and other people by name only', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala', city: 'Łódź' })
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Ola', surname: 'Nowak' })
  const own = await newList(server, ala, 'Weekend')
  await share(server, ala, own, ola, 'edit')
  const milk = { productName: 'Milk', price: 3.5, productStatus: true }
  await server.call(ola, 'POST', `/api/v3/list/${own}/product`, milk)
  const foreign = await newList(server, ola, 'Party')
  await share(server, ola, foreign, ala, 'shopping')
  await newList(server, ola, 'Not for Ala')

  const template = { templateName: 'Breakfast', fromList: own }
  expect((await server.call(ala, 'POST', '/api/v3/template', template)).status).toBe(200)
  const category = { category_name: 'Own shelf', keywords: ['salt'] }
  expect((await server.call(ala, 'POST', '/api/v3/category-keywords', category)).status).toBeLessThan(300)
  await server.call(ala, 'PUT', '/api/v3/barcodes/5901234123457', { productName: 'Salt', price: 2.5 })

  const answer = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain('attachment')
  const { body } = answer
  expect(body.profile).toMatchObject({
    id: ala.id,
    email: 'ala@example.pl',
    name: 'Ala',
    city: 'Łódź',
    status: 'A',
  })
  expect(body.avatar).toBeNull()
  expect(body.sessions).toHaveLength(1)
  expect(body.lists).toHaveLength(1)
  expect(body.lists[0]).toMatchObject({
    listName: 'Weekend',
    members: [{ name: 'Ola Nowak', permission: 'edit', accepted: true }],
    products: [{ productName: 'Milk', price: 3.5, addedBy: 'Ola Nowak', tickedBy: 'Ola Nowak' }],
  })
  expect(body.sharedWithMe).toMatchObject([
    { listName: 'Party', owner: 'Ola Nowak', permissions: 'shopping' },
  ])
  expect(body.templates).toMatchObject([{ templateName: 'Breakfast', products: [{ productName: 'Milk' }] }])
  expect(body.categories).toMatchObject([{ category_name: 'Own shelf', keywords: ['salt'] }])
  expect(body.barcodes).toMatchObject([{ productName: 'Salt', price: 2.5 }])
  const text = JSON.stringify(body)
  expect(text).not.toContain('ola@example.pl')
  expect(text).not.toContain('Not for Ala')
  expect(text).not.toContain(ala.access)
  expect(text).not.toMatch(/argon2|password|code_hash/)
  expect((await server.call(null, 'GET', '/api/v3/me/export')).status).toBe(401)
  const empty = await server.person('ela@example.pl')
  const nothing = (await server.call(empty, 'GET', '/api/v3/me/export')).body
  expect([nothing.lists, nothing.sharedWithMe, nothing.templates]).toEqual([[], [], []])
})

test('SAFE-10 an account has 50 sessions; with one more, the one that was unused for the longest time ends', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const sessions: Person[] = []
  for (let i = 0; i < 50; i++) {
    server.clock.now += 1_000
    sessions.push(personOf('ala@example.pl', await server.logIn('ala@example.pl')))
  }
  const [first, second] = sessions
  if (!first || !second) throw new Error('no sessions')
  const refresh = { grant_type: 'refresh_token', ...webClient, refresh_token: first.refresh }
  const renewed = personOf(first.email, await server.call(null, 'POST', '/oauth/v2/token', refresh))
  const events = await heard(server, () => server.logIn('ala@example.pl'))
  expect(events).toEqual([{ ended: [await sessionOf(server.db, second.access)] }])
  const works = async (who: Person) => (await server.call(who, 'GET', '/api/v3/me')).status === 200
  expect([await works(renewed), await works(second)]).toEqual([true, false])
  expect((await server.call(renewed, 'GET', '/api/v3/me/sessions')).body).toHaveLength(50)
})

test('SAFE-10 log-ins fill no disk: the oldest of the sessions that ended are forgotten', async () => {
  const server = await testServer()
  const { id, email } = await server.person('ala@example.pl')
  const rows = Array.from({ length: 700 }, (_, i) => ({
    id: `ended-${String(i).padStart(3, '0')}`,
    account_id: id,
    created_at: i,
    access_at: i,
    refreshed_at: i,
    refreshes: 1,
    ended_at: server.clock.now - 1_000 + i,
    plain_cookie: 0,
  }))
  await server.db.insertInto('session').values(rows).execute()
  expect((await server.logIn(email)).status).toBe(200)
  const kept = await server.db
    .selectFrom('session')
    .select('id')
    .where('ended_at', '>', 0)
    .orderBy('id')
    .execute()
  expect(kept.map((row) => row.id)).toEqual(rows.slice(200).map((row) => row.id))
})

/** What is told to streams meanwhile. */
async function heard(server: TestServer, act: () => Promise<unknown>): Promise<Affected[]> {
  const { live } = server.app.services
  const told = vi.spyOn(live, 'publish')
  await act()
  return told.mock.calls.map(([affected]) => affected)
}

test('SAFE-11 another session ends with the password only; one’s own needs none', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const other = personOf(ala.email, await server.logIn(ala.email))
  const id = (await sessionOf(server.db, other.access)) ?? ''
  const end = (path: string, body?: object, who = ala) =>
    server.call(who, 'DELETE', `/api/v3/me/sessions${path}`, body)
  for (const [path, body] of [
    [`/${id}`, undefined],
    [`/${id}`, {}],
    [`/${id}`, { password: 'a guess' }],
    ['', { password: 'a guess' }],
  ] as const) {
    const refused = await end(path, body)
    expect([path, refused.status, refused.body.code]).toEqual([path, 400, 'incorrectPassword'])
  }
  expect((await end('')).status).toBe(400)
  expect((await server.call(other, 'GET', '/api/v3/me')).status).toBe(200)
  expect((await end(`/${id}`, undefined, other)).status).toBe(200)
  expect((await server.call(other, 'GET', '/api/v3/me')).status).toBe(401)
  expect((await end('', { password })).status).toBe(200)
})
