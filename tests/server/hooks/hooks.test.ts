import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startPushService } from '../../support/push-service.ts'
import { newList, type Person, testServer, type TestServer } from '../../support/server.ts'

const hour = 3_600_000

async function withHook(more: object = {}) {
  const service = await startPushService()
  service.answer = (_request, response) => void response.writeHead(204).end()
  const server = await testServer({ pushNetwork: service.network })
  const ann = await server.person('ann@example.com')
  const home = await newList(server, ann, 'Home')
  const body = {
    url: 'https://example.org/hook',
    events: ['added', 'bought', 'changed', 'deleted', 'list'],
    ...more,
  }
  const made = await server.call(ann, 'POST', '/api/v3/me/webhooks', body)
  expect(made.status).toBe(201)
  // The real address would be outside; the one on this machine is told in its place.
  await server.db
    .updateTable('webhook')
    .set({ url: `${service.url}/hook` })
    .execute()
  const { id, secret } = made.body as { id: string; secret: string }
  const told = async () => {
    await server.app.services.hooks.drain()
    return service.received.splice(0).map(({ headers, body: sent }) => {
      const signature = createHmac('sha256', secret).update(sent).digest('hex')
      expect(headers['x-signature']).toBe(`sha256=${signature}`)
      const content = JSON.parse(sent.toString('utf8'))
      expect(headers['x-delivery']).toBe(content.id)
      return content
    })
  }
  return { service, server, ann, home, id, told }
}

const add = (server: TestServer, who: Person, list: string, productName: string) =>
  server.call(who, 'POST', `/api/v3/list/${list}/product`, { productName })

test('OPEN-3 an address is told what changed, by whom, signed, and only of what it asked for and may see', async () => {
  const { server, ann, home, told } = await withHook({ events: ['added', 'bought', 'list'] })
  const { body: milk } = await add(server, ann, home, 'Milk')
  const url = `/api/v3/list/${home}/product/${milk.id}`
  await server.call(ann, 'PUT', url, { productStatus: true })
  await server.call(ann, 'PUT', url, { note: 'UHT' })
  await server.call(ann, 'PUT', '/api/v3/list', { _id: home, _list_name: 'House' })
  const product = { productId: milk.id, productName: 'Milk' }
  expect((await told()).map(({ list, by, changes }) => [list.listName, by, changes])).toEqual([
    ['Home', 'ann', [{ event: 'added', ...product }]],
    ['Home', 'ann', [{ event: 'bought', ...product, field: 'productStatus', from: false, to: true }]],
    ['House', 'ann', [{ event: 'list', field: 'listName', from: 'Home', to: 'House' }]],
  ])
  // A list of somebody else: from when it is opened until it is taken back.
  const ben = await server.person('ben@example.com')
  const theirs = await newList(server, ben, 'Theirs')
  await server.call(ben, 'POST', '/api/v3/list/share', { _list_id: theirs, _email_address: ann.email })
  await add(server, ben, theirs, 'Tea')
  expect(await told()).toHaveLength(0)
  await server.call(ann, 'PUT', `/api/v3/list/${theirs}/accepted`)
  await add(server, ben, theirs, 'Salt')
  expect((await told()).map(({ changes }) => changes[0].productName)).toEqual(['Salt'])
  await add(server, ben, theirs, 'Rice')
  await server.call(ben, 'DELETE', '/api/v3/list/share', { _list_id: theirs, _email_address: ann.email })
  expect(await told()).toEqual([])
})

test('OPEN-3 a call that is refused tells nobody, and what is stored is told although the process dies', async () => {
  const { server, ann, home, told } = await withHook()
  const sync = (ops: object[], cursor = 0) =>
    server.call(ann, 'POST', `/api/v3/list/${home}/sync`, { v: 3, client: 'c', request: 'r', cursor, ops })
  const op = (seq: number, rowId: string, value: object) => ({
    seq,
    opId: `o${seq}`,
    op: 'add',
    rowId,
    value,
    ageMs: 0,
  })
  const value = { productName: 'Milk', quantity: 1, unit: 'pcs', productStatus: false }
  await sync([op(1, 'a', value), op(2, 'b', { ...value, productName: '' })])
  expect(
    (await told()).flatMap(({ changes }) => changes.map((one: { productId: string }) => one.productId)),
  ).toEqual(['a'])
  // The same again, as a device sends it that got no answer.
  await sync([op(1, 'a', value)])
  expect(await told()).toEqual([])
  await add(server, ann, home, 'Bread')
  const waits = await server.db.selectFrom('webhook_delivery').select('id').where('done_at', '=', 0).execute()
  expect(waits).toHaveLength(1)
  // A pasted list is one delivery that says how many more there are.
  const many = Array.from({ length: 150 }, (_, n) => op(n + 3, `p${n}`, { ...value, productName: `P${n}` }))
  await sync(many)
  expect((await told()).map(({ changes, more }) => [changes.length, more])).toEqual([
    [1, undefined],
    [100, 50],
  ])
})

test('OPEN-3 what fails is tried again ever more rarely for 24 hours, shown, and sent again by hand', async () => {
  const { service, server, ann, home, id, told } = await withHook()
  service.answer = (_request, response) => void response.writeHead(503).end()
  await add(server, ann, home, 'Milk')
  let tries = 0
  const until = server.clock.now + 25 * hour
  while (server.clock.now < until) {
    tries += (await told()).length
    server.clock.now += 15_000
  }
  expect(tries).toBeGreaterThan(20)
  expect(tries).toBeLessThan(40)
  const again = { ...ann, access: (await server.logIn(ann.email)).body.access_token as string }
  const [failed] = (await server.call(again, 'GET', `/api/v3/me/webhooks/${id}/deliveries`)).body
  expect(failed).toMatchObject({ status: 503, attempts: tries, nextAt: null })
  expect(failed.doneAt).not.toBeNull()
  service.answer = (_request, response) => void response.writeHead(200).end()
  const url = `/api/v3/me/webhooks/${id}/deliveries/${failed.id}`
  expect((await server.call(again, 'POST', url)).status).toBe(200)
  expect(await told()).toHaveLength(1)
  expect((await server.call(again, 'GET', `/api/v3/me/webhooks/${id}/deliveries`)).body).toMatchObject([
    { id: failed.id, status: 200, attempts: 1 },
  ])
  // Ended, it is told nothing more, and leaves nothing behind.
  expect((await server.call(again, 'DELETE', `/api/v3/me/webhooks/${id}`)).status).toBe(200)
  await add(server, again, home, 'Tea')
  expect(await told()).toEqual([])
  expect(await server.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([])
})

test('OPEN-3 no private address is reached, and one that hangs or fills up holds up nobody', async () => {
  const { service, server, ann, home, told } = await withHook()
  const wrong = [
    'http://localhost/x',
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',

    'https://example.org:8443/',
    'ftp://example.org/',
    'https://u:p@example.org/',
    'nonsense',
    'http://intranet/',
  ]
  for (const url of wrong)
    expect((await server.call(ann, 'POST', '/api/v3/me/webhooks', { url, events: ['added'] })).status).toBe(
      400,
    )
  // A name that leads inside is refused when it is connected to: the usual network, and not that of the test.
  const outside = await testServer()
  const ben = await outside.person('ben@example.com')
  const list = await newList(outside, ben, 'Home')
  await outside.call(ben, 'POST', '/api/v3/me/webhooks', { url: 'https://example.org/', events: ['added'] })
  await outside.db
    .updateTable('webhook')
    .set({ url: `${service.url}/inside` })
    .execute()
  await add(outside, ben, list, 'Milk')
  await outside.app.services.hooks.drain()
  expect(service.received).toEqual([])
  expect(await outside.db.selectFrom('webhook_delivery').select(['status', 'attempts']).execute()).toEqual([
    { status: 0, attempts: 1 },
  ])
  // 500 wait at most.
  const row = (n: number) => ({
    id: `x${n}`,
    webhook_id: '',
    list_id: home,
    body: '{}',
    created_at: 0,
    next_at: Number.MAX_SAFE_INTEGER,
    ends_at: Number.MAX_SAFE_INTEGER,
    attempts: 0,
    status: 0,
    done_at: 0,
  })
  const [hook] = await server.db.selectFrom('webhook').select('id').execute()
  const rows = Array.from({ length: 500 }, (_, n) => ({ ...row(n), webhook_id: hook?.id ?? '' }))
  await server.db.insertInto('webhook_delivery').values(rows).execute()
  await add(server, ann, home, 'One too many')
  expect(await told()).toEqual([])
  for (let n = 1; n < 10; n++)
    await server.call(ann, 'POST', '/api/v3/me/webhooks', { url: 'https://example.org/', events: ['added'] })
  const more = await server.call(ann, 'POST', '/api/v3/me/webhooks', {
    url: 'https://example.org/',
    events: ['added'],
  })
  expect(more.body.code).toBe('limitReached')
})

test('OPEN-3 what waits for an address that fails waits together, and follows in its order', async () => {
  const { service, server, ann, home, told } = await withHook()
  service.answer = (_request, response) => void response.writeHead(503).end()
  for (const name of ['Milk', 'Tea', 'Salt']) await add(server, ann, home, name)
  expect((await told()).map(({ changes }) => changes[0].productName)).toEqual(['Milk'])
  server.clock.now += 29_000
  expect(await told()).toEqual([])
  service.answer = (_request, response) => void response.writeHead(204).end()
  server.clock.now += 1_000
  expect((await told()).map(({ changes }) => changes[0].productName)).toEqual(['Milk', 'Tea', 'Salt'])
})

test('OPEN-3 the slow addresses of one account hold up nobody else', async () => {
  const { service, server, ann, home } = await withHook()
  const { hooks } = server.app.services
  const held: (() => void)[] = []
  service.answer = (request, response) => {
    const end = () => void response.writeHead(204).end()
    if (request.url === '/quick') end()
    else held.push(end)
  }
  const hook = { url: 'https://example.org/hook', events: ['added'] }
  for (let n = 0; n < 9; n++) await server.call(ann, 'POST', '/api/v3/me/webhooks', hook)
  await server.db
    .updateTable('webhook')
    .set({ url: `${service.url}/slow` })
    .execute()
  const ben = await server.person('ben@example.com')
  const his = await newList(server, ben, 'His')
  const { body } = await server.call(ben, 'POST', '/api/v3/me/webhooks', hook)
  await server.db
    .updateTable('webhook')
    .set({ url: `${service.url}/quick` })
    .where('id', '=', body.id)
    .execute()
  await add(server, ann, home, 'Milk')
  await add(server, ben, his, 'Tea')
  hooks.start()
  await vi.waitFor(() => expect(service.received.map(({ path }) => path)).toContain('/quick'))
  expect(held).toHaveLength(1)
  const stopped = hooks.stop()
  for (const end of held) end()
  await stopped
})
