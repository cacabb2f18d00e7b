import { expect, test } from 'vitest'
import { currencies } from '../../../core/product/currency.ts'
import { newList, testServer } from '../../support/server.ts'
import { addList, phone, setList } from '../sync/list-phone.ts'

async function home() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    server.call(ala, method, `/api/v3${path}`, body)
  const currencyOf = async (list: string) => (await call('GET', `/list/${list}`)).body.currency
  const made = async (path: string, body: unknown = {}) => (await call('POST', path, body)).body.id as string
  return { server, ala, call, currencyOf, made }
}

test('MONEY-3 a list has a currency, złoty at first, and every answer about it names another one', async () => {
  const { server, ala, call, currencyOf } = await home()
  const list = await newList(server, ala)
  await call('POST', `/list/${list}/product`, { productName: 'Milk', price: 3.49 })
  expect(await currencyOf(list)).toBeUndefined()
  expect((await call('PUT', '/list', { _id: list, currency: 'EUR' })).status).toBe(200)
  expect(await currencyOf(list)).toBe('EUR')
  const { items } = (await call('GET', '/lists')).body
  // The numbers stay: nobody knows the rate at which somebody paid.
  expect([items[0].currency, items[0].sum]).toEqual(['EUR', 3.49])
  const { hash } = (await call('GET', `/list/${list}`)).body
  expect((await server.call(null, 'GET', `/api/v3/list/hash/${hash}`)).body.currency).toBe('EUR')
  await call('PUT', '/list', { _id: list, _list_name: 'Urlop', currency: 'PLN' })
  expect((await call('GET', `/list/${list}`)).body.listName).toBe('Urlop')
  expect(await currencyOf(list)).toBeUndefined()
})

test('MONEY-3 a currency is a code of ISO 4217 that people pay with, else nothing changes', async () => {
  const { server, ala, call, currencyOf } = await home()
  const list = await newList(server, ala)
  for (const wrong of ['eur', 'XXX', 'XAU', 'KWD', '', 'EURO', '€']) {
    expect((await call('PUT', '/list', { _id: list, _list_name: 'No', currency: wrong })).status, wrong).toBe(
      400,
    )
    expect((await call('PUT', '/me/settings', { currency: wrong })).status, wrong).toBe(400)
  }
  expect(await currencyOf(list)).toBeUndefined()
  expect((await call('GET', `/list/${list}`)).body.listName).not.toBe('No')
  expect(new Set(currencies).size).toBe(currencies.length)
})

test('MONEY-3 a device sets the currency offline like the name, and only who may rename the list', async () => {
  const { server, ala, currencyOf } = await home()
  const mine = phone(server, ala, 'mine', 'c')
  await mine.send([addList('mine', { currency: 'CZK' })])
  expect(await currencyOf('mine')).toBe('CZK')
  const { body } = await mine.send([setList('mine', 'currency', 'EUR'), setList('mine', 'currency', 'KWD')])
  expect(Object.values(body.results).map(({ why }) => why)).toEqual(['invalid'])
  expect(body.rows.find((row) => 'listName' in row)).toMatchObject({ currency: 'EUR', ver: 2 })
  // An app that is older than currencies knows only złoty, and a list of it is in złoty.
  const old = phone(server, ala, 'old', 'd')
  await old.send([addList('old')])
  expect(await currencyOf('old')).toBeUndefined()

  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'POST', `/api/v3/list/share?_list_id=mine&_email_address=${ola.email}`)
  for (const [permission, status] of [
    ['view', 403],
    ['shopping', 403],
  ] as const) {
    await server.call(
      ala,
      'PUT',
      `/api/v3/shared_list/mine?email_address=${ola.email}&permission=${permission}`,
    )
    const refused = await server.call(ola, 'PUT', '/api/v3/list', { _id: 'mine', currency: 'USD' })
    expect(refused.status).toBe(status)
  }
  expect(await currencyOf('mine')).toBe('EUR')
})

test('MONEY-3 of two devices that make a lost list anew, the one that saw the later currency wins, with złoty too', async () => {
  const { server, ala, currencyOf } = await home()
  const hour = 3_600_000
  const [older, newer] = [phone(server, ala, 'mine', 'older'), phone(server, ala, 'mine', 'newer')]
  await older.send([addList('mine', { currency: 'EUR' }, { ageMs: 2 * hour })])
  expect(await currencyOf('mine')).toBe('EUR')
  await newer.send([addList('mine', { currency: 'PLN' }, { ageMs: hour })])
  expect(await currencyOf('mine')).toBeUndefined()
})

test('MONEY-3 copies, templates and lists made of them keep the currency', async () => {
  const { server, ala, call, currencyOf, made } = await home()
  const list = await newList(server, ala)
  await call('PUT', '/list', { _id: list, currency: 'EUR' })
  await call('POST', `/list/${list}/product`, { productName: 'Milk', price: 1.09 })
  expect(await currencyOf(await made(`/list/${list}/duplicate`))).toBe('EUR')
  expect(await currencyOf(await made(`/list/${list}/shop_again`))).toBe('EUR')
  expect(await currencyOf(await made(`/list/${list}/clone_unbought`))).toBe('EUR')
  const template = await made('/template', { templateName: 'Holidays', fromList: list })
  expect((await call('GET', `/template/${template}`)).body.currency).toBe('EUR')
  expect(await currencyOf(await made(`/template/${template}/convert_to_list`))).toBe('EUR')

  // Sums never mix: merged into złoty, its price becomes unknown.
  const other = await newList(server, ala)
  await call('POST', `/template/${template}/merge_with_list/${other}`)
  const { products, sum } = (await call('GET', `/list/${other}`)).body
  expect([products[0].productName, products[0].priceUnknown, sum]).toEqual(['Milk', true, 0])
})

test('MONEY-3 new lists and templates of an account have its currency', async () => {
  const { call, currencyOf, made } = await home()
  await call('PUT', '/me/settings', { currency: 'GBP', budget: 420.5 })
  expect((await call('GET', '/me/settings')).body).toMatchObject({ currency: 'GBP', budget: 420.5 })
  expect(await currencyOf(await made('/list'))).toBe('GBP')
  const template = await made('/template', { templateName: 'Empty' })
  expect((await call('GET', `/template/${template}`)).body.currency).toBe('GBP')
  const [ours] = (await call('GET', '/templates?type=predefined')).body.items
  expect(await currencyOf(await made(`/template/${ours.id}/convert_to_list`))).toBe('GBP')
  for (const budget of [-1, 1_000_000, 0.001])
    expect((await call('PUT', '/me/settings', { budget })).status).toBe(400)
  await call('PUT', '/me/settings', { budget: 0 })
  expect((await call('GET', '/me/settings')).body.budget).toBeUndefined()
})

test('MONEY-3 a price that is suggested, remembered for a code, or in the history names its currency', async () => {
  const { server, ala, call } = await home()
  const list = await newList(server, ala)
  await call('PUT', '/list', { _id: list, currency: 'EUR' })
  await call('POST', `/list/${list}/product`, { productName: 'Ajvar', price: 1.09 })
  const [suggested] = (await call('GET', '/products?query=Ajvar')).body
  expect([suggested.price, suggested.currency]).toEqual([1.09, 'EUR'])
  const [before] = (await call('GET', '/products/history/Ajvar')).body
  expect([before.price, before.currency]).toEqual([1.09, 'EUR'])
  const code = '/barcodes/5901234123457'
  await call('PUT', code, { productName: 'Ajvar', price: 1.09, currency: 'EUR' })
  expect((await call('GET', code)).body).toMatchObject({ price: 1.09, currency: 'EUR' })
  await call('PUT', code, { productName: 'Ajvar, mild' })
  expect((await call('GET', code)).body).toMatchObject({ price: 1.09, currency: 'EUR' })
  await call('PUT', code, { productName: 'Ajvar', price: 5 })
  expect((await call('GET', code)).body.currency).toBeUndefined()
})
