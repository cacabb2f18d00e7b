import { expect, test } from 'vitest'
import type { List, Product } from '../../../core/contract/shapes.ts'
import { asLastKnown, copiesOf, copyName, valuesOfTemplate } from '../../../core/product/list-copies.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { mergeTemplate } from '../../../core/product/template-merge.ts'
import { addList, addProduct, phone, setList } from '../sync/list-phone.ts'
import { wholeProduct } from '../../support/every-field.ts'
import { openStream, sawEvent } from '../../support/stream.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'

/** Products of every kind: whole, of unknown price, bought, deleted, sharing a place, in an own category. */
async function fullList() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const own = { category_name: 'Own', icon: 'pot.svg', keywords: ['saw'] }
  expect((await server.call(ala, 'POST', '/api/v3/category-keywords', own)).status).toBe(201)
  const list = await newList(server, ala, 'Święta')
  const add = (body: object) => server.call(ala, 'POST', `/api/v3/list/${list}/product`, body)
  await add({ id: 'whole', ...wholeProduct, productStatus: false, position: 'a5' })
  await add({ id: 'b', productName: 'Rye', position: 'a2', productStatus: true, price: 3.99 })
  await add({ id: 'a', productName: 'Saw', position: 'a2', note: 'a\u0301' })
  await add({ id: 'gone', productName: 'Gone', position: 'a3' })
  await add({ id: 'last', productName: 'Milk', quantity: 0.25, unit: 'l', category: '' })
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/product/gone`)
  return { server, ala, list }
}

async function read(server: TestServer, who: Person, list: string): Promise<List & { products: Product[] }> {
  return (await server.call(who, 'GET', `/api/v3/list/${list}`)).body
}

/** What a device composes: the new list and its products, in one call. */
async function compose(server: TestServer, who: Person, id: string, name: string, values: ProductValue[]) {
  const ops = values.map((value, i) => addProduct(`${id}-${i}`, value))
  const { body } = await phone(server, who, id, 'c').send([addList(id, { listName: name }), ...ops])
  expect(body.results).toEqual({})
  return read(server, who, id)
}

/** The list without what differs from list to list. */
function content({
  listName,
  listStatus,
  productCount,
  checkedCount,
  sum,
  products,
}: Awaited<ReturnType<typeof read>>) {
  const bare = products.map(({ id: _, ver: __, mine: ___, changedBy: ____, ...rest }) => rest)
  return { listName, listStatus, productCount, checkedCount, sum, products: bare }
}

test('WHOLE-1 LISTS-4 a duplicate by a device is the duplicate by the server', async () => {
  const { server, ala, list } = await fullList()
  const theirs = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  const source = await read(server, ala, list)
  const values = asLastKnown(copiesOf(source.products, { unboughtOnly: false }), Date.parse(source.date))
  expect(values).toHaveLength(4)
  const mine = await compose(server, ala, 'mine', copyName(source.listName, null), values)
  expect(content(mine)).toEqual(content(await read(server, ala, theirs.body.id)))
})

test('TRIP-1 WHOLE-1 a copy by the server, and a template, forget where a trip bought something, as those of a device', async () => {
  const { server, ala, list } = await fullList()
  const set = (rowId: string, field: string, value: unknown) => ({
    op: 'set',
    rowId,
    field,
    value,
    baseVer: 0,
  })
  await phone(server, ala, list, 'c').send([
    set('last', 'shop', 'Lidl'),
    set('last', 'productStatus', true),
    set('a', 'shop', 'Rossmann'),
    set('whole', 'shop', 'Lidl'),
    set('whole', 'productStatus', true),
    set('whole', 'shop', 'Biedronka'),
  ])
  const shopsOf = (products: Product[]) =>
    products.flatMap(({ productName, shop_name }) => (shop_name ? [`${productName}: ${shop_name}`] : []))
  const typed = ['Saw: Rossmann', `${wholeProduct.productName}: Biedronka`]
  const copy = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  expect(shopsOf((await read(server, ala, copy.body.id)).products)).toEqual(typed)
  const made = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'Week', fromList: list })
  const template = await server.call(ala, 'GET', `/api/v3/template/${made.body.id}`)
  expect(shopsOf(template.body.products)).toEqual(typed)
})

test('WHOLE-1 LISTS-4 a member’s duplicate names the owner, by a device as by the server', async () => {
  const { server, ala, list } = await fullList()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, list, ola, 'shopping')
  const source = await read(server, ola, list)
  const theirs = await server.call(ola, 'POST', `/api/v3/list/${list}/duplicate`)
  const name = copyName(source.listName, source.owner?.name ?? null)
  expect((await read(server, ola, theirs.body.id)).listName).toBe(name)
})

test('WHOLE-1 DETAIL-18 archive and clone by a device is that by the server', async () => {
  const { server, ala, list } = await fullList()
  const source = await read(server, ala, list)
  const theirs = await server.call(ala, 'POST', `/api/v3/list/${list}/clone_unbought`)
  const archived = (await read(server, ala, list)).listStatus
  await server.call(ala, 'PUT', `/api/v3/list/${list}/restore`)
  const values = copiesOf(source.products, { unboughtOnly: true })
  expect(values).toHaveLength(3)
  const mine = await compose(server, ala, 'mine', source.listName, values)
  await phone(server, ala, list, 'c').send([setList(list, 'listStatus', 'archiwum')])
  expect(content(mine)).toEqual(content(await read(server, ala, theirs.body.id)))
  expect((await read(server, ala, list)).listStatus).toBe(archived)
})

test('WHOLE-1 TEMPLATES-4 a list that a device makes of a template, and a merge, are those of the server', async () => {
  const { server, ala, list } = await fullList()
  const made = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'Święta', fromList: list })
  const template = (await server.call(ala, 'GET', `/api/v3/template/${made.body.id}`)).body
  const theirs = await server.call(ala, 'POST', `/api/v3/template/${made.body.id}/convert_to_list`, {})
  const values = asLastKnown(valuesOfTemplate(template.products), Date.parse(template.date))
  const mine = await compose(server, ala, 'mine', template.templateName, values)
  const converted = await read(server, ala, theirs.body.id)
  expect(content(mine)).toEqual(content(converted))

  const before = (await read(server, ala, list)).products
  const { adds, sets } = mergeTemplate(before, values)
  const merged = await server.call(ala, 'POST', `/api/v3/template/${made.body.id}/merge_with_list/${list}`)
  expect(merged.body).toEqual({ added: adds.length, merged: values.length - adds.length })
  const after = (await read(server, ala, list)).products
  expect(after).toHaveLength(before.length + adds.length)
  const quantities = new Map(after.map(({ id, quantity }) => [id, quantity]))
  const wanted = before.map(({ id, quantity }) => sets.find((one) => one.id === id)?.quantity ?? quantity)
  expect(before.map(({ id }) => quantities.get(id))).toEqual(wanted)
  expect(sets.length).toBeGreaterThan(0)
  expect(adds.length).toBeGreaterThan(0)
})

test('TRIP-6 WEEK-2 a list made after another one has its members, as far as they opened that one, by a device as by the server', async () => {
  const { server, ala, list } = await fullList()
  const [ola, jan, ewa] = [
    await server.person('ola@example.pl'),
    await server.person('jan@example.pl'),
    await server.person('ewa@example.pl'),
  ]
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, jan, 'view')
  // Ewa never opens it.
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${ewa.email}`)
  const users = async (who: Person, id: string) =>
    (await server.call(who, 'GET', `/api/v3/list/${id}/list_users`)).body.map(
      ({ email, permission }: { email: string; permission: string }) => `${email} ${permission}`,
    )
  const kept = ['ola@example.pl edit', 'jan@example.pl view']

  const made = await phone(server, ala, 'again', 'c').send([addList('again', { membersOf: list })])
  expect(made.body.results).toEqual({})
  expect(await users(ala, 'again')).toEqual(kept)
  expect((await server.call(ola, 'GET', '/api/v3/list/again')).body.permissions).toBe('edit')
  expect((await server.call(ewa, 'GET', '/api/v3/list/again')).status).toBe(404)

  const clone = await server.call(ala, 'POST', `/api/v3/list/${list}/clone_unbought`)
  expect(await users(ala, clone.body.id)).toEqual(kept)
  const again = await server.call(ala, 'POST', `/api/v3/list/${list}/shop_again`)
  expect(again.status).toBe(201)
  expect(await users(ala, again.body.id)).toEqual(kept)
  expect(await read(server, ala, again.body.id)).toMatchObject({
    listName: 'Święta',
    listStatus: 'aktywna',
    productCount: 4,
    checkedCount: 0,
  })
  const named = await server.call(ala, 'POST', `/api/v3/list/${list}/shop_again`, { _list_name: 'Easter' })
  expect((await read(server, ala, named.body.id)).listName).toBe('Easter')
  const copy = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  expect(await users(ala, copy.body.id)).toEqual([])

  // Each says as which list it goes on, but not to whoever has only its link.
  const { body } = await server.call(ola, 'GET', '/api/v3/lists?status=shared')
  const goesOn = body.items.filter(({ againOf }: List) => againOf === list).map(({ id }: List) => id)
  expect(goesOn.toSorted()).toEqual(['again', clone.body.id, again.body.id, named.body.id].toSorted())
  expect((await read(server, ala, copy.body.id)).againOf).toBeUndefined()
  const { hash } = await read(server, ala, 'again')
  expect((await server.call(null, 'GET', `/api/v3/list/hash/${hash}`)).body.againOf).toBeUndefined()
})

test('WEEK-2 nobody makes a list with the members of somebody else’s, of a deleted one or of none', async () => {
  const { server, ala, list } = await fullList()
  const ola = await server.person('ola@example.pl')
  const eve = await server.person('eve@example.pl')
  await share(server, ala, list, ola, 'edit')
  const usersOf = async (who: Person, id: string) =>
    (await server.call(who, 'GET', `/api/v3/list/${id}/list_users`)).body
  for (const [who, id] of [
    [eve, 'of-eve'],
    [ola, 'of-ola'],
  ] as const) {
    const { body } = await phone(server, who, id, id).send([addList(id, { membersOf: list })])
    expect(body.results).toEqual({})
    expect(await usersOf(who, id)).toEqual([])
    expect((await read(server, who, id)).againOf).toBeUndefined()
  }
  await phone(server, ala, 'of-none', 'n').send([addList('of-none', { membersOf: 'nowhere' })])
  expect(await usersOf(ala, 'of-none')).toEqual([])
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: list })
  await phone(server, ala, 'of-gone', 'g').send([addList('of-gone', { membersOf: list })])
  expect(await usersOf(ala, 'of-gone')).toEqual([])
})

test('WEEK-2 the members hear at once of a list that was made with them', async () => {
  const { server, ala, list } = await fullList()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, list, ola, 'edit')
  const stream = await openStream(server, ola)
  await sawEvent(stream, 'hello')
  await phone(server, ala, 'again', 'c').send([addList('again', { membersOf: list })])
  await sawEvent(stream, 'lists')
  const { body } = await server.call(ola, 'GET', '/api/v3/lists?status=shared')
  expect(body.items.map(({ id }: List) => id)).toContain('again')
})
