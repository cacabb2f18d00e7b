import sharp from 'sharp'
import { expect, test } from 'vitest'
import { send } from '../../support/requests.ts'
import {
  password,
  type Person,
  personOf,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'
import { storedBy } from '../../support/stored.ts'

async function atHome() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who: Person | null = ala) =>
    server.call(who, method, path, body)
  server.clock.now += 60_000
  return { server, ala, call, stored: await storedBy(server), at: server.clock.now }
}

const hash = expect.stringMatching(/^\$argon2/)
const secret = expect.stringMatching(/^[\w-]{22,}$/)

async function sessionsOf(server: TestServer, { id }: Person): Promise<string[]> {
  const rows = await server.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

test('API AUTH-4 AUTH-7 an account that is registered and activated stands in the database', async () => {
  const { server, call, stored, at } = await atHome()
  const body = { email: ' Ola.Nowak@Example.pl ', password, termsAccepted: true, language: 'pl' }
  const made = await stored(() => call('POST', '/api/v3/profile', body, null))
  const { id } = made.reply.body
  const address = { email: 'Ola.Nowak@Example.pl', email_key: 'ola.nowak@example.pl' }
  const names = { name: '', surname: '', city: '', image_name: '' }
  const times = { created_at: at, terms_at: at, deleted_at: 0 }
  const row = { id, ...address, password_hash: hash, status: 'N', status_before: '', language: 'pl' }
  expect(made.stored['account']?.added).toEqual([expect.objectContaining({ ...row, ...names, ...times })])
  const week = 7 * 86_400_000
  expect(made.stored['activation']?.added).toEqual([
    expect.objectContaining({ code_hash: secret, account_id: id, expires_at: at + week, used_at: 0 }),
  ])
  const code = (await server.lastLink()).split('/').at(-1)
  const activated = await stored(() => call('POST', `/api/v3/me/activate/${code}`, undefined, null))
  expect(activated.stored).toEqual({
    account: { changed: [{ id, status: 'A' }] },
    activation: { changed: [{ code_hash: secret, used_at: at }] },
  })
})

test.each([
  ['name', 'Alicja', { name: 'Alicja' }],
  ['surname', 'Nowak', { surname: 'Nowak' }],
  ['city', 'Łódź', { city: 'Łódź' }],
  ['language', 'pl', { language: 'pl' }],
])('API PROFILE-2 a new %s stands in the database', async (field, value, columns) => {
  const { ala, call, stored } = await atHome()
  const edit = await stored(() => call('PUT', '/api/v3/me/update_profile', { [field]: value }))
  expect(edit.stored).toEqual({ account: { changed: [{ id: ala.id, ...columns }] } })
})

test('API PROFILE-3 RUN-8 a picture and its removal stand in the database', async () => {
  const { server, ala, stored, at } = await atHome()
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'orange' } })
    .png()
    .toBuffer()
  const set = await stored(() => send(server, ala, 'uploadAvatar', { file }))
  const image_name = set.reply.body.imageName
  const row = { name: image_name, account_id: ala.id, bytes: expect.stringMatching(/^UklGR/), created_at: at }
  expect(set.stored).toEqual({
    account: { changed: [{ id: ala.id, image_name }] },
    picture: { added: [row] },
  })
  const next = await stored(() => send(server, ala, 'uploadAvatar', { file }))
  const { imageName } = next.reply.body
  expect(next.stored['picture']).toEqual({
    added: [{ ...row, name: imageName }],
    removed: [{ name: image_name }],
  })
  const unset = await stored(() => send(server, ala, 'deleteFile', { query: { type: 'avatar' } }))
  expect(unset.stored).toEqual({
    account: { changed: [{ id: ala.id, image_name: '' }] },
    picture: { removed: [{ name: imageName }] },
  })
})

test('API AUTH-3 AUTH-8 PROFILE-8 a session that is begun, renewed and ended stands in the database', async () => {
  const { server, ala, call, stored, at } = await atHome()
  const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const began = await stored(() => server.logIn(ala.email, {}, firefox))
  const there = personOf(ala.email, began.reply)
  const [here = '', id = ''] = await sessionsOf(server, ala)
  const times = { created_at: at, access_at: at, refreshed_at: at, ended_at: 0, signed_out: 0 }
  expect(began.stored['session']?.added).toEqual([
    expect.objectContaining({ id, account_id: ala.id, ...times, refreshes: 1, device: 'Firefox, Windows' }),
  ])
  const later = (server.clock.now += 3_600_000)
  const renew = { grant_type: 'refresh_token', ...webClient, refresh_token: there.refresh }
  const renewed = await stored(() => call('POST', '/oauth/v2/token', renew, null))
  expect(renewed.stored).toEqual({
    session: {
      changed: [
        {
          id,
          access_at: later,
          refreshed_at: later,
          refreshes: 2,
          tokens: expect.stringMatching(/^(\S{43} ){5}\S{43}$/),
        },
      ],
    },
  })
  const ended = (one: string) => ({ session: { changed: [{ id: one, ended_at: later, signed_out: 1 }] } })
  expect((await stored(() => call('DELETE', `/api/v3/me/sessions/${id}`, { password }))).stored).toEqual(
    ended(id),
  )
  await server.logIn(ala.email)
  const third = (await sessionsOf(server, ala)).find((one) => one !== here && one !== id) ?? ''
  expect((await stored(() => call('DELETE', '/api/v3/me/sessions', { password }))).stored).toEqual(
    ended(third),
  )
  const revoke = { ...webClient, token: ala.access }
  expect((await stored(() => call('POST', '/oauth/v2/revoke', revoke, null))).stored).toEqual(ended(here))
})

test('API PROFILE-4 AUTH-6 a new password, by the old one or by a link, stands in the database', async () => {
  const { server, ala, call, stored, at } = await atHome()
  const other = personOf(ala.email, await server.logIn(ala.email))
  const [, theirs = ''] = await sessionsOf(server, other)
  const change = { oldPassword: password, newPassword: 'another good horse' }
  const changed = await stored(() => call('PUT', '/api/v3/profile/change-password', change))
  expect(changed.stored).toEqual({
    account: { changed: [{ id: ala.id, password_hash: hash }] },
    session: { changed: [{ id: theirs, ended_at: at, signed_out: 1 }] },
  })
  const ask = { email: ala.email }
  const asked = await stored(() => call('POST', '/api/v3/profile/reset_password/step1', ask, null))
  const times = { created_at: at, expires_at: at + 3_600_000 }
  expect(asked.stored).toEqual({
    reset: { added: [expect.objectContaining({ code_hash: secret, account_id: ala.id, ...times })] },
  })
  const code = (await server.lastLink()).split('/').at(-1)
  const path = `/api/v3/profile/reset_password/step2/${code}`
  const reset = await stored(() => call('POST', path, { ...ask, password: 'one more good horse' }, null))
  expect(reset.stored).toEqual({
    account: { changed: [{ id: ala.id, password_hash: hash }] },
    reset: { changed: [{ code_hash: secret, expires_at: 0 }] },
    session: { changed: [{ id: expect.any(String), ended_at: at, signed_out: 1 }] },
  })
})

test('API PROFILE-5 an account to be deleted, and its coming back, stand in the database', async () => {
  const { server, ala, call, stored, at } = await atHome()
  const [session] = await sessionsOf(server, ala)
  const gone = await stored(() => call('DELETE', '/api/v3/me', { password }))
  expect(gone.stored).toEqual({
    account: { changed: [{ id: ala.id, status: 'D', status_before: 'A', deleted_at: at }] },
    session: { changed: [{ id: session, ended_at: at, signed_out: 1 }] },
  })
  const back = await stored(() => server.logIn(ala.email))
  expect(back.stored['account']).toEqual({
    changed: [{ id: ala.id, status: 'A', status_before: '', deleted_at: 0 }],
  })
})

test('API a write with a key is remembered with its answer', async () => {
  const { server, ala, stored, at } = await atHome()
  const key = { 'idempotency-key': 'once' }
  const make = () => server.call(ala, 'POST', '/api/v3/list', { id: 'mine', _list_name: 'Mine' }, key)
  const made = await stored(make)
  const answer = { status: 201, answer: '{"id":"mine"}', at }
  expect(made.stored['idempotency']?.added).toEqual([
    expect.objectContaining({ account_id: ala.id, key: 'once', request_hash: secret, ...answer }),
  ])
  expect((await stored(make)).stored).toEqual({})
})
