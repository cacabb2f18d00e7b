import { expect, test } from 'vitest'
import { addList, addProduct, phone, setList as set } from '../sync/list-phone.ts'
import { newList, testServer } from '../../support/server.ts'

test('DETAIL-20 a price that is cleared is unknown again: by sync, by REST, in the sum and in the history', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, 'mine', 'ala-phone')
  await mine.send([addList('mine'), addProduct('milk', { price: 3 }), addProduct('tea', { price: 5 })])
  const sum = async () => (await server.call(ala, 'GET', '/api/v3/list/mine')).body.sum
  expect(await sum()).toBe(8)

  const cleared = await mine.send([set('milk', 'price', null)])
  expect(cleared.body.results).toEqual({})
  const rows = async () => (await mine.pull()).body.rows.filter((row) => !('kind' in row))
  expect(await rows()).toMatchObject([
    { id: 'tea', price: 5 },
    { id: 'milk', price: 0.01, priceUnknown: true },
  ])
  expect(await sum()).toBe(5)
  const put = await server.call(ala, 'PUT', '/api/v3/list/mine/product/tea', { price: null })
  expect([put.status, put.body.price, put.body.priceUnknown]).toEqual([200, 0.01, true])
  expect(await sum()).toBe(0)
  const prices = async () =>
    (await server.call(ala, 'GET', '/api/v3/list/mine/history')).body.map(
      ({ productId, field, from, to }: Record<string, unknown>) => [productId, field, from, to],
    )
  expect((await prices()).slice(0, 2)).toEqual([
    ['tea', 'price', 5, undefined],
    ['milk', 'price', 3, undefined],
  ])
  // Again, it changes nothing.
  await mine.send([set('tea', 'price', null)])
  expect((await prices()).filter(([, field]: unknown[]) => field === 'price')).toHaveLength(2)
  // Set and cleared in one go, it is as it was.
  await mine.send([set('tea', 'price', 9)])
  await mine.send([set('tea', 'price', null)])
  expect((await rows()).find(({ id }) => id === 'tea')).toMatchObject({ priceUnknown: true })
})

test('DETAIL-20 only a price can be cleared, and a new product without one may say so', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const path = `/api/v3/list/${list}/product`
  const { status, body } = await server.call(ala, 'POST', path, { productName: 'Milk', price: null })
  expect([status, body.priceUnknown]).toEqual([201, true])
  for (const field of ['quantity', 'note', 'unit', 'productStatus', 'position', 'shop', 'category'])
    expect((await server.call(ala, 'PUT', `${path}/${body.id}`, { [field]: null })).status).toBe(400)
  const mine = phone(server, ala, list, 'ala-phone')
  const refused = await mine.send([set(body.id, 'quantity', null), set(body.id, 'note', null)])
  expect(refused.body.results).toMatchObject({ 1: { why: 'invalid' }, 2: { why: 'invalid' } })
})

test('DETAIL-20 MONEY-2 a ticked product whose price is cleared costs nothing', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, 'mine', 'ala-phone')
  await mine.send([addList('mine'), addProduct('milk', { price: 3 }), set('milk', 'productStatus', true)])
  const spent = async () => {
    const { body } = await server.call(ala, 'GET', '/api/v3/spending?by=list&tz=UTC')
    return JSON.stringify(body)
  }
  const before = await spent()
  await mine.send([set('milk', 'price', null)])
  const after = await spent()
  expect(before).toContain('"sum":3')
  expect(after).not.toContain('"sum":3')
  const template = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'T', fromList: 'mine' })
  const of = async () =>
    (await server.call(ala, 'GET', `/api/v3/template/${template.body.id}`)).body.products[0]
  expect((await of()).priceUnknown).toBe(true)
  const path = `/api/v3/template/${template.body.id}/product/${(await of()).id}`
  await server.call(ala, 'PUT', path, { price: 4 })
  expect(await of()).toMatchObject({ price: 4 })
  await server.call(ala, 'PUT', path, { price: null })
  expect(await of()).toMatchObject({ price: 0.01, priceUnknown: true })
})
