import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Permission } from '../../../core/product/entities.ts'
import { prune, runJobs } from '../../../server/operate/jobs.ts'
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

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Alicja' })
  const list = await newList(server, ala, 'Święta')
  const make = (body: object, who: Person | null = ala) =>
    server.call(who, 'POST', `/api/v3/list/${list}/invite`, body)
  const code = async (permission: Permission = 'edit'): Promise<string> =>
    (await make({ permission })).body.code
  const open = async () => (await server.call(ala, 'GET', `/api/v3/list/${list}/invites`)).body
  const revoke = (code: string) => server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${code}`)
  return { server, ala, ola, list, make, code, open, revoke }
}

const look = (server: TestServer, code: string) => server.call(null, 'GET', `/api/v3/invite/${code}`)
const accept = (server: TestServer, who: Person, code: string) =>
  server.call(who, 'POST', `/api/v3/invite/${code}/accept`)
const members = async (server: TestServer, owner: Person, list: string) =>
  (await server.call(owner, 'GET', `/api/v3/list/${list}/list_users`)).body
const again = async (server: TestServer, who: Person) => personOf(who.email, await server.logIn(who.email))

test('HAND-11 an invitation survives registration and makes the person a member with its permission', async () => {
  const { server, ala, list, make, open } = await household()
  const made = await make({ permission: 'shopping' })
  expect(made.status).toBe(201)
  const { id, code, url } = made.body
  expect(url).toBe(`http://localhost:3000/invite/${code}`)
  // 144 bits.
  expect(code).toMatch(/^[\w-]{24}$/)
  const expiresAt = new Date(server.clock.now + 7 * day).toISOString()
  const createdAt = new Date(server.clock.now).toISOString()
  expect(await open()).toEqual([{ id, code: id, permission: 'shopping', createdAt, expiresAt }])
  const seen = await look(server, code)
  expect(seen.body).toEqual({
    id: list,
    listName: 'Święta',
    ownerName: 'Alicja',
    permission: 'shopping',
    expiresAt,
  })
  expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

  await server.register('ela@example.pl')
  const activation = (await server.lastLink()).split('/').at(-1) ?? ''
  const ela = personOf('ela@example.pl', await server.logIn('ela@example.pl'))
  const early = await accept(server, ela, code)
  expect([early.status, early.body.code]).toEqual([403, 'accountNotActivated'])
  await server.call(ela, 'POST', `/api/v3/me/activate/${activation}`)
  expect(await accept(server, ela, code)).toMatchObject({ status: 200, body: { id: list } })
  expect(await members(server, ala, list)).toEqual([
    { name: 'ela', email: 'ela@example.pl', permission: 'shopping', accepted: true },
  ])
  expect((await server.call(ela, 'GET', `/api/v3/list/${list}`)).body).toMatchObject({
    permissions: 'shopping',
    owner: { name: 'Alicja' },
  })
  expect(await open()).toEqual([])
})

test('SAFE-9 a removed member does not come back by another open link, and links that were mailed to others stay', async () => {
  const { server, ala, ola, list, make, code, revoke, open } = await household()
  const [first, second] = [await code(), await code()]
  const mailed = (await make({ email: 'jan@example.pl', permission: 'view' })).body
  await accept(server, ola, first)
  const leave = `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`
  // Who leaves by themselves may come back.
  expect((await server.call(ola, 'DELETE', leave)).status).toBe(204)
  expect((await accept(server, ola, second)).status).toBe(200)
  const third = await code()
  expect((await server.call(ala, 'DELETE', leave)).status).toBe(204)
  const back = await accept(server, ola, third)
  expect([back.status, back.body.code]).toEqual([410, 'inviteRevoked'])
  expect((await open()).map((one: { id: string }) => one.id)).toEqual([mailed.id])
  expect((await accept(server, ola, await code())).status).toBe(200)
  expect((await revoke(mailed.id)).status).toBe(200)
})

test('HAND-11 it is for one person: the same one is answered alike again, another one is refused', async () => {
  const { server, ala, ola, list, code } = await household()
  const jan = await server.person('jan@example.pl')
  const one = await code()
  const first = await accept(server, ola, one)
  expect(await accept(server, ola, one)).toMatchObject({ status: first.status, body: first.body })
  const late = await accept(server, jan, one)
  expect([late.status, late.body.code]).toEqual([410, 'inviteUsed'])
  expect([
    (await look(server, one)).body.code,
    (await server.call(jan, 'GET', `/api/v3/list/${list}`)).status,
  ]) //
    .toEqual(['inviteUsed', 404])
  // Nor is it a way back in for somebody who was removed.
  await server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`)
  expect((await accept(server, ola, one)).body.code).toBe('inviteUsed')
  expect(await members(server, ala, list)).toEqual([])
})

test('HAND-11 of two people who accept at once one gets the list', async () => {
  const { server, ala, ola, list, code } = await household()
  const jan = await server.person('jan@example.pl')
  for (let round = 0; round < 5; round++) {
    const one = await code()
    const people = [ola, jan, ola, jan]
    const replies = await Promise.all(people.map((who) => accept(server, who, one)))
    const [winner] = await members(server, ala, list)
    const wanted = people.map(({ email }) => (email === winner.email ? 200 : 410))
    expect(replies.map(({ status }) => status)).toEqual(wanted)
    expect(await members(server, ala, list)).toHaveLength(1)
    await server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${winner.email}`)
  }
})

test('HAND-11 an invitation never lowers what a member may do, and the owner does not use it up', async () => {
  const { server, ala, ola, list, code, open } = await household()
  await share(server, ala, list, ola, 'shopping')
  const lower = await code('view')
  for (const who of [ala, ola])
    expect(await accept(server, who, lower)).toMatchObject({ status: 200, body: { id: list } })
  expect(await members(server, ala, list)).toMatchObject([{ permission: 'shopping' }])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.owner).toBeUndefined()
  expect(await open()).toHaveLength(1)
  const higher = await code('edit')
  expect((await accept(server, ola, higher)).status).toBe(200)
  expect(await members(server, ala, list)).toMatchObject([{ permission: 'edit', accepted: true }])
  expect(await open()).toHaveLength(1)
})

test('HAND-11 seven days and not a moment longer; the night’s job removes what has been over for as long', async () => {
  const { server, ola, code } = await household()
  const one = await code()
  server.clock.now += 7 * day - 1
  expect((await look(server, one)).status).toBe(200)
  server.clock.now += 1
  const late = await look(server, one)
  expect([late.status, late.body.code]).toEqual([410, 'inviteExpired'])
  const fresh = await again(server, ola)
  expect((await accept(server, fresh, one)).body.code).toBe('inviteExpired')
  await prune(server.db, server.clock.now + 7 * day)
  expect((await look(server, one)).body.code).toBe('inviteExpired')
  await prune(server.db, server.clock.now + 7 * day + 1)
  expect((await look(server, one)).status).toBe(404)
})

test('HAND-11 the owner takes it back, as often as wanted, but not after it was used', async () => {
  const { server, ala, ola, list, code, open, revoke } = await household()
  const one = await code()
  expect((await revoke(one)).status).toBe(200)
  expect((await revoke(one)).status).toBe(200)
  expect([(await look(server, one)).body.code, (await accept(server, ola, one)).body.code]).toEqual([
    'inviteRevoked',
    'inviteRevoked',
  ])
  expect(await open()).toEqual([])
  const other = await newList(server, ala)
  const two = await code()
  expect((await server.call(ala, 'DELETE', `/api/v3/list/${other}/invite/${two}`)).status).toBe(404)
  await accept(server, ola, two)
  const used = await revoke(two)
  expect([used.status, used.body.code]).toEqual([410, 'inviteUsed'])
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(200)
})

test('HAND-11 with an address it is mailed, in the language of whoever has that address', async () => {
  const { server, ala, make, open } = await household()
  await server.register('jan@example.pl', { language: 'pl' })
  const { url } = (await make({ email: ' Jan@Example.pl ', permission: 'edit' })).body
  const polish = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(polish.to).toEqual([{ name: '', address: 'Jan@example.pl' }])
  expect(polish.subject).toBe('Zaproszenie do listy zakupów')
  expect(polish.text).toContain('„Alicja” zaprasza Cię do listy „Święta”.')
  expect(polish.text).toContain(url)
  // The next one to the same address replaces it.
  await make({ email: 'jan@example.pl', permission: 'view' })
  expect(await open()).toMatchObject([{ email: 'jan@example.pl', permission: 'view' }])
  expect((await look(server, url.split('/').at(-1))).body.code).toBe('inviteRevoked')

  await make({ email: 'nobody@example.pl', permission: 'edit' })
  const english = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(english.subject).toBe('You are invited to a shopping list')
  expect(english.text).toContain('“Alicja” invites you to the list “Święta”.')
  expect(`${english.text}${english.html}`).not.toContain(ala.email)
  const sent = (await server.mails()).length
  await make({ permission: 'edit' })
  expect(await server.mails()).toHaveLength(sent)
})

test('HAND-11 sharing with the address itself, or removing that person, ends what was mailed there', async () => {
  const { server, ala, ola, list, make, open } = await household()
  const mailed = async () => (await make({ email: ola.email, permission: 'edit' })).body.code as string
  const query = `_list_id=${list}&_email_address=${ola.email}`
  const one = await mailed()
  const shared = await server.call(ala, 'POST', `/api/v3/list/share?${query}&permission=shopping`)
  expect(shared.status).toBe(200)
  expect(await members(server, ala, list)).toMatchObject([{ permission: 'shopping', accepted: false }])
  expect((await look(server, one)).body.code).toBe('inviteRevoked')
  expect((await make({ email: ola.email, permission: 'edit' })).body.code).toBe('alreadyHasAccess')
  expect((await make({ email: ala.email, permission: 'edit' })).body.code).toBe('alreadyHasAccess')
  await server.call(ala, 'DELETE', `/api/v3/list/share?${query}`)
  const another = await mailed()
  expect((await look(server, another)).status).toBe(200)
  await server.call(ala, 'POST', `/api/v3/list/share?${query}`)
  expect((await look(server, another)).body.code).toBe('inviteRevoked')
  expect(await open()).toEqual([])
})

test('HAND-11 thirty a day together with sharing, and twenty open ones a list, also when asked for at once', async () => {
  const { server, ala, list, make, open, revoke } = await household()
  const replies = await Promise.all(Array.from({ length: 24 }, () => make({ permission: 'view' })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  const full = replies.filter(({ status }) => status !== 201).map(({ body }) => body.code)
  expect(full).toEqual(Array.from({ length: 4 }, () => 'limitReached'))
  expect(await open()).toHaveLength(20)
  const target = { _list_id: list, _email_address: 'nobody@example.pl' }
  for (let i = 0; i < 5; i++)
    expect((await server.call(ala, 'POST', '/api/v3/list/share', target)).status).toBe(204)
  for (let i = 0; i < 5; i++) {
    await revoke((await open())[0].code)
    expect((await make({ permission: 'view' })).status).toBe(201)
  }
  await revoke((await open())[0].code)
  const late = await make({ permission: 'view' })
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([
    429,
    'tooManyRequests',
    '86400',
  ])
})

test('HAND-11 odd codes, addresses and permissions are refused, and nothing of them is stored', async () => {
  const { server, ala, ola, list, make, open } = await household()
  for (const code of ['x'.repeat(65), 'x'.repeat(10_000), '%00', '..%2F..', "'--", '%F0%9F%8D%95', '%25']) {
    const replies = [
      await look(server, code),
      await accept(server, ola, code),
      await server.call(ala, 'DELETE', `/api/v3/list/${list}/invite/${code}`),
    ]
    for (const { status } of replies) expect([400, 404], code).toContain(status)
  }
  for (const code of ['x', 'A'.repeat(24), list]) {
    const reply = await accept(server, ola, code)
    expect([reply.status, reply.body.code]).toEqual([404, 'notFound'])
    expect((await look(server, code)).status).toBe(404)
  }
  const wrong: [object, object][] = [
    [{}, { permission: 'required' }],
    [{ permission: 'owner' }, { permission: expect.any(String) }],
    [{ permission: 'edit', role: 'owner' }, { role: 'unknownField' }],
    [{ permission: 'edit', email: '' }, { email: expect.any(String) }],
    [{ permission: 'edit', email: 'a@b' }, { email: 'invalidEmail' }],
    [{ permission: 'edit', email: 'a@example.pl\r\nBcc: b@example.pl' }, { email: 'invalidCharacters' }],
    [{ permission: 'edit', email: `${'a'.repeat(300)}@example.pl` }, { email: expect.any(String) }],
    [{ permission: 'edit', email: 5 }, { email: 'invalidType' }],
  ]
  for (const [body, fields] of wrong) {
    const reply = await make(body)
    expect([reply.status, reply.body.fields], JSON.stringify(body)).toEqual([400, fields])
  }
  expect((await make({ permission: 'edit', email: 'x'.repeat(70_000) })).status).toBe(413)
  const target = { _list_id: list, _email_address: ola.email, permission: 'owner' }
  expect((await server.call(ala, 'POST', '/api/v3/list/share', target)).body.code).toBe('invalidRequest')
  expect(await open()).toEqual([])
  expect(await members(server, ala, list)).toEqual([])
})

test('HAND-11 an invitation sleeps while its owner’s account awaits deletion, and goes with the list', async () => {
  const { server, ala, ola, list, code } = await household()
  const one = await code()
  await server.call(ala, 'PUT', `/api/v3/list/${list}/archivize`)
  // A member keeps an archived list too.
  expect((await look(server, one)).status).toBe(200)
  await server.call(ala, 'DELETE', '/api/v3/me', { password })
  expect([(await look(server, one)).status, (await accept(server, ola, one)).status]).toEqual([404, 404])
  const back = await again(server, ala)
  expect((await look(server, one)).status).toBe(200)
  await server.call(back, 'DELETE', '/api/v3/list', { _id: list })
  expect((await accept(server, ola, one)).status).toBe(404)
  expect(await server.db.selectFrom('invite').selectAll().execute()).toEqual([])
  expect((await server.call(back, 'GET', `/api/v3/list/${list}/invites`)).status).toBe(404)
})

test('HAND-11 PROFILE-7 the owner’s export says that somebody is invited, without code and address', async () => {
  const { server, ala, make } = await household()
  const { code } = (await make({ email: 'jan@example.pl', permission: 'edit' })).body
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.lists[0].invites).toEqual([
    {
      permission: 'edit',
      createdAt: new Date(server.clock.now).toISOString(),
      expiresAt: new Date(server.clock.now + 7 * day).toISOString(),
    },
  ])
  expect(JSON.stringify(body)).not.toContain(code)
  expect(JSON.stringify(body)).not.toContain('jan@example.pl')
})

const ask = (server: TestServer, who: Person, code: string) =>
  server.call(who, 'POST', `/api/v3/invite/${code}/ask`)

test('HAND-11 what was mailed to one address is not used by another account, which asks the owner', async () => {
  const { server, ala, ola, list, make, open } = await household()
  const jan = await server.person('jan@example.pl')
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Ola' })
  const { id, code } = (await make({ email: 'Jan@example.pl', permission: 'edit' })).body
  const refused = await accept(server, ola, code)
  expect([refused.status, refused.body.code]).toEqual([403, 'inviteForOther'])
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  expect((await open())[0].asked).toBeUndefined()

  const sent = (await server.mails()).length
  for (let i = 0; i < 3; i++) expect((await ask(server, ola, code)).status).toBe(200)
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  const at = new Date(server.clock.now).toISOString()
  expect((await open())[0]).toMatchObject({ id, asked: { name: 'Ola', email: ola.email, at } })
  // The owner is told once.
  const mails = (await server.mails()).slice(sent)
  expect(mails).toHaveLength(1)
  const mail = await PostalMime.parse(mails[0] ?? '')
  expect(mail.to).toEqual([{ name: '', address: ala.email }])
  expect(mail.text).toContain('“Ola” wants to join the list “Święta”')
  // One person asks with it.
  const ela = await server.person('ela@example.pl')
  expect((await ask(server, ela, code)).body.code).toBe('inviteUsed')

  const admit = (email: string, who = ala) =>
    server.call(who, 'POST', `/api/v3/list/${list}/invite/${id}/admit`, { email })
  expect((await admit(ola.email, ola)).status).toBe(404)
  expect((await admit(ela.email)).status).toBe(404)
  expect((await admit(ola.email)).status).toBe(200)
  expect(await members(server, ala, list)).toMatchObject([
    { name: 'Ola', permission: 'edit', accepted: true },
  ])
  expect((await admit(ola.email)).body.code).toBe('inviteUsed')
  expect((await accept(server, jan, code)).body.code).toBe('inviteUsed')
  const stored = await server.db.selectFrom('invite').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ email: '', email_key: '', asked_by: '' })
})

test('HAND-11 letting somebody in never lowers what the owner allowed them meanwhile', async () => {
  const { server, ala, ola, list, make } = await household()
  const { id, code } = (await make({ email: 'jan@example.pl', permission: 'view' })).body
  await ask(server, ola, code)
  await share(server, ala, list, ola, 'edit')
  const admitted = await server.call(ala, 'POST', `/api/v3/list/${list}/invite/${id}/admit`, {
    email: ola.email,
  })
  expect(admitted.status).toBe(200)
  expect(await members(server, ala, list)).toMatchObject([{ permission: 'edit', accepted: true }])
})

test('HAND-11 an invitation that was mailed to an account that is removed becomes no link for anybody', async () => {
  const { server, ala, list, make } = await household()
  const jan = await server.person('jan@example.pl')
  await server.call(jan, 'DELETE', '/api/v3/me', { password })
  server.clock.now += 28 * day
  const owner = await again(server, ala)
  const { code } = (await make({ email: jan.email, permission: 'edit' }, owner)).body
  server.clock.now += 3 * day
  await runJobs(server.app.services)
  const ela = await server.person('ela@example.pl')
  expect((await accept(server, ela, code)).body.code).toBe('inviteRevoked')
  expect((await server.call(ela, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
})

test('HAND-11 the person it was mailed to still uses it while somebody else asks; asking needs an open invitation', async () => {
  const { server, ala, ola, list, make, code, revoke } = await household()
  const jan = await server.person('jan@example.pl')
  const mailed = (await make({ email: jan.email, permission: 'view' })).body
  await ask(server, ola, mailed.code)
  // Who can accept it asks nobody.
  for (const who of [jan, ala]) expect((await ask(server, who, mailed.code)).status).toBe(200)
  expect((await accept(server, jan, mailed.code)).status).toBe(200)
  expect(await members(server, ala, list)).toMatchObject([{ name: 'jan' }])
  const late = await server.call(ala, 'POST', `/api/v3/list/${list}/invite/${mailed.id}/admit`, {
    email: ola.email,
  })
  expect(late.body.code).toBe('inviteUsed')
  // A link that was not mailed is for anybody.
  const one = await code()
  await ask(server, ola, one)
  expect((await accept(server, ola, one)).status).toBe(200)
  const other = (await make({ email: 'ela@example.pl', permission: 'edit' })).body
  await revoke(other.id)
  expect((await ask(server, jan, other.code)).body.code).toBe('inviteRevoked')
  expect((await ask(server, jan, 'unknown')).status).toBe(404)
})
