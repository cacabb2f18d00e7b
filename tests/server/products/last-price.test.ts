import { expect, test } from 'vitest'
import { newList, share, testServer } from '../../support/server.ts'

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const add = async (product: object, to = list) => {
    server.clock.now += 60_000
    const { status } = await server.call(ala, 'POST', `/api/v3/list/${to}/product`, product)
    expect(status).toBe(201)
  }
  const suggested = async (query: string, who = ala) => {
    const { body } = await server.call(who, 'GET', `/api/v3/products?query=${query}`)
    return body[0]
  }
  return { server, ala, list, add, suggested }
}

test('DETAIL-20 the last price that was known stays offered after adds without one', async () => {
  const { server, ala, list, add, suggested } = await household()
  await add({ productName: 'Milk', unit: 'l', price: 3.29 })
  await add({ productName: 'Milk', unit: 'l', price: 3.49, shop: 'Corner' })
  for (const productName of ['Milk', 'milk', 'MILK']) await add({ productName, unit: 'l' })
  expect(await suggested('milk')).toMatchObject({ productName: 'MILK', unit: 'l', price: 3.49 })
  await add({ productName: 'Milk', unit: 'l', price: 3.99 })
  await add({ productName: 'Milk', unit: 'l' }, await newList(server, ala))
  expect((await suggested('milk')).price).toBe(3.99)
  await server.call(ala, 'PUT', `/api/v3/list/${list}/archivize`)
  expect((await suggested('milk')).price).toBe(3.99)
})

test('DETAIL-20 the price of another unit, or of another name, is not offered', async () => {
  const { add, suggested } = await household()
  await add({ productName: 'Cheese', unit: 'kg', price: 39.9 })
  await add({ productName: 'Cheese', unit: 'pcs' })
  expect(await suggested('cheese')).not.toHaveProperty('price')
  await add({ productName: 'Cheese', unit: 'kg' })
  expect((await suggested('cheese')).price).toBe(39.9)
  await add({ productName: 'Cheese+', unit: 'kg' })
  expect(await suggested('cheese')).not.toHaveProperty('price')
})

test('DETAIL-20 what somebody else paid in a list of theirs is not offered', async () => {
  const { server, ala, list, add, suggested } = await household()
  const ola = await server.person('ola@example.pl')
  await share(server, ala, list, ola, 'edit')
  await add({ productName: 'Tea', price: 12 })
  await server.call(ola, 'POST', `/api/v3/list/${list}/product`, { productName: 'Tea' })
  expect(await suggested('tea', ola)).not.toHaveProperty('price')
})

test('SCAN-2 DETAIL-20 a code that is named again without a price keeps the one it had for that unit', async () => {
  const { server, ala } = await household()
  const url = '/api/v3/barcodes/5901234123457'
  const name = (body: object) => server.call(ala, 'PUT', url, body)
  const read = async () => (await server.call(ala, 'GET', url)).body
  await name({ productName: 'Milk', unit: 'l', price: 3.49 })
  expect((await name({ productName: 'Oat milk', unit: 'l' })).body).toMatchObject({ price: 3.49 })
  expect(await read()).toMatchObject({ productName: 'Oat milk', unit: 'l', price: 3.49 })
  expect((await name({ productName: 'Oat milk', unit: 'pcs' })).body).not.toHaveProperty('price')
  expect(await read()).not.toHaveProperty('price')
  await name({ productName: 'Oat milk', unit: 'pcs', price: 0 })
  expect(await read()).toMatchObject({ price: 0 })
})
