import { describe, expect, test } from 'vitest'
import type { Field } from '../../core/product/table.ts'
import { tillRest, tripEnd } from '../../core/product/trip.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import type { Row } from '../../core/contract/shapes.ts'
import type { TrayItem } from '../../core/sync/replica.ts'
import { i18n } from '../../src/texts/i18n.ts'
import { changeText, clearedText, reasonText } from '../../src/texts/change-text.ts'
import { choicesFor, otherOf, retry, waitingLines } from '../../src/sync/tray.ts'
import { add, entry, row } from '../support/entries.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const change = (field: Field, value: FieldValue) =>
  entry(1, { op: 'set', rowId: 'p', field, value, baseVer: 1 })

describe('FRAME-9 a change in plain words', () => {
  test.each([
    [entry(1, add('p', 'milk')), 'Added milk'],
    [
      entry(1, { op: 'add', rowId: 'p', value: tillRest('Lidl', 6_000, 0)! }),
      'Shopping finished: Lidl 60.00',
    ],
    [entry(1, { op: 'delete', rowId: 'p' }), 'Deleted bread'],
    [change('price', 3.49), 'Price of bread → 3.49\u00a0zł'],
    [change('quantity', 2.5), 'Quantity of bread → 2.5'],
    [change('unit', 'kg'), 'Unit of bread → kg'],
    [change('productStatus', true), 'Ticked bread'],
    [change('productStatus', false), 'Unticked bread'],
    [change('category', ''), 'No category for bread'],
    [change('shop', 'Market'), 'Shop for bread → Market'],
    [change('productName', 'rolls'), 'Name of bread → rolls'],
    [change('position', 'a1'), 'Moved bread'],
  ])('FRAME-9 %# %o', (made, words) => {
    expect(i18n._(changeText(made, 'bread', 'en'))).toBe(words)
  })

  test('FRAME-9 a product that this device does not know is still spoken of', () => {
    expect(i18n._(changeText(change('productStatus', true), undefined, 'en'))).toBe('Ticked a product')
  })
})

describe('OFFLINE-7 what can be done about a change that was not applied', () => {
  const item = (more: Partial<TrayItem>): TrayItem => ({
    opId: 'op1',
    listId: 'list',
    entry: change('price', 3.49),
    hung: [],
    why: 'stale',
    row: row('p', 7),
    at: 0,
    ...more,
  })
  const newId = () => 'new'

  test('OFFLINE-7 a later edit by somebody else: mine can be set once more', () => {
    expect(choicesFor(item({}))).toEqual(['useMine', 'keepTheirs'])
    expect(retry(item({}), newId)).toMatchObject({ op: 'set', rowId: 'p', field: 'price', value: 3.49 })
  })

  test('OFFLINE-7 a deleted product is put back as a new one with my change', () => {
    const gone = item({
      why: 'gone',
      row: row('p', 7, { productName: 'ham', quantity: 2, shop_name: 'Market' }),
    })
    expect(choicesFor(gone)).toEqual(['putBack', 'keepTheirs'])
    expect(retry(gone, newId)).toMatchObject({
      op: 'add',
      rowId: 'new',
      value: { productName: 'ham', quantity: 2, shop: 'Market', price: 3.49, position: 'a0' },
    })
  })

  test('OFFLINE-7 a refused add comes back with everything that was typed to it', () => {
    const refused = item({
      entry: entry(1, add('p', 'ham')),
      hung: [change('price', 4)],
      why: 'idTaken',
      row: null,
    })
    expect(retry(refused, newId)).toMatchObject({ op: 'add', value: { productName: 'ham', price: 4 } })
    // Several devices may have this product, refused for lack of room: it keeps its id.
    const full = { ...refused, why: 'limit' as const }
    expect(retry(full, newId)).toMatchObject({ op: 'add', rowId: refused.entry.rowId })
  })

  test.each(['forbidden', 'lost', 'invalid', 'tooLarge'] as const)(
    'OFFLINE-7 %s: there is nothing to try again',
    (why) => {
      expect(choicesFor(item({ why }))).toEqual(['keepTheirs'])
    },
  )

  test('OFFLINE-7 too little is known of the deleted product to put it back', () => {
    expect(choicesFor(item({ why: 'gone', row: null }))).toEqual(['keepTheirs'])
  })
})

test('FRAME-9 OFFLINE-7 who was faster is named where the row says it for certain, and is somebody where it does not', () => {
  const price = entry(1, { op: 'set', rowId: 'p', field: 'price', value: 3.49, baseVer: 1 })
  const said = (why: 'stale' | 'gone', more: Partial<Row>, made = price) => {
    const item: TrayItem = {
      opId: 'op1',
      listId: 'list',
      entry: made,
      hung: [],
      why,
      row: row('p', 7, more),
      at: 0,
    }
    return i18n._(reasonText(why, false, otherOf(item)))
  }
  const ben = { changedBy: 'Ben Nowak', mine: [] }
  expect(said('stale', ben)).toBe('Ben changed it later than you.')
  expect(said('stale', { ...ben, fieldVer: { price: 6 } })).toBe('Somebody changed it later than you.')
  expect(said('stale', { ...ben, mine: ['changed'] })).toBe('Changed later on your other device.')
  expect(said('stale', {})).toBe('Somebody changed it later than you.')
  const unticked = entry(1, { op: 'set', rowId: 'p', field: 'productStatus', value: false, baseVer: 1 })
  const ticked = { ...ben, tickedBy: 'Ola', productStatus: true }
  expect(said('stale', ticked, unticked)).toBe('Ola changed it later than you.')
  expect(said('gone', { ...ben, deleted: true })).toBe('Ben has deleted this product in the meantime.')
  expect(said('gone', ben)).toBe('Somebody has deleted this product in the meantime.')
})

test('FRAME-9 what a trip cleared from a list waits as one line, and what only says that it ended as another', () => {
  const cleared = (n: number, rowId: string) => entry(n, { op: 'delete', rowId, tick: 'counts' })
  const lines = waitingLines([
    entry(1, add('p', 'milk')),
    entry(2, { op: 'add', rowId: 'end', value: tripEnd('Lidl', 3) }),
    cleared(3, 'end'),
    cleared(4, 'a'),
    cleared(5, 'b'),
    entry(6, { op: 'delete', rowId: 'c' }),
    cleared(7, 'd'),
  ])
  expect(lines.map(({ entry: { rowId }, count }) => [rowId, count])).toEqual([
    ['p', 1],
    ['end', 1],
    ['a', 3],
    ['c', 1],
  ])
  expect(i18n._(clearedText(3))).toBe('Cleared 3 bought products')
})
