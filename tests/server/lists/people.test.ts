import { expect, test } from 'vitest'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { newList, password, type Person, share, type TestServer, testServer } from '../../support/server.ts'
import { storedBy } from '../../support/stored.ts'
import { openStream, sawEvent } from '../../support/stream.ts'
import { addList, phone } from '../sync/list-phone.ts'

const day = 86_400_000

async function atHome() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  return { server, ala, ola, list }
}

async function peopleOf(server: TestServer, who: Person) {
  return (await server.call(who, 'GET', '/api/v3/people')).body as {
    email: string
    permission: string
    lists: number
  }[]
}

const put = (server: TestServer, who: Person, members: object[]) =>
  server.call(who, 'PUT', '/api/v3/me/household', { members })

async function membersOf(server: TestServer, who: Person, list: string) {
  const { body } = await server.call(who, 'GET', `/api/v3/list/${list}/list_users`)
  return (body as { email: string; permission: string }[]).map(
    ({ email, permission }) => `${email} ${permission}`,
  )
}

test('WEEK-1 people are those who share a list that the invited one has opened, the most recent first', async () => {
  const { server, ala, ola, list } = await atHome()
  const jan = await server.person('jan@example.pl')
  const ewa = await server.person('ewa@example.pl')
  expect(await peopleOf(server, ala)).toEqual([
    { name: 'ola', email: ola.email, imageName: null, permission: 'edit', lists: 1 },
  ])
  // Who was given a list stands there too, and may get one back.
  expect(await peopleOf(server, ola)).toMatchObject([{ email: ala.email, permission: 'edit', lists: 1 }])

  server.clock.now += 1_000
  const second = await newList(server, ala)
  await share(server, ala, second, jan, 'shopping')
  // Ewa never opens it, so nobody learns her name.
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${second}&_email_address=${ewa.email}`)
  expect(await peopleOf(server, ala)).toMatchObject([
    { email: jan.email, permission: 'shopping' },
    { email: ola.email, permission: 'edit' },
  ])
  expect(await peopleOf(server, ewa)).toEqual([])

  // The permission is the one that was given last, on whichever list.
  server.clock.now += 1_000
  await share(server, ala, second, ola, 'edit')
  server.clock.now += 1_000
  await server.call(ala, 'PUT', `/api/v3/shared_list/${list}?email_address=${ola.email}&permission=view`)
  expect(await peopleOf(server, ala)).toMatchObject([
    { email: ola.email, permission: 'view', lists: 2 },
    { email: jan.email, permission: 'shopping', lists: 1 },
  ])

  await server.call(jan, 'DELETE', `/api/v3/list/share?_list_id=${second}&_email_address=${jan.email}`)
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: second })
  expect(await peopleOf(server, ala)).toMatchObject([{ email: ola.email, permission: 'view', lists: 1 }])
})

test('WEEK-1 the household gets every new list at once, however it is made, without a mail', async () => {
  const { server, ala, ola, list } = await atHome()
  const set = await put(server, ala, [{ email: ' OLA@example.pl ', permission: 'shopping' }])
  expect(set.body).toEqual({ members: [{ name: 'ola', email: ola.email, permission: 'shopping' }] })
  expect((await server.call(ala, 'GET', '/api/v3/me/household')).body).toEqual(set.body)
  const mails = (await server.mails()).length

  const made = await newList(server, ala)
  const offline = await phone(server, ala, 'offline', 'c').send([
    addList('offline', { sharedWith: 'household' }),
  ])
  expect(offline.body.results).toEqual({})
  const converted = await server.call(ala, 'POST', '/api/v3/template/predefined-pizza/convert_to_list', {})
  const template = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'Own', fromList: list })
  const own = await server.call(ala, 'POST', `/api/v3/template/${template.body.id}/convert_to_list`, {})
  for (const id of [made, 'offline', converted.body.id, own.body.id]) {
    expect(await membersOf(server, ala, id), id).toEqual([`${ola.email} shopping`])
    expect((await server.call(ola, 'GET', `/api/v3/list/${id}`)).body.permissions).toBe('shopping')
  }
  expect(await server.mails()).toHaveLength(mails)

  // A copy is for the copier alone; a list that is shopped again keeps its own members.
  const copy = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  expect(await membersOf(server, ala, copy.body.id)).toEqual([])
  const alone = await phone(server, ala, 'alone', 'd').send([addList('alone')])
  expect(alone.body.results).toEqual({})
  expect(await membersOf(server, ala, 'alone')).toEqual([])
  const again = await server.call(ala, 'POST', `/api/v3/list/${copy.body.id}/shop_again`)
  expect(await membersOf(server, ala, again.body.id)).toEqual([])
  // What one shares does not make the other share.
  expect(await membersOf(server, ola, await newList(server, ola))).toEqual([])
})

test('WEEK-1 the household hears of a new list at once', async () => {
  const { server, ala, ola } = await atHome()
  await put(server, ala, [{ email: ola.email, permission: 'edit' }])
  const stream = await openStream(server, ola)
  await sawEvent(stream, 'hello')
  const id = await newList(server, ala)
  await sawEvent(stream, 'lists')
  const { body } = await server.call(ola, 'GET', '/api/v3/lists?status=shared')
  expect(body.items.map((one: { id: string }) => one.id)).toContain(id)
})

test('WEEK-1 somebody who left every list gets no new one, and a removed account leaves the household', async () => {
  const { server, ala, ola, list } = await atHome()
  const jan = await server.person('jan@example.pl')
  await share(server, ala, await newList(server, ala), jan, 'edit')
  await put(server, ala, [{ email: ola.email, permission: 'edit' }])
  await server.call(ola, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`)
  expect(await membersOf(server, ala, await newList(server, ala))).toEqual([])
  // Still named, so that the switch can be turned off, and what is stored may be sent back.
  const { body } = await server.call(ala, 'GET', '/api/v3/me/household')
  expect(body.members).toMatchObject([{ email: ola.email, permission: 'edit' }])
  expect((await put(server, ala, [{ email: ola.email, permission: null }])).status).toBe(200)

  await server.call(ola, 'DELETE', '/api/v3/me', { password })
  // Until she is removed she may come back, and what is stored may still be sent back.
  expect((await put(server, ala, [{ email: ola.email, permission: null }])).status).toBe(200)
  await removeDeletedAccounts(server.db, server.clock.now + 31 * day, server.dataDir)
  expect((await server.call(ala, 'GET', '/api/v3/me/household')).body).toEqual({ members: [] })
})

test('WEEK-1 strangers, unknown addresses and wrong permissions are refused alike, and change nothing', async () => {
  const { server, ala, ola } = await atHome()
  const eve = await server.person('eve@example.pl')
  await put(server, ala, [{ email: ola.email, permission: 'edit' }])
  const answers = []
  for (const email of [eve.email, 'nobody@example.pl', ala.email, ''])
    answers.push(await put(server, ala, [{ email, permission: 'edit' }]))
  for (const { status, body } of answers)
    expect([status, body.code, body.fields]).toEqual([400, 'invalidRequest', { members: 'outOfRange' }])
  expect((await put(server, ala, [{ email: ola.email, permission: 'owner' }])).status).toBe(400)
  const many = Array.from({ length: 101 }, () => ({ email: ola.email, permission: 'edit' }))
  expect((await put(server, ala, many)).status).toBe(400)
  expect((await server.call(ala, 'GET', '/api/v3/me/household')).body.members).toMatchObject([
    { email: ola.email, permission: 'edit' },
  ])
})

test('WEEK-1 an account stands in a household once, and both answers are stored', async () => {
  const { server, ala, ola } = await atHome()
  const stored = await storedBy(server)
  const twice = await stored(() =>
    put(server, ala, [
      { email: ola.email, permission: 'view' },
      { email: ola.email.toUpperCase(), permission: 'edit' },
    ]),
  )
  expect(twice.stored).toEqual({
    household: { added: [{ account_id: ala.id, person_id: ola.id, permission: 'edit' }] },
  })
  const no = await stored(() => put(server, ala, [{ email: ola.email, permission: null }]))
  expect(no.stored).toEqual({
    household: { changed: [{ account_id: ala.id, person_id: ola.id, permission: '' }] },
  })
  expect(await membersOf(server, ala, await newList(server, ala))).toEqual([])
  const none = await stored(() => put(server, ala, []))
  expect(none.stored).toEqual({ household: { removed: [{ account_id: ala.id, person_id: ola.id }] } })
})
