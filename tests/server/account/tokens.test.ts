import { expect, test } from 'vitest'
import { api, type CallName } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/schemas.ts'
import { allows, type Scope, scopes } from '../../../core/product/scopes.ts'
import { examples, newWorld, send } from '../../support/requests.ts'
import { newList, password, type Person, share, testServer, type TestServer } from '../../support/server.ts'

const day = 86_400_000

async function made(server: TestServer, who: Person, more: object = {}) {
  const body = { name: 'Home Assistant', scopes: ['edit'], ...more }
  const reply = await server.call(who, 'POST', '/api/v3/me/tokens', body)
  expect(reply.status).toBe(201)
  const { id, token } = reply.body as { id: string; token: string }
  return { id, token, person: { ...who, access: token } }
}

const basic = (user: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
})

test('OPEN-2 every call with a token of every scope: what the contract says, and never more', async () => {
  const server = await testServer()
  const wrong: string[] = []
  for (const example of examples) {
    const { call, as } = example
    const { session, scope: needed }: Call = api[call]
    if (session === false) continue
    server.clock.now += 1_000
    for (const scope of scopes) {
      const world = await newWorld(server, 'owner')
      const owner = world.actor as Person
      const { person } = await made(server, owner, { scopes: [scope] })
      const { status, body } = await send(server, person, call, example.request(world))
      const needs: Scope | undefined = call === 'editProduct' && as !== 'tick' ? 'edit' : needed
      const isAllowed = needs !== undefined && allows(scope, needs)
      const isRight = isAllowed ? status < 300 : status === 403 && body.code === 'insufficientScope'
      if (!isRight) wrong.push(`${call} ${as ?? ''} with ${scope}: ${status} ${String(body?.code)}`)
    }
  }
  expect(wrong).toEqual([])
  // What lets somebody in, or lets others see something, no token can do.
  const closed = (Object.entries(api) as [CallName, Call][]).filter(
    ([, { session, scope }]) => session && !scope,
  )
  expect(closed.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...(['tokens', 'createToken', 'deleteToken', 'sessions', 'endSession', 'changePassword'] as const),
      ...([
        'deleteMe',
        'exportMe',
        'share',
        'createInvite',
        'createGuestLink',
        'renewHash',
        'events',
      ] as const),
    ]),
  )
}, 120_000)

test('OPEN-2 a token is shown once, told with its last use, and ends at once, with its time or with the password', async () => {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const expires = new Date(server.clock.now + day).toISOString()
  const { id, token, person } = await made(server, ann, { expires, scopes: ['read', 'tick'] })
  const list = await newList(server, ann, 'Home')
  const read = (who = person) => server.call(who, 'GET', `/api/v3/list/${list}`)
  expect((await read()).status).toBe(200)
  const rows = await server.db.selectFrom('token').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const listed = (await server.call(ann, 'GET', '/api/v3/me/tokens')).body
  expect(listed).toEqual([
    {
      id,
      name: 'Home Assistant',
      scope: 'tick',
      createdAt: new Date(server.clock.now).toISOString(),
      expiresAt: expires,
      lastUsedAt: new Date(server.clock.now).toISOString(),
    },
  ])
  expect((await server.call(ann, 'GET', '/api/v3/me/export')).body.tokens).toEqual(listed)
  expect((await server.mails()).at(-1)).toContain('Home Assistant')
  // As the password of Basic, with the right address only.
  const withBasic = (user: string) => server.call(null, 'GET', '/api/v3/me', undefined, basic(user, token))
  expect((await withBasic('Ann@Example.com')).body.email).toBe('ann@example.com')
  expect((await withBasic('ben@example.com')).status).toBe(401)
  expect(
    (await server.call(null, 'GET', '/api/v3/me', undefined, basic('ann@example.com', password))).status,
  ).toBe(401)
  server.clock.now += day - 1
  expect((await read()).status).toBe(200)
  server.clock.now += 1
  expect((await read()).body.code).toBe('sessionExpired')

  const again = { ...ann, access: (await server.logIn(ann.email)).body.access_token as string }
  const second = await made(server, again)
  expect((await server.call(again, 'DELETE', `/api/v3/me/tokens/${second.id}`)).status).toBe(200)
  expect((await read(second.person)).status).toBe(401)
  const third = await made(server, again)
  await server.call(ann, 'POST', '/api/v3/me/webhooks', { url: 'https://example.org/', events: ['added'] })
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ann.email })
  const code = (await server.lastLink()).split('/').at(-1) ?? ''
  const reset = { email: ann.email, password: 'another long walk' }
  expect(
    (await server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, reset)).status,
  ).toBe(200)
  // Whoever was in would be told what changes for ever.
  expect(await server.db.selectFrom('webhook').select('id').execute()).toEqual([])
  expect((await read(third.person)).status).toBe(401)
})

test('OPEN-2 a token for some lists knows no others, nor what is about all of them', async () => {
  const server = await testServer()
  const [ann, ben] = [await server.person('ann@example.com'), await server.person('ben@example.com')]
  const [home, secret, theirs] = [
    await newList(server, ann, 'Home'),
    await newList(server, ann, 'Secret'),
    await newList(server, ben, 'Theirs'),
  ]
  expect(
    (await server.call(ann, 'POST', '/api/v3/me/tokens', { name: 'x', scopes: ['read'], lists: [theirs] }))
      .status,
  ).toBe(404)
  await share(server, ben, theirs, ann, 'view')
  const { person } = await made(server, ann, { lists: [home, theirs] })
  const status = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await server.call(person, method, url, body)).status
  expect(await status('GET', `/api/v3/list/${home}`)).toBe(200)
  expect(await status('POST', `/api/v3/list/${home}/product`, { productName: 'Milk' })).toBe(201)
  expect(await status('POST', `/api/v3/list/${theirs}/product`, { productName: 'Milk' })).toBe(403)
  for (const url of [
    `/api/v3/list/${secret}`,
    `/api/v3/list/${secret}/history`,
    `/api/v3/list/${secret}/export`,
  ])
    expect(await status('GET', url)).toBe(404)
  expect(await status('POST', `/api/v3/list/${secret}/product`, { productName: 'Milk' })).toBe(404)
  expect(await status('PUT', '/api/v3/list', { _id: secret, _list_name: 'Mine' })).toBe(404)
  expect(await status('DELETE', '/api/v3/list', { _id: secret })).toBe(404)
  const { body } = await server.call(person, 'GET', '/api/v3/lists')
  expect(body).toMatchObject({ items: [{ listName: 'Home' }], total: 1 })
  for (const url of [
    '/api/v3/spending',
    '/api/v3/lists/search?query=s',
    '/api/v3/templates',
    '/api/v3/prices',
  ])
    expect(await status('GET', url)).toBe(403)
  expect(await status('POST', '/api/v3/list', { _list_name: 'New' })).toBe(403)
  expect(await status('POST', '/api/v3/import')).toBe(403)
})

test('OPEN-2 tokens are counted and limited, and nobody ends those of others', async () => {
  const server = await testServer()
  const [ann, ben] = [await server.person('ann@example.com'), await server.person('ben@example.com')]
  const key = { 'idempotency-key': 'once' }
  const body = { name: 'Phone', scopes: ['tick'] }
  const first = await server.call(ann, 'POST', '/api/v3/me/tokens', body, key)
  const again = await server.call(ann, 'POST', '/api/v3/me/tokens', body, key)
  expect(again.body).toEqual(first.body)
  for (let n = 1; n < 20; n++) await made(server, ann)
  expect((await server.call(ann, 'POST', '/api/v3/me/tokens', body)).body.code).toBe('limitReached')
  expect((await server.call(ben, 'DELETE', `/api/v3/me/tokens/${first.body.id}`)).status).toBe(404)
  expect((await server.call(ann, 'GET', '/api/v3/me/tokens')).body).toHaveLength(20)
  for (const wrong of [
    { ...body, name: ' ' },
    { ...body, scopes: [] },
    { ...body, scopes: ['all'] },
    { ...body, expires: 'tomorrow' },
    { ...body, expires: new Date(server.clock.now).toISOString() },
    { ...body, lists: [] },
  ])
    expect((await server.call(ben, 'POST', '/api/v3/me/tokens', wrong)).status).toBe(400)
  // Not activated: the way back to whoever made it is a mailbox that nobody has shown.
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', ben.id).execute()
  expect((await server.call(ben, 'POST', '/api/v3/me/tokens', body)).body.code).toBe('accountNotActivated')
})

test('OPEN-2 what a token may with read alone changes nothing', () => {
  const calls = (Object.entries(api) as [CallName, Call][]).filter(([, { scope }]) => scope === 'read')
  expect(calls.filter(([, { method }]) => method !== 'GET')).toEqual([])
})
