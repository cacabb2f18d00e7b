import { expect, test } from 'vitest'
import { barcodeKey } from '../../../core/text/barcodes.ts'
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

test('SCAN-2 a weighed product is known whatever it weighs, also where an older version stored its weight', async () => {
  const server = await testServer()
  const [ala, ola] = [await server.person('ala@example.pl'), await server.person('ola@example.pl')]
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const at = (code: string) => `/api/v3/barcodes/${encodeURIComponent(code)}`
  const [light, heavy, key] = ['2712345001230', '2712345045678', '2712345000004'].map(checked)
  if (!light || !heavy || !key) throw new Error('no codes')
  const old = { account_id: ala.id, category: '', price: 1, price_unknown: 1, updated_at: server.clock.now }
  await server.db
    .insertInto('barcode')
    .values([
      { ...old, code: light, name: 'Ham', unit: 'dag' },
      // A short code with the same beginning is another product.
      { ...old, code: checked('27123450'), name: 'Gum', unit: 'pcs', updated_at: server.clock.now + 1 },
    ])
    .execute()
  for (const person of [ala, ola])
    expect((await server.call(person, 'GET', at(heavy))).body).toMatchObject({
      code: key,
      productName: 'Ham',
    })
  server.clock.now += 60_000
  await server.call(ala, 'PUT', at(heavy), { productName: 'Smoked ham', unit: 'dag' })
  for (const code of [light, heavy, key])
    expect((await server.call(ala, 'GET', at(code))).body).toMatchObject({
      code: key,
      productName: 'Smoked ham',
    })

  await server.call(ala, 'PUT', at('https://id.gs1.org/01/15901234123454/10/A'), { productName: 'Milk' })
  expect((await server.call(ala, 'GET', at('5901234123457'))).body.productName).toBe('Milk')
})

/** The code with the check digit that it needs. */
function checked(code: string): string {
  const digits = code.slice(0, -1)
  const found = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(
    (whole) =>
      [...whole].toReversed().reduce((sum, one, i) => sum + Number(one) * (i % 2 === 0 ? 1 : 3), 0) % 10 ===
      0,
  )
  return found ?? code
}
