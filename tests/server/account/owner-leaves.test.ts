import { Client } from 'pg'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { limits, type Permission } from '../../../core/product/entities.ts'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import {
  newList,
  password,
  type Person,
  personOf,
  share,
  type TestServer,
  testServer,
} from '../../support/server.ts'

const day = 86_400_000

/** A list of ala, which these people share and have opened. */
async function household(members: Record<string, Permission>, env: Record<string, string> = {}) {
  const server = await testServer({ env })
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Alicja' })
  const list = await newList(server, ala, 'Święta')
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  const people: Person[] = []
  for (const [email, permission] of Object.entries(members)) {
    const person = await server.person(email)
    await share(server, ala, list, person, permission)
    people.push(person)
  }
  const see = async (who: Person) => (await server.call(who, 'GET', `/api/v3/list/${list}`)).body
  const take = (who: Person) => server.call(who, 'POST', `/api/v3/list/${list}/take_over`)
  return { server, ala, list, people, see, take }
}

const remove = (server: TestServer, who: Person) => server.call(who, 'DELETE', '/api/v3/me', { password })
const back = async (server: TestServer, who: Person) => personOf(who.email, await server.logIn(who.email))

test('PROFILE-11 the members are told by mail and on the list when its owner deletes the account', async () => {
  const { server, ala, list, people, see } = await household({
    'ola@example.pl': 'edit',
    'jan@example.pl': 'shopping',
  })
  const [ola, jan] = people as [Person, Person]
  await newList(server, ala, 'Own')
  const ela = await server.person('ela@example.pl')
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${ela.email}`)
  expect((await see(ola)).endsAt).toBeUndefined()
  const sent = (await server.mails()).length
  await remove(server, ala)
  const endsAt = new Date(server.clock.now + 30 * day).toISOString()
  for (const who of [ola, jan]) expect(await see(who)).toMatchObject({ endsAt, owner: { name: 'Alicja' } })
  const { items } = (await server.call(ola, 'GET', '/api/v3/lists?status=shared')).body
  expect(items).toMatchObject([{ id: list, endsAt }])

  const mails = await Promise.all((await server.mails()).slice(sent).map((mail) => PostalMime.parse(mail)))
  // Not the one who has never opened it.
  expect(mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([jan.email, ola.email])
  const [ofJan, ofOla] = [jan, ola].map(({ email }) => mails.find(({ to }) => to?.[0]?.address === email))
  expect(ofOla?.text).toContain(
    '“Alicja” is deleting their account. These lists end with it on 21 December 2026:',
  )
  expect(ofOla?.text).toContain('Święta')
  expect(ofOla?.text).not.toContain('Own')
  expect(ofOla?.text).toContain(`/app/details/${list}`)
  expect(ofOla?.text).toContain('you can take over a list')
  expect(ofJan?.text).toContain('a member who may edit a list can take it over')

  // Back in time, all is as before. Deleting again and again fills no mailbox.
  await back(server, ala)
  expect((await see(ola)).endsAt).toBeUndefined()
  const before = (await server.mails()).length
  await remove(server, await back(server, ala))
  expect((await see(ola)).endsAt).toBe(endsAt)
  const later = (await server.mails()).slice(before)
  expect(later.filter((mail) => !mail.includes(`To: ${ala.email}`))).toEqual([])
})

test('PROFILE-11 one press makes a member the owner, and the list outlives the account', async () => {
  const { server, ala, list, people, see, take } = await household({
    'ola@example.pl': 'edit',
    'jan@example.pl': 'shopping',
  })
  const [ola, jan] = people as [Person, Person]
  const early = await take(ola)
  expect([early.status, early.body.code]).toEqual([409, 'hasOwner'])
  await remove(server, ala)
  expect((await take(jan)).status).toBe(403)
  expect((await take(await server.person('zoe@example.pl'))).status).toBe(404)
  for (let i = 0; i < 2; i++) expect(await take(ola)).toMatchObject({ status: 200, body: {} })
  const own = await see(ola)
  expect(own).toMatchObject({ permissions: 'edit', sharedWith: 1, products: [{ productName: 'Milk' }] })
  expect([own.owner, own.endsAt]).toEqual([undefined, undefined])
  expect(await see(jan)).toMatchObject({ owner: { name: 'ola' }, permissions: 'shopping' })
  expect((await see(jan)).endsAt).toBeUndefined()
  const { body: users } = await server.call(ola, 'GET', `/api/v3/list/${list}/list_users`)
  expect(users).toMatchObject([{ email: jan.email }])
  const active = await server.call(ola, 'GET', '/api/v3/lists')
  expect(active.body.items).toMatchObject([{ id: list }])

  await removeDeletedAccounts(server.db, server.clock.now + 30 * day)
  expect(await see(ola)).toMatchObject({ products: [{ productName: 'Milk' }] })
  expect((await server.call(ola, 'DELETE', '/api/v3/list', { _id: list })).status).toBe(200)
})

test('PROFILE-11 an owner who comes back after a take-over is a member who may edit', async () => {
  const { server, ala, list, people, see, take } = await household({ 'ola@example.pl': 'edit' })
  const [ola] = people as [Person]
  await remove(server, ala)
  await take(ola)
  const again = await back(server, ala)
  expect(await see(again)).toMatchObject({ owner: { name: 'ola' }, permissions: 'edit' })
  expect((await server.call(again, 'DELETE', '/api/v3/list', { _id: list })).status).toBe(403)
  // Removed by the new owner, they do not come back with the next log-in.
  await server.call(ola, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ala.email}`)
  await remove(server, again)
  expect((await server.call(await back(server, ala), 'GET', `/api/v3/list/${list}`)).status).toBe(404)
})

test('PROFILE-11 what the old owner made or knows opens nothing after a take-over', async () => {
  const { server, ala, list, people, see, take } = await household({ 'ola@example.pl': 'edit' })
  const [ola] = people as [Person]
  const { code } = (await server.call(ala, 'POST', `/api/v3/list/${list}/invite`, { permission: 'edit' }))
    .body
  const guest = (await server.call(ala, 'POST', `/api/v3/list/${list}/guest`, { permission: 'edit' })).body
  const { hash } = await see(ala)
  await remove(server, ala)
  await take(ola)
  const opened = [
    await server.call(null, 'GET', `/api/v3/invite/${code}`),
    await server.call(null, 'GET', `/api/v3/guest/${guest.code}`),
    await server.call(null, 'GET', `/api/v3/list/hash/${hash}`),
  ]
  expect(opened.map(({ status }) => status)).toEqual([410, 410, 404])
  expect((await see(ola)).hash).not.toBe(hash)
})

test('PROFILE-11 of two members who press at once one owns the list, and the other is told', async () => {
  const { server, ala, people, see, take } = await household({
    'ola@example.pl': 'edit',
    'jan@example.pl': 'edit',
  })
  await remove(server, ala)
  const replies = await Promise.all(people.map(take))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = people[replies.findIndex(({ status }) => status === 200)]
  const loser = people.find((one) => one !== winner)
  if (!winner || !loser) throw new Error('nobody won')
  expect((await see(winner)).owner).toBeUndefined()
  expect((await see(loser)).owner.email).toBe(winner.email)
})

test('PROFILE-11 a take-over and the owner’s return at once leave one owner', async () => {
  const { server, ala, list, people, take } = await household({ 'ola@example.pl': 'edit' })
  const [ola] = people as [Person]
  for (let round = 0; round < 3; round++) {
    await remove(server, await back(server, ala))
    const [taken, login] = await Promise.all([take(ola), server.logIn(ala.email)])
    const again = personOf(ala.email, login)
    const { owner_id, ends_at } = await server.db
      .selectFrom('list')
      .select(['owner_id', 'ends_at'])
      .where('id', '=', list)
      .executeTakeFirstOrThrow()
    expect([owner_id, Number(ends_at)]).toEqual([taken.status === 200 ? ola.id : ala.id, 0])
    for (const who of [again, ola])
      expect((await server.call(who, 'GET', `/api/v3/list/${list}`)).status).toBe(200)
    if (taken.status === 200) return
  }
})

test('PROFILE-11 LIMIT-1 a member whose account is full takes nothing over, and nothing is lost', async () => {
  const { server, ala, list, people, see, take } = await household({ 'ola@example.pl': 'edit' })
  const [ola] = people as [Person]
  await remove(server, ala)
  await server.db.updateTable('list').set({ living: limits.productsOfUser }).where('id', '=', list).execute()
  await newList(server, ola)
  await server.db.updateTable('list').set({ living: 1 }).where('owner_id', '=', ola.id).execute()
  const full = await take(ola)
  expect([full.status, full.body.code]).toEqual([409, 'limitReached'])
  expect(await see(ola)).toMatchObject({ owner: { email: ala.email } })
})

test('PROFILE-11 a deleted member leaves the lists of others at once and for good', async () => {
  const { server, ala, list, people } = await household({ 'ola@example.pl': 'edit' })
  const [ola] = people as [Person]
  // ola is in ala's household, and shares a list with her too.
  const hers = await newList(server, ola, 'Hers')
  await share(server, ola, hers, ala, 'edit')
  const home = { members: [{ email: ola.email, permission: 'edit' }] }
  expect((await server.call(ala, 'PUT', '/api/v3/me/household', home)).status).toBe(200)
  await server.call(ola, 'POST', `/api/v3/list/${list}/product`, { productName: 'Tea' })
  await server.call(ola, 'PUT', `/api/v3/list/${list}/trip`, {})
  const before = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  await remove(server, ola)
  const after = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  expect(after).toMatchObject({ sharedWith: 0 })
  expect(after.hash).not.toBe(before.hash)
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}/list_users`)).body).toEqual([])
  expect(after.products).toMatchObject([{}, { productName: 'Tea', addedBy: 'ola' }])
  for (const table of ['member', 'trip'] as const) {
    const left = await server.db
      .selectFrom(table)
      .select('list_id')
      .where('account_id', '=', ola.id)
      .execute()
    expect(left).toEqual([])
  }
  // Nor does the deleted account get a new list of the household.
  const next = await newList(server, ala, 'Next')
  expect((await server.call(ala, 'GET', `/api/v3/list/${next}`)).body.sharedWith).toBe(0)
  const again = await back(server, ola)
  expect((await server.call(again, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  expect((await server.call(again, 'GET', `/api/v3/list/${hers}`)).status).toBe(200)
})

test.skipIf(dialect === 'sqlite')(
  'PROFILE-11 a list that is taken over while the account is being removed stays',
  async () => {
    const url = await freshDatabase()
    const { server, ala, list, people, see } = await household(
      { 'ola@example.pl': 'edit' },
      { DATABASE_URL: url },
    )
    const [ola] = people as [Person]
    await remove(server, ala)
    const other = new Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    const isWaitedFor = async () => {
      const blocked = `select count(*) as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      return Number((await other.query<{ count: string }>(blocked)).rows[0]?.count)
    }
    await other.query('begin')
    await other.query('update list set owner_id = $1, ends_at = 0 where id = $2', [ola.id, list])
    const removing = removeDeletedAccounts(server.db, server.clock.now + 30 * day)
    await expect.poll(isWaitedFor).toBe(1)
    await other.query('commit')
    await removing
    expect(await see(ola)).toMatchObject({ products: [{ productName: 'Milk' }] })
    expect(await server.db.selectFrom('account').select('id').execute()).toEqual([{ id: ola.id }])
  },
)
