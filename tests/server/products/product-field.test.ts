import { expect, test } from 'vitest'
import { fields, productFields, templateFields } from '../../../core/product/table.ts'
import { wholeProduct, wholeTemplateProduct } from '../../support/every-field.ts'
import { newList, testServer } from '../../support/server.ts'

/*
 * Walks the table of product fields through every place on the server where a field can be forgotten; the failed test
 * names the place and the fields. tests/screens/product-field.test.tsx does the same for the screens.
 */

test.each([
  ['product', fields],
  ['template_product', templateFields],
] as const)('DETAIL-29 each field has a column in the table %s', async (name, some) => {
  const { db } = await testServer()
  const tables = await db.introspection.getTables()
  const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
  expect(some.filter((field) => !columns?.includes(productFields[field].column))).toEqual([])
})

test('DETAIL-29 each field is in the export, in lists and in templates', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { id: 'milk', ...wholeProduct })
  await server.call(ala, 'POST', '/api/v3/template', { id: 't', templateName: 'Sunday' })
  await server.call(ala, 'POST', '/api/v3/template/t/product', { id: 'milk', ...wholeTemplateProduct })
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  const inList = body.lists[0].products[0]
  const inTemplate = body.templates[0].products[0]
  expect(fields.filter((field) => inList[productFields[field].shown] !== wholeProduct[field])).toEqual([])
  expect(
    templateFields.filter((field) => inTemplate[productFields[field].shown] !== wholeTemplateProduct[field]),
  ).toEqual([])
})
