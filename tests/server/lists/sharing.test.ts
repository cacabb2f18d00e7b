import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { newList, type Person, personOf, share, type TestServer, testServer } from '../../support/server.ts'

function invite(server: TestServer, who: Person, list: string, email: string) {
  const query = new URLSearchParams({ _list_id: list, _email_address: email })
  return server.call(who, 'POST', `/api/v3/list/share?${query}`)
}

test('SHARE-1 sharing gives view, mails the person, and answers each case', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.register('sleepy@example.pl')
  const list = await newList(server, ala, 'Święta')
  expect((await invite(server, ala, list, ' OLA@example.pl ')).status).toBe(200)
  expect(await server.lastLink()).toBe(`http://localhost:3000/app/details/${list}`)
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).body.permissions).toBe('view')

  const twice = await invite(server, ala, list, 'ola@example.pl')
  expect([twice.status, twice.body.code]).toEqual([400, 'alreadyHasAccess'])
  expect((await invite(server, ala, list, ala.email)).body.code).toBe('alreadyHasAccess')
  expect((await invite(server, ala, list, 'nobody@example.pl')).status).toBe(204)
  expect((await invite(server, ala, list, 'sleepy@example.pl')).status).toBe(204)
  const bad = await invite(server, ala, list, 'no address')
  expect([bad.status, bad.body.fields]).toEqual([400, { _email_address: 'invalidEmail' }])
  const member = await invite(server, ola, list, 'nobody@example.pl')
  expect([member.status, member.body.code]).toEqual([403, 'cannotShare'])
  const body = { _list_id: 'unknown', _email_address: 'ola@example.pl' }
  expect((await server.call(ala, 'POST', '/api/v3/list/share', body)).status).toBe(404)
})

test('SHARE-1 an account that is not activated does not share', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', ala.id).execute()
  expect((await invite(server, ala, list, 'ola@example.pl')).body.code).toBe('accountNotActivated')
})

test('SHARE-1 thirty attempts a day, found or not', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  for (let i = 0; i < 30; i++) {
    expect((await invite(server, ala, list, `n${i}@example.pl`)).status).toBe(204)
    server.clock.now += 60_000
  }
  const refused = await invite(server, ala, list, 'more@example.pl')
  expect([refused.status, refused.body.code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBe(86_400 - 30 * 60)
})

test('SHARE-3 permissions are changed by the owner, and anything odd is no data', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}/list_users`)).body).toEqual([
    { name: 'ola', email: 'ola@example.pl', permission: 'edit', accepted: true },
  ])
  for (const query of [
    '',
    '?email_address=ola@example.pl',
    '?email_address=ola@example.pl&permission=owner',
    '?email_address=nobody@example.pl&permission=edit',
  ]) {
    const { status, body } = await server.call(ala, 'PUT', `/api/v3/shared_list/${list}${query}`)
    expect([status, body.code], query).toEqual([400, 'noData'])
  }
})

test('SHARE-4 SHARE-8 the owner removes, a member leaves, and the link is renewed', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const ela = await server.person('ela@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, ela, 'edit')
  const remove = (who: Person, other: Person) =>
    server.call(who, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${other.email}`)
  const hash = async () => (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.hash
  const before = await hash()

  expect((await remove(ola, ela)).status).toBe(403)
  expect((await remove(ola, ola)).status).toBe(204)
  expect((await server.call(ola, 'GET', `/api/v3/list/${list}`)).status).toBe(404)
  expect(await hash()).not.toBe(before)
  expect((await remove(ala, ela)).status).toBe(204)
  expect((await remove(ala, ela)).status).toBe(404)
})

test('SHARE-2 a list is sent by mail by its owner, as it is now, with the link when there is one', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala' })
  const list = await newList(server, ala, 'Weekend')
  await share(server, ala, list, ola, 'edit')
  const add = (product: object) => server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)
  await add({ productName: 'Milk', quantity: 1.5, unit: 'l', price: 4 })
  await add({ productName: 'Bread', productStatus: true })
  const send = (who: Person, email: string, id = list) =>
    server.call(who, 'POST', `/api/v3/list/${id}/send_mail?_email_address=${encodeURIComponent(email)}`)

  expect((await send(ala, 'friend@example.org')).status).toBe(200)
  const mail = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(mail.subject).toBe('A shopping list for you')
  expect(mail.text).toContain('the list “Weekend”, as it is now.')
  expect(mail.to).toEqual([{ name: '', address: 'friend@example.org' }])
  expect(mail.text).toContain('[ ] Milk, 1.5 l\n[x] Bread\n')
  expect(mail.text).toMatch(/Total 6\.00\szł/)
  const { hash } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  expect(mail.text).toContain(`http://localhost:3000/read/${hash}`)
  expect(mail.html).toContain('line-through')
  expect(`${mail.text}${mail.html}`).not.toContain('ala@example.pl')

  await server.call(ala, 'DELETE', `/api/v3/list/${list}/hash`)
  const body = { _email_address: 'friend@example.org' }
  expect((await server.call(ala, 'POST', `/api/v3/list/${list}/send_mail`, body)).status).toBe(200)
  expect((await server.mails()).at(-1)).not.toMatch(/https?:/)

  expect((await send(ola, 'friend@example.org')).body.code).toBe('forbidden')
  expect((await send(ala, 'friend@example.org', 'unknown')).status).toBe(404)
  expect((await send(ala, 'no address')).body.fields).toEqual({ _email_address: 'invalidEmail' })
  expect((await send(ala, 'a@example.pl\r\nBcc: b@example.pl')).body.fields).toEqual({
    _email_address: 'invalidCharacters',
  })
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', ala.id).execute()
  expect((await send(ala, 'friend@example.org')).body.code).toBe('accountNotActivated')
})

test('SHARE-2 twenty mails a day, also when they are sent at once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const lists = await Promise.all(Array.from({ length: 5 }, () => newList(server, ala)))
  const send = (i: number) =>
    server.call(ala, 'POST', `/api/v3/list/${lists[i % 5]}/send_mail`, { _email_address: `n${i}@example.pl` })
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => send(i)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers['retry-after']).toBe('86400')
  expect(await server.mails()).toHaveLength(20)
  server.clock.now += 86_400_000
  const later = personOf(ala.email, await server.logIn(ala.email))
  const again = await server.call(later, 'POST', `/api/v3/list/${lists[0]}/send_mail`, {
    _email_address: 'n@example.pl',
  })
  expect(again.status).toBe(200)
})

test('SAFE-9 an address that never agreed gets three mails a day, and then the newest of a list on the next day', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  const send = (who: Person, id: string, to: string) =>
    server.call(who, 'POST', `/api/v3/list/${id}/send_mail`, { _email_address: to })
  const received = async (to: string) =>
    (await server.mails()).filter((mail) => mail.includes(`To: ${to}`) && !/new device/.test(mail)).length
  const other = await newList(server, ola)
  for (let i = 0; i < 3; i++) expect((await send(ala, list, 'jan@example.pl')).status).toBe(200)
  expect((await send(ola, other, 'Jan@Example.pl')).status).toBe(200)
  const invited = { email: 'jan@example.pl', permission: 'view' }
  expect((await server.call(ala, 'POST', `/api/v3/list/${list}/invite`, invited)).status).toBe(201)
  expect((await send(ola, other, 'jan@example.pl')).status).toBe(200)
  expect(await received('jan@example.pl')).toBe(3)
  server.clock.now += 86_400_000
  expect(await received('jan@example.pl')).toBe(5)
  const again = async ({ email }: Person) => personOf(email, await server.logIn(email))
  const [one, two] = [await again(ala), await again(ola)]
  // Whoever has opened a list of the sender gets them all, and so does the owner of that list.
  await share(server, one, list, two, 'edit')
  const before = await received('ola@example.pl')
  for (let i = 0; i < 6; i++) await send(one, list, 'ola@example.pl')
  for (let i = 0; i < 6; i++) await send(two, other, 'ala@example.pl')
  expect([(await received('ola@example.pl')) - before, await received('ala@example.pl')]).toEqual([6, 6])
})

test('SAFE-9 nobody’s waiting mail makes room for one about another list; what finds no room is refused', async () => {
  const server = await testServer()
  const [ala, ola] = [await server.person('ala@example.pl'), await server.person('ola@example.pl')]
  const list = await newList(server, ala, 'Hers')
  const lists = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => newList(server, ola, `Other ${n}`)))
  const invite = (who: Person, id: string) =>
    server.call(who, 'POST', `/api/v3/list/${id}/invite`, { email: 'Jan@example.pl', permission: 'view' })
  const send = (who: Person, id: string) =>
    server.call(who, 'POST', `/api/v3/list/${id}/send_mail`, { _email_address: 'jan@example.pl' })
  const status = async (calls: Promise<{ status: number }>) => (await calls).status
  for (let i = 0; i < 3; i++) expect(await status(send(ola, lists[0] ?? ''))).toBe(200)
  expect(await status(invite(ala, list))).toBe(201)
  const answers: number[] = []
  for (const id of lists) answers.push(await status(invite(ola, id)))
  expect(answers).toEqual([201, 201, 201, 201, 429, 429])
  expect(await status(send(ola, lists[5] ?? ''))).toBe(429)
  // The newest about the same list takes the place of the older one.
  expect(await status(invite(ola, lists[0] ?? ''))).toBe(201)

  // A list is shared also where no mail can say so.
  await server.register('jan@example.pl')
  await server.db.updateTable('account').set({ status: 'A' }).execute()
  const body = { _list_id: lists[5], _email_address: 'jan@example.pl' }
  expect(await status(server.call(ola, 'POST', '/api/v3/list/share', body))).toBe(200)

  server.clock.now += 86_400_000
  const invited = (await server.mails()).filter((mail) => mail.includes('Subject: You are invited to a'))
  const named = (name: string) => invited.filter((mail) => mail.includes(name)).length
  expect(invited).toHaveLength(5)
  expect(['Hers', 'Other 1', 'Other 4', 'Other 6'].map(named)).toEqual([1, 1, 1, 0])
  expect((await server.mails()).join()).not.toContain('was shared with you')
})
