import { expect, test } from 'vitest'
import { languages } from '../../../core/product/entities.ts'
import { categoriesOf } from '../../../server/catalogue/category-finder.ts'
import { builtInCategories, catalogue, icons } from '../../../server/seed/catalogue.ts'
import { newList, type Person, share, testServer, type TestServer } from '../../support/server.ts'

async function add(server: TestServer, who: Person, list: string, product: object) {
  return (await server.call(who, 'POST', `/api/v3/list/${list}/product`, product)).body
}

function syncOf(server: TestServer, who: Person, list: string, client: string) {
  let seq = 0
  return (ops: object[]) => {
    const sent = ops.map((op) => ({ seq: ++seq, opId: `${client}-${seq}`, ageMs: 0, ...op }))
    const body = { v: 1, client, request: 'r', cursor: 0, ops: sent }
    return server.call(who, 'POST', `/api/v3/list/${list}/sync`, body)
  }
}

test('PROFILE-6 the catalogue: enough in each language, and each product finds its own category', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  for (const language of languages) {
    const products = catalogue(language)
    expect(builtInCategories(language).length).toBeGreaterThanOrEqual(16)
    expect(products.length).toBeGreaterThanOrEqual(120)
    expect(new Set(products.map((product) => product.productName.toLowerCase())).size).toBe(products.length)
    const { of, named } = await categoriesOf(server.db, { id: ala.id, language })
    const lost = products.filter((product) => of(product.productName)?.id !== product.category.id)
    expect(lost.map((product) => product.productName)).toEqual([])
    for (const category of builtInCategories(language))
      expect(named(category.category_name.toUpperCase())?.id).toBe(category.id)
  }
})

test('DETAIL-6 every icon is served for ever, in one size and line', async () => {
  const server = await testServer()
  for (const icon of icons) {
    const { status, headers, body } = await server.call(null, 'GET', `/uploads/categoryIcons/${icon}`)
    expect([status, headers['content-type']], icon).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(body).toContain('viewBox="0 0 24 24"')
    expect(body).toContain('stroke="currentColor" stroke-width="1.75"')
  }
  for (const path of ['none.svg', '..%2fcatalogue.ts', '%2e%2e'])
    expect((await server.call(null, 'GET', `/uploads/categoryIcons/${path}`)).status).toBe(404)
})

test('DETAIL-6 a product added without a category gets one; an empty one stays empty', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  expect(await add(server, ala, list, { productName: 'Fresh MILK 2%' })).toMatchObject({
    category_id: 'dairy',
    category_name: 'Dairy',
    icon: 'dairy.svg',
  })
  const none = { category_id: null, category_name: '', icon: null }
  expect(await add(server, ala, list, { productName: 'Milk', category: '' })).toMatchObject(none)
  expect(await add(server, ala, list, { productName: 'Almilk' })).toMatchObject(none)
  expect(await add(server, ala, list, { productName: '🥛' })).toMatchObject(none)
  // The longest keyword wins.
  expect((await add(server, ala, list, { productName: 'Coconut milk' })).category_id).toBe('pantry')
  const named = await add(server, ala, list, { productName: 'Milk', category: 'fruit' })
  expect(named).toMatchObject({ category_id: 'fruit', category_name: 'fruit', icon: 'fruit.svg' })
  const path = `/api/v3/list/${list}/product/${named.id}`
  expect((await server.call(ala, 'PUT', path, { category: 'Owoce' })).body.icon).toBe('fruit.svg')
  expect((await server.call(ala, 'PUT', path, { category: 'My own' })).body).toMatchObject({
    category_id: null,
    category_name: 'My own',
    icon: null,
  })
  // A new name does not change a category that a person chose.
  expect((await server.call(ala, 'PUT', path, { productName: 'Bread' })).body.category_name).toBe('My own')
})

test('PROFILE-6 own categories: made, changed, removed, and found before the built-in ones', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const url = '/api/v3/category-keywords'
  const list = await newList(server, ala)
  const made = await server.call(ala, 'POST', url, {
    category_name: ' Breakfast ',
    icon: 'breakfast.svg',
    keywords: ['milk', 'Żurek', 'milk'],
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const all = (await server.call(ala, 'GET', url)).body
  expect(all[0]).toEqual({
    id,
    category_name: 'Breakfast',
    icon: 'breakfast.svg',
    keywords: ['milk', 'Żurek'],
    own: true,
  })
  expect(all.length).toBe(1 + builtInCategories('en').length)
  const found = { category_id: id, category_name: 'Breakfast', icon: 'breakfast.svg' }
  expect(await add(server, ala, list, { productName: 'Milk' })).toMatchObject(found)
  expect(await add(server, ala, list, { productName: 'zurek' })).toMatchObject(found)
  // One's own category wins, even if a built-in keyword is longer.
  await server.call(ala, 'PUT', `${url}/${id}`, { keywords: ['cocon'] })
  expect(await add(server, ala, list, { productName: 'Coconut milk' })).toMatchObject(found)
  await server.call(ala, 'PUT', `${url}/${id}`, { category_name: 'Dairy' })
  expect(await add(server, ala, list, { productName: 'x', category: 'dairy' })).toMatchObject({
    category_id: id,
    category_name: 'dairy',
  })

  expect((await server.call(ola, 'GET', url)).body.length).toBe(builtInCategories('en').length)
  for (const method of ['PUT', 'DELETE'] as const)
    for (const [who, path] of [
      [ola, `${url}/${id}`],
      [ala, `${url}/missing`],
      [ala, `${url}/dairy`],
    ] as const) {
      const refused = await server.call(who, method, path, method === 'PUT' ? { keywords: [] } : undefined)
      expect([refused.status, refused.body.code]).toEqual([404, 'notFound'])
    }
  expect((await server.call(ala, 'DELETE', `${url}/${id}`)).status).toBe(200)
  expect(await add(server, ala, list, { productName: 'Milk' })).toMatchObject({ category_id: 'dairy' })

  const fields = async (body: object) => (await server.call(ala, 'POST', url, body)).body.fields
  const good = { category_name: 'Tools', keywords: ['saw'] }
  expect(await fields({ ...good, category_name: '  ' })).toEqual({ category_name: 'required' })
  expect(await fields({ ...good, icon: '../x.svg' })).toEqual({ icon: 'outOfRange' })
  expect(await fields({ ...good, keywords: ['!!'] })).toEqual({ keywords: 'invalidCharacters' })
  expect(await fields({ ...good, keywords: [''] })).toEqual({ keywords: 'required' })
  expect(await fields({ category_name: 'x' })).toEqual({ keywords: 'required' })
})

test('DETAIL-6 TONGUE-1 the sync call finds categories by the writer, in a fixed number of statements', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.db.updateTable('account').set({ language: 'pl' }).where('id', '=', ola.id).execute()
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const names = ['Milk', 'Mleko', 'Bread', 'Chleb', '?']
  const adds = (prefix: string) =>
    names.map((productName, i) => ({
      op: 'add',
      productId: `${prefix}${i}`,
      value: { productName, quantity: 1, unit: 'pcs', productStatus: false },
    }))
  const alas = syncOf(server, ala, list, 'ala')
  const olas = syncOf(server, ola, list, 'ola')
  const first = (await alas(adds('a'))).body
  expect(first.rows.map((row: { category_name: string }) => row.category_name)).toEqual([
    'Dairy',
    'Dairy',
    'Bakery',
    'Bakery',
    '',
  ])
  const second = (await olas(adds('o'))).body.rows.slice(5)
  expect(second.map((row: { category_name: string }) => row.category_name)).toEqual([
    'Nabiał',
    'Nabiał',
    'Pieczywo',
    'Pieczywo',
    '',
  ])
  const moved = await olas([
    { op: 'set', productId: 'a0', field: 'category', value: 'Nabiał', baseVer: 0 },
    { op: 'set', productId: 'a2', field: 'category', value: '', baseVer: 0 },
  ])
  const rowOf = (id: string) => moved.body.rows.find((row: { id: string }) => row.id === id)
  expect(rowOf('a0')).toMatchObject({ category_id: 'dairy', icon: 'dairy.svg' })
  expect(rowOf('a2')).toMatchObject({ category_id: null, category_name: '', icon: null })
  // A cleared category stays cleared when a device that forgot its add sends it again.
  const again = await syncOf(server, ala, list, 'ala-anew')(adds('a').slice(2, 3))
  expect(again.body.rows.find((row: { id: string }) => row.id === 'a2').category_name).toBe('')
})
