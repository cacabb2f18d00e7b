import { expect, test } from 'vitest'
import { newSubscription, startPushService, vapidClaims } from '../../support/push-service.ts'
import { newList, type Person, personOf, share, testServer } from '../../support/server.ts'
import { tillRest, tripEnd } from '../../../core/product/trip.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { endOfQuiet } from '../../../server/push/quiet-hours.ts'
import { pushDevicesOf } from '../../../server/account/push-devices.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { idOf, pushHousehold } from './household.ts'

const day = 86_400_000

test('TOGETHER-1 a device is turned on, listed, changed and removed', async () => {
  const { server, ola, turnOn } = await pushHousehold()
  const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Warsaw' }
  await turnOn(ola, 'phone', { language: 'pl', lists: { x: 'off' }, quiet })
  const { body } = await server.call(ola, 'GET', '/api/v3/me/push')
  expect(Buffer.from(body.vapidPublicKey, 'base64url')).toHaveLength(65)
  expect(body.devices).toEqual([
    {
      id: idOf('phone'),
      device: '',
      service: expect.stringMatching(/^127\.0\.0\.1:/),
      createdAt: new Date(server.clock.now).toISOString(),
      current: true,
      language: 'pl',
      kinds: { shared: true, trips: true, added: true, done: true },
      lists: { x: 'off' },
      quiet,
    },
  ])
  expect((await server.call(ola, 'GET', '/api/v3/me/export')).body.notifications).toEqual(body.devices)
  expect((await server.call(ola, 'DELETE', `/api/v3/me/push/${idOf('phone')}`)).status).toBe(200)
  expect((await server.call(ola, 'GET', '/api/v3/me/push')).body.devices).toEqual([])
})

test('TOGETHER-1 what is no subscription is refused', async () => {
  const { server, ola, service } = await pushHousehold()
  const good = {
    ...newSubscription(`${service.url}/new`),
    read: undefined,
    language: 'en',
    kinds: { shared: true, trips: true, added: false, done: false },
    lists: {},
    quiet: null,
  }
  const { keys } = good.subscription
  const put = async (more: object) => {
    const { status, body } = await server.call(ola, 'PUT', `/api/v3/me/push/${idOf('tablet')}`, {
      ...good,
      ...more,
    })
    return status === 200 ? 200 : Object.keys(body.fields)[0]
  }
  const subscription = (more: object) => put({ subscription: { ...good.subscription, ...more } })
  expect(await put({})).toBe(200)
  expect(await subscription({ endpoint: 'http://10.0.0.1/x' })).toBe('subscription')
  expect(await subscription({ keys: { ...keys, auth: 'AAAA' } })).toBe('subscription')
  // Not a point of the curve.
  expect(await subscription({ keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } })).toBe('subscription')
  expect(await put({ quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/Atlantis' } })).toBe('quiet')
  expect(await put({ quiet: { from: '22:00', to: '22:00', timeZone: 'UTC' } })).toBe('quiet')
  expect(await put({ quiet: { from: '24:00', to: '22:00', timeZone: 'UTC' } })).not.toBe(200)
  expect(await put({ language: 'xx' })).not.toBe(200)
  expect(await put({ lists: { 'a b': 'off' } })).not.toBe(200)
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`l${i}`, 'off']))
  expect(await put({ lists: many })).not.toBe(200)
})

test('TOGETHER-1 an account has twenty devices; the one set longest ago goes', async () => {
  const { server, ola, turnOn } = await pushHousehold()
  for (let i = 0; i < 20; i++) {
    server.clock.now += 1_000
    await turnOn(ola, `d${i}`)
  }
  const { body } = await server.call(ola, 'GET', '/api/v3/me/push')
  expect(body.devices).toHaveLength(20)
  expect(body.devices.map((device: { id: string }) => device.id)).not.toContain(idOf('phone'))
})

test('TOGETHER-1 a subscription belongs to whoever registered it last', async () => {
  const { server, ala, ola, service, news, list, add, tick } = await pushHousehold()
  const [row] = await server.db.selectFrom('push_device').selectAll().execute()
  const body = {
    subscription: { endpoint: row?.endpoint, keys: { p256dh: row?.p256dh, auth: row?.auth } },
    language: 'en',
    kinds: { shared: true, trips: true, added: true, done: true },
    lists: {},
    quiet: null,
  }
  expect((await server.call(ala, 'PUT', `/api/v3/me/push/${idOf('shared')}`, body)).status).toBe(200)
  expect((await server.call(ola, 'GET', '/api/v3/me/push')).body.devices).toEqual([])
  await tick(ala, await add(ala, 'Milk'))
  expect(await news()).toEqual([])
  expect(service.received).toEqual([])
  expect(list).not.toBe('')
})

test('TOGETHER-1 SAFE-14 who shares a list and gave no name is not called by a part of the address', async () => {
  const { server, ala, ola, news } = await pushHousehold()
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: '', surname: '' })
  const list = await newList(server, ala, 'Święta')
  const who = encodeURIComponent(ola.email)
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  expect(await news()).toMatchObject([{ title: 'A list was shared with you', body: 'Święta' }])
})

test('TOGETHER-1 sharing a list is told in the reader’s language, encrypted and signed', async () => {
  const { server, ala, ola, service, news } = await pushHousehold()
  const list = await newList(server, ala, 'Święta')
  const who = encodeURIComponent(ola.email)
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  expect(await news()).toEqual([
    {
      account: ola.id,
      kind: 'shared',
      list,
      title: 'Ala shared a list with you',
      body: 'Święta',
      general: 'There is news on a shopping list',
      actions: [],
    },
  ])
  const [message] = service.received
  expect(message?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(message?.body.toString('latin1')).not.toContain('Ala')
  expect(message && vapidClaims(message)).toMatchObject({
    aud: service.url,
    sub: 'mailto:koszyk@household.example',
    key: (await server.call(ola, 'GET', '/api/v3/me/push')).body.vapidPublicKey,
  })
  expect(await news()).toEqual([])
})

test('TOGETHER-1 the household hears of a new list, however it is made', async () => {
  const { server, ala, ola, news, list } = await pushHousehold()
  const members = [{ email: ola.email, permission: 'edit' }]
  await server.call(ala, 'PUT', '/api/v3/me/household', { members })
  await newList(server, ala, 'New')
  await server.call(ala, 'POST', `/api/v3/list/${list}/shop_again`)
  const ops = [
    {
      seq: 1,
      opId: 'o1',
      op: 'add',
      rowId: 'offline',
      value: {
        listName: 'Offline',
        listStatus: 'aktywna',
        date: '2026-11-21T09:00:00.000Z',
        sharedWith: 'household',
      },
    },
  ]
  const body = { v: 2, client: 'c', request: 'r', cursor: 0, ops }
  const sync = await server.call(ala, 'POST', '/api/v3/list/offline/sync', body)
  expect(sync.body.results).toEqual({})
  expect((await news()).map((one) => one['body']).toSorted()).toEqual(
    expect.arrayContaining(['New', 'Offline']),
  )
})

test('TRIP-5 the end of a trip is told once, with the shop and the number of things, in the reader’s language', async () => {
  const { server, service, ala, ola, turnOn, list, news, add, tick } = await pushHousehold()
  const ends = (client: string, shop: string, ids: string[], rest: ProductValue | null = null) => {
    const end = [ids.length > 0 ? tripEnd(shop, ids.length) : null, rest].flatMap((value, n) =>
      value
        ? [
            { op: 'add', rowId: `end-${client}-${n}`, value },
            { op: 'delete', rowId: `end-${client}-${n}` },
          ]
        : [],
    )
    const ops = [...end, ...ids.map((rowId) => ({ op: 'delete', rowId }))]
    const numbered = ops.map((op, n) => ({ ...op, seq: n + 1, opId: `${client}-${n}` }))
    const body = { v: 3, client, request: 'r', cursor: 0, ops: numbered }
    return server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  }
  const [milk, tea] = [await add(ala, 'Milk'), await add(ala, 'Tea')]
  await tick(ala, milk)
  await ends('a', 'Lidl', [milk], tillRest('Lidl', 500, 0))
  expect(await news()).toMatchObject([
    { kind: 'done', title: 'Ala finished shopping at Lidl: 1 thing', body: 'Weekend' },
  ])
  // A total that is typed later tells nothing.
  await ends('b', '', [], tillRest('', 700, 0))
  expect(await news()).toEqual([])

  // All is bought and the trip ends before anything was sent: one message.
  const tablet = await turnOn(ola, 'tablet', { language: 'pl' })
  await tick(ala, tea)
  await ends('c', 'Lidl', [tea, 'x', 'y'])
  expect(await news()).toMatchObject([{ title: 'Ala finished shopping at Lidl: 3 things' }])
  const onTablet = service.received.filter(({ path }) => path === `/${ola.id}/tablet`)
  expect(onTablet.map((message) => tablet.read(message)['title'])).toEqual([
    'Ala kończy zakupy w sklepie Lidl: 3 rzeczy',
  ])
})

test('TOGETHER-1 everything bought: once, not to who did it, and only while it is so', async () => {
  const { server, ala, ola, service, turnOn, news, add, tick } = await pushHousehold()
  await turnOn(ala, 'own')
  const milk = await add(ala, 'Milk')
  const bread = await add(ala, 'Bread')
  await tick(ala, milk)
  expect(await news()).toEqual([])
  await tick(ala, bread)
  expect(await news()).toMatchObject([
    { kind: 'done', title: 'Everything on “Weekend” is bought', body: 'Ala finished the list' },
  ])
  expect(service.received.map(({ path }) => path)).toEqual([`/${ola.id}/phone`])
  expect(service.received[0]?.headers).toMatchObject({ ttl: '14400', urgency: 'low' })
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { surname: 'Nowak' })
  expect(await news()).toEqual([])
  // Ticked and unticked before it is sent.
  await tick(ala, milk, false)
  await tick(ala, milk)
  await tick(ala, milk, false)
  expect(await news()).toEqual([])
})

test('TRIP-1 TOGETHER-1 a trip tells where, also if that is said a moment later, and asks only who may add', async () => {
  const { server, ala, ola, list, news, service } = await pushHousehold()
  const trip = (shop: string) => server.call(ala, 'POST', `/api/v3/list/${list}/trip`, { shop })
  await trip('Lidl')
  expect(await news()).toMatchObject([
    {
      title: 'Ala is at Lidl. Anything?',
      body: 'Weekend',
      actions: [
        { action: 'add', title: 'Add something' },
        { action: 'nothing', title: 'Nothing' },
      ],
    },
  ])
  expect(service.received[0]?.headers).toMatchObject({ ttl: '7200', urgency: 'high' })
  const who = encodeURIComponent(ola.email)
  await server.call(ala, 'PUT', `/api/v3/shared_list/${list}?email_address=${who}&permission=view`)
  await trip('')
  server.clock.now += 9_999
  expect(await news()).toEqual([])
  server.clock.now += 1
  expect(await news()).toMatchObject([{ title: 'Ala is going shopping.', actions: [] }])
  // Over before it was sent.
  await trip('Lidl')
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/trip`)
  expect(await news()).toEqual([])
})

test('TOGETHER-1 a note of a write that fails is not sent, and one that was stored is sent by the next process', async () => {
  const service = await startPushService()
  const first = await pushHousehold({ service, onDisk: true })
  const { server, ala, ola, list } = first
  const { push } = server.app.services
  const failed = server.db.transaction().execute(async (trx) => {
    await push.noteDone(trx, { listId: list, actorId: ala.id })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await push.drain()
  await server.db
    .transaction()
    .execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id, to: [ola.id] }))
  // The process claims it and dies before it is sent.
  await server.db
    .updateTable('push_event')
    .set({ claimed_until: server.clock.now + 30_000 })
    .execute()
  const { database } = server.app.services.config
  const url = 'sqlite' in database ? `sqlite:${database.sqlite}` : database.postgres
  const next = await testServer({ env: { DATABASE_URL: url }, onDisk: true, pushNetwork: service.network })
  await next.app.services.push.drain()
  expect(service.received).toEqual([])
  next.clock.now += 30_000
  await next.app.services.push.drain()
  expect(service.received).toHaveLength(1)
  const keys = [server, next].map((one) => one.app.services.push.vapidPublicKey)
  expect(keys[0]).toBe(keys[1])
})

test.runIf(dialect === 'postgres')('TOGETHER-1 of several instances one sends', async () => {
  const service = await startPushService()
  const env = { DATABASE_URL: await freshDatabase() }
  const { server, ala, ola, list, turnOn } = await pushHousehold({ service, env })
  const others = await Promise.all([1, 2].map(() => testServer({ env, pushNetwork: service.network })))
  for (let i = 0; i < 10; i++) await turnOn(ola, `d${i}`)
  const { push } = server.app.services
  await server.db
    .transaction()
    .execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id, to: [ola.id] }))
  await Promise.all([server, ...others].map((one) => one.app.services.push.drain()))
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(
    [...new Set(service.received.map(({ path }) => path))].toSorted(),
  )
  expect(service.received).toHaveLength(11)
})

test('TOGETHER-1 products are collected for a moment, for who is shopping and not looking', async () => {
  const { server, ala, ola, list, news, add } = await pushHousehold()
  const rows = async () => (await server.db.selectFrom('push_event').selectAll().execute()).length
  await add(ala, 'Salt')
  expect(await rows()).toBe(0)
  await server.call(ola, 'POST', `/api/v3/list/${list}/trip`, {})
  await add(ala, 'Milk')
  expect(await news()).toEqual([])
  server.clock.now += 1_500
  for (const name of ['Bread', 'Eggs', 'Tea', 'Jam']) await add(ala, name)
  server.clock.now += 1_999
  expect(await news()).toEqual([])
  server.clock.now += 1
  expect(await news()).toMatchObject([
    { kind: 'added', title: 'Ala added to “Weekend”', body: 'Milk, Bread, Eggs and 2 more' },
  ])
  // Without a pause: after ten seconds.
  for (let i = 0; i < 10; i++) {
    await add(ala, `Product ${i}`)
    expect(await news()).toEqual([])
    server.clock.now += 1_000
  }
  expect(await news()).toHaveLength(1)
  // One's own are no news, and what is on the screen is none.
  await add(ola, 'Oats')
  expect(await rows()).toBe(0)
  await server.call(ola, 'POST', `/api/v3/list/${list}/here`, { shopping: true })
  await add(ala, 'Rice')
  server.clock.now += 2_000
  expect(await news()).toEqual([])
  expect(await rows()).toBe(0)
  // Only so many wait for a device: more would say the same.
  server.clock.now += 60_000
  for (let i = 0; i < 30; i++) await add(ala, `Salt ${i}`)
  expect(await rows()).toBe(20)
  // The trip is over.
  await server.call(ola, 'DELETE', `/api/v3/list/${list}/trip`)
  server.clock.now += 2_000
  expect(await news()).toEqual([])
  expect(await rows()).toBe(0)
})

test('TOGETHER-1 added products are named, three at most', async () => {
  const { pushText } = await import('../../../server/push/push-texts.ts')
  const news = { kind: 'added', listName: 'Weekend', actors: ['Ala'], trips: [], mayAdd: true } as const
  const products = ['Milk', 'Bread', 'Eggs']
  expect(pushText('en', { ...news, products, amount: 5 })).toMatchObject({
    title: 'Ala added to “Weekend”',
    body: 'Milk, Bread, Eggs and 2 more',
  })
  const both = pushText('pl', { ...news, actors: ['Ala', 'Ola'], products, amount: 3 })
  expect(both).toMatchObject({ title: 'Ala i Ola dopisują do listy „Weekend”', body: 'Milk, Bread, Eggs' })
  const long = { ...news, listName: '🥛'.repeat(200), actors: ['x'.repeat(100)], products: ['ż'.repeat(200)] }
  for (const language of ['en', 'pl'] as const)
    for (const kind of ['shared', 'trips', 'added', 'done'] as const) {
      const trips = [
        { name: 'x'.repeat(100), shop: '„'.repeat(100) },
        { name: '👩‍👩‍👧‍👦'.repeat(100), shop: `a${'\u0301'.repeat(500)}` },
      ]
      const text = pushText(language, { ...long, kind, trips, amount: 5_000 })
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(2_000)
    }
})

test('TOGETHER-1 no sentence needs another form of a name, and people and shops are counted', async () => {
  const { pushText } = await import('../../../server/push/push-texts.ts')
  const [ala, ola, ela] = ['Ala', 'Ola', 'Ela'] as const
  const titles = (...trips: [name: string, shop: string][]) =>
    (['en', 'pl'] as const).map((language) => {
      const actors = trips.map(([name]) => name)
      const news = { kind: 'trips', listName: 'Weekend', actors, products: [], amount: 0 } as const
      const shops = trips.map(([name, shop]) => ({ name, shop }))
      return pushText(language, { ...news, trips: shops, mayAdd: true }).title
    })
  expect(titles([ala, 'Biedronka'])).toEqual([
    'Ala is at Biedronka. Anything?',
    'Ala robi zakupy: Biedronka. Coś dopisać?',
  ])
  expect(titles([ala, ''])).toEqual(['Ala is going shopping. Anything?', 'Ala idzie na zakupy. Coś dopisać?'])
  expect(titles([ala, 'Lidl'], [ola, 'Biedronka'])).toEqual([
    'Ala is at Lidl. Ola is at Biedronka. Anything?',
    'Ala robi zakupy: Lidl. Ola robi zakupy: Biedronka. Coś dopisać?',
  ])
  expect(titles([ala, 'Lidl'], [ola, 'Lidl'])).toEqual([
    'Ala and Ola are at Lidl. Anything?',
    'Ala i Ola robią zakupy: Lidl. Coś dopisać?',
  ])
  expect(titles([ala, ''], [ola, ''])).toEqual([
    'Ala and Ola are going shopping. Anything?',
    'Ala i Ola idą na zakupy. Coś dopisać?',
  ])
  expect(titles([ala, 'Lidl'], [ola, 'Aldi'], [ela, ''])).toEqual([
    'Ala and others are going shopping. Anything?',
    'Ala i inni idą na zakupy. Coś dopisać?',
  ])
  const shared = { kind: 'shared', listName: 'Weekend', actors: [ala, ola], trips: [] } as const
  expect(pushText('pl', { ...shared, products: [], amount: 0, mayAdd: true }).title).toBe(
    'Ala i Ola udostępniają Ci listę',
  )
})

test('TOGETHER-1 two who go shopping meanwhile are told together, each with the shop', async () => {
  const { server, ala, list, news } = await pushHousehold()
  const tola = await server.person('tola@example.pl')
  await share(server, ala, list, tola, 'edit')
  const trip = (who: Person, shop: string) => server.call(who, 'POST', `/api/v3/list/${list}/trip`, { shop })
  await trip(ala, 'Aldi')
  await trip(tola, 'Biedronka')
  await trip(ala, 'Lidl')
  expect(await news()).toMatchObject([{ title: 'Ala is at Lidl. tola is at Biedronka. Anything?' }])
  await trip(ala, 'Aldi')
  await trip(tola, 'Lidl')
  await server.call(tola, 'DELETE', `/api/v3/list/${list}/trip`)
  expect(await news()).toMatchObject([{ title: 'Ala is at Aldi. Anything?' }])
})

test('TOGETHER-1 who lost the list, ended the session or left gets nothing', async () => {
  const { server, ala, ola, list, news, service, turnOn } = await pushHousehold()
  const { push } = server.app.services
  const trip = () =>
    server.db.transaction().execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id }))
  // Between the note and the sending.
  await trip()
  const who = encodeURIComponent(ola.email)
  await server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  expect(await news()).toEqual([])
  await trip()
  expect((await server.db.selectFrom('push_event').selectAll().execute()).length).toBe(0)
  // A password that is changed elsewhere ends the session, and so does signing out.
  const elsewhere = personOf(ola.email, await server.logIn(ola.email))
  await turnOn(elsewhere, 'laptop')
  const passwords = { oldPassword: 'correct horse battery', newPassword: 'another horse battery' }
  expect((await server.call(elsewhere, 'PUT', '/api/v3/profile/change-password', passwords)).status).toBe(200)
  const devices = () => server.db.selectFrom('push_device').select('device_id').execute()
  expect(await devices()).toEqual([{ device_id: idOf('laptop') }])
  await server.call(null, 'POST', '/oauth/v2/revoke', { token: elsewhere.refresh })
  expect(await devices()).toEqual([])
  expect(service.received).toEqual([])
})

test('TOGETHER-1 a device whose session was not renewed gets nothing, so it is not listed', async () => {
  const { server, ola } = await pushHousehold()
  const listed = async (time: number) => (await pushDevicesOf(server.db, ola.id, '', time)).length
  expect(await listed(server.clock.now)).toBe(1)
  expect(await listed(server.clock.now + 61 * day)).toBe(0)
})

test('TOGETHER-1 a session that was not renewed, and a removed account, leave nothing', async () => {
  const { server, ola } = await pushHousehold()
  const rows = async () => (await server.db.selectFrom('push_device').selectAll().execute()).length
  await prune(server.db, server.clock.now)
  expect(await rows()).toBe(1)
  await prune(server.db, server.clock.now + 61 * day)
  expect(await rows()).toBe(0)
  expect(ola.id).not.toBe('')
})

test('TOGETHER-1 a subscription that ended is removed', async () => {
  for (const status of [404, 410]) {
    const { server, ala, list, news, service } = await pushHousehold()
    service.answer = (_request, response) => void response.writeHead(status).end()
    const { push } = server.app.services
    await server.db.transaction().execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id }))
    await news()
    expect(await server.db.selectFrom('push_device').selectAll().execute()).toEqual([])
    expect(await server.db.selectFrom('push_event').selectAll().execute()).toEqual([])
  }
})

test('TOGETHER-1 a service that fails is asked again later, as long as it asks for, and not for ever', async () => {
  const { server, ala, ola, service, list, news } = await pushHousehold()
  const { push } = server.app.services
  let status = 503
  let headers: Record<string, string> = {}
  service.answer = (_request, response) => void response.writeHead(status, headers).end()
  const share = () =>
    server.db
      .transaction()
      .execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id, to: [ola.id] }))
  const other = await newList(server, ala, 'Other')
  await server.db
    .insertInto('member')
    .values({ list_id: other, account_id: ola.id, permission: 'edit', created_at: 0, accepted: 1 })
    .execute()
  await share()
  const times: number[] = []
  const start = server.clock.now
  for (let minute = 0; minute < 240; minute++) {
    for (const _ of await news()) times.push((server.clock.now - start) / 60_000)
    server.clock.now += 60_000
  }
  expect(times).toEqual([0, 1, 3, 11, 43])
  expect(await server.db.selectFrom('push_event').selectAll().execute()).toEqual([])
  // Retry-After is kept to, but not for longer than an hour.
  status = 429
  headers = { 'retry-after': '600' }
  await share()
  expect(await news()).toHaveLength(1)
  status = 201
  server.clock.now += 59 * 60_000
  expect(await news()).toHaveLength(0)
  server.clock.now += 60_000
  expect(await news()).toHaveLength(1)
  headers = {}
  // What a service refuses for good is not sent again.
  status = 400
  await server.db
    .transaction()
    .execute((trx) => push.noteShared(trx, { listId: other, actorId: ala.id, to: [ola.id] }))
  expect(await news()).toHaveLength(1)
  server.clock.now += 3_600_000
  expect(await news()).toEqual([])
  const metrics = await server.call(null, 'GET', `/metrics?token=${server.app.services.startToken}`)
  expect(metrics.body).toContain('pushes_total{outcome="sent"} 1')
  expect(metrics.body).toContain('pushes_total{outcome="failed"} 7')
})

test('TOGETHER-1 an endpoint that does not answer holds up nobody else', async () => {
  const service = await startPushService()
  const { server, ala, ola, list, turnOn } = await pushHousehold({ service })
  for (let i = 0; i < 10; i++) await turnOn(ola, `slow${i}`)
  const tola = await server.person('tola@example.pl')
  const who = encodeURIComponent(tola.email)
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  await server.app.services.push.drain()
  await turnOn(tola, 'phone')
  const waiting: (() => void)[] = []
  const arrived = new Promise<void>((resolve) => {
    service.answer = ({ url = '' }, response) => {
      const answer = () => void response.writeHead(201, { 'content-length': '0' }).end()
      if (url.startsWith(`/${tola.id}`)) {
        answer()
        resolve()
      } else waiting.push(answer)
    }
  })
  const { push } = server.app.services
  await server.db.transaction().execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id }))
  const drained = push.drain()
  await arrived
  // Of one account, only two requests at a time.
  expect(waiting.length).toBeLessThanOrEqual(2)
  const timer = setInterval(() => {
    for (const answer of waiting.splice(0)) answer()
  }, 5)
  await drained
  clearInterval(timer)
  expect(service.received.filter(({ path }) => path.startsWith(`/${ola.id}`))).toHaveLength(11)
})

test('TOGETHER-1 kinds, lists, quiet hours and a daily cap decide', async () => {
  const { server, ala, ola, list, news, turnOn } = await pushHousehold()
  const { push } = server.app.services
  const trip = () =>
    server.db.transaction().execute(async (trx) => {
      const who = { list_id: list, account_id: ala.id }
      await trx.deleteFrom('trip').execute()
      await trx
        .insertInto('trip')
        .values({ ...who, shop: '', started_at: server.clock.now, session_id: '' })
        .execute()
      const { id } = await trx
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', ala.id)
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('trip_device')
        .values({ ...who, session_id: id, seen_at: server.clock.now })
        .execute()
      await push.noteTrip(trx, { listId: list, actorId: ala.id, shop: 'Lidl' })
    })
  const share = () =>
    server.db
      .transaction()
      .execute((trx) => push.noteShared(trx, { listId: list, actorId: ala.id, to: [ola.id] }))
  const keep = async (more: object) => {
    const row = await server.db
      .selectFrom('push_device')
      .selectAll()
      .where('device_id', '=', idOf('phone'))
      .executeTakeFirstOrThrow()
    const subscription = { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } }
    await turnOn(ola, 'phone', { subscription, ...more })
  }
  const none = { shared: false, trips: false, added: false, done: false }
  await keep({ kinds: none })
  await trip()
  expect(await news()).toEqual([])
  await keep({ kinds: none, lists: { [list]: { ...none, trips: true } } })
  await trip()
  expect(await news()).toHaveLength(1)
  await keep({ lists: { [list]: 'off' } })
  await trip()
  expect(await news()).toEqual([])
  // 10:00 UTC is 11:00 in Warsaw.
  await keep({ quiet: { from: '10:30', to: '11:30', timeZone: 'Europe/Warsaw' } })
  await trip()
  await share()
  expect(await news()).toEqual([])
  server.clock.now += 30 * 60_000 - 1
  expect(await news()).toEqual([])
  server.clock.now += 1
  expect(await news()).toMatchObject([{ kind: 'shared' }])
  await keep({})
  // What is too old is of no use any more.
  await trip()
  server.clock.now += 3_600_000
  expect(await news()).toEqual([])
  server.clock.now += 2 * day
  let told = 0
  for (let i = 0; i < 120; i++) {
    await trip()
    told += (await news()).length
  }
  // What one person may send in a day, over all lists.
  expect(told).toBe(60)
})

test('TOGETHER-1 quiet hours follow the clock of their time zone, also when it changes', () => {
  const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Warsaw' }
  const end = (now: string) => new Date(endOfQuiet(quiet, Date.parse(now))).toISOString()
  expect(end('2026-11-21T20:59:59.000Z')).toBe('2026-11-21T20:59:59.000Z')
  expect(end('2026-11-21T21:00:00.000Z')).toBe('2026-11-22T06:00:00.000Z')
  expect(end('2026-11-22T05:59:30.500Z')).toBe('2026-11-22T06:00:00.000Z')
  expect(end('2026-11-22T06:00:00.000Z')).toBe('2026-11-22T06:00:00.000Z')
  // The clocks go forward on 29 March 2026 and back on 25 October 2026.
  expect(end('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(end('2026-10-24T21:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
  const nepal = { from: '13:10', to: '14:05', timeZone: 'Asia/Kathmandu' }
  expect(new Date(endOfQuiet(nepal, Date.parse('2026-11-21T07:30:00.000Z'))).toISOString()).toBe(
    '2026-11-21T08:20:00.000Z',
  )
})
