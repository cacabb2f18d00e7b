import { expect, test } from 'vitest'
import { up } from '../../../server/db/migrations/0023-stored-codes.ts'
import { inviteAccount, resetPerson } from '../../../server/operate/people.ts'
import { hashCode } from '../../../server/db/codes.ts'
import { contentOf } from '../../support/copies.ts'
import { newList, type Person, personOf, testServer } from '../../support/server.ts'

async function atList(env: Record<string, string> = {}) {
  const server = await testServer({ onDisk: true, env })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const invite = (key?: string, body: object = { permission: 'edit' }, who = ala) =>
    server.call(
      who,
      'POST',
      `/api/v3/list/${list}/invite`,
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const accept = (who: Person, code: string) => server.call(who, 'POST', `/api/v3/invite/${code}/accept`)
  const stored = async () =>
    JSON.stringify(Object.values(await contentOf(server.app.services.config.database)))
  return { server, ala, list, invite, accept, stored }
}

test('SAFE-4 HAND-11 whoever reads the database finds no code that works, of whatever kind', async () => {
  const { server, ala, invite, stored } = await atList()
  const key = '0193f5a0-5f6b-7c3e-9d2a-3b1c5d7e9f01'
  const made = [
    await invite(key),
    await invite(),
    await invite(undefined, { email: 'jan@example.pl', permission: 'view' }),
  ]
  const codes = made.map(({ body }) => body.code as string)
  await server.register('ela@example.pl')
  codes.push((await server.lastLink()).split('/').at(-1) ?? '')
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  codes.push((await server.lastLink()).split('/').at(-1) ?? '')
  const { services } = server.app
  codes.push((await inviteAccount(services, 'ola@example.pl')).link.split('#').at(-1) ?? '')
  codes.push((await resetPerson(services, 'ela@example.pl')).link.split('/').at(-1) ?? '')
  expect(codes.filter((code) => /^[\w-]{24}$/.test(code))).toHaveLength(7)
  // What was mailed has left the database.
  await server.mails()
  const text = await stored()
  for (const code of codes) expect(text).not.toContain(code)
  // Nor does it find what opens the answer that is kept for a retry.
  expect(text).not.toContain(key)
  const [first] = codes
  expect(text).toContain(hashCode(first ?? ''))
})

test('API HAND-11 a repeated call for an invitation answers the same code, and makes no second one', async () => {
  const { server, ala, list, invite } = await atList()
  const first = await invite('once')
  const second = await invite('once')
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}/invites`)).body).toHaveLength(1)
  const other = await invite('once', { permission: 'view' })
  expect([other.status, other.body.code]).toEqual([422, 'idempotencyKeyReused'])
})

test('HAND-11 what names an invitation to its owner opens nothing, and takes it back', async () => {
  const { server, ala, list, invite, accept } = await atList()
  const ola = await server.person('ola@example.pl')
  const { id, code } = (await invite()).body
  expect(id).not.toBe(code)
  expect((await accept(ola, id)).status).toBe(404)
  expect((await server.call(null, 'GET', `/api/v3/invite/${id}`)).status).toBe(404)
  expect((await server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${id}`)).status).toBe(200)
  expect((await accept(ola, code)).body.code).toBe('inviteRevoked')
})

test('HAND-11 RUN-1 an upgrade leaves the links that are out there as good as they were', async () => {
  const { server, ala, list, invite, accept, stored } = await atList({ REGISTRATION: 'open' })
  const ola = await server.person('ola@example.pl')
  const { id, code } = (await invite()).body
  // As it stood before: the code itself, and in the answer to whoever made it.
  const answer = JSON.stringify({ code, url: `http://localhost:3000/invite/${code}` })
  const kept = { account_id: ala.id, request_hash: 'h', status: 201, at: server.clock.now }
  const typed = '{"id":"a","productName":"{\\"code\\":\\"x\\",\\"url\\":\\"y/invite/z\\"}"}'
  await server.db.updateTable('invite').set({ code }).where('code', '=', id).execute()
  await server.db
    .insertInto('idempotency')
    .values([
      { ...kept, key: 'one', answer },
      { ...kept, key: 'two', answer: typed },
    ])
    .execute()
  expect(await stored()).toContain(code)
  await up(server.db as never)
  expect(await stored()).not.toContain(code)
  const left = await server.db.selectFrom('idempotency').select('key').execute()
  expect(left).toEqual([{ key: 'two' }])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}/invites`)).body).toMatchObject([{ id }])
  expect((await accept(personOf(ola.email, await server.logIn(ola.email)), code)).status).toBe(200)
})
