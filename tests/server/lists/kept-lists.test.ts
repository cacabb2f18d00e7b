import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { accessList } from '../../../server/lists/store/access.ts'
import { createKeptLists, type Kept } from '../../../server/lists/store/kept-lists.ts'
import { createListAnswers } from '../../../server/lists/store/list-answer.ts'
import { makeList, type MadeList } from '../../../server/lists/store/list-queries.ts'
import { newList, type Person, share, testServer, type TestServer } from '../../support/server.ts'

const path = (list: string) => `/api/v3/list/${list}`

/** A list of an owner with two members; each has read it three times, so that it is kept. */
async function home() {
  const server = await testServer({ onDisk: true })
  const [ala, ben, cleo] = await Promise.all(
    ['ala', 'ben', 'cleo'].map((name) => server.person(`${name}@example.org`)),
  )
  if (!ala || !ben || !cleo) throw new Error('nobody')
  const list = await newList(server, ala)
  await share(server, ala, list, ben, 'edit')
  await share(server, ala, list, cleo, 'view')
  await server.call(ben, 'POST', `${path(list)}/product`, { productName: 'Milk' })
  const read = (who: Person, tag?: string) =>
    server.call(who, 'GET', path(list), undefined, tag ? { 'if-none-match': tag } : {})
  for (const who of [ala, ben, cleo]) for (let times = 0; times < 3; times++) await read(who)
  return { server, ala, ben, cleo, list, read }
}

/** A second server on the same database, which has kept nothing. */
function another({ app }: TestServer): Promise<TestServer> {
  const { database } = app.services.config
  const url = 'sqlite' in database ? `sqlite:${database.sqlite}` : database.postgres
  return testServer({ onDisk: true, env: { DATABASE_URL: url } })
}

/** What the reader is told now, which must be what a server says that has kept nothing. */
async function fresh(server: TestServer, who: Person, list: string) {
  return (await (await another(server)).call(who, 'GET', path(list))).body
}

test('API DETAIL-27 a list that is read again is the same, byte for byte, and its tag is known', async () => {
  const { ala, ben, read } = await home()
  const first = await read(ala)
  const again = await read(ala)
  const withoutTimes = ({ headers }: typeof first) => {
    const { 'x-request-id': _id, 'x-ratelimit-remaining': _left, 'x-ratelimit-reset': _at, ...same } = headers
    return { ...same, date: '' }
  }
  expect(again.body).toEqual(first.body)
  expect(withoutTimes(again)).toEqual(withoutTimes(first))
  expect(await read(ala, String(first.headers['etag']))).toMatchObject({ status: 304, body: '' })
  expect((await read(ben)).headers['etag']).not.toBe(first.headers['etag'])
})

type Change = [who: Person, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object]

/** One after the other, what changes a list for Ben who reads it. */
async function changes({ ala, ben, list, read }: Awaited<ReturnType<typeof home>>): Promise<Change[]> {
  const product = `${path(list)}/product/${(await read(ala)).body.products[0].id as string}`
  const removal = `/api/v3/list/share?_list_id=${list}&_email_address=cleo%40example.org`
  const may = (permission: string) =>
    `/api/v3/shared_list/${list}?email_address=ben%40example.org&permission=${permission}`
  const profile = '/api/v3/me/update_profile'
  return [
    [ben, 'POST', `${path(list)}/product`, { productName: 'Bread' }],
    [ala, 'PUT', product, { productStatus: true }],
    [ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'Feast' }],
    // Ala has ticked and owns the list, Ben has added.
    [ala, 'PUT', profile, { name: 'Alina', surname: 'Nowa' }],
    [ben, 'PUT', profile, { name: 'Benjamin', surname: 'Nowy' }],
    [ala, 'POST', `${path(list)}/hash`],
    [ala, 'DELETE', `${path(list)}/hash`],
    [ala, 'DELETE', removal],
    [ala, 'PUT', may('view')],
    [ala, 'PUT', may('edit')],
    [ala, 'PUT', `${path(list)}/archivize`],
    [ala, 'PUT', `${path(list)}/restore`],
    [ben, 'DELETE', product],
  ]
}

for (const through of ['this server', 'another server'] as const)
  test(`API what anybody changes through ${through} is in the next answer, under another tag`, async () => {
    const its = await home()
    const { server, ben, cleo, list, read } = its
    const changing = through === 'this server' ? server : await another(server)
    const other = await another(server)
    for (const [who, method, url, body] of await changes(its)) {
      const before = await read(ben)
      expect([url, (await read(ben, String(before.headers['etag']))).status]).toEqual([url, 304])
      const done = await changing.call(who, method, url, body)
      expect([url, done.status < 300]).toEqual([url, true])
      const after = await read(ben, String(before.headers['etag']))
      expect([url, after.status]).toEqual([url, 200])
      expect([url, after.body]).toEqual([url, (await other.call(ben, 'GET', path(list))).body])
      expect([url, (await read(ben)).body]).toEqual([url, after.body])
    }
    expect((await read(cleo)).status).toBe(404)
  })

test('API DETAIL-27 after a backup was put back, a list is not known by its old tag', async () => {
  const { server, ala, read } = await home()
  const tag = String((await read(ala)).headers['etag'])
  // As after a restore: another epoch, an older state.
  await server.db.updateTable('list').set({ epoch: 'restored', name: 'Old' }).execute()
  expect(await read(ala, tag)).toMatchObject({ status: 200, body: { listName: 'Old' } })
})

test('API SECURITY a member whose account is deleted is answered no more, and the others are', async () => {
  const { server, ala, ben, read } = await home()
  await server.db
    .updateTable('account')
    .set({ status: 'D', deleted_at: 1 })
    .where('id', '=', ben.id)
    .execute()
  expect((await read(ben)).status).toBe(401)
  expect((await read(ala)).status).toBe(200)
  await removeDeletedAccounts(server.db, server.clock.now)
  expect((await read(ala)).body.products[0].addedBy).not.toBe('ben')
  expect((await read(ala)).body.sharedWith).toBe(1)
})

test('API what was changed and changed back while an answer was made is not kept', async () => {
  const { server, ben, list } = await home()
  const { services } = server.app
  const request = { headers: { authorization: `Bearer ${ben.access}` } } as never
  const make = () => makeList(server.db, ben, () => accessList(server.db, list, ben.id, 'see', 'read'))
  const seen: [change: (whole: MadeList) => MadeList, isKept: boolean][] = [
    [(whole) => whole, true],
    [(whole) => ({ ...whole, as: { ...whole.as, role: 'view' } }), false],
    [(whole) => ({ ...whole, as: { ...whole.as, hash: 'gone' } }), false],
    [(whole) => ({ ...whole, as: { ...whole.as, name: 'Before' } }), false],
    [(whole) => ({ ...whole, as: { ...whole.as, head: whole.as.head - 1 } }), false],
    [(whole) => ({ ...whole, answer: { ...whole.answer, sharedWith: 7 } }), false],
    [(whole) => ({ ...whole, named: new Map([...whole.named.keys()].map((id) => [id, 'Before'])) }), false],
  ]
  for (const [change, isKept] of seen) {
    const answers = createListAnswers(services)
    await answers.made(request, async () => change(await make()))
    expect(answers.kept.get(ben.id, list) !== undefined).toBe(isKept)
  }
})

test('API a packed answer is the same as one that was packed for this call', async () => {
  const { server, ala, list, read } = await home()
  const asked = { authorization: `Bearer ${ala.access}`, 'accept-encoding': 'gzip, br' }
  const packed = async () => {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: path(list), headers: asked })
    return { statusCode, headers, text: brotliDecompressSync(rawPayload).toString() }
  }
  for (let n = 0; n < 30; n++)
    await server.call(ala, 'POST', `${path(list)}/product`, { productName: `Product ${n}` })
  const answers = [await packed(), await packed(), await packed()]
  const plain = await read(ala)
  for (const { statusCode, headers, text } of answers) {
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(headers['etag']).toBe(plain.headers['etag'])
    expect(JSON.parse(text)).toEqual(plain.body)
  }
})

test('API names are kept as they were read: a person renamed while an answer is made is shown by the new name', async () => {
  const { server, ala, ben, list, read } = await home()
  // While Ala's answer is made, Ben is renamed again and again.
  const renames = async () => {
    for (let n = 0; n < 10; n++)
      await server.call(ben, 'PUT', '/api/v3/me/update_profile', { name: `Ben ${n}`, surname: '' })
  }
  const reads = async () => {
    for (let n = 0; n < 20; n++) await read(ala)
  }
  await Promise.all([renames(), reads()])
  expect((await read(ala)).body).toEqual(await fresh(server, ala, list))
  expect((await read(ala)).body.products[0].addedBy).toBe('Ben 9')
})

test('DETAIL-27 whoever is removed, signed out or loses the list gets it no more, though it was kept', async () => {
  const { server, ala, ben, cleo, list, read } = await home()
  const tag = String((await read(cleo)).headers['etag'])
  await server.db.deleteFrom('member').where('account_id', '=', cleo.id).execute()
  expect((await read(cleo)).status).toBe(404)
  expect((await read(cleo, tag)).status).toBe(404)
  await server.db.updateTable('session').set({ ended_at: 1 }).where('account_id', '=', ben.id).execute()
  expect((await read(ben)).status).toBe(401)
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: list })
  expect((await read(ala)).status).toBe(404)
})

test('API a read of a kept list counts against the limit of calls', async () => {
  const server = await testServer({ onDisk: true, requestsPerWindow: 12 })
  const ala = await server.person('ala@example.org')
  const list = await newList(server, ala)
  const statuses: number[] = []
  for (let times = 0; times < 14; times++) statuses.push((await server.call(ala, 'GET', path(list))).status)
  expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(statuses.at(-1)).toBe(429)
})

const kept = (bytes: number): Kept => ({
  state: '',
  people: '[]',
  tag: '""',
  encoding: 'identity',
  body: Buffer.alloc(bytes),
})

test('API what is kept is bounded: by reader, and for all', () => {
  let now = 0
  const lists = createKeptLists(() => now, {
    bytes: 110_000,
    withBodies: 100_000,
    ofReader: 20_000,
    ofOne: 9_000,
  })
  lists.put('other', 'small', kept(100))
  for (let n = 0; n < 1_000; n++) lists.put('full', `list-${n}`, kept(5_000))
  expect(lists.bytes()).toBeLessThanOrEqual(21_000)
  expect(lists.get('full', 'list-999')).toBeDefined()
  expect(lists.get('full', 'list-900')).toBeUndefined()
  expect(lists.get('other', 'small')).toBeDefined()
  lists.put('full', 'huge', kept(9_001))
  expect(lists.get('full', 'huge')).toBeUndefined()
  for (let n = 0; n < 1_000; n++) {
    now += 10_000
    lists.put(`reader-${n}`, 'list', kept(5_000))
  }
  expect(lists.bytes()).toBeLessThanOrEqual(110_000)
  expect(lists.get('other', 'small')).toBeUndefined()
  expect(lists.get('reader-999', 'list')).toBeDefined()
})

test('API where more lists are in use than can be kept, those that are kept are still found', () => {
  let now = 0
  const lists = createKeptLists(() => now, {
    bytes: 110_000,
    withBodies: 100_000,
    ofReader: 20_000,
    ofOne: 9_000,
  })
  let found = 0
  for (let turn = 0; turn < 10; turn++)
    for (let n = 0; n < 60; n++) {
      now += 10
      if (lists.get(`reader-${n}`, 'list')) found++
      else lists.put(`reader-${n}`, 'list', kept(4_500))
    }
  // A third fits; of some more there is room for the tag.
  expect(found).toBeGreaterThan(150)
  expect(lists.get('reader-0', 'list')?.body).toHaveLength(4_500)
  expect(lists.get('reader-25', 'list')?.body).toBeNull()
  expect(lists.hasRoom('reader-25', 'list', '""')).toBe(false)
  expect(lists.hasRoom('reader-25', 'list', '"other"')).toBe(true)
  lists.drop('reader-0', 'list')
  expect(lists.hasRoom('reader-25', 'list', '""')).toBe(true)
  now += 60_000
  lists.put('reader-59', 'list', kept(4_500))
  expect(lists.get('reader-59', 'list')?.body).toHaveLength(4_500)
})
