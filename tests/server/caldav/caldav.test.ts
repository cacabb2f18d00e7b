import { expect, test } from 'vitest'
import { newList, share } from '../../support/server.ts'
import { add, calendarProgram, household, linesOf, productsOf, todo, withLine } from './client.ts'

test('OPEN-4 a program finds the lists from the address alone, and each has an id of its own', async () => {
  const { server, ann, home, program } = await household()
  const garden = await newList(server, ann, 'Garden')
  const { status, headers } = await program.send('PROPFIND', '/.well-known/caldav')
  expect([status, headers['location']]).toEqual([301, '/dav/'])
  const root = await program.propfind('/dav/', '<current-user-principal/><Z:color/>')
  expect(root.status).toBe(207)
  expect(root.body).toContain(`<d:current-user-principal><d:href>${program.home}</d:href>`)
  const principal = await program.propfind(program.home, '<C:calendar-home-set/>')
  expect(principal.body).toContain(`<c:calendar-home-set><d:href>${program.home}</d:href>`)
  const all = await program.propfind(
    program.home,
    '<resourcetype/><displayname/><resource-id/><C:supported-calendar-component-set/><CS:getctag/><quota/>',
    '1',
  )
  expect(all.body).toContain('<d:displayname>Home</d:displayname>')
  expect(all.body).toContain('<c:comp name="VTODO"/>')
  expect(all.body).toContain('<d:prop><d:quota/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status>')
  const ids = [...all.body.matchAll(/urn:koszyk:list:([^<]+)/gu)].map(([, id]) => id)
  expect(new Set(ids)).toEqual(new Set([home, garden]))
  const options = await program.send('OPTIONS', program.home)
  expect(options.headers['dav']).toContain('calendar-access')
  const endless = await program.propfind(program.home, '<displayname/>', 'infinity')
  expect([endless.status, endless.body]).toEqual([403, expect.stringContaining('propfind-finite-depth')])
})

test('OPEN-4 a product is a to-do that says everything, and its own copy changes nothing', async () => {
  const { server, ann, home, program } = await household()
  const value = { productName: 'Potatoes', quantity: 2, unit: 'kg', price: 3.2, note: 'ripe', shop: 'Lidl' }
  const { id } = await add(server, ann, home, value)
  const { body, headers, status } = await program.get(home, `${id}.ics`)
  expect(status).toBe(200)
  const lines = linesOf(body)
  for (const line of ['SUMMARY:Potatoes 2 kg', 'STATUS:NEEDS-ACTION', 'DESCRIPTION:ripe', `UID:${id}`])
    expect(lines).toContain(line)
  for (const line of ['X-KOSZYK-PRICE:3.2', 'LOCATION:Lidl', 'X-KOSZYK-UNIT:kg'])
    expect(lines).toContain(line)
  const before = await productsOf(server, ann, home)
  const put = await program.put(home, `${id}.ics`, body, { 'if-match': String(headers['etag']) })
  expect([put.status, put.headers['etag']]).toEqual([204, undefined])
  expect(await productsOf(server, ann, home)).toEqual(before)
})

test('OPEN-4 what a program changes becomes that change, under the name of its token', async () => {
  const { server, ann, home, program } = await household()
  const { id } = await add(server, ann, home, {
    productName: 'Potatoes',
    quantity: 2,
    unit: 'kg',
    price: 3.2,
  })
  const { body } = await program.get(home, `${id}.ics`)
  await program.put(home, `${id}.ics`, withLine(body, 'SUMMARY', '3 kg potatoes // firm'))
  expect(await productsOf(server, ann, home)).toMatchObject([
    { productName: 'potatoes', quantity: 3, unit: 'kg', price: 3.2, note: 'firm' },
  ])
  const again = await program.get(home, `${id}.ics`)
  await program.put(home, `${id}.ics`, withLine(again.body, 'STATUS', 'COMPLETED'))
  const [ticked] = await productsOf(server, ann, home)
  expect(ticked).toMatchObject({ productStatus: true, quantity: 3 })
  const done = await program.get(home, `${id}.ics`)
  expect(linesOf(done.body)).toContain('PERCENT-COMPLETE:100')
  expect(done.body).toMatch(/\nCOMPLETED:\d{8}T\d{6}Z/u)
  const log = await server.call(ann, 'GET', `/api/v3/list/${home}/history`)
  const vias = (log.body as { field?: string; via?: string }[])
    .filter(({ field }) => field)
    .map(({ via }) => via)
  expect(new Set(vias)).toEqual(new Set(['Calendar']))
  // A summary without its amount means one.
  await program.put(home, `${id}.ics`, withLine(done.body, 'SUMMARY', 'Potatoes'))
  expect(await productsOf(server, ann, home)).toMatchObject([
    { productName: 'Potatoes', quantity: 1, unit: 'pcs' },
  ])
})

test('OPEN-4 of two who change different fields at once both are right, also without our properties', async () => {
  const { server, ann, home, program } = await household()
  for (const keeps of [true, false]) {
    const { id } = await add(server, ann, home, {
      productName: 'Milk',
      quantity: 2,
      price: 3.5,
      note: 'fresh',
    })
    const { body, headers } = await program.get(home, `${id}.ics`)
    // Meanwhile, in the app.
    const edit = { quantity: 4 }
    await server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, edit)
    await server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, { note: 'from the farm' })
    const ticked = withLine(body, 'STATUS', 'COMPLETED')
    const sent = keeps
      ? ticked
      : linesOf(ticked)
          .filter((line) => !line.startsWith('X-KOSZYK'))
          .join('\r\n')
    const { status } = await program.put(home, `${id}.ics`, sent, { 'if-match': String(headers['etag']) })
    expect(status).toBe(204)
    const found = (await productsOf(server, ann, home)).find((one) => one.id === id)
    expect(found).toMatchObject({ quantity: 4, note: 'from the farm', productStatus: true, price: 3.5 })
  }
})

test('OPEN-4 a program may change back what it sent and has not read again', async () => {
  const { server, ann, home, program } = await household()
  const { id } = await add(server, ann, home, { productName: 'Milk', note: 'fresh' })
  const { body } = await program.get(home, `${id}.ics`)
  const changed = withLine(withLine(body, 'STATUS', 'COMPLETED'), 'SUMMARY', 'Oat milk')
  await program.put(home, `${id}.ics`, changed)
  expect(await productsOf(server, ann, home)).toMatchObject([
    { productName: 'Oat milk', productStatus: true },
  ])
  await server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, { note: 'from the farm' })
  await program.put(home, `${id}.ics`, body)
  expect(await productsOf(server, ann, home)).toMatchObject([
    { productName: 'Milk', productStatus: false, note: 'from the farm' },
  ])
})

test('OPEN-4 a new to-do is understood as quick add understands it, once, and keeps its name and UID', async () => {
  const { server, ann, home, program } = await household()
  const text = todo('a-uid@tasks', 'SUMMARY:milk 3\\,49', 'DESCRIPTION:lactose free', 'CATEGORIES:Dairy')
  expect(
    (await program.put(home, 'some name.ics'.replace(' ', '%20'), text, { 'if-none-match': '*' })).status,
  ).toBe(201)
  // The answer was lost, so it is sent again.
  expect((await program.put(home, 'some%20name.ics', text, { 'if-none-match': '*' })).status).toBe(204)
  const products = await productsOf(server, ann, home)
  expect(products).toMatchObject([
    { productName: 'milk', price: 3.49, note: 'lactose free', category_name: 'Dairy' },
  ])
  const { body } = await program.get(home, 'some%20name.ics')
  expect(linesOf(body)).toContain('UID:a-uid@tasks')
  expect((await program.put(home, 'other.ics', text)).status).toBe(409)
  // What was deleted may come back under the same name.
  expect((await program.remove(home, 'some%20name.ics')).status).toBe(204)
  expect(await productsOf(server, ann, home)).toEqual([])
  expect((await program.put(home, 'some%20name.ics', text)).status).toBe(201)
  expect((await productsOf(server, ann, home)).length).toBe(1)
  const id = crypto.randomUUID()
  const plain = todo(id, 'SUMMARY:Eggs')
  for (const _ of [1, 2]) {
    expect((await program.put(home, `${id}.ics`, plain)).status).toBe(201)
    expect((await program.remove(home, `${id}.ics`)).status).toBe(204)
  }
})

test('OPEN-4 what a product has no field for is kept, also where another program does not know it', async () => {
  const { server, ann, home, program } = await household()
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT1H', 'DESCRIPTION:buy', 'END:VALARM']
  const text = todo('t1', 'SUMMARY:Milk', 'DUE:20261201T100000Z', 'PRIORITY:5', 'X-OTHER:kept', ...alarm)
  await program.put(home, 't1.ics', text)
  const first = await program.get(home, 't1.ics')
  for (const line of ['DUE:20261201T100000Z', 'PRIORITY:5', 'X-OTHER:kept', 'TRIGGER:-PT1H'])
    expect(linesOf(first.body)).toContain(line)
  expect(linesOf(first.body).filter((line) => line.startsWith('SUMMARY'))).toEqual(['SUMMARY:Milk'])
  // Only a property without a field changes: other programs see a new tag, and the app's people nothing.
  const later = await program.put(home, 't1.ics', withLine(first.body, 'DUE', '20261202T100000Z'))
  expect(later.status).toBe(204)
  const second = await program.get(home, 't1.ics')
  expect(second.headers['etag']).not.toBe(first.headers['etag'])
  expect(linesOf(second.body)).toContain('DUE:20261202T100000Z')
  // A program that knows no X-OTHER; it removed the due date and the alarm.
  await program.put(home, 't1.ics', todo('t1', 'SUMMARY:Milk', 'STATUS:NEEDS-ACTION'))
  const third = linesOf((await program.get(home, 't1.ics')).body)
  expect(third).toContain('X-OTHER:kept')
  expect(third.some((line) => /^(DUE|TRIGGER)/u.test(line))).toBe(false)
  expect((await productsOf(server, ann, home)).length).toBe(1)
})

test('OPEN-4 the order goes both ways', async () => {
  const { server, ann, home, program } = await household()
  const ids = []
  for (const productName of ['A', 'B', 'C']) ids.push((await add(server, ann, home, { productName })).id)
  const orderOf = async (id = '') => {
    const { body } = await program.get(home, `${id}.ics`)
    return Number(/X-APPLE-SORT-ORDER:(\d+)/u.exec(body)?.[1])
  }
  const orders = await Promise.all(ids.map(orderOf))
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  const { body } = await program.get(home, `${ids[2]}.ics`)
  await program.put(home, `${ids[2]}.ics`, withLine(body, 'X-APPLE-SORT-ORDER', String((orders[0] ?? 0) + 1)))
  expect((await productsOf(server, ann, home)).map(({ productName }) => productName)).toEqual(['A', 'C', 'B'])
  // A new one goes to the end, whatever its program counts.
  await program.put(home, 'd.ics', todo('d', 'SUMMARY:D', 'X-APPLE-SORT-ORDER:786000000'))
  expect((await productsOf(server, ann, home)).map(({ productName }) => productName)).toEqual([
    'A',
    'C',
    'B',
    'D',
  ])
})

test('OPEN-4 a program asks only for what changed since its token, and learns what is gone', async () => {
  const { server, ann, home, program } = await household()
  const { id: milk } = await add(server, ann, home, { productName: 'Milk' })
  const { id: eggs } = await add(server, ann, home, { productName: 'Eggs' })
  const tokenIn = (body: string) => /<d:sync-token>([^<]+)</u.exec(body)?.[1] ?? ''
  const first = await program.sync(home)
  expect(first.body).toContain(milk)
  expect(first.body).toContain(eggs)
  await server.call(ann, 'DELETE', `/api/v3/list/${home}/product/${milk}`)
  await program.put(home, 'new.ics', todo('new', 'SUMMARY:Salt'))
  const second = await program.sync(home, tokenIn(first.body))
  expect(second.body).toContain('new.ics')
  expect(second.body).not.toContain(eggs)
  expect(second.body).toMatch(new RegExp(`${milk}.ics</d:href><d:status>HTTP/1.1 404`, 'u'))
  const third = await program.sync(home, tokenIn(second.body))
  expect(third.body).not.toContain('<d:response>')
  expect((await program.sync(home, 'urn:koszyk:sync:999:x')).status).toBe(403)
  const got = await program.multiget(home, ['new.ics', `${milk}.ics`])
  expect(got.body).toContain('SUMMARY:Salt')
  expect(got.body).toContain('404 Not Found')
})

test('OPEN-4 a program makes, renames and puts away lists', async () => {
  const { server, ann, program } = await household()
  const id = crypto.randomUUID()
  const prop = (name: string, more = '') => `<prop><displayname>${name}</displayname>${more}</prop>`
  const made = await program.send(
    'MKCALENDAR',
    `${program.home}${id}/`,
    `<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set>${prop('Salt &amp; pepper', '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>')}</set></C:mkcalendar>`,
  )
  expect(made.status).toBe(201)
  const nameOf = async () =>
    ((await server.call(ann, 'GET', `/api/v3/list/${id}`)).body as { listName: string }).listName
  expect(await nameOf()).toBe('Salt & pepper')
  const renamed = await program.send(
    'PROPPATCH',
    `${program.home}${id}/`,
    `<propertyupdate xmlns="DAV:" xmlns:a="http://apple.com/ns/ical/"><set>${prop('Spices', '<a:calendar-color>#ff0000</a:calendar-color>')}</set></propertyupdate>`,
  )
  expect(renamed.body).toContain('<d:displayname/></d:prop><d:status>HTTP/1.1 200 OK')
  expect(renamed.body).toContain('<a:calendar-color/></d:prop><d:status>HTTP/1.1 403')
  expect(await nameOf()).toBe('Spices')
  const events = await program.send(
    'MKCALENDAR',
    `${program.home}${crypto.randomUUID()}/`,
    '<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set></prop></set></C:mkcalendar>',
  )
  expect(events.status).toBe(403)
  expect((await program.send('DELETE', `${program.home}${id}/`)).status).toBe(204)
  expect((await program.propfind(`${program.home}${id}/`, '<displayname/>')).status).toBe(404)
  const archived = await server.call(ann, 'GET', '/api/v3/lists?status=archived')
  expect(archived.body).toMatchObject({ items: [{ id }] })
})

test('OPEN-4 a filter leaves out what is done', async () => {
  const { server, ann, home, program } = await household()
  await add(server, ann, home, { productName: 'Milk' })
  await add(server, ann, home, { productName: 'Eggs', productStatus: true })
  const query = (filter: string) =>
    program.send(
      'REPORT',
      program.list(home),
      `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/></prop><C:filter><C:comp-filter name="VCALENDAR">${filter}</C:comp-filter></C:filter></C:calendar-query>`,
    )
  const open = await query(
    '<C:comp-filter name="VTODO"><C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter><C:prop-filter name="STATUS"><C:text-match negate-condition="yes">COMPLETED</C:text-match></C:prop-filter></C:comp-filter>',
  )
  expect(open.body).toContain('SUMMARY:Milk')
  expect(open.body).not.toContain('SUMMARY:Eggs')
  expect((await query('<C:comp-filter name="VTODO"/>')).body).toContain('SUMMARY:Eggs')
  expect((await query('<C:comp-filter name="VEVENT"/>')).body).not.toContain('<d:response>')
})

test('OPEN-4 permissions and scopes hold: of a change all of it or nothing', async () => {
  const { server, ann, home } = await household()
  const ben = await server.person('ben@example.com')
  await share(server, ann, home, ben, 'shopping')
  const { id } = await add(server, ann, home, { productName: 'Milk' })
  const program = await calendarProgram(server, ben)
  const { body } = await program.get(home, `${id}.ics`)
  const both = withLine(withLine(body, 'STATUS', 'COMPLETED'), 'SUMMARY', 'Oat milk')
  expect((await program.put(home, `${id}.ics`, both)).status).toBe(403)
  expect(await productsOf(server, ann, home)).toMatchObject([{ productName: 'Milk', productStatus: false }])
  // A tick with properties that only an editor may keep is a tick.
  const ticked = withLine(withLine(body, 'STATUS', 'COMPLETED'), 'X-OTHER', '1')
  expect((await program.put(home, `${id}.ics`, ticked)).status).toBe(204)
  expect(await productsOf(server, ann, home)).toMatchObject([{ productStatus: true }])
  expect((await program.put(home, 'new.ics', todo('n', 'SUMMARY:Salt'))).status).toBe(403)
  expect((await program.remove(home, `${id}.ics`)).status).toBe(403)
  expect((await program.send('DELETE', program.list(home))).status).toBe(403)
  const reader = await calendarProgram(server, ann, { scopes: ['read'] })
  const open = withLine((await reader.get(home, `${id}.ics`)).body, 'STATUS', 'NEEDS-ACTION')
  expect((await reader.put(home, `${id}.ics`, open)).status).toBe(403)
  const privileges = await reader.propfind(reader.list(home), '<current-user-privilege-set/>')
  expect(privileges.body).not.toContain('write')
})

test('OPEN-4 SAFE attacks: others’ lists, tokens for one list, passwords, entities, depths, sizes', async () => {
  const { server, ann, home, program } = await household()
  const eve = await server.person('eve@example.com')
  const others = await calendarProgram(server, eve)
  const { id } = await add(server, ann, home, { productName: 'Milk' })
  for (const url of [program.home, program.list(home), program.list(home, `${id}.ics`), others.list(home)])
    expect((await others.propfind(url, '<displayname/>', '1')).status).toBe(404)
  expect((await others.put(home, `${id}.ics`, todo(id, 'SUMMARY:Mine'))).status).toBe(404)
  expect((await others.get(home, `${id}.ics`)).status).toBe(404)
  const garden = await newList(server, ann, 'Garden')
  const one = await calendarProgram(server, ann, { lists: [garden] })
  expect((await one.propfind(one.home, '<displayname/>', '1')).body).not.toContain('Home')
  expect((await one.propfind(one.list(home), '<displayname/>')).status).toBe(404)
  expect((await one.put(home, 'x.ics', todo('x', 'SUMMARY:x'))).status).toBe(404)
  const make = await one.send('MKCALENDAR', one.list(crypto.randomUUID()))
  expect(make.status).toBe(403)
  const without = await server.app.inject({ method: 'PROPFIND' as 'GET', url: '/dav/' })
  expect([without.statusCode, without.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="Koszyk", charset="UTF-8"',
  ])
  // A session of the app is no token of a program.
  const session = await server.call(ann, 'GET', `/dav/${program.account}/${home}/${id}.ics`)
  expect(session.status).toBe(401)
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><propfind xmlns="DAV:"><prop>&b;</prop></propfind>'
  const external = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>'
  for (const body of [
    entities,
    external,
    '<a>'.repeat(50_000),
    '<propfind',
    `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`,
  ])
    expect((await program.send('PROPFIND', '/dav/', body, { depth: '0' })).status).toBe(400)
  const names = Array.from({ length: 5_000 }, (_, n) => `<p${n}/>`).join('')
  const wide = await program.propfind(program.list(home), names, '1')
  expect([wide.status, wide.body.length < 10_000]).toEqual([207, true])
  // Each of these would take seconds.
  const spaces = Array.from({ length: 15_000 }, (_, n) => `xmlns:a${n}="urn:x"`).join(' ')
  for (const body of [`<b ${spaces}>${'<c/>'.repeat(5_000)}</b>`, `<b>${'<c/>'.repeat(100_000)}</b>`])
    expect((await program.send('PROPFIND', '/dav/', body, { depth: '0' })).status).toBe(400)
  const huge = await program.send('REPORT', program.list(home), 'x'.repeat((1 << 20) + 1))
  expect(huge.status).toBe(413)
  const long = await program.put(home, 'long.ics', todo('long', `SUMMARY:Milk`, `X-A:${'a'.repeat(20_000)}`))
  expect([long.status, long.body]).toEqual([403, expect.stringContaining('max-resource-size')])
  for (const text of ['', 'BEGIN:VCALENDAR', todo('no-name'), 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'])
    expect((await program.put(home, 'bad.ics', text)).status).toBe(403)
  const event = await program.put(home, 'e.ics', todo('e', 'SUMMARY:x').replaceAll('VTODO', 'VEVENT'))
  expect(event.body).toContain('supported-calendar-component')
  expect(
    (await program.put(home, `${id}.ics`, todo(id, 'SUMMARY:x'), { 'if-match': '"made-up"' })).status,
  ).toBe(412)
  expect((await program.put(home, 'none.ics', todo('n', 'SUMMARY:x'), { 'if-match': '*' })).status).toBe(412)
  expect((await program.remove(home, `${id}.ics`, { 'if-match': '"1-old"' })).status).toBe(412)
  expect((await productsOf(server, ann, home)).map(({ productName }) => productName)).toEqual(['Milk'])
  const odd = await program.put(home, 'odd.ics', todo('odd', 'SUMMARY:a\u0001<b>&"\ud800'))
  expect(odd.status).toBe(201)
  const listed = await program.multiget(home, ['odd.ics'])
  expect(listed.body).toContain('SUMMARY:')
})
