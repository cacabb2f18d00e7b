import { expect, test } from 'vitest'
import { newList, share, testServer } from '../../support/server.ts'

test('DETAIL-7 products: own history first, then the catalogue in one’s language; beginnings of words', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const add = (product: object) => {
    server.clock.now += 1_000
    return server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)
  }
  await add({ productName: 'Oat milk', unit: 'l', price: 6, shop: 'Corner' })
  await add({ productName: 'MILK', price: 3 })
  await add({ productName: 'Milk', price: 4 })
  await add({ productName: 'Łosoś', category: 'Ryby' })
  const suggest = async (query: string) =>
    (await server.call(ala, 'GET', `/api/v3/products?query=${encodeURIComponent(query)}`)).body
  const milk = await suggest('mil')
  expect(milk.slice(0, 2)).toEqual([
    {
      productName: 'Milk',
      unit: 'pcs',
      price: 4,
      category_name: 'Dairy',
      shop_name: '',
    },
    {
      productName: 'Oat milk',
      unit: 'l',
      price: 6,
      category_name: 'Dairy',
      shop_name: 'Corner',
    },
  ])
  expect(milk.slice(2).map((one: { productName: string }) => one.productName)).toEqual([
    'Coconut milk',
    'Formula milk',
  ])
  expect((await suggest('losos'))[0]).toEqual({
    productName: 'Łosoś',
    unit: 'pcs',
    category_name: 'Fish',
    shop_name: '',
  })
  expect(await suggest('ilk')).toEqual([])
  expect((await suggest('bean coff')).map((one: { productName: string }) => one.productName)).toEqual([
    'Coffee beans',
  ])
  expect(await suggest('')).toHaveLength(50)
  expect(await suggest('%')).toHaveLength(50)
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  expect((await suggest('serek')).map((one: { productName: string }) => one.productName)).toEqual([
    'Serek wiejski',
  ])
})

test('TONGUE-1 the names of a product in both languages are one in suggestions, prices, searches and adding', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const add = (product: object) => {
    server.clock.now += 1_000
    return server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)
  }
  const milk = (await add({ productName: 'Mleko', unit: 'l', price: 3 })).body
  const again = await add({ productName: 'milk', ifAbsent: true })
  expect([again.status, again.body.id]).toEqual([200, milk.id])
  await add({ productName: 'Milk', unit: 'l', price: 4 })
  const get = async (path: string) => (await server.call(ala, 'GET', `/api/v3${path}`)).body
  for (const query of ['mleko', 'milk']) {
    const [first, ...others] = await get(`/products?query=${query}`)
    expect(first).toMatchObject({ productName: 'Milk', price: 4 })
    const names = others.map(({ productName }: { productName: string }) => productName)
    expect(names).not.toContain('Mleko')
    const prices = await get(`/products/history/${query}`)
    expect(prices.map(({ price }: { price: number }) => price)).toEqual([4, 3])
  }
  const sought = await newList(server, ala)
  await server.call(ala, 'POST', `/api/v3/list/${sought}/product`, { productName: 'Papier toaletowy' })
  const { items } = await get('/lists/search?query=toilet pap')
  expect(items.map(({ id }: { id: string }) => id)).toEqual([sought])
})

test('HAND-2 DETAIL-7 what is bought often is answered however many other things came since, over all lists', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const last = server.clock.now - 86_400_000
  for (const [n, productName] of ['saffron', 'SAFFRON', 'Saffron', 'Szafran'].entries()) {
    const list = await newList(server, ala)
    const bought = { productName, productStatus: productName !== 'Szafran' }
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, bought)
    const at = { ticked_at: last - n * 86_400_000 }
    await server.db
      .updateTable('product')
      .set(at)
      .where('list_id', '=', list)
      .where('bought', '=', 1)
      .execute()
  }
  const list = await newList(server, ala)
  for (let i = 0; i < 60; i++) {
    server.clock.now += 1_000
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: `Thing ${i}` })
  }
  const { body } = await server.call(ala, 'GET', '/api/v3/products')
  expect(body).toHaveLength(51)
  expect(body[0]).toMatchObject({ productName: 'Thing 59' })
  expect(body.filter(({ productName }: { productName: string }) => /saffron/i.test(productName))).toEqual([
    expect.objectContaining({ productName: 'saffron', times: 3, lastAt: new Date(last).toISOString() }),
  ])
  expect(body.some(({ productName }: { productName: string }) => productName === 'Szafran')).toBe(false)
})

test('WEEK-7 DETAIL-6 what was bought by people of two languages is suggested in the caller’s, each category once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const url = `/api/v3/list/${list}/product`
  for (const category of ['Dairy', 'Nabiał', 'Ogród', 'Ryby']) {
    server.clock.now += 1_000
    await server.call(ala, 'POST', url, { productName: `of ${category}`, category })
  }
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  const names = async (query: string) =>
    (await server.call(ala, 'GET', `/api/v3/categories?query=${query}`)).body.map(
      (one: { category_name: string }) => one.category_name,
    )
  expect((await names('')).slice(0, 3)).toEqual(['Ryby', 'Ogród', 'Nabiał'])
  expect(await names('nab')).toEqual(['Nabiał'])
  expect(await names('dai')).toEqual([])
  const products = (await server.call(ala, 'GET', '/api/v3/products?query=of')).body
  expect(products.map((one: { category_name: string }) => one.category_name).slice(0, 4)).toEqual([
    'Ryby',
    'Ogród',
    'Nabiał',
    'Nabiał',
  ])
})

test('DETAIL-6 DETAIL-26 categories and shops: used ones first, then own and built-in ones', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const url = `/api/v3/list/${list}/product`
  await server.call(ala, 'POST', url, { productName: 'a', category: 'Garden', shop: 'Żabka' })
  server.clock.now += 1_000
  await server.call(ala, 'POST', url, { productName: 'b', category: 'dairy', shop: 'Corner shop' })
  server.clock.now += 1_000
  await server.call(ala, 'POST', url, { productName: 'c', shop: 'ŻABKA' })
  const own = { category_name: 'Guests', icon: 'party.svg', keywords: [] }
  const { id } = (await server.call(ala, 'POST', '/api/v3/category-keywords', own)).body
  const all = (await server.call(ala, 'GET', '/api/v3/categories')).body
  expect(all.slice(0, 4)).toEqual([
    { id: 'dairy', category_name: 'Dairy', icon: 'dairy.svg' },
    { id: null, category_name: 'Garden', icon: null },
    { id, category_name: 'Guests', icon: 'party.svg' },
    { id: 'vegetables', category_name: 'Vegetables', icon: 'vegetables.svg' },
  ])
  expect(all.filter((one: { id: string }) => one.id === 'dairy')).toHaveLength(1)
  expect((await server.call(ala, 'GET', '/api/v3/categories?query=care')).body).toEqual([
    { id: 'care', category_name: 'Personal care', icon: 'care.svg' },
  ])
  expect((await server.call(ala, 'GET', '/api/v3/shop')).body).toEqual([
    { shop_name: 'ŻABKA' },
    { shop_name: 'Corner shop' },
  ])
  expect((await server.call(ala, 'GET', '/api/v3/shop?query=shop')).body).toEqual([
    { shop_name: 'Corner shop' },
  ])
  expect((await server.call(ala, 'GET', '/api/v3/shop?q=shop')).status).toBe(400)
})

test('DETAIL-7 the price history: known prices of own products, newest first, also under long names', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala, 'Weekend')
  const olas = await newList(server, ola, 'Secret')
  await share(server, ola, olas, ala, 'edit')
  const long = `Żółty ser 50% / ${'x'.repeat(180)}`
  const add = (who: typeof ala, to: string, product: object) => {
    server.clock.now += 1_000
    return server.call(who, 'POST', `/api/v3/list/${to}/product`, product)
  }
  await add(ala, list, { productName: long, price: 8.4, quantity: 2.5, unit: 'dag', shop: 'Corner' })
  await add(ala, list, { productName: long })
  await add(ala, olas, { productName: long, price: 9 })
  await add(ola, olas, { productName: long, price: 10 })
  await add(ala, list, { productName: `${long}y`, price: 11 })
  const url = `/api/v3/products/history/${encodeURIComponent(long.toUpperCase())}`
  const history = await server.call(ala, 'GET', url)
  expect(history.body).toEqual([
    { date: expect.any(String), price: 9, unit: 'pcs', quantity: 1, shop_name: '', listName: 'Secret' },
    {
      date: new Date(server.clock.now - 4_000).toISOString(),
      price: 840,
      unit: 'kg',
      quantity: 0.025,
      shop_name: 'Corner',
      listName: 'Weekend',
    },
  ])
  // History covers all products of one's own lists, whoever added them, and nothing of a list one has left.
  expect((await server.call(ola, 'GET', url)).body).toHaveLength(2)
  await server.call(ola, 'DELETE', `/api/v3/list/share?_list_id=${olas}&_email_address=${ala.email}`)
  expect((await server.call(ala, 'GET', url)).body).toHaveLength(1)
  expect((await server.call(ala, 'GET', '/api/v3/products/history/nothing')).body).toEqual([])
})

test('TRIAL-1 visitors get the built-in products and categories in their language, and nobody’s own', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'POST', '/api/v3/category-keywords', { category_name: 'Secret', keywords: ['milk'] })
  const get = async (query: string, headers = {}) =>
    (await server.call(null, 'GET', `/api/v3/catalogue${query}`, undefined, headers)).body as {
      products: { productName: string; category_name: string }[]
      categories: { id: string; category_name: string; keywords: string[] }[]
    }
  const polish = await get('?language=pl')
  const milk = polish.products.find(({ productName }) => productName === 'Mleko')
  expect(milk).toMatchObject({ unit: 'l', category_name: 'Nabiał' })
  expect(polish.products.length).toBeGreaterThan(150)
  expect(polish.categories.map(({ category_name }) => category_name)).not.toContain('Secret')
  expect(polish.categories.find(({ id }) => id === 'dairy')).toMatchObject({ icon: 'dairy.svg' })
  expect(await get('', { 'accept-language': 'pl' })).toEqual(polish)
  expect((await server.call(null, 'GET', '/api/v3/catalogue?language=xx')).status).toBe(400)
})

test('WEEK-5 HABIT-1 the answer says on which days a product was bought, in any of its forms', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const today = Math.floor(server.clock.now / 86_400_000)
  const days = [500, 63, 56, 49, 42, 35, 28, 21, 14, 7].map((ago) => today - ago)
  for (const [week, day] of days.entries()) {
    const list = await newList(server, ala)
    const names = [week % 2 === 0 ? 'jajka' : 'Jajko', ...(week < 2 ? ['Salt'] : [])]
    for (const productName of names)
      await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName, productStatus: true })
    const at = { ticked_at: day * 86_400_000 + 5_000 }
    await server.db.updateTable('product').set(at).where('list_id', '=', list).execute()
  }
  const { body } = await server.call(ala, 'GET', '/api/v3/products')
  const found = (name: RegExp) => body.find((one: { productName: string }) => name.test(one.productName))
  expect(found(/^jajk/i)).toMatchObject({ times: 9, days: days.slice(2) })
  expect(found(/^Salt$/)).toMatchObject({ times: 1, days: [days[1]], amount: { quantity: 1, unit: 'pcs' } })
  const asked = (await server.call(ala, 'GET', '/api/v3/products?query=jajk')).body
  expect(asked[0].days).toBeUndefined()
})
