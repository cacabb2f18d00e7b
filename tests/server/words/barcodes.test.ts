import { expect, test } from 'vitest'
import { barcodeKey } from '../../../core/words/barcodes.ts'
import { newList, share, testServer } from '../../support/server.ts'

test('SCAN-2 codes: digits are checked, and all ways to write one code are one', () => {
  expect(barcodeKey('5901234123457')).toBe('5901234123457')
  expect(barcodeKey('96385074')).toBe('96385074')
  expect(barcodeKey('036000291452')).toBe('0036000291452')
  expect(barcodeKey('0036000291452')).toBe('0036000291452')
  // UPC-E, in each of its forms
  expect(barcodeKey('04252614')).toBe('0042100005264')
  expect(barcodeKey('042100005264')).toBe('0042100005264')
  expect(barcodeKey('01234565')).toBe('0012345000065')
  expect(barcodeKey('01234531')).toBe('0012300000451')
  expect(barcodeKey('01234543')).toBe('0012340000053')
  for (const wrong of ['', '5901234123456', '96385075', '036000291453', '123', '5901234123457 ', '٥٩٠١٢٣٤'])
    expect(barcodeKey(wrong), wrong).toBeNull()
})

test('SCAN-2 a code is remembered for the caller, and without the price for those who edit together', async () => {
  const server = await testServer()
  const [ala, ola, jan, eve] = await Promise.all(
    ['ala', 'ola', 'jan', 'eve'].map((name) => server.person(`${name}@example.pl`)),
  )
  if (!ala || !ola || !jan || !eve) throw new Error('nobody')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, jan, 'shopping')
  const url = '/api/v3/barcodes/5901234123457'
  expect((await server.call(ala, 'GET', url)).status).toBe(404)
  const milk = { productName: ' Milk ', unit: 'l', category: 'Dairy', price: 3.49 }
  const put = await server.call(ala, 'PUT', url, milk)
  const known = { code: '5901234123457', productName: 'Milk', unit: 'l', category: 'Dairy' }
  expect([put.status, put.body]).toEqual([200, { ...known, price: 3.49 }])
  expect((await server.call(ala, 'GET', url)).body).toEqual({ ...known, price: 3.49 })
  expect((await server.call(ola, 'GET', url)).body).toEqual(known)
  for (const other of [jan, eve]) expect((await server.call(other, 'GET', url)).status).toBe(404)

  // One's own entry comes first and changes nobody else's.
  server.clock.now += 1_000
  await server.call(ola, 'PUT', url, { productName: 'Oat milk' })
  expect((await server.call(ola, 'GET', url)).body.productName).toBe('Oat milk')
  expect((await server.call(ala, 'GET', url)).body.productName).toBe('Milk')
  await server.call(ala, 'PUT', url, { productName: 'Milk' })
  expect((await server.call(ala, 'GET', url)).body).toEqual({
    code: '5901234123457',
    productName: 'Milk',
    unit: 'pcs',
    category: '',
  })
  await server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`)
  await server.call(ola, 'PUT', '/api/v3/barcodes/96385074', { productName: 'Gum' })
  expect((await server.call(ala, 'GET', '/api/v3/barcodes/96385074')).status).toBe(404)

  const wrong = await server.call(ala, 'PUT', '/api/v3/barcodes/5901234123450', milk)
  expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'invalidCharacters' }])
  expect((await server.call(ala, 'GET', '/api/v3/barcodes/abc')).status).toBe(400)
  expect((await server.call(ala, 'PUT', url, { ...milk, quantity: 2 })).status).toBe(400)
  expect((await server.call(ala, 'PUT', url, { productName: '' })).body.fields).toEqual({
    productName: 'required',
  })
})
