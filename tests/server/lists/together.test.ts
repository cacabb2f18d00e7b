import { expect, test } from 'vitest'
import { prune } from '../../../server/operate/jobs.ts'
import { shoppersOf } from '../../../server/live/trips.ts'
import {
  newList,
  password,
  type Person,
  personOf,
  share,
  type TestServer,
  testServer,
} from '../../support/server.ts'
import { openStream, sawEvent, type Stream } from '../../support/stream.ts'
import { storedBy } from '../../support/stored.ts'

const [minute, hour] = [60_000, 3_600_000]

/** Ala's list, on which Ola may edit, Ela only look; Jan is a stranger. */
async function household() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ela = await server.person('ela@example.pl')
  const jan = await server.person('jan@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, ela, 'view')
  return { server, ala, ola, ela, jan, list, ...callsOf(server, list) }
}

function callsOf(server: TestServer, list: string) {
  const at = `/api/v3/list/${list}`
  return {
    go: (who: Person, body?: object) => server.call(who, 'POST', `${at}/trip`, body),
    end: (who: Person) => server.call(who, 'DELETE', `${at}/trip`),
    here: (who: Person, body?: object) => server.call(who, 'POST', `${at}/here`, body),
    leave: (who: Person) => server.call(who, 'DELETE', `${at}/here`),
    permit: (owner: Person, who: Person, permission: string) =>
      server.call(
        owner,
        'PUT',
        `/api/v3/shared_list/${list}?email_address=${who.email}&permission=${permission}`,
      ),
    unshare: (owner: Person, who: Person) =>
      server.call(owner, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${who.email}`),
  }
}

const sessionOf = ({ access }: Person) => access.split('.')[1]

/** Lets time pass in which the shopper's page says that it is there. */
async function shopOn(server: TestServer, list: string, who: Person, ms: number): Promise<void> {
  const until = server.clock.now + ms
  for (let next = server.clock.now; next < until; next += 20 * minute) {
    server.clock.now = next
    const again = personOf(who.email, await server.logIn(who.email))
    await callsOf(server, list).here(again, { shopping: true })
  }
  server.clock.now = until
}

async function opened(server: TestServer, ...people: Person[]): Promise<Stream[]> {
  const streams = await Promise.all(people.map((who) => openStream(server, who)))
  for (const stream of streams) await sawEvent(stream, 'hello')
  return streams
}

const isoOf = (time: number) => new Date(time).toISOString()
const events = (stream: Stream, name: string) => stream.events.filter(([event]) => event === name)
const lastOf = (stream: Stream, name: string) => events(stream, name).at(-1)?.[1]
const soon = (stream: Stream, name: string, data: unknown) =>
  expect.poll(() => lastOf(stream, name), { interval: 5 }).toEqual(data)

/** An event that comes after all events so far. */
async function after(server: TestServer, who: Person, ...streams: Stream[]): Promise<void> {
  const mark = await newList(server, who)
  await server.app.services.live.publish({ pokes: [{ list: mark, head: 99 }] })
  for (const stream of streams) await sawEvent(stream, 'poke', { list: mark, head: 99 })
}

test('TOGETHER-2 a trip is stored once, every other member hears of it, and its shop may change', async () => {
  const { server, ala, ola, ela, jan, list, go, end } = await household()
  const [mine, hers, lookers, foreign] = (await opened(server, ala, ola, ela, jan)) as [
    Stream,
    Stream,
    Stream,
    Stream,
  ]
  const storing = await storedBy(server)
  const { reply, stored } = await storing(() => go(ola, { shop: ' Lidl ' }))
  expect([reply.status, reply.body]).toEqual([204, ''])
  expect(stored).toEqual({
    trip: {
      added: [
        {
          list_id: list,
          account_id: ola.id,
          shop: 'Lidl',
          started_at: server.clock.now,
          session_id: sessionOf(ola),
        },
      ],
    },
    trip_device: {
      added: [
        {
          list_id: list,
          account_id: ola.id,
          session_id: sessionOf(ola),
          seen_at: server.clock.now,
        },
      ],
    },
  })
  const startedAt = new Date(server.clock.now).toISOString()
  const trip = { list, name: 'ola', imageName: null, shop: 'Lidl', startedAt, shopping: true }
  for (const stream of [mine, lookers]) await soon(stream, 'trip', trip)
  expect(await shoppersOf(server.db, list, server.clock.now)).toEqual([
    {
      list,
      account: ola.id,
      name: 'ola',
      imageName: null,
      shop: 'Lidl',
      startedAt: server.clock.now,
      seenAt: server.clock.now,
    },
  ])

  // The same again changes nothing and is told to nobody.
  server.clock.now += minute
  expect((await storing(() => go(ola, { shop: 'Lidl' }))).stored).toEqual({})
  expect((await storing(() => go(ola))).stored).toEqual({
    trip: { changed: [{ list_id: list, account_id: ola.id, shop: '' }] },
  })
  await soon(mine, 'trip', { list, name: 'ola', imageName: null, startedAt, ageMs: minute, shopping: true })
  expect((await end(ola)).status).toBe(204)
  await soon(mine, 'trip', { list, name: 'ola', imageName: null, shopping: false })
  expect((await end(ola)).status).toBe(204)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  await sawEvent(hers, 'poke', { list, head: 1 })
  expect(events(mine, 'trip')).toHaveLength(3)
  for (const stream of [hers, foreign]) expect(events(stream, 'trip')).toEqual([])
  expect(await shoppersOf(server.db, list, server.clock.now)).toEqual([])
})

test('TOGETHER-2 a stream begins with the trips that are on', async () => {
  const { server, ala, ola, ela, jan, list, go } = await household()
  await go(ola, { shop: 'Lidl' })
  await go(ala)
  const [mine, hers, lookers, foreign] = (await opened(server, ala, ola, ela, jan)) as [
    Stream,
    Stream,
    Stream,
    Stream,
  ]
  const startedAt = new Date(server.clock.now).toISOString()
  const of = (name: string, shop?: string) => ({
    list,
    name,
    imageName: null,
    ...(shop && { shop }),
    startedAt,
    shopping: true,
  })
  await sawEvent(mine, 'trip', of('ola', 'Lidl'))
  await sawEvent(hers, 'trip', of('ala'))
  for (const name of ['ala', 'ola']) await sawEvent(lookers, 'trip', of(name, name === 'ola' ? 'Lidl' : ''))
  await after(server, jan, foreign)
  expect([mine, hers, lookers, foreign].map((stream) => events(stream, 'trip').length)).toEqual([1, 1, 2, 0])
})

test('TOGETHER-2 a trip is over after 4 hours, and the nightly job removes it', async () => {
  const { server, ala, ola, list, go } = await household()
  await go(ola)
  await shopOn(server, list, ola, 4 * hour - 1)
  expect(await shoppersOf(server.db, list, server.clock.now)).toHaveLength(1)
  server.clock.now += 1
  expect(await shoppersOf(server.db, list, server.clock.now)).toEqual([])
  await prune(server.db, server.clock.now)
  expect(await server.db.selectFrom('trip').selectAll().execute()).toHaveLength(1)
  await prune(server.db, server.clock.now + 1)
  expect(await server.db.selectFrom('trip').selectAll().execute()).toEqual([])

  // One that was not removed yet begins anew. The tokens have expired by now.
  const later = personOf(ola.email, await server.logIn(ola.email))
  await go(later)
  await shopOn(server, list, ola, 4 * hour - 1)
  const again = personOf(ola.email, await server.logIn(ola.email))
  server.clock.now += 1
  await go(again)
  expect(await shoppersOf(server.db, list, server.clock.now)).toMatchObject([
    { account: ola.id, startedAt: server.clock.now },
  ])
  const [stream] = await opened(server, personOf(ala.email, await server.logIn(ala.email)))
  await sawEvent(stream!, 'trip')
})

test('TOGETHER-2 a trip is gone with the permission, the membership, the list, the session and the account', async () => {
  const { server, ala, ola, list, go, permit, unshare } = await household()
  const [stream] = (await opened(server, ala)) as [Stream]
  const isOver = { list, name: 'ola', imageName: null, shopping: false }
  const stored = () => server.db.selectFrom('trip').selectAll().execute()
  const start = async (who: Person) => {
    expect((await go(who)).status).toBe(204)
    await expect.poll(() => lastOf(stream, 'trip')).toMatchObject({ shopping: true })
  }
  await start(ola)
  await permit(ala, ola, 'view')
  await soon(stream, 'trip', isOver)
  expect(await stored()).toEqual([])
  expect((await go(ola)).body.code).toBe('forbidden')

  await permit(ala, ola, 'shopping')
  await start(ola)
  await unshare(ala, ola)
  await soon(stream, 'trip', isOver)
  expect(await stored()).toEqual([])
  expect((await go(ola)).body.code).toBe('notFound')

  await share(server, ala, list, ola, 'edit')
  await start(ola)
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ola.access })
  await soon(stream, 'trip', isOver)
  expect(await shoppersOf(server.db, list, server.clock.now)).toEqual([])

  await server.call(ala, 'DELETE', '/api/v3/list', { _id: list })
  expect(await stored()).toEqual([])
})

test('TOGETHER-2 a second device joins the trip: it neither forgets the shop nor ends it', async () => {
  const { server, ala, ola, list, go, end } = await household()
  const [stream] = (await opened(server, ala)) as [Stream]
  const trips = () => shoppersOf(server.db, list, server.clock.now)
  const logIn = async () => personOf(ola.email, await server.logIn(ola.email))
  const logOut = (who: Person) => server.call(null, 'POST', '/oauth/v2/revoke', { token: who.access })
  const isOver = { list, name: 'ola', imageName: null, shopping: false }
  const startedAt = server.clock.now

  const [phone, tablet, laptop] = [ola, await logIn(), await logIn()]
  await go(phone, { shop: 'Lidl' })
  await expect.poll(() => lastOf(stream, 'trip')).toMatchObject({ shop: 'Lidl' })
  server.clock.now += minute
  for (const joins of [tablet, laptop]) expect((await go(joins)).status).toBe(204)
  expect(await trips()).toMatchObject([{ shop: 'Lidl', startedAt }])
  expect((await end(tablet)).status).toBe(204)
  await logOut(laptop)
  await after(server, ala, stream)
  expect([await trips(), events(stream, 'trip').length]).toMatchObject([[{ shop: 'Lidl', startedAt }], 1])
  // It guesses another shop when it joins, and is told one later.
  await go(tablet, { shop: 'Aldi' })
  expect(await trips()).toMatchObject([{ shop: 'Lidl', startedAt }])
  await go(tablet, { shop: 'Aldi' })
  await expect.poll(() => lastOf(stream, 'trip')).toMatchObject({ shop: 'Aldi', startedAt: isoOf(startedAt) })
  // The first one signs out, or its battery is empty; the second one goes on.
  await logOut(phone)
  await after(server, ala, stream)
  expect(await trips()).toMatchObject([{ shop: 'Aldi', startedAt }])
  await end(tablet)
  await soon(stream, 'trip', isOver)
  expect(await server.db.selectFrom('trip_device').selectAll().execute()).toEqual([])

  // The next trip begins now, although the old one may still be stored.
  await go(tablet)
  await logOut(tablet)
  await soon(stream, 'trip', isOver)
  expect(await trips()).toEqual([])
  server.clock.now += minute
  await go(await logIn())
  expect(await trips()).toMatchObject([{ startedAt: server.clock.now, shop: '' }])
  expect((await server.call(await logIn(), 'DELETE', '/api/v3/me/sessions', { password })).status).toBe(200)
  await soon(stream, 'trip', isOver)
  expect(await trips()).toEqual([])
})

test('TRIP-4 TOGETHER-2 a trip ends 30 minutes after the last sign of the shopper, and goes on with the next one', async () => {
  const { server, ala, ola, list, go, here } = await household()
  const [stream] = (await opened(server, ala)) as [Stream]
  const { live } = server.app.services
  const startedAt = isoOf(server.clock.now)
  const isOver = { list, name: 'ola', imageName: null, shopping: false }
  const isOn = { list, name: 'ola', imageName: null, startedAt, shopping: true }
  await go(ola)
  await soon(stream, 'trip', isOn)
  // What is said every 20 s is stored and told every 2 min only.
  const storing = await storedBy(server)
  for (let s = 0; s < 120; s += 20) {
    expect((await storing(() => here(ola, { shopping: true }))).stored).toEqual({})
    server.clock.now += 20_000
  }
  // A stream that is just opened may hear of the trip by itself and by its news.
  const before = events(stream, 'trip').length
  expect(await storing(() => here(ola, { shopping: true }))).toMatchObject({
    stored: { trip_device: { changed: [{ seen_at: server.clock.now }] } },
  })
  await expect.poll(() => events(stream, 'trip').length).toBe(before + 1)
  const seenAt = server.clock.now
  // Only looking at the list is none.
  server.clock.now += 10 * minute
  await here(ola)
  await live.sweep()
  const [late] = (await opened(server, ala)) as [Stream]
  await soon(late, 'trip', { ...isOn, ageMs: 10 * minute })
  server.clock.now = seenAt + 30 * minute - 1
  await live.sweep()
  expect(await shoppersOf(server.db, list, server.clock.now)).toMatchObject([{ seenAt }])
  server.clock.now += 1
  await live.sweep()
  server.clock.now += 30_000
  await live.sweep()
  for (const one of [stream, late]) await soon(one, 'trip', isOver)
  expect(await shoppersOf(server.db, list, server.clock.now)).toEqual([])
  // Their phone was offline between the shelves.
  const again = personOf(ola.email, await server.logIn(ola.email))
  await here(again, { shopping: true })
  await soon(stream, 'trip', isOn)
})

test('TRIP-4 TOGETHER-2 a trip ends when nothing is left, whoever bought or deleted it, and when the list is archived', async () => {
  const { server, ala, ola, list, go, here } = await household()
  const [stream] = (await opened(server, ala)) as [Stream]
  const isOver = { list, name: 'ola', imageName: null, shopping: false }
  const stored = () => server.db.selectFrom('trip').selectAll().execute()
  const add = async (productName: string) =>
    (await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName })).body.id
  const tick = (who: Person, id: string, productStatus = true) =>
    server.call(who, 'PUT', `/api/v3/list/${list}/product/${id}`, { productStatus })
  const start = async () => {
    expect((await go(ola)).status).toBe(204)
    await expect.poll(() => lastOf(stream, 'trip')).toMatchObject({ shopping: true })
  }
  const isGone = async () => {
    await soon(stream, 'trip', isOver)
    expect(await stored()).toEqual([])
  }
  // An empty list may be taken along: others add to it meanwhile.
  await start()
  const [milk, bread] = [await add('Milk'), await add('Bread')]
  await tick(ola, milk)
  expect(await stored()).toHaveLength(1)
  await tick(ala, bread)
  await isGone()
  // A page that has not heard it yet does not begin it again.
  await here(ola, { shopping: true })
  expect(await stored()).toEqual([])

  const eggs = await add('Eggs')
  await start()
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/product/${eggs}`)
  await isGone()
  // By the sync call.
  await tick(ola, bread, false)
  await start()
  const op = { seq: 1, opId: 'o1', op: 'set', rowId: bread, field: 'productStatus', value: true, baseVer: 99 }
  const { body } = await server.call(ola, 'POST', `/api/v3/list/${list}/sync`, {
    v: 2,
    client: 'c',
    request: 'r',
    cursor: 0,
    ops: [op],
  })
  expect(body.results).toEqual({})
  await isGone()

  await tick(ola, bread, false)
  await start()
  expect((await server.call(ala, 'PUT', `/api/v3/list/${list}/archivize`)).status).toBeLessThan(300)
  await isGone()
  // Nobody shops from an archived list.
  expect((await go(ola)).status).toBe(204)
  expect(await stored()).toEqual([])
})

test('TOGETHER-2 who has not opened the list hears of trips once they do, and guests of none', async () => {
  const { server, ala, ola, jan, list, go } = await household()
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${jan.email}`)
  const made = await server.call(ala, 'POST', `/api/v3/list/${list}/guest`, { permission: 'shopping' })
  const code = (made.body.link ?? made.body.url ?? '').split('/').at(-1)
  const joined = await server.call(null, 'POST', `/api/v3/guest/${code}`, { name: 'Gosia' })
  const guest = { ...jan, access: joined.body.access_token }
  const [his, hers] = (await opened(server, jan, guest)) as [Stream, Stream]
  await go(ola, { shop: 'Lidl' })
  const [later, again] = (await opened(server, jan, guest)) as [Stream, Stream]
  await server.app.services.live.publish({ pokes: [{ list, head: 99 }] })
  for (const stream of [his, hers, later, again]) {
    await sawEvent(stream, 'poke', { list, head: 99 })
    expect(events(stream, 'trip')).toEqual([])
  }
  await server.call(jan, 'PUT', `/api/v3/list/${list}/accepted`)
  for (const stream of [his, later]) await sawEvent(stream, 'trip', expect.objectContaining({ shop: 'Lidl' }))
  await go(ola, { shop: 'Aldi' })
  await sawEvent(his, 'trip', expect.objectContaining({ shop: 'Aldi' }))
  await server.app.services.live.publish({ pokes: [{ list, head: 100 }] })
  for (const stream of [hers, again]) {
    await sawEvent(stream, 'poke', { list, head: 100 })
    expect(events(stream, 'trip')).toEqual([])
  }
})

test('TOGETHER-2 starting and ending in turns is limited, and a text for the shop too', async () => {
  const { ala, go, end } = await household()
  expect((await go(ala, { shop: 'x'.repeat(101) })).body.fields).toEqual({ shop: 'tooLong' })
  const statuses: number[] = []
  for (let times = 0; times < 12; times++) {
    statuses.push((await go(ala)).status)
    expect((await end(ala)).status).toBe(204)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429])
})

test('TOGETHER-2 the file with everything about an account names its trips', async () => {
  const { server, ala, list, go } = await household()
  await go(ala, { shop: 'Lidl' })
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.trips).toEqual([{ list, shop: 'Lidl', startedAt: new Date(server.clock.now).toISOString() }])
})

const ola0 = { name: 'ola', imageName: null, shopping: false }
const ela0 = { name: 'ela', imageName: null, shopping: false }

test('TOGETHER-3 who has a list open hears who else has, and nobody else does', async () => {
  const { server, ala, ola, ela, jan, list, here, leave } = await household()
  const [mine, hers, lookers, foreign] = (await opened(server, ala, ola, ela, jan)) as [
    Stream,
    Stream,
    Stream,
    Stream,
  ]
  const storing = await storedBy(server)
  const { reply, stored } = await storing(() => here(ala))
  expect([reply.status, stored]).toEqual([204, {}])
  await soon(mine, 'presence', { list, people: [] })
  await here(ola)
  await soon(mine, 'presence', { list, people: [ola0] })
  await soon(hers, 'presence', { list, people: [{ ...ola0, name: 'ala' }] })
  await here(ola, { shopping: true })
  await soon(mine, 'presence', { list, people: [{ ...ola0, shopping: true }] })
  expect(server.app.services.live.openers(list)).toEqual(new Set([ala.id, ola.id]))

  // What is only repeated is told to nobody but the page that repeats it: it may have missed something.
  const before = events(mine, 'presence').length
  await here(ola, { shopping: true })
  await expect.poll(() => events(hers, 'presence').length).toBe(3)
  await leave(ola)
  await soon(mine, 'presence', { list, people: [] })
  expect(events(mine, 'presence')).toHaveLength(before + 1)
  expect((await here(jan)).status).toBe(404)
  await after(server, jan, foreign)
  await after(server, ela, lookers)
  for (const stream of [lookers, foreign]) expect(events(stream, 'presence')).toEqual([])
})

test('TOGETHER-3 somebody is gone 30 s after the last call, and two devices are one person', async () => {
  const { server, ala, ola, list, here, leave } = await household()
  const [mine] = (await opened(server, ala)) as [Stream]
  const second = personOf(ola.email, await server.logIn(ola.email))
  const { live } = server.app.services
  const pass = async (ms: number) => {
    server.clock.now += ms
    await live.sweep()
  }
  await here(ala)
  await here(ola)
  await here(second, { shopping: true })
  await soon(mine, 'presence', { list, people: [{ ...ola0, shopping: true }] })
  await leave(second)
  await soon(mine, 'presence', { list, people: [ola0] })
  await pass(20_000)
  await Promise.all([here(ala), here(ola)])
  await pass(20_000)
  await here(ala)
  expect(lastOf(mine, 'presence')).toEqual({ list, people: [ola0] })
  await pass(8_000)
  await soon(mine, 'presence', { list, people: [] })
  expect(live.openers(list)).toEqual(new Set([ala.id]))
  await pass(30_000)
  expect(live.openers(list)).toEqual(new Set())
})

test('TOGETHER-3 whoever lost access, signed out or never opened the list is neither told nor shown', async () => {
  const { server, ala, ola, ela, jan, list, here, unshare } = await household()
  const [mine, hers, lookers] = (await opened(server, ala, ola, ela)) as [Stream, Stream, Stream]
  for (const who of [ala, ola, ela]) await here(who)
  await soon(mine, 'presence', { list, people: [ola0, ela0] })
  const heard = events(hers, 'presence').length
  await unshare(ala, ola)
  await soon(mine, 'presence', { list, people: [ela0] })
  await soon(lookers, 'presence', { list, people: [{ ...ola0, name: 'ala' }] })
  expect((await here(ola)).status).toBe(404)

  await server.call(null, 'POST', '/oauth/v2/revoke', { token: ela.access })
  await soon(mine, 'presence', { list, people: [] })
  await lookers.ended
  await after(server, ola, hers)
  expect(events(hers, 'presence')).toHaveLength(heard)

  const who = encodeURIComponent(jan.email)
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  await here(jan)
  await here(ala)
  await after(server, ala, mine)
  expect(lastOf(mine, 'presence')).toEqual({ list, people: [] })
  await server.call(jan, 'PUT', `/api/v3/list/${list}/accepted`)
  await here(ala)
  await soon(mine, 'presence', { list, people: [{ ...ola0, name: 'jan' }] })
})

test('TOGETHER-3 what an account may have open is limited, and how often it may say so', async () => {
  const { server, ala, ola, here, list } = await household()
  const { live } = server.app.services
  await here(ala)
  const others: string[] = []
  for (let count = 0; count < 10; count++) {
    const other = await newList(server, ala)
    others.push(other)
    await callsOf(server, other).here(ala)
  }
  expect(live.openers(list)).toEqual(new Set())
  expect(others.every((other) => live.openers(other).has(ala.id))).toBe(true)
  const presence = Array.from({ length: 60 }, (_, i) => ({
    list,
    account: `account-${i}`,
    session: `session-${i}`,
    state: 'open' as const,
  }))
  await live.publish({ presence })
  expect(live.openers(list).size).toBe(50)
  await here(ola)
  expect(live.openers(list).has(ola.id)).toBe(false)

  const statuses = new Set<number>()
  for (let times = 0; times < 40; times++) statuses.add((await here(ola)).status)
  expect([...statuses]).toEqual([204, 429])
})
