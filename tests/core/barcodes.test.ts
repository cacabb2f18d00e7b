import { expect, test } from 'vitest'
import { barcodeKey } from '../../core/text/barcodes.ts'

const gs = '\u001d'

test.each([
  // GTIN-14: the EAN with a leading 0, or a case of what is packed in it, with another check digit.
  ['05901234123457', '5901234123457'],
  ['15901234123454', '5901234123457'],
  ['95901234123450', '5901234123457'],
  ['00036000291452', '0036000291452'],
  ['00000096385074', '96385074'],
  // GS1 Digital Link, on any host, with more behind it or before it
  ['https://id.gs1.org/01/05901234123457', '5901234123457'],
  ['https://id.gs1.org/01/15901234123454/10/ABC123?17=271231', '5901234123457'],
  ['HTTPS://EXAMPLE.COM/some/shelf/01/05901234123457#more', '5901234123457'],
  ['http://example.com/gtin/5901234123457/ser/1', '5901234123457'],
  ['https://example.com/01/96385074', '96385074'],
  // GS1 data in a QR, a Data Matrix or Code 128
  ['0105901234123457', '5901234123457'],
  ['010590123412345717271231', '5901234123457'],
  [`]Q3010590123412345710ABC${gs}17271231`, '5901234123457'],
  [`]d217271231010590123412345710A`, '5901234123457'],
  [`]C110LOT7${gs}0105901234123457`, '5901234123457'],
  [`${gs}0105901234123457`, '5901234123457'],
  [`]d2310300125041059012341234570105901234123457`, '5901234123457'],
  ['(01)05901234123457(17)271231', '5901234123457'],
  // Weighed: weight or price and the check digit go.
  ['2712345012348', '2712345000000'],
  ['2712345999991', '2712345000000'],
  ['2712345000000', '2712345000000'],
  ['02712345012348', '2712345000000'],
  ['212345012345', '0212345000007'],
  // Numbered one by one inside of a shop, and the short codes of a discounter: nothing is weighed.
  ['2000000012346', '2000000012346'],
  ['20123451', '20123451'],
] as const)('SCAN-2 %s is %s', (read, key) => {
  expect(barcodeKey(read)).toBe(key)
  expect(barcodeKey(key)).toBe(key)
})

test.each([
  '15901234123457', // the check digit of another case
  '2712345012349',
  'https://example.com/5901234123457',
  'https://example.com/01/5901234123450',
  'https://example.com/?x=/01/05901234123457',
  'https://example.com/01/059012341234571',
  'https://www.example.com/promotion',
  '(01)05901234123450',
  ']Q317271231',
  ']Q3',
  `]C110LOT7`,
  '01059012341234',
  'javascript:01/05901234123457',
  '0'.repeat(10_000),
])('SCAN-2 %s is no product', (read) => {
  expect(barcodeKey(read)).toBeNull()
})
