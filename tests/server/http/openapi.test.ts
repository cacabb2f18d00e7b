import { expect, test } from 'vitest'
import { api, type CallName } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/schemas.ts'
import { problemsOf } from '../../../server/http/openapi.ts'
import { misfit } from '../../support/contract.ts'
import { newWorld, send } from '../../support/requests.ts'
import { newList, testServer } from '../../support/server.ts'

// The answers of every call in every role are held against the contract in permissions.test.ts.

test('API /openapi.json names every route that the server has, and no other', async () => {
  const server = await testServer()
  const { status, body, headers } = await server.call(null, 'GET', '/openapi.json')
  expect([status, body.openapi, headers['content-type']]).toEqual([
    200,
    '3.1.1',
    'application/json; charset=utf-8',
  ])
  const operations = Object.entries(body.paths as Record<string, Record<string, { operationId: string }>>)
  const ids = operations.flatMap(([, methods]) => Object.values(methods).map((one) => one.operationId))
  expect(ids.toSorted()).toEqual(Object.keys(api).toSorted())
  for (const { method, path } of Object.values(api) as Call[])
    expect(server.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
  const documented = new Set((Object.values(api) as Call[]).map(({ path }) => path))
  const registered = server.app.printRoutes({ commonPrefix: false })
  for (const line of registered.split('\n')) {
    const path = /(\/(?:api|oauth)\/\S*) \(/.exec(line)?.[1]
    if (path) expect(documented, path).toContain(path)
  }
  // Every reference resolves.
  const text = JSON.stringify(body)
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(body.components.schemas, name).toHaveProperty(name)
})

test('API answers that only a certain state brings fit the contract too', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  const params = { id: list }
  const seen = new Set<string>()
  const wrong: string[] = []
  const check = async (name: CallName, good: Parameters<typeof send>[3], who = ala) => {
    const reply = await send(server, who, name, good)
    seen.add(String(reply.body?.code ?? reply.status))
    const fault = misfit(name, reply)
    if (fault) wrong.push(fault)
    return reply
  }
  const ops = (count: number, first = 1) =>
    Array.from({ length: count }, (_, i) => ({
      seq: first + i,
      opId: `o${first + i}`,
      op: 'add',
      productId: `p${first + i}`,
      value: { productName: i === 0 ? '' : 'Milk' },
      ageMs: 0,
    }))
  const sync = (body: object) =>
    check('sync', { params, body: { v: 1, client: 'c', request: 'r', cursor: 0, ops: [], ...body } })
  await sync({ ops: ops(3) })
  await sync({ ops: ops(3) })
  await sync({ ops: ops(1, 9) })
  await sync({ ops: [{ ...ops(1)[0], opId: 'other' }] })
  await sync({ v: 99 })
  await sync({ user: ola.id })
  await sync({ cursor: 999 })
  await sync({ ops: [5] })
  const ofList = (op: object, seq: number) => ({ seq, opId: `list${seq}`, rowId: 'own', ...op })
  const value = { listName: 'Own', date: '2026-11-20T08:00:00.000Z' }
  const own = (some: object[], body: object = {}) =>
    check('sync', {
      params: { id: 'own' },
      body: { v: 2, client: 'c', request: 'r', cursor: 0, ops: some, ...body },
    })
  await own([ofList({ op: 'add', value: { listName: 'Own' } }, 1)])
  const made = [
    ofList({ op: 'add', value }, 1),
    ofList({ op: 'set', field: 'listStatus', value: 'x', baseVer: 0 }, 2),
  ]
  expect((await own(made)).body.rows).toMatchObject([{ kind: 'list', listName: 'Own' }])
  await own([ofList({ op: 'set', field: 'listName', value: 'Named', baseVer: 1 }, 3)])
  await own([], { cursor: 1 })
  await own([ofList({ op: 'add', value: { ...value, listStatus: 'archiwum' } }, 4)])
  expect((await own([ofList({ op: 'delete' }, 5)])).body.rows).toMatchObject([{ deleted: true }])
  await own([])
  await check('createList', { body: { id: list } })
  await check('createList', { body: { id: list } }, ola)
  await check('deleteProduct', { params: { idList: list, id: 'p2' } })
  await check('editProduct', { params: { idList: list, id: 'p2' }, body: { price: 1 } })
  await check('addProduct', { params, body: { id: 'p2', productName: 'x' } })
  await check('share', { query: { _list_id: list, _email_address: ola.email } })
  await check('share', { query: { _list_id: list, _email_address: ola.email } })
  await check('share', { query: { _list_id: list, _email_address: 'x' } })
  await check('list', { params }, ola)
  await check('lists', { query: { status: 'shared' } }, ola)
  await check('share', { query: { _list_id: list, _email_address: 'jan@example.pl' } }, ola)
  await check('setPermission', { params, query: { email_address: 'none@example.pl', permission: 'edit' } })
  await check('changePassword', { body: { oldPassword: 'no', newPassword: 'no' } })
  await check('changePassword', { body: { oldPassword: 'no', newPassword: 'a good new horse' } })
  await check('deleteMe', { body: { password: 'no' } })
  await check('register', { body: { email: ala.email, password: 'a good new horse', termsAccepted: true } })
  await check('register', { body: { email: 'x', password: 'x', termsAccepted: true } })
  await check('activate', { params: { code: 'unknown' } })
  await check('token', { body: { grant_type: 'password' } })
  await check('barcode', { params: { code: '123' } })
  await check('createTemplate', { body: { id: 'predefined-pizza', templateName: 'x' } })
  await check('uploadAvatar', { file: Buffer.from('no picture') })
  await check('uploadAvatar', { body: {} })
  expect(wrong).toEqual([])
  for (const code of ['gap', 'fork', 'outdated', 'otherAccount', 'resync', 'gone', 'idTaken', 'emailTaken'])
    expect(seen, code).toContain(code)

  const world = await newWorld(server, 'owner')
  const { headers } = await send(server, world.actor, 'list', { params: { id: world.list } })
  const tag = { 'if-none-match': String(headers['etag']) }
  const known = await server.call(world.actor, 'GET', `/api/v3/list/${world.list}`, undefined, tag)
  expect([known.status, misfit('list', known)]).toEqual([304, ''])
  // Proof that the check finds a wrong answer.
  expect(
    misfit('me', { status: 200, body: { id: 'x' }, headers: { 'content-type': 'application/json' } }),
  ).toContain('must have required property')
  expect(problemsOf('me')).not.toContain('limitReached')
})

test('API /metrics: with a token; routes instead of paths', async () => {
  const closed = await testServer()
  await closed.call(null, 'POST', '/api/v3/me/activate/secret')
  const open = await closed.call(null, 'GET', `/metrics?token=${closed.app.services.startToken}`)
  expect([open.status, open.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(String(open.headers['content-type'])).toContain('text/plain')
  expect(open.body).toContain('route="/api/v3/me/activate/:code",status="404"')
  expect(open.body).toContain('mails_waiting 0')
  expect(open.body).toContain('process_cpu_seconds_total')
  expect(open.body).not.toContain('secret')
  for (const headers of [
    { host: 'lists.example.org' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer ' },
    { host: 'lists.example.org', authorization: 'Bearer x' },
  ] as Record<string, string>[])
    expect((await closed.call(null, 'GET', '/metrics', undefined, headers)).status).toBe(404)

  const server = await testServer({ env: { METRICS_TOKEN: 'a-token' } })
  const from = async (authorization: string) =>
    (await server.call(null, 'GET', '/metrics', undefined, { host: 'lists.example.org', authorization }))
      .status
  expect(await from('Bearer a-token')).toBe(200)
  expect(await from('Bearer a-tokeN')).toBe(404)
  expect(await from('Basic a-token')).toBe(404)
})
