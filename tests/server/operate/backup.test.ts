import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { ProblemError } from '../../../device/failures.ts'
import { replaceAvatar } from '../../../server/files/avatars.ts'
import { backUp } from '../../../server/operate/backup.ts'
import { restore } from '../../../server/operate/restore.ts'
import {
  avatarFolder,
  contentOf,
  freshPlace,
  type Place,
  placeWithAvatarFiles,
} from '../../support/copies.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { add, set } from '../../support/entries.ts'
import {
  newList,
  password,
  type Person,
  personOf,
  share,
  type TestServer,
  testServer,
  webClient,
} from '../../support/server.ts'

const now = Date.UTC(2026, 10, 21, 12)

/** A server on a database that a backup can be made of while it runs. */
async function livingServer(at?: string): Promise<{ server: TestServer; place: Place }> {
  const url = at ?? (await freshDatabase())
  const server = await testServer({ env: { DATABASE_URL: url }, onDisk: true })
  return { server, place: { ...(await freshPlace(url)), dataDir: server.dataDir } }
}

async function restored(path: string): Promise<{ server: TestServer; place: Place }> {
  const fresh = await freshPlace()
  await restore(fresh, path, { replace: false, now })
  return livingServer(fresh.url)
}

/** A device whose server a test may exchange. */
function phoneOf(who: Person, name: string, world: { server: TestServer }) {
  return testDevice(
    async ({ listId, body }) => {
      const call = { ...body, user: who.id }
      const reply = await world.server.call(who, 'POST', `/api/v3/list/${listId}/sync`, call)
      if (reply.status !== 200) throw new ProblemError(reply.body, null)
      return reply.body
    },
    { userId: who.id, name },
  )
}

test('RUN-1 OFFLINE-1 devices that are ahead of a restored backup bring it all back, once', async () => {
  freshStorage()
  const { server, place } = await livingServer()
  const world = { server }
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const [hers, other] = [phoneOf(ala, 'a', world), phoneOf(ola, 'o', world)]
  const edit = async (phone: typeof hers, ...changes: Parameters<typeof hers.db.append>[1]) => {
    await phone.db.append(list, changes)
    await phone.drain.dispatch(list, { type: 'trigger' })
  }
  const seen = async (phone: typeof hers) => {
    await phone.drain.dispatch(list, { type: 'pull' })
    const { rows } = await phone.db.readList(list)
    return rows
      .filter(({ deleted }) => !deleted)
      .map(({ productName, quantity }) => `${productName} ${quantity}`)
      .toSorted()
  }
  await edit(hers, add('milk'), add('bread'), add('eggs'))
  await seen(other)
  const { path } = await backUp(place, { folder: place.folder, now, keep: 1 })

  await edit(hers, add('salt'), set('milk', 'quantity', 5, 1))
  await seen(other)
  await edit(other, { op: 'delete', rowId: 'eggs' }, add('rice'))
  const before = await seen(hers)
  expect(before).toEqual(['bread 1', 'milk 5', 'rice 1', 'salt 1'])
  // Typed while the server was away: nobody has acknowledged it yet.
  await hers.db.append(list, [add('soap')])

  world.server = (await restored(path)).server
  expect((await world.server.call(ala, 'GET', `/api/v3/list/${list}`)).status).toBe(401)
  for (const who of [ala, ola]) Object.assign(who, personOf(who.email, await world.server.logIn(who.email)))
  const inBackup = await world.server.call(ala, 'GET', `/api/v3/list/${list}`)
  expect(inBackup.status).toBe(200)
  const stored = () =>
    world.server.db
      .selectFrom('product')
      .select(['id', 'quantity'])
      .where('deleted_at', '=', 0)
      .orderBy('id')
      .execute()
  expect((await stored()).map(({ id }) => id)).toEqual(['bread', 'eggs', 'milk'])
  for (const phone of [other, hers, other, hers]) {
    await phone.drain.dispatch(list, { type: 'pull' })
    await phone.drain.dispatch(list, { type: 'trigger' })
  }

  const after = [...before, 'soap 1'].toSorted()
  expect([await seen(hers), await seen(other)]).toEqual([after, after])
  expect((await stored()).map(({ id, quantity }) => `${id} ${quantity / 100}`)).toEqual(after)
  for (const { db, failures } of [hers, other])
    expect([await db.outbox(), await db.tray(), failures]).toEqual([[], [], []])
})

test('RUN-1 a backup under load has all that was acknowledged before it, and is of one moment', async () => {
  const { server, place } = await livingServer()
  const ala = await server.person('ala@example.pl')
  const lists = await Promise.all(Array.from({ length: 4 }, (_, i) => newList(server, ala, `List ${i}`)))
  const acknowledged = new Set<string>()
  const load = { isOver: false }
  const write = async (list: string, client: string) => {
    for (let seq = 1; !load.isOver; seq += 50) {
      const ops = Array.from({ length: 50 }, (_, i) => {
        const [opId, n] = [`${client}-${seq + i}`, seq + i]
        const value = { productName: `Product ${n}`, price: n / 100, quantity: 2 }
        return { op: 'add', ageMs: 0, seq: n, opId, productId: opId, value }
      })
      const body = { v: 1, client, request: `${client}${seq}`, cursor: 0, ops }
      const { status } = await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
      expect(status).toBe(200)
      for (const { opId } of ops) acknowledged.add(opId)
    }
  }
  const writers = lists.map((list, i) => write(list, `c${i}`))
  while (acknowledged.size < 400) await new Promise((next) => setImmediate(next))
  const before = [...acknowledged]
  const { path } = await backUp(place, { folder: place.folder, now, keep: 1 })
  while (acknowledged.size < before.length + 200) await new Promise((next) => setImmediate(next))
  load.isOver = true
  await Promise.all(writers)

  const { db } = (await restored(path)).server
  const products = await db.selectFrom('product').select(['id', 'list_id', 'ver']).execute()
  const there = new Set(products.map(({ id }) => id))
  expect(before.filter((id) => !there.has(id))).toEqual([])
  expect(products).toHaveLength(there.size)
  for (const { id, living, head } of await db.selectFrom('list').selectAll().execute()) {
    const its = products.filter(({ list_id }) => list_id === id)
    // A list may have nothing yet at that moment.
    expect([its.length, Math.max(0, ...its.map(({ ver }) => ver))]).toEqual([living, head])
  }
})

test('RUN-1 RUN-8 a backup holds every table and picture as it is, and restoring over a database puts that aside', async () => {
  const { server, place } = await livingServer()
  const ala = await server.person('zażółć@example.pl')
  const list = await newList(server, ala, 'Line\u2028 “quoted” \\ 🥕')
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk', price: 3.5 })
  await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'Renamed\u2028 🥕' })
  // A bill beyond 2^53.
  await server.db.updateTable('list').set({ amount: 9_007_199_254_740_993n }).execute()
  const picture = `${'a'.repeat(24)}.webp`
  const bytes = Buffer.from([0, 255, 10, 13])
  await server.db.transaction().execute((trx) => replaceAvatar(trx, ala.id, { name: picture, bytes, at: 1 }))
  const before = await contentOf(place.database)
  const { path } = await backUp(place, { folder: place.folder, now, keep: 1 })

  const target = await freshPlace()
  const first = await restore(target, path, { replace: false, now })
  expect([first.madeAt, first.lists, first.aside]).toEqual([new Date(now).toISOString(), 1, ''])
  const after = await contentOf(target.database)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(after['list']?.[0]?.['epoch']).not.toBe(before['list']?.[0]?.['epoch'])
  const epochs = { epoch: '' }
  // Keys, mails and tokens are not in it, and without tokens the sessions have ended.
  expect([after['push_key'], after['mail'], first.sessions]).toEqual([[], [], 1])
  const ended = before['session']?.map((session) => ({
    ...session,
    ended_at: String(now),
    salt: '',
    tokens: '',
  }))
  expect(after['session']).toEqual(ended)
  const others = (name: string) => !['list', 'push_key', 'mail', 'session'].includes(name)
  for (const table of Object.keys(before).filter(others)) expect(after[table], table).toEqual(before[table])
  expect({ ...after['list']?.[0], ...epochs }).toEqual({ ...before['list']?.[0], ...epochs })
  expect(after['picture']).toMatchObject([{ name: picture, bytes: bytes.toString('base64') }])
  expect([first.sums.get('picture')?.count, first.files]).toEqual([1, 0])

  await expect(restore(target, path, { replace: false, now })).rejects.toThrow(/--replace/)
  expect(await contentOf(target.database)).toEqual(after)
  const second = await restore(target, path, { replace: true, now: now + 1 })
  expect(second.lists).toBe(1)
  // What was put aside is what was there.
  const aside = second.aside.endsWith('.sqlite') ? { sqlite: second.aside } : null
  if (aside) expect(await contentOf(aside)).toEqual(after)
  else {
    const again = await freshPlace()
    expect((await restore(again, second.aside, { replace: false, now })).lists).toBe(1)
    expect((await contentOf(again.database))['account']).toEqual(after['account'])
  }
})

test('RUN-8 RUN-1 a backup from when pictures were files brings them back as rows, and so does one of before the upgrade', async () => {
  const bytes = Array.from({ length: 45 }, (_, i) => [
    `${String(i).padStart(24, '0')}.webp`,
    randomBytes(i * 1_000),
  ])
  const pictures = Object.fromEntries(bytes) as Record<string, Buffer>
  const old = await placeWithAvatarFiles(pictures)
  const archives = [
    (await backUp(old, { folder: old.folder, now, keep: 1 })).path,
    (await backUp(old, { folder: old.folder, now, keep: 1, kind: 'before-upgrade' })).path,
  ]
  const picturesOf = async (place: Place) =>
    (await contentOf(place.database))['picture']?.map(({ name, bytes: text }) => [name, text])
  const expected = Object.entries(pictures).map(([name, content]) => [name, content.toString('base64')])
  for (const path of archives) {
    const target = await freshPlace()
    expect((await restore(target, path, { replace: false, now })).files).toBe(45)
    expect(await picturesOf(target)).toEqual(expected)
    expect(existsSync(avatarFolder(target))).toBe(false)
    // The next backup has them as rows.
    const next = await backUp(target, { folder: target.folder, now, keep: 1 })
    const again = await freshPlace()
    const { files, sums } = await restore(again, next.path, { replace: false, now })
    expect([files, sums.get('picture')?.count]).toEqual([0, 45])
    expect(await picturesOf(again)).toEqual(expected)
  }
})

test('RUN-8 a backup made while an upgraded server still has pictures as files holds them', async () => {
  const name = `${'a'.repeat(24)}.webp`
  const place = await placeWithAvatarFiles({ [name]: Buffer.from('a picture') })
  await (await openDatabase(place.database)).destroy()
  const { path } = await backUp(place, { folder: place.folder, now, keep: 1 })
  const target = await freshPlace()
  expect((await restore(target, path, { replace: false, now })).files).toBe(1)
  expect((await contentOf(target.database))['picture']).toMatchObject([{ name, account_id: 'p0' }])
})

test('RUN-1 the last backups are kept, and nothing else in the folder is touched', async () => {
  const { place } = await livingServer()
  mkdirSync(place.folder)
  const foreign = ['holiday.jpg', 'koszyk-of-mine.backup', 'koszyk-20200101T000000000Z.backup.txt']
  for (const name of foreign) writeFileSync(join(place.folder, name), 'mine')
  for (let day = 0; day < 4; day++)
    await backUp(place, { folder: place.folder, now: now + day * 86_400_000, keep: 2 })
  const own = ['koszyk-20261123T120000000Z.backup', 'koszyk-20261124T120000000Z.backup']
  expect(readdirSync(place.folder).toSorted()).toEqual([...foreign, ...own].toSorted())
})

test('RUN-1 what a killed backup left half done goes a day later, and not while it may still be written', async () => {
  const { place } = await livingServer()
  mkdirSync(place.folder)
  const half = ['koszyk-20261120T115959999Z.backup.partial', 'koszyk-20261120T120000001Z.backup.partial']
  for (const name of [...half, 'holiday.partial']) writeFileSync(join(place.folder, name), 'mine')
  await backUp(place, { folder: place.folder, now, keep: 2 })
  const own = 'koszyk-20261121T120000000Z.backup'
  expect(readdirSync(place.folder).toSorted()).toEqual(['holiday.partial', half[1], own].toSorted())
})

test('SAFE-4 HAND-11 whoever reads a backup finds no key, no mailed link and no code in it; open invitations end with a restore', async () => {
  const { server, place } = await livingServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const path = `/api/v3/list/${list}/invite`
  const key = { 'idempotency-key': 'one' }
  const { code } = (await server.call(ala, 'POST', path, { permission: 'edit' }, key)).body
  const revoked = (await server.call(ala, 'POST', path, { permission: 'edit' })).body.code
  await server.call(ala, 'DELETE', `${path}/${revoked}`)
  const { salt, tokens } = await server.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  const change = { email: 'ala.nowak@example.org', password }
  await server.call(ala, 'POST', '/api/v3/me/email-change', change)
  const totp = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const ofAla = { account_id: ala.id, created_at: now }
  await server.db
    .insertInto('proof')
    .values([
      { ...ofAla, kind: 'totp', key: ala.id, secret: totp },
      { ...ofAla, kind: 'recovery', key: 'hash', secret: '' },
    ])
    .execute()
  const mailed = await server.db.selectFrom('mail').select('data').execute()
  const links = mailed.map(({ data }) => (JSON.parse(data) as { link: string }).link)
  const codes = await server.db.selectFrom('email_change').select('old_code').execute()
  expect(codes.length).toBe(1)
  expect(links.length).toBeGreaterThan(1)

  const backup = await backUp(place, { folder: place.folder, now, keep: 1 })
  const plain = gunzipSync(readFileSync(backup.path)).toString()
  for (const hidden of [
    salt,
    ...tokens.split(' '),
    code,
    revoked,
    ...links,
    codes[0]?.old_code,
    change.email,
    totp,
  ])
    expect(plain).not.toContain(hidden)

  const { server: next } = await restored(backup.path)
  expect((await next.call(ala, 'GET', '/api/v3/me')).status).toBe(401)
  // The second factor stays on, for who has a recovery code.
  expect((await next.logIn(ala.email)).body.error).toBe('second_factor_required')
  const refresh = { grant_type: 'refresh_token', ...webClient, refresh_token: ala.refresh }
  expect((await next.call(null, 'POST', '/oauth/v2/token', refresh)).status).toBe(400)
  const again = personOf(ala.email, await next.logIn(ala.email))
  expect((await next.call(again, 'GET', '/api/v3/me/sessions')).body).toHaveLength(1)
  // Whoever made one and heard no answer gets the same link.
  expect((await next.call(again, 'POST', path, { permission: 'edit' }, key)).body.code).toBe(code)
  const ola = await next.person('ola@example.pl')
  for (const link of [revoked, code]) {
    const { body } = await next.call(ola, 'POST', `/api/v3/invite/${link}/accept`)
    expect(body.code).toBe('inviteRevoked')
  }
})

test('SAFE-4 an encrypted backup is read with its passphrase only, and not if a byte of it was changed', async () => {
  const { server, place } = await livingServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala, 'Weekend')
  // More than one chunk, also when packed.
  const description = randomBytes(150_000).toString('base64')
  const passphrase = 'zażółć gęślą jaźń'
  await server.db.updateTable('list').set({ name_norm: description }).execute()
  const how = { folder: place.folder, now, keep: 1, passphrase }
  const { path } = await backUp(place, how)
  const whole = readFileSync(path)
  expect(whole.subarray(0, 16).toString()).toBe('koszyk-sealed-1\n')
  expect(whole.length).toBeGreaterThan(2 * 65_536)

  const target = await freshPlace()
  const put = (given?: string) =>
    restore(target, path, { replace: true, now, ...(given !== undefined && { passphrase: given }) }).then(
      ({ lists }) => lists,
      (error: Error) => error.message,
    )
  expect(await put()).toMatch(/is encrypted.*BACKUP_PASSPHRASE/)
  expect(await put('zażółć gęślą jaź')).toMatch(/This is not the passphrase of .*Nothing was changed/)
  const chunk = 65_536 + 16
  const [head, first, rest] = [
    whole.subarray(0, 48),
    whole.subarray(48, 48 + chunk),
    whole.subarray(48 + chunk),
  ]
  const flipped = Buffer.from(whole)
  flipped[48 + 1_000] = (flipped[48 + 1_000] ?? 0) ^ 1
  const broken = {
    'a byte was changed': flipped,
    'the last chunk is missing': Buffer.concat([head, first]),
    'it was cut in a chunk': whole.subarray(0, -7),
    'a chunk was repeated': Buffer.concat([head, first, first, rest]),
    'something was put behind it': Buffer.concat([whole, first]),
    'it ends in its head': whole.subarray(0, 40),
  }
  for (const [how, bytes] of Object.entries(broken)) {
    writeFileSync(path, bytes)
    expect([how, await put(passphrase)]).toEqual([how, expect.stringMatching(/is no whole backup/)])
  }
  writeFileSync(path, whole)
  // The same letters, composed in another way.
  expect(await put(passphrase.normalize('NFD'))).toBe(1)
  expect((await contentOf(target.database))['list']?.[0]).toMatchObject({ id: list, name_norm: description })
})
