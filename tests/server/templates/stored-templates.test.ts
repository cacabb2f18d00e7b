import { expect, test } from 'vitest'
import {
  otherTemplateValues,
  asLastKnownRow,
  plainRow,
  wholeTemplateProduct,
  wholeTemplateRow,
} from '../../support/every-field.ts'
import { newList, testServer } from '../../support/server.ts'
import { type StoredRow, storedBy } from '../../support/stored.ts'

const milk = wholeTemplateProduct
const milkRow = wholeTemplateRow
const { bought: _, ...thingRow } = plainRow('Thing', ' thing')

async function atTemplate() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(ala, method, `/api/v3${path}`, body)
  await call('POST', '/template', { id: 't', templateName: 'Sunday' })
  await call('POST', '/template/t/product', { id: 'milk', ...milk })
  await call('POST', '/template/t/product', { id: 'thing', productName: 'Thing' })
  server.clock.now += 60_000
  return { server, ala, stored: await storedBy(server), call }
}

test('API TEMPLATES-3 a template that is made, edited and deleted stands in the database', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const given = { templateName: 'Święta', description: 'Every year', difficulty: 'hard', isPublic: true }
  const made = await stored(() => call('POST', '/template', { id: 'new', image: 'pot.svg', ...given }))
  const times = { created_at: server.clock.now, deleted_at: 0 }
  const row = { id: 'new', owner_id: ala.id, ...times, products: 0, portions: 0, source: '' }
  const words = { name: 'Święta', name_norm: ' swieta', description: 'Every year' }
  const rest = { difficulty: 'hard', is_public: 1, image: 'pot.svg', currency: 'PLN' }
  expect(made.stored).toEqual({ template: { added: [{ ...row, ...words, ...rest }] } })
  const edits: [body: object, columns: StoredRow][] = [
    [{ templateName: 'Łódź' }, { name: 'Łódź', name_norm: ' lodz' }],
    [{ description: '' }, { description: '' }],
    [{ difficulty: 'medium' }, { difficulty: 'medium' }],
    [{ isPublic: false }, { is_public: 0 }],
    [{ image: 'basket.svg' }, { image: 'basket.svg' }],
    [{ currency: 'EUR' }, { currency: 'EUR' }],
    [{ portions: 4 }, { portions: 4 }],
    [{ source: 'https://example.org/soup' }, { source: 'https://example.org/soup' }],
    [
      { portions: 0, source: '' },
      { portions: 0, source: '' },
    ],
  ]
  for (const [body, columns] of edits)
    expect((await stored(() => call('PUT', '/template/new', body))).stored).toEqual({
      template: { changed: [{ id: 'new', ...columns }] },
    })
  const blank = { id: 't', name: '', name_norm: '', products: 0, deleted_at: server.clock.now }
  expect((await stored(() => call('DELETE', '/template/t'))).stored).toEqual({
    template: { changed: [blank] },
    template_product: { removed: ['milk', 'thing'].map((id) => ({ template_id: 't', id })) },
  })
})

test('COOK-2 a template of a recipe stands in the database with its portions, its address and its products', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const source = 'https://example.org/soup?print=1'
  const body = { id: 'soup', templateName: 'Soup', portions: 4, source, products: [{ id: 'a', ...milk }] }
  const made = await stored(() => call('POST', '/template', body))
  expect(made.stored).toMatchObject({
    template: { added: [{ id: 'soup', owner_id: ala.id, portions: 4, source, products: 1 }] },
    template_product: { added: [{ template_id: 'soup', id: 'a', ...milkRow, place: 1 }] },
  })
  const again = await stored(() => call('POST', '/template', body))
  expect(again.stored).toEqual({})
  const { body: read } = await server.call(ala, 'GET', '/api/v3/template/soup')
  expect(read).toMatchObject({ portions: 4, source, productCount: 1, products: [{ id: 'a' }] })
  expect((await call('DELETE', '/template/soup')).status).toBe(200)

  const refused: [object, object][] = [
    [{ portions: -1 }, { portions: 'outOfRange' }],
    [{ portions: 501 }, { portions: 'outOfRange' }],
    [{ portions: 1.5 }, { portions: 'invalidType' }],
    [{ source: 'javascript:alert(1)' }, { source: 'invalidCharacters' }],
    [{ source: `https://example.org/${'x'.repeat(2_000)}` }, { source: 'tooLong' }],
    [{ products: [{ productName: '' }] }, { productName: 'required' }],
    [
      {
        products: [
          { productName: 'Milk', id: 'a' },
          { productName: 'Tea', id: 'a' },
        ],
      },
      { products: 'invalidType' },
    ],
    [{ products: [{ productName: 'Milk' }], fromList: 'x' }, { products: 'unknownField' }],
    [{ products: Array.from({ length: 201 }, () => ({ productName: 'Milk' })) }, { products: 'tooLong' }],
  ]
  for (const [values, fields] of refused) {
    const answer = await call('POST', '/template', { templateName: 'Soup', ...values })
    expect([values, answer.status, answer.body.fields]).toEqual([values, 400, fields])
  }
  expect((await server.call(ala, 'GET', '/api/v3/templates?type=user')).body.total).toBe(1)

  // The same rules for a template that is changed, and nothing of a refused change is stored.
  for (const [values, fields] of refused.slice(0, 5)) {
    const answer = await call('PUT', '/template/t', { templateName: 'Other', ...values })
    expect([values, answer.status, answer.body.fields]).toEqual([values, 400, fields])
  }
  expect((await server.call(ala, 'GET', '/api/v3/template/t')).body.templateName).toBe('Sunday')
  await call('PUT', '/template/t', { portions: 2, source })
  expect((await server.call(ala, 'GET', '/api/v3/template/t')).body).toMatchObject({ portions: 2, source })
  await call('PUT', '/template/t', { portions: 0, source: '' })
  const { body: without } = await server.call(ala, 'GET', '/api/v3/template/t')
  expect([without.portions, without.source]).toEqual([undefined, undefined])
})

test('API TEMPLATES-3 a product of a template stands in the database with all that belongs to it', async () => {
  const { stored, call } = await atTemplate()
  const added = await stored(() => call('POST', '/template/t/product', { ...milk, id: 'two' }))
  const key = { template_id: 't', id: 'two' }
  expect(added.stored).toEqual({
    template_product: { added: [{ ...key, ...milkRow, place: 3 }] },
    template: { changed: [{ id: 't', products: 3 }] },
  })
  for (const [field, value, columns] of otherTemplateValues)
    expect((await stored(() => call('PUT', '/template/t/product/two', { [field]: value }))).stored).toEqual({
      template_product: { changed: [{ ...key, ...columns }] },
    })
  expect((await stored(() => call('PUT', '/template/t/product/thing', { price: 2 }))).stored).toEqual({
    template_product: { changed: [{ template_id: 't', id: 'thing', price: 200, price_unknown: 0 }] },
  })
  expect((await stored(() => call('DELETE', '/template/t/product/two'))).stored).toEqual({
    template_product: { removed: [key] },
    template: { changed: [{ id: 't', products: 2 }] },
  })
})

test('API TEMPLATES-3 a template of a list holds every column of its living products, bought or not', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const list = await newList(server, ala)
  const add = (body: object) => call('POST', `/list/${list}/product`, body)
  await add({ id: 'a', ...milk, position: 'a2', productStatus: true })
  await add({ id: 'b', productName: 'Thing', position: 'a1' })
  await add({ id: 'c', productName: 'Gone', position: 'a3' })
  await call('DELETE', `/list/${list}/product/c`)
  const made = await stored(() => call('POST', '/template', { id: 'n', templateName: 'N', fromList: list }))
  const key = { template_id: 'n', id: expect.stringMatching(/^[\w-]{36}$/) }
  expect(made.stored['template_product']?.added).toEqual([
    { ...key, ...thingRow, place: 1 },
    { ...key, ...milkRow, place: 2 },
  ])
  expect(Object.keys(made.stored).toSorted()).toEqual(['template', 'template_product'])
})

test('API TEMPLATES-4 a list made of a template, and one it is merged into, hold every column', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const stamps = (ver: number) => ({
    added_by: ala.id,
    bought: 0,
    created_at: server.clock.now,
    ver,
    field_ver: `{"*":${ver}}`,
    deleted_at: 0,
  })
  const made = await stored(() => call('POST', '/template/t/convert_to_list', { _list_name: 'Made' }))
  const { id } = made.reply.body
  expect(made.stored).toEqual({
    list: { added: [expect.objectContaining({ id, name: 'Made', name_norm: ' made', head: 2 })] },
    product: {
      added: [
        expect.objectContaining({
          list_id: id,
          ...milkRow,
          ...asLastKnownRow(server.clock.now),
          ...stamps(1),
        }),
        expect.objectContaining({ list_id: id, ...thingRow, ...stamps(2) }),
      ],
    },
  })
  await call('PUT', '/template/t/product/milk', { unit: 'ml' })
  const merged = await stored(() => call('POST', `/template/t/merge_with_list/${id}`))
  expect(merged.stored).toMatchObject({
    list: { changed: [{ id, head: 4 }] },
    product: {
      added: [
        {
          list_id: id,
          ...milkRow,
          ...asLastKnownRow(server.clock.now),
          unit: 'ml',
          last_price: 139_600,
          ...stamps(4),
        },
      ],
      changed: [{ list_id: id, quantity: 200, ver: 3, field_ver: '{"*":2,"quantity":3}' }],
    },
  })
})

test('API PROFILE-6 an own category stands in the database', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const given = { category_name: 'Garden', icon: 'pot.svg', keywords: ['Saw', 'soil', 'Saw'] }
  const made = await stored(() => call('POST', '/category-keywords', given))
  const { id } = made.reply.body
  const row = { id, account_id: ala.id, created_at: server.clock.now }
  expect(made.stored).toEqual({
    category: { added: [{ ...row, name: 'Garden', icon: 'pot.svg', keywords: '["Saw","soil"]' }] },
  })
  const edits: [body: object, columns: StoredRow][] = [
    [{ category_name: 'Yard' }, { name: 'Yard' }],
    [{ icon: 'basket.svg' }, { icon: 'basket.svg' }],
    [{ keywords: ['rake'] }, { keywords: '["rake"]' }],
  ]
  for (const [body, columns] of edits)
    expect((await stored(() => call('PUT', `/category-keywords/${id}`, body))).stored).toEqual({
      category: { changed: [{ id, ...columns }] },
    })
  expect((await stored(() => call('DELETE', `/category-keywords/${id}`))).stored).toEqual({
    category: { removed: [{ id }] },
  })
})

test('API SCAN-2 what a code is called stands in the database, and once', async () => {
  const { server, ala, stored, call } = await atTemplate()
  const key = { account_id: ala.id, code: '5901234123457' }
  const put = (body: object) => stored(() => call('PUT', `/barcodes/${key.code}`, body))
  const given = { productName: 'Oat Milk', unit: 'l', category: 'Dairy', price: 3.49 }
  const row = {
    name: 'Oat Milk',
    unit: 'l',
    category: 'Dairy',
    price: 349,
    price_unknown: 0,
    currency: 'PLN',
  }
  expect((await put(given)).stored).toEqual({
    barcode: { added: [{ ...key, ...row, updated_at: server.clock.now }] },
  })
  server.clock.now += 1_000
  const other = { name: 'Rye', unit: 'pcs', category: '', price: 1, price_unknown: 1 }
  expect((await put({ productName: 'Rye' })).stored).toEqual({
    barcode: { changed: [{ ...key, ...other, updated_at: server.clock.now }] },
  })
})
