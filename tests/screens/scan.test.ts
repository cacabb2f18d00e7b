import { expect, test } from 'vitest'
import { project } from '../../core/sync/mutation.ts'
import { decide, knownOf } from '../../src/scan/use-scan.ts'
import { createSteadyCode } from '../../src/scan/camera/decoding.ts'
import { row } from '../support/entries.ts'

test('SCAN-1 a code counts at its second read, once, and again only after it was out of sight', () => {
  const look = createSteadyCode()
  const reads: [code: string | null, at: number, counts: string | null][] = [
    ['5901234123457', 0, null],
    [null, 100, null],
    ['5901234123457', 200, '5901234123457'],
    ['5901234123457', 300, null],
    ['5901234123457', 1_700, null],
    ['96385074', 1_800, null], // misread once
    ['5901234123457', 1_900, null],
    ['5901234123457', 5_000, null],
    ['5901234123457', 5_100, '5901234123457'],
  ]
  for (const [code, at, counts] of reads) expect(look.read(code, at), String(at)).toBe(counts)
})

test('SCAN-2 a packet that stays before the camera while its name is asked is not scanned a second time', () => {
  const look = createSteadyCode()
  look.read('5901234123457', 0)
  expect(look.read('5901234123457', 100)).toBe('5901234123457')
  look.resume(60_000)
  expect(look.read('5901234123457', 60_100)).toBeNull()
  expect(look.read('5901234123457', 60_200)).toBeNull()
  expect(look.read('96385074', 60_300)).toBeNull()
  expect(look.read('96385074', 60_400)).toBe('96385074')
})

test('SCAN-2 HAND-2 what a scan means: still to buy goes before bought, and shopping only ticks', () => {
  const rows = [
    row('milk', 1, { productName: 'Milk', productStatus: true, position: 'a0' }),
    row('milk2', 2, { productName: 'milk', position: 'a1' }),
    row('zurek', 3, { productName: 'Żurek', productStatus: true, position: 'a2' }),
  ]
  const products = project(rows, [])
  const meant = (mode: 'edit' | 'shopping', name: string) => {
    const decision = decide(mode, products, { productName: name, unit: 'pcs' })
    if (decision.do === 'ask') return `ask ${decision.again.there.id} ${decision.again.both?.quantity}`
    return 'product' in decision ? `${decision.do} ${decision.product.id}` : decision.do
  }
  expect(meant('edit', 'Milk')).toBe('ask milk2 2')
  expect(meant('shopping', ' MILK ')).toBe('tick milk2')
  expect(meant('shopping', 'zurek')).toBe('bought zurek')
  expect(meant('edit', 'Żurek')).toBe('untick zurek')
  expect(meant('edit', 'Bread')).toBe('add')
  expect(meant('shopping', 'Bread')).toBe('absent')
})

test('SCAN-2 DETAIL-21 a code named after cheese by the gram is one pack of it, whose price nobody said', () => {
  const [byGram, byPiece] = project(
    [
      row('a', 1, { productName: 'cheese', quantity: 200, unit: 'g', price: 0.05 }),
      row('b', 2, { productName: 'milk', unit: 'l', price: 3.49, category_name: 'Dairy' }),
    ],
    [],
  )
  expect(knownOf(byGram!)).toEqual({ productName: 'cheese', unit: 'pcs', category: '' })
  expect(knownOf(byPiece!)).toEqual({ productName: 'milk', unit: 'l', category: 'Dairy', price: 3.49 })
})
