import { expect, test } from 'vitest'
import { newList, share } from '../../support/server.ts'
import { add, bare, calendarProgram, household, linesOf, productsOf, todo, withLine } from './client.ts'

const names = [
  '7 Up',
  '3 bit',
  'Mleko 3,2%',
  'Coca-Cola 2l',
  '500 g',
  'Milk 3.49',
  '10 x 15 ramka',
  'a\\b',
  'a;b,c',
  'emoji 🥛 milk',
  '2 kg',
  '3 kg potatoes',
  'milk // fresh',
  'Ser 12 zł',
  'Chleb -5',
  '200g 9,99',
  'A: B',

  '"q"',
  'bread (2)',
  '1',
  '½ bread',
  'jajka 10 szt',
  'a\\nb',
  'Woda 1,5',
  'VCALENDAR:x',
  'eggs 10 pcs for all',
]
const more = [
  {},
  { quantity: 2.5, unit: 'kg', price: 3.49 },
  { unit: 'l', price: 12, priceFor: 'all', note: 'with, ; \\ signs' },
  { productStatus: true, category: 'Dairy, eggs', shop: 'Lidl; x' },
]

test.each(['en', 'pl'])('OPEN-4 a program that sends its own copy changes nothing (%s)', async (language) => {
  const { server, ann, home, program } = await household()
  await server.db
    .updateTable('account')
    .set({ language: language as 'en' })
    .execute()
  const faults: string[] = []
  for (const [n, productName] of names.entries()) {
    const { id } = await add(server, ann, home, { productName, ...more[n % more.length] })
    const row = () =>
      server.db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    const { body, headers } = await program.get(home, `${id}.ics`)
    const tag = { 'if-match': String(headers['etag']) }
    const lower = linesOf(body).map((line) => line.replace(/^[A-Z-]+/u, (name) => name.toLowerCase()))
    const copies: [string, string, Record<string, string>][] = [
      ['own', body, {}],
      ['with its tag', body, tag],
      ['lower case', lower.join('\r\n'), {}],
      ['bare', bare(body), {}],
      ['bare with its tag', bare(body), tag],
      ['bare with a weak tag', bare(body), { 'if-match': `W/${tag['if-match']}` }],
      ['bare with any tag', bare(body), { 'if-match': '*' }],
    ]
    for (const [what, text, sent] of copies) {
      const { status } = await program.put(home, `${id}.ics`, text, sent)
      if (status !== 204 || JSON.stringify(await row()) !== JSON.stringify(before))
        faults.push(`${productName}: ${what} ${status}`)
    }
  }
  expect(faults).toEqual([])
})

test('OPEN-4 signs that a program escapes in what it does not know do not end in names', async () => {
  const { server, ann, home, program } = await household()
  const escaped = (text: string) => text.replace(/[\\;,]/gu, (sign) => `\\${sign}`)
  for (const [productName, shop] of [
    ['Mleko 3,2%', 'Lidl'],
    ['a;b,c', 'Lidl, Kabaty'],
    ['a\\b', 'x;y'],
  ]) {
    const { id } = await add(server, ann, home, { productName, shop })
    const { body } = await program.get(home, `${id}.ics`)
    // As text, and written as text without saying so.
    const sent = linesOf(body).map((line) =>
      line
        .replace(/^(X-KOSZYK-[A-Z-]+);VALUE=TEXT:/u, '$1:')
        .replace(/^(X-KOSZYK-PRICE):(.*)$/u, (_, name: string, value: string) => `${name}:${escaped(value)}`),
    )
    await program.put(home, `${id}.ics`, withLine(sent.join('\r\n'), 'STATUS', 'COMPLETED'))
    const found = (await productsOf(server, ann, home)).find((one) => one.id === id)
    expect(found).toMatchObject({ productName, shop_name: shop, productStatus: true })
  }
})

test('OPEN-4 a place is the shop, a tag that is the category stays it, and other tags are kept', async () => {
  const { server, ann, home, program } = await household()
  await program.put(home, 't.ics', todo('t', 'SUMMARY:Milk', 'LOCATION:Lidl', 'CATEGORIES:Dairy,weekly'))
  const product = async () => (await productsOf(server, ann, home))[0]
  expect(await product()).toMatchObject({ shop_name: 'Lidl', category_name: 'Dairy', note: '' })
  const id = (await product())?.id
  await server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, { shop: 'Aldi' })
  const first = await program.get(home, 't.ics')
  const tag = { 'if-match': String(first.headers['etag']) }
  await program.put(home, 't.ics', withLine(bare(first.body), 'STATUS', 'COMPLETED'), tag)
  expect(await product()).toMatchObject({ shop_name: 'Aldi', productStatus: true })
  const { body } = await program.get(home, 't.ics')
  expect(linesOf(body).filter((line) => line.startsWith('CATEGORIES'))).toEqual([
    'CATEGORIES:weekly',
    'CATEGORIES:Dairy',
  ])
  await program.put(home, 't.ics', withLine(withLine(body, 'LOCATION', 'Netto'), 'CATEGORIES', 'Aldi,Dairy'))
  expect(await product()).toMatchObject({ shop_name: 'Netto', category_name: 'Dairy', note: '' })
})

test('OPEN-4 texts that a field cannot hold are cut or cleaned, and the rest of the change counts', async () => {
  const { server, ann, home, program } = await household()
  for (const [name, value, expected] of [
    ['DESCRIPTION', 'word '.repeat(60), { productName: 'Milk' }],
    ['DESCRIPTION', 'two\\nlines\\tand a tab', { note: 'two lines\\tand a tab' }],
    ['SUMMARY', 'x'.repeat(300), { productName: 'x'.repeat(200) }],
    ['SUMMARY', '', { productName: 'Milk' }],
    ['SUMMARY', '99999999 kg', {}],
  ] as const) {
    const { id } = await add(server, ann, home, { productName: 'Milk' })
    const { body } = await program.get(home, `${id}.ics`)
    const sent = withLine(withLine(body, name, value), 'STATUS', 'COMPLETED')
    expect((await program.put(home, `${id}.ics`, sent)).status, value).toBe(204)
    const found = (await productsOf(server, ann, home)).find((one) => one.id === id)
    expect(found).toMatchObject({ productStatus: true, ...expected })
  }
})

test('OPEN-4 two programs at once: a due date of one beside the tick of another, and a rename in the app', async () => {
  const { server, ann, home, program } = await household()
  const ben = await server.person('ben@example.com')
  await share(server, ann, home, ben, 'edit')
  const other = await calendarProgram(server, ben)
  const { id } = await add(server, ann, home, { productName: 'Milk' })
  const name = `${id}.ics`
  const { body } = await program.get(home, name)
  const old = await other.get(home, name)
  const due = withLine(body, 'DUE', '20261201')
  await program.put(home, name, due)
  const tag = { 'if-match': String(old.headers['etag']) }
  await other.put(home, name, withLine(bare(old.body), 'STATUS', 'COMPLETED'), tag)
  await server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, { productName: 'Oat milk' })
  await program.put(home, name, withLine(due, 'DESCRIPTION', 'fresh'))
  expect(await productsOf(server, ann, home)).toMatchObject([
    { productName: 'Oat milk', productStatus: true, note: 'fresh' },
  ])
  expect(linesOf((await program.get(home, name)).body)).toContain('DUE;VALUE=DATE:20261201')
})

test('OPEN-4 a due date while somebody renames in the app: both stay', async () => {
  const { server, ann, home, program } = await household()
  for (let n = 0; n < 20; n++) {
    const { id } = await add(server, ann, home, { productName: `Old ${n}` })
    const { body } = await program.get(home, `${id}.ics`)
    await Promise.all([
      program.put(home, `${id}.ics`, withLine(body, 'DUE', '20261202T100000Z')),
      server.call(ann, 'PUT', `/api/v3/list/${home}/product/${id}`, { productName: `New ${n}` }),
    ])
    const found = (await productsOf(server, ann, home)).find((one) => one.id === id)
    expect(found?.productName).toBe(`New ${n}`)
    expect((await program.get(home, `${id}.ics`)).body).toContain('DUE:20261202T100000Z')
  }
})

test('OPEN-4 what is kept stays the same, has its limit, and makes no version of its own', async () => {
  const { server, ann, home, program } = await household()
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Warsaw', 'BEGIN:STANDARD', 'DTSTART:19701025T030000']
  const ends = ['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VTODO']
  const lines = ['X-TAG:1', 'X-TAG:2', 'SUMMARY:Milk', 'DUE;TZID=Europe/Warsaw:20261201T100000']
  const text = todo('t', ...lines, 'RRULE:FREQ=DAILY').replace('BEGIN:VTODO', [...zone, ...ends].join('\r\n'))
  await program.put(home, 't.ics', text)
  const ver = async () => (await program.get(home, 't.ics')).headers['etag']
  const first = await ver()
  for (const as of [(own: string) => own, bare]) {
    await program.put(home, 't.ics', as((await program.get(home, 't.ics')).body))
    expect(await ver()).toBe(first)
  }
  expect((await program.get(home, 't.ics')).body).toMatch(/X-TAG:1\r\nX-TAG:2\r\n/u)
  for (let n = 0; n < 20; n++)
    await program.put(home, 't.ics', todo('t', 'SUMMARY:Milk', `X-A${n}:${'a'.repeat(1_000)}`))
  const { source } = await server.db.selectFrom('dav_item').select('source').executeTakeFirstOrThrow()
  expect(source.length).toBeLessThan(8_200)
  const { body } = await program.get(home, 't.ics')
  expect((await program.put(home, 't.ics', withLine(body, 'STATUS', 'COMPLETED'))).status).toBe(204)
  expect(await productsOf(server, ann, home)).toMatchObject([{ productStatus: true }])
  const much = todo('u', 'SUMMARY:Milk', `X-A:${'a'.repeat(15_000)}`)
  expect((await program.put(home, 'u.ics', much)).status).toBe(403)
})

test('OPEN-4 MONEY-3 prices in a list of another currency', async () => {
  const { server, ann, home, program } = await household()
  await server.call(ann, 'PUT', '/api/v3/list', { _id: home, currency: 'EUR' })
  await program.put(home, 'a.ics', todo('a', 'SUMMARY:milk 3.49 €'))
  await program.put(home, 'b.ics', todo('b', 'SUMMARY:salt 3.49 zł'))
  const [milk, salt] = await productsOf(server, ann, home)
  expect(milk).toMatchObject({ productName: 'milk', price: 3.49 })
  expect(salt?.priceUnknown).toBe(true)
})

test('OPEN-4 a to-do that was only sent twice stays at the end; a name can be used again and again', async () => {
  const { server, ann, home, program } = await household()
  for (const productName of ['A', 'B', 'C']) await add(server, ann, home, { productName })
  const order = 'X-APPLE-SORT-ORDER:786000000'
  await program.put(home, 'd.ics', todo('d', 'SUMMARY:D', order))
  await program.put(home, 'd.ics', todo('d', 'SUMMARY:D', 'STATUS:COMPLETED', order))
  const shown = await productsOf(server, ann, home)
  expect(shown.map(({ productName }) => productName)).toEqual(['A', 'B', 'C', 'D'])
  for (let n = 0; n < 25; n++) {
    await program.remove(home, 'd.ics')
    expect((await program.put(home, 'd.ics', todo('d', 'SUMMARY:D'))).status).toBe(201)
  }
  const sent = ['Milk', 'Salt', 'Oil'].map((name) => program.put(home, 'e.ics', todo('e', `SUMMARY:${name}`)))
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 204, 204])
  expect((await productsOf(server, ann, home)).at(-1)?.productName).toBe('Oil')
})

test('OPEN-4 letters: folded lines, numbers of signs, and what the library cannot read', async () => {
  const { server, ann, home, program } = await household()
  const text = Buffer.from(todo('f', 'SUMMARY:Żółty ser'))
  const at = text.indexOf(Buffer.from('ł')) + 1
  const folded = Buffer.concat([text.subarray(0, at), Buffer.from('\r\n '), text.subarray(at)])
  await program.put(home, 'f.ics', folded as unknown as string)
  expect(await productsOf(server, ann, home)).toMatchObject([{ productName: 'Żółty ser' }])
  const id = crypto.randomUUID()
  const make = `<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>&#379;abka &#x141;</displayname></prop></set></C:mkcalendar>`
  await program.send('MKCALENDAR', program.list(id), make)
  expect((await server.call(ann, 'GET', `/api/v3/list/${id}`)).body).toMatchObject({ listName: 'Żabka Ł' })
  const odd = [
    'COMPLETED:x',
    'CONSTRUCTOR:x',
    '__PROTO__:x',
    'DESCRIPTION;VALUE=PERIOD:x/y',
    'COMPLETED:20260101',
  ]
  for (const [n, line] of [...odd, 'ATTENDEE;MEMBER="a","b";MEMBER="a","b":x'].entries())
    expect(
      (await program.put(home, `o${n}.ics`, todo(`o${n}`, 'SUMMARY:x', line))).status,
      line,
    ).toBeLessThan(500)
})

test('OPEN-4 SAFE one request costs others little: many filters, namespaces and lists by one token', async () => {
  const { server, ann, home, program } = await household()
  const test = '<C:prop-filter name="X-B"><C:text-match>b</C:text-match></C:prop-filter>'
  const query = (count: number) =>
    program.send(
      'REPORT',
      program.list(home),
      `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">${test.repeat(count)}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
    )
  expect((await query(3)).status).toBe(207)
  expect(await query(2_000)).toMatchObject({
    status: 403,
    body: expect.stringContaining('supported-filter') as string,
  })
  const spaces = Array.from({ length: 19 }, (_, n) => `xmlns:n${n}="x"`).join(' ')
  const body = `<a>${`<b ${spaces}/>`.repeat(200)}</a>`
  expect((await program.send('PROPFIND', '/dav/', body, { depth: '0' })).status).toBe(400)
  const other = await newList(server, ann, 'Other')
  const some = await calendarProgram(server, ann, { lists: [other] })
  expect((await some.propfind(some.home, '<current-user-privilege-set/>')).body).not.toContain('bind')
  const ticking = await calendarProgram(server, ann, { scopes: ['tick'] })
  const { id } = await add(server, ann, home, { productName: 'Milk' })
  const mine = await ticking.get(home, `${id}.ics`)
  const both = withLine(withLine(mine.body, 'STATUS', 'COMPLETED'), 'SUMMARY', 'Oat milk')
  expect((await ticking.put(home, `${id}.ics`, both)).status).toBe(403)
  expect(await productsOf(server, ann, home)).toMatchObject([{ productStatus: false }])
})
