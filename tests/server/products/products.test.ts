import { fields, productFields } from '../../../core/product/table.ts'
import { noTexts, wholeProduct } from '../../support/every-field.ts'
import { expect, test } from 'vitest'
import { newList, testServer } from '../../support/server.ts'

test('DETAIL-9 DETAIL-20 a product is added with its defaults, and an unknown price does not count', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const added = await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: ' Mleko ' })
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    id: expect.any(String),
    productName: 'Mleko',
    quantity: 1,
    unit: 'pcs',
    price: 0.01,
    priceUnknown: true,
    productStatus: false,
    category_id: 'dairy',
    category_name: 'Dairy',
    ...noTexts,
    icon: 'dairy.svg',
    position: expect.any(String),
    addedBy: 'ala',
    changedBy: 'ala',
    mine: ['added', 'changed'],
    ver: 1,
  })
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.sum).toBe(0)
  const path = `/api/v3/list/${list}/product/${added.body.id}`
  const priced = await server.call(ala, 'PUT', path, { price: 3.49 })
  expect(priced.body).toMatchObject({ price: 3.49, ver: 2 })
  expect(priced.body.priceUnknown).toBeUndefined()
  await server.call(ala, 'PUT', path, { quantity: 1.5 })
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.sum).toBe(5.24)
})

test('DETAIL-8 wrong values are refused by field and never repaired', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const fields = async (body: object) =>
    (await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk', ...body })).body
      .fields
  expect(await fields({ price: 'abc' })).toEqual({ price: 'invalidType' })
  expect(await fields({ price: '3.49' })).toEqual({ price: 'invalidType' })
  expect(await fields({ price: 1.005 })).toEqual({ price: 'tooManyDecimals' })
  expect(await fields({ price: -1_000_000 })).toEqual({ price: 'outOfRange' })
  expect(await fields({ quantity: 0 })).toEqual({ quantity: 'outOfRange' })
  expect(await fields({ productName: 'x'.repeat(300) })).toEqual({ productName: 'tooLong' })
  expect(await fields({ unit: 'mile' })).toEqual({ unit: 'outOfRange' })
  expect(await fields({ productStatus: 1 })).toEqual({ productStatus: 'invalidType' })
  expect(await fields({ colour: 'red', shop: 'x'.repeat(101) })).toEqual({ colour: 'unknownField' })
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount).toBe(0)
})

test('DETAIL-5 exactly one field is edited at a time, and a deleted product is gone', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const { id } = (await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' }))
    .body
  const path = `/api/v3/list/${list}/product/${id}`
  for (const field of fields) {
    const { body } = await server.call(ala, 'PUT', path, { [field]: wholeProduct[field] })
    expect([field, body[productFields[field].shown]]).toEqual([field, wholeProduct[field]])
  }
  expect((await server.call(ala, 'PUT', path, { unit: 'l', price: 2 })).status).toBe(400)
  expect((await server.call(ala, 'PUT', path, {})).status).toBe(400)
  expect((await server.call(ala, 'PUT', `/api/v3/list/${list}/product/other`, { price: 2 })).status).toBe(404)

  expect((await server.call(ala, 'DELETE', path)).status).toBe(200)
  expect((await server.call(ala, 'DELETE', path)).status).toBe(200)
  const gone = await server.call(ala, 'PUT', path, { price: 2 })
  expect([gone.status, gone.body.code]).toEqual([410, 'gone'])
})

test('API a product is created once under its id, and the repeat does not undo a later edit', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  const create = (who = ala) =>
    server.call(who, 'POST', `/api/v3/list/${list}/product`, { id: 'p1', productName: 'Milk', price: 2 })
  await create()
  await server.call(ala, 'PUT', `/api/v3/list/${list}/product/p1`, { price: 5 })
  const again = await create()
  expect([again.status, again.body.price, again.body.ver]).toEqual([201, 5, 2])

  await server.call(ala, 'POST', '/api/v3/list/share', { _list_id: list, _email_address: ola.email })
  const mayEdit = { email_address: ola.email, permission: 'edit' }
  await server.call(ala, 'PUT', `/api/v3/shared_list/${list}`, mayEdit)
  expect((await create(ola)).body.code).toBe('idTaken')
  await server.call(ala, 'DELETE', `/api/v3/list/${list}/product/p1`)
  expect((await create()).body.code).toBe('gone')
})

test('API an Idempotency-Key makes a write take effect once, also when two come at once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  const url = `/api/v3/list/${list}/product`
  const key = { 'idempotency-key': '0190a000-0000-7000-8000-000000000001' }
  const body = { productName: 'Milk' }
  const [one, two] = await Promise.all([
    server.call(ala, 'POST', url, body, key),
    server.call(ala, 'POST', url, body, key),
  ])
  expect([one.status, one.body]).toEqual([two.status, two.body])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount).toBe(1)
  const other = await server.call(ala, 'POST', url, { productName: 'Bread' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotencyKeyReused'])
  expect((await server.call(ola, 'POST', '/api/v3/list', {}, key)).status).toBe(201)

  const failing = { 'idempotency-key': 'second' }
  expect((await server.call(ala, 'POST', url, { productName: '' }, failing)).status).toBe(400)
  expect((await server.call(ala, 'POST', url, body, failing)).status).toBe(201)
})

test('API a list holds 5 000 products and no more', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  for (let batch = 0; batch < 5; batch++) {
    const ops = Array.from({ length: 1_000 }, (_, i) => ({
      seq: batch * 1_000 + i + 1,
      opId: `o${batch}-${i}`,
      op: 'add',
      productId: `p${batch}-${i}`,
      value: { productName: 'x' },
      ageMs: 0,
    }))
    const body = { v: 1, client: 'c', request: 'r', cursor: batch * 1_000, ops }
    expect((await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)).body.results).toEqual({})
  }
  const refused = await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'one more' })
  expect([refused.status, refused.body.code]).toEqual([409, 'limitReached'])
  const copy = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  expect((await server.call(ala, 'GET', `/api/v3/list/${copy.body.id}`)).body.productCount).toBe(5_000)
})
