import { expect, test } from 'vitest'
import { startPushService } from '../../support/push-service.ts'
import { siteOf } from '../../../server/push/sites.ts'
import { newList, type Person, personOf, type TestServer } from '../../support/server.ts'
import { idOf, pushHousehold } from './household.ts'

const minute = 60_000
const day = 86_400_000

const share = (server: TestServer, owner: Person, list: string, who: Person, method = 'POST') =>
  server.call(
    owner,
    method as 'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=${encodeURIComponent(who.email)}`,
  )

test('TOGETHER-1 who has not opened a list hears that it was shared, once, and nothing else of it', async () => {
  const { server, ola, news } = await pushHousehold()
  const jan = await server.person('jan@example.pl')
  const list = await newList(server, jan, 'Buy this')
  await share(server, jan, list, ola)
  expect(await news()).toMatchObject([{ kind: 'shared', list }])
  const rows = async () => (await server.db.selectFrom('push_event').selectAll().execute()).length
  const bother = async () => {
    const at = `/api/v3/list/${list}`
    await server.call(jan, 'POST', `${at}/trip`, { shop: 'www.example.com' })
    const { body } = await server.call(jan, 'POST', `${at}/product`, { productName: 'Milk' })
    await server.call(jan, 'PUT', `${at}/product/${body.id}`, { productStatus: true })
  }
  await bother()
  expect(await rows()).toBe(0)
  // Noted by an instance of an older version.
  await server.db
    .insertInto('push_event')
    .values({
      account_id: ola.id,
      device_id: idOf('phone'),
      id: 'old',
      list_id: list,
      kind: 'done',
      actor_id: jan.id,
      names: '[]',
      amount: 0,
      shop: '',
      at: server.clock.now,
      next_at: server.clock.now,
    })
    .execute()
  expect(await news()).toEqual([])
  // Taken back and shared again, on many days.
  for (let times = 0; times < 20; times++) {
    server.clock.now += times % 2 === 0 ? minute : day
    const again = personOf(jan.email, await server.logIn(jan.email))
    await share(server, again, list, ola, 'DELETE')
    await share(server, again, list, ola)
    expect(await news()).toEqual([])
  }
  // Once it is opened, it is a list like any other.
  const here = personOf(ola.email, await server.logIn(ola.email))
  await server.call(here, 'PUT', `/api/v3/list/${list}/accepted`)
  const there = personOf(jan.email, await server.logIn(jan.email))
  await server.call(there, 'POST', `/api/v3/list/${list}/trip`, { shop: 'Lidl' })
  expect(await news()).toMatchObject([{ kind: 'trips', list }])
})

test('TOGETHER-1 strangers ring a few times a day, however many they are and however many lists they share', async () => {
  const { server, ala, ola, news } = await pushHousehold()
  let rung = 0
  for (let person = 0; person < 4; person++) {
    const stranger = await server.person(`stranger${person}@example.pl`)
    for (let times = 0; times < 4; times++) {
      await share(server, stranger, await newList(server, stranger, `List ${times}`), ola)
      rung += (await news()).length
    }
  }
  expect(rung).toBe(5)
  // People she knows are not shut out by them.
  await share(server, ala, await newList(server, ala, 'From Ala'), ola)
  expect(await news()).toMatchObject([{ kind: 'shared', body: 'From Ala' }])
})

test('TOGETHER-1 one person sends so much a day over all lists, and leaves room for the others', async () => {
  const { server, ala, ola, list, news } = await pushHousehold()
  const tola = await server.person('tola@example.pl')
  await share(server, ala, list, tola)
  await server.call(tola, 'PUT', `/api/v3/list/${list}/accepted`)
  const { push } = server.app.services
  const lists = [list]
  for (let i = 0; i < 4; i++) {
    const more = await newList(server, ala, `List ${i}`)
    await share(server, ala, more, ola)
    await server.call(ola, 'PUT', `/api/v3/list/${more}/accepted`)
    lists.push(more)
  }
  await news()
  await server.db.deleteFrom('tally').execute()
  const done = async (actorId: string, listId: string) => {
    await server.db.updateTable('list').set({ living: 1, bought: 1 }).where('id', '=', listId).execute()
    await server.db.transaction().execute((trx) => push.noteDone(trx, { listId, actorId }))
    return (await news()).length
  }
  let rung = 0
  for (let times = 0; times < 20; times++) for (const one of lists) rung += await done(ala.id, one)
  expect(rung).toBe(60)
  expect(await done(tola.id, list)).toBe(1)
})

test('TOGETHER-1 a sender fills only a part of what waits for a device', async () => {
  const { server, ala, ola } = await pushHousehold()
  const { push } = server.app.services
  for (let i = 0; i < 120; i++) {
    const id = `list-${i}`
    await server.db
      .insertInto('list')
      .values({ ...(await anyList(server)), id, hash: id, owner_id: ala.id })
      .execute()
    await server.db
      .insertInto('member')
      .values({ list_id: id, account_id: ola.id, permission: 'edit', created_at: 0, accepted: 0 })
      .execute()
    await server.db
      .transaction()
      .execute((trx) => push.noteShared(trx, { listId: id, actorId: ala.id, to: [ola.id] }))
  }
  expect(await server.db.selectFrom('push_event').select('id').execute()).toHaveLength(100)
})

const anyList = (server: TestServer) =>
  server.db.selectFrom('list').selectAll().limit(1).executeTakeFirstOrThrow()

/** Ola's devices at one site, as many accounts could have them; the test's clock stands still but for `pass`. */
async function manyDevices(count: number, answer: number) {
  const service = await startPushService()
  // Short only where nothing answers: on a busy machine an answer may take as long.
  const timeoutMs = answer === 0 ? 100 : 30_000
  const home = await pushHousehold({ service, pushNetwork: { ...service.network, timeoutMs } })
  const { server, ala, ola, list } = home
  const phone = await server.db.selectFrom('push_device').selectAll().executeTakeFirstOrThrow()
  await server.db.deleteFrom('push_device').execute()
  service.answer = (_request, response) => {
    if (answer > 0) response.writeHead(answer).end()
  }
  const devices = Array.from({ length: count }, (_, i) => ({
    ...phone,
    device_id: idOf(`d${i}`),
    endpoint: `${service.url}/${ola.id}/d${i}`,
  }))
  for (let at = 0; at < count; at += 100)
    await server.db
      .insertInto('push_device')
      .values(devices.slice(at, at + 100))
      .execute()
  const { push } = server.app.services
  const ring = async () => {
    await server.db.transaction().execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id }))
    await push.drain()
    return service.received.length
  }
  return { ...home, ring, push }
}

test.each([400, 429, 500, 0])(
  'TOGETHER-1 a site with a thousand endpoints that answers %i (0: never) is left alone, longer each time',
  async (status) => {
    const { server, ring } = await manyDevices(1_000, status)
    const start = server.clock.now
    expect(await ring()).toBeLessThanOrEqual(4)
    // A ring each second for an hour: one request each time that the site is tried again.
    const asked: number[] = []
    let before = await ring()
    for (let s = 0; s < 3_600; s += 10) {
      server.clock.now += 10_000
      const now = await ring()
      if (now > before) asked.push(Math.round((server.clock.now - start) / 1_000))
      expect(now - before).toBeLessThanOrEqual(1)
      before = now
    }
    expect(asked).toEqual([30, 90, 210, 450, 930, 1_830, 2_730])
  },
)

test.each([
  ['fcm.googleapis.com', 'googleapis.com'],
  ['wns2-par02p.notify.windows.com', 'windows.com'],
  ['a1.b2.abc.io', 'abc.io'],
  ['ntfy.sh', 'ntfy.sh'],
  ['push.example.com.pl', 'example.com.pl'],
  ['push.example.co.uk.', 'example.co.uk'],
  ['8.8.8.8', '8.8.8.8'],
  ['127.0.0.1:4000', '127.0.0.1:4000'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('TOGETHER-1 the site of %s is %s: more names below a domain are no more sites', (host, site) => {
  expect(siteOf(host)).toBe(site)
})

test('TOGETHER-1 a site that fails holds up no other one, and is asked as usual once it works', async () => {
  const { server, ala, ola, service, list, ring, push, turnOn } = await manyDevices(600, 400)
  await ring()
  const refused = service.received.length
  const tola = await server.person('tola@example.pl')
  await share(server, ala, list, tola)
  await server.call(tola, 'PUT', `/api/v3/list/${list}/accepted`)
  await turnOn(tola, 'phone')
  await server.db
    .updateTable('push_device')
    .set({ site: 'other.example' })
    .where('account_id', '=', tola.id)
    .execute()
  service.answer = (_request, response) => void response.writeHead(201).end()
  await server.db
    .transaction()
    .execute((trx) => push.noteShared(trx, { listId: list, actorId: ola.id, to: [tola.id] }))
  await push.drain()
  expect(service.received.slice(refused).map(({ path }) => path)).toEqual([`/${tola.id}/phone`])
  server.clock.now += 30_000
  await push.drain()
  expect(service.received.length).toBeGreaterThan(500)
})

test('TOGETHER-1 made-up endpoints at a large service hold up nobody whose notifications work', async () => {
  const { server, ala, ola, service, ring, push } = await manyDevices(50, 201)
  await ring()
  expect(service.received).toHaveLength(50)
  const work = await server.db.selectFrom('push_device').select('worked').execute()
  expect(work.every(({ worked }) => worked === 1)).toBe(true)
  // Half of them never worked, and are refused.
  const bad = Array.from({ length: 25 }, (_, i) => idOf(`d${i}`))
  await server.db.updateTable('push_device').set({ worked: 0 }).where('device_id', 'in', bad).execute()
  service.answer = ({ url = '' }, response) => {
    const isBad = bad.includes(idOf(url.split('/').at(-1) ?? ''))
    response.writeHead(isBad ? 403 : 201).end()
  }
  const list = await newList(server, ala, 'Another')
  await share(server, ala, list, ola)
  await push.drain()
  const fresh = service.received.slice(50).map(({ path }) => idOf(path.split('/').at(-1) ?? ''))
  expect(fresh.filter((id) => !bad.includes(id))).toHaveLength(25)
  expect(fresh.filter((id) => bad.includes(id)).length).toBeLessThanOrEqual(4)
})

test('TOGETHER-1 a device that is refused for days is dropped, one whose service is down is not', async () => {
  for (const [status, left] of [
    [403, 0],
    [503, 1],
    [429, 1],
  ] as const) {
    const { server, ala, ola, service } = await pushHousehold()
    const { push } = server.app.services
    service.answer = (_request, response) => void response.writeHead(status).end()
    for (let hours = 0; hours < 80; hours += 8) {
      const listId = `list-${hours}`
      await server.db
        .insertInto('list')
        .values({ ...(await anyList(server)), id: listId, hash: listId, owner_id: ala.id })
        .execute()
      await server.db
        .insertInto('member')
        .values({ list_id: listId, account_id: ola.id, permission: 'edit', created_at: 0, accepted: 1 })
        .execute()
      await server.db
        .transaction()
        .execute((trx) => push.noteShared(trx, { listId, actorId: ala.id, to: [ola.id] }))
      await push.drain()
      const devices = await server.db.selectFrom('push_device').select('failures').execute()
      if (hours < 72) expect(devices, `${status} after ${hours} h`).toHaveLength(1)
      server.clock.now += 8 * 3_600_000
    }
    expect(await server.db.selectFrom('push_device').select('device_id').execute()).toHaveLength(left)
  }
})

test('TOGETHER-1 registering a refused endpoint again does not have it asked again at once', async () => {
  const { server, ala, ola, list, service, turnOn, push } = await manyDevices(0, 400)
  await turnOn(ola, 'phone')
  for (let times = 0; times < 10; times++) {
    await turnOn(ola, 'phone')
    await server.db
      .transaction()
      .execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id, to: [ola.id] }))
    await push.drain()
  }
  expect(service.received).toHaveLength(1)
})
