import { expect, test } from 'vitest'
import { recount } from '../../../server/lists/store/list-counts.ts'
import { languages } from '../../../core/product/entities.ts'
import { icons } from '../../../server/seed/catalogue.ts'
import { predefinedTemplates } from '../../../server/seed/templates.ts'
import { noTexts, plainColumns } from '../../support/every-field.ts'
import { newList, personOf, share, testServer } from '../../support/server.ts'

type Named = { templateName: string; productName: string }
const names = (items: Named[]) => items.map((item) => item.templateName)

test('TEMPLATES-6 at least twelve predefined templates in each language, whole and with categories', async () => {
  const server = await testServer()
  for (const language of languages) {
    const { body } = await server.call(null, 'GET', `/api/v3/templates/public?language=${language}`)
    expect(body.total).toBeGreaterThanOrEqual(12)
    for (const item of body.items) {
      const one = (await server.call(null, 'GET', `/api/v3/template/public/${item.id}?language=${language}`))
        .body
      expect(one).toMatchObject({ ...item, type: 'predefined', author: 'Koszyk', isPublic: true })
      expect(one.description).not.toBe('')
      expect(icons).toContain(one.image)
      expect(one.products).toHaveLength(item.productCount)
      for (const product of one.products) expect(product.icon).toBe(`${product.category_id}.svg`)
    }
  }
})

test('TEMPLATES-1 the language: asked for, the caller’s, the browser’s, English', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  const url = '/api/v3/template/public/predefined-barbecue'
  const name = async (who: typeof ala | null, query = '', accept = '') =>
    (await server.call(who, 'GET', `${url}${query}`, undefined, { 'accept-language': accept })).body
      .templateName
  expect(await name(null)).toBe('Barbecue')
  expect(await name(null, '', 'fi, pl;q=0.8, en;q=0.5')).toBe('Grill')
  expect(await name(null, '?language=en', 'pl')).toBe('Barbecue')
  expect(await name(ala, '', 'en')).toBe('Grill')
  expect(await name(ala, '?language=en')).toBe('Barbecue')
  expect((await server.call(null, 'GET', `${url}?language=xx`)).status).toBe(400)
})

test('TEMPLATES-1 TEMPLATES-3 own ones: created, edited, made public, deleted; by others only seen', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala', surname: 'Nowak' })
  const body = { id: 't1', templateName: ' Sunday ', description: 'For four', difficulty: 'hard' }
  const made = await server.call(ala, 'POST', '/api/v3/template', body)
  expect([made.status, made.body]).toEqual([200, { id: 't1' }])
  expect(await server.call(ala, 'POST', '/api/v3/template', body)).toMatchObject({
    status: 200,
    body: { id: 't1' },
  })
  expect((await server.call(ola, 'POST', '/api/v3/template', body)).body.code).toBe('idTaken')
  const ours = { id: 'predefined-barbecue', templateName: 'x' }
  expect((await server.call(ola, 'POST', '/api/v3/template', ours)).body.code).toBe('idTaken')

  const product = await server.call(ala, 'POST', '/api/v3/template/t1/product', {
    productName: 'Milk',
    quantity: 2.5,
    unit: 'l',
    price: 3.49,
    shop: 'Corner',
  })
  expect(product.status).toBe(200)
  const path = `/api/v3/template/t1/product/${product.body.id}`
  expect((await server.call(ala, 'PUT', path, { quantity: 3, category: 'Fruit' })).status).toBe(200)
  expect((await server.call(ala, 'PUT', path, { quantity: 0 })).body.fields).toEqual({
    quantity: 'outOfRange',
  })
  expect((await server.call(ala, 'PUT', '/api/v3/template/t1/product/no', { quantity: 1 })).status).toBe(404)
  const expected = {
    id: 't1',
    templateName: 'Sunday',
    description: 'For four',
    author: 'Ala Nowak',
    type: 'user',
    isPublic: false,
    difficulty: 'hard',
    image: 'basket.svg',
    date: new Date(server.clock.now).toISOString(),
    productCount: 1,
  }
  expect((await server.call(ala, 'GET', '/api/v3/template/t1')).body).toEqual({
    ...expected,
    products: [
      {
        ...noTexts,
        id: product.body.id,
        productName: 'Milk',
        quantity: 3,
        unit: 'l',
        price: 3.49,
        category_id: 'fruit',
        category_name: 'Fruit',
        shop_name: 'Corner',
        icon: 'fruit.svg',
      },
    ],
  })
  expect((await server.call(ala, 'GET', '/api/v3/templates?type=user')).body).toEqual({
    items: [expected],
    total: 1,
  })
  expect((await server.call(ola, 'GET', '/api/v3/template/t1')).status).toBe(404)
  expect((await server.call(ola, 'PUT', '/api/v3/template/t1', { isPublic: false })).status).toBe(404)

  const shown = { isPublic: true, image: 'pot.svg', templateName: 'Sunday dinner' }
  expect((await server.call(ala, 'PUT', '/api/v3/template/t1', shown)).status).toBe(200)
  const seen = { ...expected, ...shown, type: 'public' }
  expect((await server.call(null, 'GET', '/api/v3/templates/public?type=public')).body.items).toEqual([seen])
  expect((await server.call(ola, 'GET', '/api/v3/templates?type=public')).body.items).toEqual([seen])
  expect((await server.call(ala, 'GET', '/api/v3/templates?type=public')).body.items).toEqual([])
  expect((await server.call(ola, 'GET', '/api/v3/template/t1')).body.type).toBe('public')
  expect((await server.call(ola, 'GET', '/api/v3/templates?type=user')).body.total).toBe(0)
  for (const [method, url, sent] of [
    ['PUT', '/api/v3/template/t1', { templateName: 'mine' }],
    ['DELETE', '/api/v3/template/t1', undefined],
    ['POST', '/api/v3/template/t1/product', { productName: 'x' }],
    ['PUT', path, { productName: 'x' }],
    ['DELETE', path, undefined],
    ['PUT', '/api/v3/template/predefined-barbecue', { templateName: 'mine' }],
    ['DELETE', '/api/v3/template/predefined-barbecue', undefined],
  ] as const)
    expect((await server.call(ola, method, url, sent)).status, `${method} ${url}`).toBe(403)
  expect((await server.call(ola, 'DELETE', '/api/v3/template/predefined-none')).status).toBe(404)

  expect((await server.call(ala, 'DELETE', path)).status).toBe(200)
  expect((await server.call(ala, 'DELETE', path)).status).toBe(200)
  expect((await server.call(ala, 'DELETE', '/api/v3/template/t1')).status).toBe(200)
  expect((await server.call(ala, 'GET', '/api/v3/template/t1')).status).toBe(404)
  expect((await server.call(null, 'GET', '/api/v3/template/public/t1')).status).toBe(404)
  const again = await server.call(ala, 'POST', '/api/v3/template', body)
  expect([again.status, again.body.code]).toEqual([410, 'gone'])
})

test('TEMPLATES-1 public templates never show an address, and sleep while the account is to be deleted', async () => {
  const server = await testServer()
  const ala = await server.person('ala.secret@example.pl')
  await server.call(ala, 'POST', '/api/v3/template', { id: 't1', templateName: 'Party', isPublic: true })
  const open = await server.call(null, 'GET', '/api/v3/template/public/t1')
  expect([open.status, open.body.author]).toEqual([200, ''])
  expect(JSON.stringify(open.body)).not.toContain('secret')
  await server.db.updateTable('account').set({ status: 'D' }).where('id', '=', ala.id).execute()
  expect((await server.call(null, 'GET', '/api/v3/template/public/t1')).status).toBe(404)
  expect((await server.call(null, 'GET', '/api/v3/templates/public?type=public')).body.total).toBe(0)
})

test('TEMPLATES-1 an account that is not activated keeps its own templates and makes none public', async () => {
  const server = await testServer()
  await server.register('new@example.pl')
  const neo = personOf('new@example.pl', await server.logIn('new@example.pl'))
  const refused = await server.call(neo, 'POST', '/api/v3/template', { templateName: 'x', isPublic: true })
  expect([refused.status, refused.body.code]).toEqual([403, 'accountNotActivated'])
  const { body } = await server.call(neo, 'POST', '/api/v3/template', { templateName: 'x' })
  const edit = (change: object) => server.call(neo, 'PUT', `/api/v3/template/${body.id}`, change)
  expect((await edit({ isPublic: true })).body.code).toBe('accountNotActivated')
  expect((await edit({ isPublic: false, templateName: 'y' })).status).toBe(200)
})

test('TEMPLATES-2 search: names, and in the search call products too; page by page over both kinds', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  for (const templateName of ['Zupa żurek', 'Sunday', 'Święta']) {
    server.clock.now += 1_000
    await server.call(ala, 'POST', '/api/v3/template', { templateName })
  }
  const get = async (path: string) => (await server.call(ala, 'GET', `/api/v3/${path}`)).body
  expect(names((await get('templates?query=zurek')).items)).toEqual(['Zupa żurek'])
  expect(names((await get('templates?query=swie')).items)).toEqual(['Święta'])
  expect((await get('templates?query=urek')).total).toBe(0)
  expect((await get('templates?query=charcoal')).total).toBe(0)
  expect(names((await get('templates/search?query=charc')).items)).toEqual(['Barbecue'])
  const visitor = await server.call(null, 'GET', '/api/v3/templates/public-search?query=charcoal')
  expect(names(visitor.body.items)).toEqual(['Barbecue'])
  const all = await get('templates')
  expect(all.total).toBe(3 + predefinedTemplates('en').length)
  expect(names(all.items).slice(0, 4)).toEqual(['Święta', 'Sunday', 'Zupa żurek', 'Weekly shop'])
  const pages = []
  for (let page = 1; page <= 9; page++) pages.push(...(await get(`templates?page=${page}&limit=2`)).items)
  expect(names(pages)).toEqual(names(all.items))
  expect((await get('templates?limit=201')).fields).toEqual({ limit: 'outOfRange' })
})

test('TEMPLATES-3 from a list: for those who may tick it, with everything but the ticks', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const jan = await server.person('jan@example.pl')
  const list = await newList(server, ala)
  for (const product of [
    { productName: 'Milk', price: 3.49, productStatus: true },
    { productName: 'Bread', shop: 'Corner', category: '' },
  ])
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)
  const from = (who: typeof ala, id: string) =>
    server.call(who, 'POST', '/api/v3/template', { id, templateName: 'Copy', fromList: list })
  expect((await from(ola, 'o')).status).toBe(404)
  await share(server, ala, list, ola, 'shopping')
  await share(server, ala, list, jan, 'view')
  expect((await from(jan, 'j')).status).toBe(403)
  expect((await server.call(jan, 'GET', '/api/v3/template/j')).status).toBe(404)
  expect((await from(ola, 'o')).status).toBe(200)
  const { products } = (await server.call(ola, 'GET', '/api/v3/template/o')).body
  expect(products).toMatchObject([
    { productName: 'Milk', price: 3.49, category_name: 'Dairy', icon: 'dairy.svg' },
    { productName: 'Bread', priceUnknown: true, shop_name: 'Corner', category_name: '' },
  ])
  // The same id again gets the same answer, even if the list is deleted by then.
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: list })
  expect((await from(ola, 'o')).status).toBe(200)
})

test('TEMPLATES-4 to a list: own, public and predefined ones', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'POST', '/api/v3/template', { id: 't1', templateName: 'Sunday' })
  for (const productName of ['Milk', 'Bread'])
    await server.call(ala, 'POST', '/api/v3/template/t1/product', { productName, price: 2 })
  expect((await server.call(ola, 'POST', '/api/v3/template/t1/convert_to_list')).status).toBe(404)
  await server.call(ala, 'PUT', '/api/v3/template/t1', { isPublic: true })
  const made = await server.call(ola, 'POST', '/api/v3/template/t1/convert_to_list')
  expect(made.status).toBe(201)
  const list = (await server.call(ola, 'GET', `/api/v3/list/${made.body.id}`)).body
  expect(list).toMatchObject({ listName: 'Sunday', productCount: 2, checkedCount: 0, sum: 0 })
  expect(list.products).toMatchObject([
    { productName: 'Milk', category_name: 'Dairy', lastPrice: 2, addedBy: 'ola' },
    { productName: 'Bread', category_name: 'Bakery' },
  ])
  const ours = await server.call(
    ola,
    'POST',
    '/api/v3/template/predefined-pizza/convert_to_list?language=pl',
    {
      _list_name: 'Piątek',
    },
  )
  const pizza = (await server.call(ola, 'GET', `/api/v3/list/${ours.body.id}`)).body
  expect(pizza).toMatchObject({ listName: 'Piątek', sum: 0 })
  expect(pizza.products[0]).toMatchObject({ productName: 'Mąka', priceUnknown: true, icon: 'pantry.svg' })
  const empty = await server.call(ola, 'POST', '/api/v3/template/t1/convert_to_list', { _list_name: ' ' })
  expect(empty.body.fields).toEqual({ _list_name: 'required' })
})

test('TEMPLATES-4 merge: same name and unit adds up, bought ones are left alone, all or nothing', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  const add = async (product: object) =>
    (await server.call(ala, 'POST', `/api/v3/list/${list}/product`, product)).body.id
  await add({ productName: 'Żurek', quantity: 1.5, unit: 'l' })
  await add({ productName: 'Milk', quantity: 1, unit: 'l', productStatus: true })
  await add({ productName: 'Salt', quantity: 99_999 })
  await server.call(ala, 'POST', '/api/v3/template', { id: 't1', templateName: 'Sunday' })
  for (const product of [
    { productName: 'ZUREK', quantity: 2, unit: 'l' },
    { productName: 'Zurek', quantity: 1, unit: 'pcs' },
    { productName: 'zurek', quantity: 3, unit: 'pcs' },
    { productName: 'Milk', quantity: 1, unit: 'l' },
    { productName: 'salt', quantity: 2 },
  ])
    await server.call(ala, 'POST', '/api/v3/template/t1/product', product)
  const before = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.head
  const merged = await server.call(ala, 'POST', `/api/v3/template/t1/merge_with_list/${list}`)
  expect([merged.status, merged.body]).toEqual([200, { added: 3, merged: 2 }])
  const after = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  expect(after.head).toBe(before + 4)
  expect(
    after.products.map((one: { productName: string; quantity: number; unit: string }) => [
      one.productName,
      one.quantity,
      one.unit,
    ]),
  ).toEqual([
    ['Żurek', 3.5, 'l'],
    ['Milk', 1, 'l'],
    ['Salt', 99_999, 'pcs'],
    ['Zurek', 4, 'pcs'],
    ['Milk', 1, 'l'],
    ['salt', 2, 'pcs'],
  ])
  const merge = (who: typeof ala, template: string, to: string) =>
    server.call(who, 'POST', `/api/v3/template/${template}/merge_with_list/${to}`)
  expect((await merge(ola, 'predefined-pizza', list)).status).toBe(404)
  await share(server, ala, list, ola, 'shopping')
  expect((await merge(ola, 'predefined-pizza', list)).status).toBe(403)
  expect((await merge(ola, 't1', await newList(server, ola))).status).toBe(404)
  expect((await merge(ala, 'predefined-pizza', 'missing')).status).toBe(404)
})

test('TEMPLATES-4 a list that would grow too long takes nothing of the template', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const many = Array.from({ length: 4_995 }, (_, i) => ({
    list_id: list,
    id: `p${i}`,
    ...plainColumns(`x${i}`, ` x${i}`),
    bought: 0,
    position: `a0${String(i).padStart(5, '0')}V`,
    added_by: ala.id,
    created_at: 1,
    ver: 1,
    field_ver: '{}',
    field_at: '{}',
    field_by: '{}',
    deleted_at: 0,
  }))
  for (let i = 0; i < many.length; i += 1_000)
    await server.db
      .insertInto('product')
      .values(many.slice(i, i + 1_000))
      .execute()
  await recount(server.db)
  const refused = await server.call(ala, 'POST', `/api/v3/template/predefined-weekly/merge_with_list/${list}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'limitReached'])
  expect((await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount).toBe(4_995)
  // A template of thousands of products works in both directions.
  await server.call(ala, 'POST', '/api/v3/template', { id: 't', templateName: 'All', fromList: list })
  const copy = await server.call(ala, 'POST', '/api/v3/template/t/convert_to_list')
  expect((await server.call(ala, 'GET', `/api/v3/list/${copy.body.id}`)).body.productCount).toBe(4_995)
})

test('TEMPLATES-1 reads carry an ETag and answer 304 to those who have it', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  for (const url of [
    '/api/v3/templates',
    '/api/v3/templates/search?query=p',
    '/api/v3/templates/public',
    '/api/v3/templates/public-search',
    '/api/v3/template/predefined-pizza',
    '/api/v3/template/public/predefined-pizza',
  ]) {
    const tag = String((await server.call(ala, 'GET', url)).headers['etag'])
    expect(tag).toMatch(/^"[\w-]+"$/)
    const again = await server.call(ala, 'GET', url, undefined, { 'if-none-match': tag })
    expect([again.status, again.body], url).toEqual([304, ''])
  }
})

test('API an Idempotency-Key makes a list of a template once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const key = { 'idempotency-key': 'once' }
  const url = '/api/v3/template/predefined-pizza/convert_to_list'
  const [one, two] = await Promise.all([
    server.call(ala, 'POST', url, {}, key),
    server.call(ala, 'POST', url, {}, key),
  ])
  expect(one.body).toEqual(two.body)
  expect((await server.call(ala, 'GET', '/api/v3/lists')).body.total).toBe(1)
})
