import { expect, test } from 'vitest'
import { newList, testServer } from '../../support/server.ts'

test('WEEK-6 search, suggestions and prices find a product in any of its forms, however it is stored', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const add = async (product: object) => {
    server.clock.now += 60_000
    expect((await server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)).status).toBe(201)
  }
  await add({ productName: 'jajko', price: 1.2 })
  await add({ productName: 'Jajek', price: 1.3 })
  await add({ productName: 'Jajka' })
  await add({ productName: 'Coca-Cola', price: 7 })
  const get = async (path: string) => (await server.call(ala, 'GET', path)).body

  for (const query of ['jajka', 'jajko', 'jajek']) {
    const [first, ...others] = await get(`/api/v3/products?query=${query}`)
    expect(first, query).toMatchObject({ productName: 'Jajka', price: 1.3 })
    expect(others.map(({ productName }: { productName: string }) => productName)).not.toContain('jajko')
    const { items } = await get(`/api/v3/lists/search?query=${query}`)
    expect(items, query).toMatchObject([{ id: list }])
  }
  const prices = async (name: string) =>
    (await get(`/api/v3/products/history/${encodeURIComponent(name)}`)).map(
      ({ price }: { price: number }) => price,
    )
  expect(await prices('jajka')).toEqual([1.3, 1.2])
  expect(await prices('coca cola')).toEqual([7])
  expect(await prices('jajeczko')).toEqual([])
})
