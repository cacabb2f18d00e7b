import { expect, test } from 'vitest'
import type { Row } from '../../core/contract/shapes.ts'
import { agreed, againOf, type Given, meeting } from '../../core/text/again.ts'
import { row } from '../support/entries.ts'

function product(more: Partial<Row>) {
  return { ...row('a', 1, { price: 0.01, priceUnknown: true, ...more }), waiting: false }
}

/** What the question offers: what was said alone, and what a yes makes of it. */
function asked(there: Partial<Row>, given: Given) {
  const met = meeting([product(there)])(given)
  if (!met || !('ask' in met)) return met
  return { counted: met.ask.counted, both: met.ask.both, yes: agreed(met.ask) }
}

test.each([
  ['1 pcs', {}, { counted: false, both: {}, yes: { quantity: 2 } }],
  ['2 l', {}, { counted: false, both: {}, yes: { quantity: 3 } }],
  ['0.5 kg', {}, { counted: false, both: {}, yes: { quantity: 1.5 } }],
  ['500 g', {}, { counted: false, both: {}, yes: { quantity: 1000 } }],
  ['20 dag', {}, { counted: false, both: {}, yes: { quantity: 40 } }],
  ['99999 pcs', {}, { counted: false, both: {}, yes: null }],
  ['2 l', { quantity: 1, unit: 'l' }, { counted: true, both: { quantity: 3 }, yes: { quantity: 3 } }],
  ['2 l', { quantity: 2 }, { counted: true, both: null, yes: null }],
  [
    '2 l',
    { note: 'fresh' },
    { counted: false, both: { note: 'fresh' }, yes: { note: 'fresh', quantity: 3 } },
  ],
  ['2 pcs', { price: 3.5 }, { counted: false, both: { price: 3.5 }, yes: { price: 3.5, quantity: 3 } }],
  // For what unit it is a price nobody said.
  ['2 l', { price: 3.5 }, { counted: false, both: {}, yes: { quantity: 3 } }],
] as const)(
  'WEEK-8 %s there, said %o: an amount that nobody typed is never added up',
  (has, said, expected) => {
    const [quantity, unit] = has.split(' ')
    const there = { productName: 'Mleko', quantity: Number(quantity), unit: unit as Row['unit'] }
    expect(asked(there, { productName: 'mleka', ...said })).toEqual(expected)
  },
)

test('WEEK-6 WEEK-8 any form meets what is there; what is bought is unticked; what may be another stays new', () => {
  expect(asked({ productName: 'Jajka' }, { productName: 'jajko' })).toMatchObject({ counted: false })
  expect(asked({ productName: 'Jajka', productStatus: true }, { productName: '10 jajek' })).toBeNull()
  expect(asked({ productName: 'Jajka', productStatus: true }, { productName: 'jajek' })).toMatchObject({
    untick: { productName: 'Jajka' },
  })
  expect(asked({ productName: 'Chałki' }, { productName: 'chałka' })).toBeNull()
})

test.each([
  // An amount of one piece was not typed, nor one that a tile gave.
  ['1 pcs', {}, undefined, { quantity: 10 }, { quantity: 10 }],
  ['1 pcs', {}, undefined, { quantity: 2, price: 3 }, { quantity: 2, price: 3, priceFor: 'unit' }],
  ['1 pcs', {}, undefined, { quantity: 2, note: 'fresh' }, { quantity: 2, note: 'fresh' }],
  ['1 pcs', {}, undefined, { quantity: 0.5, unit: 'kg' }, { quantity: 0.5, unit: 'kg' }],
  ['10 pcs', {}, '10 pcs', { quantity: 12 }, { quantity: 12 }],
  ['1.5 l', {}, '1.5 l', { quantity: 500, unit: 'ml' }, { quantity: 500, unit: 'ml' }],
  ['1 kg', { price: 4, priceUnknown: false }, '1 kg', { quantity: 1.5, unit: 'kg' }, { quantity: 1.5 }],
  ['1 kg', { price: 4, priceUnknown: false }, '1 kg', { quantity: 500, unit: 'g' }, { quantity: 0.5 }],
  // What all of it costs follows the amount.
  [
    '1 pcs',
    { price: 4, priceUnknown: false, priceFor: 'all' },
    undefined,
    { quantity: 3 },
    { quantity: 3, price: 12 },
  ],
  // A price for a piece is none for a kilogram.
  ['1 pcs', { price: 4, priceUnknown: false }, undefined, { quantity: 1, unit: 'kg' }, null],
  // Typed, or the same once more.
  ['10 pcs', {}, undefined, { quantity: 10 }, { quantity: 20 }],
  ['12 pcs', {}, '10 pcs', { quantity: 10 }, { quantity: 22 }],
  ['1 pcs', {}, undefined, { quantity: 1 }, { quantity: 2 }],
  ['10 pcs', {}, '10 pcs', { quantity: 10 }, { quantity: 20 }],
] as const)(
  'HABIT-2 %s there %o, %s from a tile, and %o typed: an amount that nobody typed is replaced',
  (has, more, tile, said, expected) => {
    const [there, ofTile] = [has, tile].map((text) => {
      const [quantity, unit] = (text ?? '').split(' ')
      return { quantity: Number(quantity), unit: unit as Row['unit'] }
    })
    const again = againOf(
      product({ productName: 'Eggs', ...there, ...more }),
      { productName: 'eggs', ...said },
      tile === undefined ? undefined : ofTile,
    )
    expect(agreed(again)).toEqual(expected)
  },
)
