import { describe, expect, test } from 'vitest'
import type { Field } from '../../core/product/table.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import type { TrayItem } from '../../core/sync/replica.ts'
import { i18n } from '../../src/texts/i18n.ts'
import { changeText } from '../../src/texts/change-text.ts'
import { choicesFor, retry } from '../../src/sync/tray.ts'
import { add, entry, row } from '../support/entries.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const change = (field: Field, value: FieldValue) =>
  entry(1, { op: 'set', rowId: 'p', field, value, baseVer: 1 })

describe('FRAME-9 a change in plain words', () => {
  test.each([
    [entry(1, add('p', 'milk')), 'Added milk'],
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
