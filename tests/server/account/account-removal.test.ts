import { expect, test } from 'vitest'
import { replaceAvatar } from '../../../server/files/avatars.ts'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { newSubscription } from '../../support/push-service.ts'
import {
  newList,
  password,
  personOf,
  share,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'

const day = 86_400_000

const remove = (server: TestServer, who: { access: string; id: string; email: string; refresh: string }) =>
  server.call(who, 'DELETE', '/api/v3/me', { password })

test('PROFILE-5 deleting needs the password, ends every session, and is said once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const other = personOf(ala.email, await server.logIn(ala.email))
  const wrong = await server.call(ala, 'DELETE', '/api/v3/me', { password: 'not this one' })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'incorrectPassword'])
  expect((await server.call(ala, 'DELETE', '/api/v3/me')).body.fields).toEqual({ password: 'required' })

  const raced = await Promise.all([remove(server, ala), remove(server, other)])
  const [first, second] = raced.toSorted((a, b) => a.status - b.status)
  expect(first?.status).toBe(200)
  // The other request finds the account deleted, or its own session ended.
  expect(['alreadySubmittedForDeletion', 'sessionExpired']).toContain(second?.body.code)
  for (const who of [ala, other]) expect((await server.call(who, 'GET', '/api/v3/me')).status).toBe(401)
  const stored = await server.db
    .selectFrom('account')
    .select(['status', 'status_before', 'deleted_at'])
    .where('id', '=', ala.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ status: 'D', status_before: 'A', deleted_at: server.clock.now })
})

test('PROFILE-5 only the password brings an account back, with the status it had', async () => {
  const server = await testServer()
  await server.register('new@example.pl')
  const never = personOf('new@example.pl', await server.logIn('new@example.pl'))
  await remove(server, never)
  server.clock.now += 30 * day - 1
  const grant = { grant_type: 'refresh_token', ...webClient, refresh_token: never.refresh }
  expect((await server.call(null, 'POST', '/oauth/v2/token', grant)).status).toBe(400)
  const resend = { email: 'new@example.pl' }
  expect((await server.call(null, 'POST', '/api/v3/resend_activation', resend)).status).toBe(200)
  const code = (await server.lastLink()).split('/').at(-1)
  expect((await server.call(null, 'POST', `/api/v3/me/activate/${code}`)).body.code).toBe('accountDeleted')

  const both = await Promise.all([server.logIn('new@example.pl'), server.logIn('new@example.pl')])
  expect(both.map((answer) => answer.status)).toEqual([200, 200])
  // Only the log-in that restored the account is told so.
  expect(both.map((answer) => answer.body.reactivated).toSorted()).toEqual([true, undefined])
  expect((await server.logIn('new@example.pl')).body.reactivated).toBeUndefined()
  const back = personOf('new@example.pl', both[0])
  expect((await server.call(back, 'GET', '/api/v3/me')).body.status).toBe('N')
  // The time until final removal counts from the newest deletion.
  await removeDeletedAccounts(server.db, server.clock.now + day)
  expect((await server.call(back, 'GET', '/api/v3/me')).status).toBe(200)
})

test('PROFILE-5 while deleted, links are not found and shared lists stay for their members', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const { hash } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  const byLink = () => server.call(null, 'GET', `/api/v3/list/hash/${hash}`)
  expect((await byLink()).status).toBe(200)
  await remove(server, ala)
  expect((await byLink()).status).toBe(404)
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(200)
  const added = await server.call(ola, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  expect(added.status).toBe(201)
  await server.logIn(ala.email)
  expect((await byLink()).status).toBe(200)
})

test('PROFILE-5 after 30 days everything goes, and what was added to the lists of others stays by nobody', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala', surname: 'Kowalska' })
  const own = await newList(server, ala, 'Own')
  await server.call(ala, 'POST', `/api/v3/list/${own}/product`, { productName: 'Salt' })
  await share(server, ala, own, ola, 'view')
  const foreign = await newList(server, ola, 'Foreign')
  await share(server, ola, foreign, ala, 'edit')
  const value = { productName: 'Milk', productStatus: true }
  const op = { seq: 1, opId: 'o1', op: 'add', productId: 'p1', value, ageMs: 0 }
  const pushed = { v: 1, client: 'phone', request: 'r', cursor: 0, ops: [op] }
  await server.call(ala, 'POST', `/api/v3/list/${foreign}/sync`, pushed)
  const milk = async () => (await server.call(ola, 'GET', `/api/v3/list/${foreign}`)).body.products[0]
  const name = 'Ala Kowalska'
  expect(await milk()).toMatchObject({ addedBy: name, tickedBy: name, changedBy: name })
  const picture = Buffer.from('a picture')
  const imageName = `${'x'.repeat(24)}.webp`
  await server.db
    .transaction()
    .execute((trx) => replaceAvatar(trx, ala.id, { name: imageName, bytes: picture, at: 1 }))
  const shown = () => server.call(null, 'GET', `/uploads/avatars/${imageName}`)
  expect((await shown()).status).toBe(200)
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  await server.call(ala, 'PUT', '/api/v3/me/settings', {
    lists: [{ id: foreign, pinned: true }],
    shops: [{ shop: 'Lidl', categories: ['Dairy'] }],
  })
  await server.call(ala, 'PUT', '/api/v3/me/push/phone-of-somebody', {
    subscription: newSubscription('https://push.example.org/ala').subscription,
    language: 'pl',
    kinds: { shared: true, trips: true, added: true, done: true },
    lists: {},
    quiet: null,
  })
  await server.db
    .transaction()
    .execute((trx) => server.app.services.push.noteDone(trx, { listId: own, actorId: ola.id }))
  expect(await server.db.selectFrom('push_event').selectAll().execute()).toHaveLength(1)
  await remove(server, ala)

  const run = (now: number) => removeDeletedAccounts(server.db, now, server.dataDir)
  await run(server.clock.now + 30 * day - 1)
  expect((await server.call(ola, 'GET', `/api/v3/list/${own}`)).status).toBe(200)
  const twice = await Promise.all([run(server.clock.now + 30 * day), run(server.clock.now + 30 * day)])
  expect(twice.flatMap((answer) => answer.overview ?? [])).toEqual([ola.id])
  expect(await run(server.clock.now + 31 * day)).toEqual({ overview: [] })

  expect((await server.call(ola, 'GET', `/api/v3/list/${own}`)).status).toBe(404)
  expect((await server.call(ola, 'GET', `/api/v3/list/${foreign}/list_users`)).body).toEqual([])
  expect(await milk()).toMatchObject({ productName: 'Milk', ver: 1 })
  expect((await milk()).addedBy).toBeUndefined()
  expect((await milk()).tickedBy).toBeUndefined()
  expect((await milk()).changedBy).toBeUndefined()
  expect((await shown()).status).toBe(404)
  // Nothing is left that names the account or carries its address.
  const left = await Promise.all(
    (
      [
        ...([
          'account',
          'picture',
          'session',
          'reset',
          'list',
          'member',
          'product',
          'client',
          'attempt',
          'mail',
        ] as const),
        ...(['list_setting', 'shop_setting', 'household', 'product_setting', 'trip'] as const),
        ...(['push_device', 'push_event'] as const),
      ] as const
    ).map((table) => server.db.selectFrom(table).selectAll().execute()),
  )
  expect(JSON.stringify(left)).not.toContain(ala.id)
  expect(JSON.stringify(left)).not.toContain(ala.email)
  expect((await server.logIn(ala.email)).status).toBe(400)
  expect((await server.register(ala.email)).status).toBe(201)
})

test('PROFILE-5 a log-in at the very moment of removal either comes back whole or finds nothing', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  await remove(server, ala)
  const at = server.clock.now + 30 * day
  server.clock.now = at - 1
  const [answer] = await Promise.all([
    server.logIn(ala.email),
    removeDeletedAccounts(server.db, at, server.dataDir),
  ])
  if (answer.status === 200) {
    const back = personOf(ala.email, answer)
    expect((await server.call(back, 'GET', `/api/v3/list/${list}`)).status).toBe(200)
  } else expect(answer.body.error).toBe('invalid_grant')
})
