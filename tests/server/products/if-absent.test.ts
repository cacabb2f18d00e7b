import { expect, test } from 'vitest'
import { newList, share, testServer } from '../../support/server.ts'

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const path = `/api/v3/list/${list}/product`
  const add = (body: object, more?: object) => server.call(ala, 'POST', path, body, more as never)
  const products = async () => (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.products
  return { server, ala, list, path, add, products }
}

test('API HAND-2 with ifAbsent, what is there still to buy is answered, and anything else is added', async () => {
  const { add, products } = await household()
  const first = await add({ productName: 'Jajka', ifAbsent: true, note: 'M' })
  expect(first.status).toBe(201)
  for (const productName of ['Jajka', 'jajka', ' JAJKA ', 'jajko', 'jajek']) {
    const { status, body } = await add({ productName, ifAbsent: true, quantity: 10 })
    expect([productName, status, body]).toEqual([productName, 200, first.body])
  }
  for (const productName of ['Jajka wiejskie', 'Jajecznica', 'Coca-Cola', '🥚'])
    expect((await add({ productName, ifAbsent: true })).status).toBe(201)
  for (const productName of ['coca cola', 'Coca Cola', '🥚'])
    expect((await add({ productName, ifAbsent: true })).status).toBe(200)
  expect((await add({ productName: '🍎', ifAbsent: true })).status).toBe(201)
  expect(await products()).toHaveLength(6)
  // Without it, or with false, it is added once more.
  expect((await add({ productName: 'Jajka' })).status).toBe(201)
  expect((await add({ productName: 'Jajka', ifAbsent: false })).status).toBe(201)
  expect((await add({ productName: 'Jajka', ifAbsent: true })).body.id).toBe(first.body.id)
})

test('API HAND-2 with ifAbsent, what is bought or deleted is not there, and what is added as bought is added', async () => {
  const { server, ala, add, path } = await household()
  const milk = (await add({ productName: 'Milk' })).body
  expect((await add({ productName: 'Milk', ifAbsent: true, productStatus: true })).status).toBe(201)
  await server.call(ala, 'PUT', `${path}/${milk.id}`, { productStatus: true })
  const again = await add({ productName: 'milk', ifAbsent: true })
  expect([again.status, again.body.id === milk.id]).toEqual([201, false])
  await server.call(ala, 'DELETE', `${path}/${again.body.id}`)
  expect((await add({ productName: 'milk', ifAbsent: true })).status).toBe(201)
})

test('API with ifAbsent, a call that comes again has the same answer, and two at once add one product', async () => {
  const { server, ala, add, products, path } = await household()
  const body = { id: 'milk-1', productName: 'Milk', ifAbsent: true }
  const first = await add(body)
  const second = await add(body)
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  const headers = { 'idempotency-key': 'k1' }
  const keyed = () => server.call(ala, 'POST', path, { productName: 'Tea', ifAbsent: true }, headers)
  const tea = await keyed()
  const more = await keyed()
  expect([tea.status, more.status, more.body]).toEqual([201, 201, tea.body])
  const many = await Promise.all(
    Array.from({ length: 6 }, () => add({ productName: 'Bread', ifAbsent: true })),
  )
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(many.map((reply) => reply.body.id)).size).toBe(1)
  expect(await products()).toHaveLength(3)
})

test('API with ifAbsent, who may not add learns nothing, and wrong values are refused', async () => {
  const { server, ala, list, path, add } = await household()
  await add({ productName: 'Milk' })
  const [ola, eve] = [await server.person('ola@example.pl'), await server.person('eve@example.pl')]
  await share(server, ala, list, ola, 'shopping')
  const body = { productName: 'Milk', ifAbsent: true }
  expect((await server.call(ola, 'POST', path, body)).status).toBe(403)
  expect((await server.call(eve, 'POST', path, body)).status).toBe(404)
  expect((await add({ ...body, ifAbsent: 'yes' })).status).toBe(400)
  expect((await add({ ...body, price: -3_000_000 })).body.fields).toEqual({ price: 'outOfRange' })
})

test('API the OpenAPI page says what ifAbsent does, and both answers', async () => {
  const { server } = await household()
  const document = (await server.call(null, 'GET', '/openapi.json')).body
  const { responses } = document.paths['/api/v3/list/{id}/product'].post
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '201']))
  expect(responses['200'].content).toEqual(responses['201'].content)
  expect(document.components.schemas.NewProduct.properties.ifAbsent.description).toContain('200')
})
