import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../core/contract/shapes.ts'
import { bringBack } from '../../../core/sync/bring-back.ts'
import { initialValues, type ProductValue } from '../../../core/product/table.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { addedView, type ProductView, valueOf } from '../../../core/sync/mutation.ts'

const at = '2026-11-27T10:00:00.000Z'
const value = (productName: string, more: Partial<ProductValue> = {}): ProductValue => ({
  ...initialValues,
  productName,
  position: 'a0',
  ...more,
})
const entry = (ver: number, productId: string, more: Partial<HistoryEntry>): HistoryEntry => ({
  ver,
  at,
  by: 'Ola',
  productId,
  productName: productId,
  what: 'set',
  ...more,
})
const listOf = (...products: [string, ProductValue][]) =>
  new Map(products.map(([id, one]) => [id, addedView(id, one)]))

function counting() {
  let n = 0
  return () => `new${++n}`
}

/** The values of a list's products after these changes, by id. */
function applied(products: ReadonlyMap<string, ProductView>, changes: readonly ProductChange[]) {
  const values = new Map([...products].map(([id, product]) => [id, valueOf(product)]))
  for (const change of changes) {
    if (change.op === 'delete') values.delete(change.rowId)
    else if (change.op === 'add') values.set(change.rowId, change.value)
    else {
      const old = values.get(change.rowId)
      if (old) values.set(change.rowId, { ...old, [change.field]: change.value })
    }
  }
  return values
}

const viewsOf = (values: ReadonlyMap<string, ProductValue>) =>
  new Map([...values].map(([id, one]) => [id, addedView(id, one)]))

describe('TOGETHER-5 bringing a list back', () => {
  test('TOGETHER-5 a deleted product comes back whole, with a new id, and Undo deletes it', () => {
    const milk = value('Milk', { price: 2.5, productStatus: true, note: 'cold' })
    const { changes, undo, ...counts } = bringBack(
      new Map(),
      [entry(5, 'milk', { what: 'delete', from: milk })],
      counting(),
    )
    expect(changes).toEqual([{ op: 'add', rowId: 'new1', value: milk }])
    expect(undo).toEqual([{ op: 'delete', rowId: 'new1' }])
    expect(counts).toEqual({ added: 1, deleted: 0, changed: 0 })
  })

  test('TOGETHER-5 what was added is deleted, and what was set is set back to what it was first', () => {
    const products = listOf(['milk', value('Milk', { price: 4 })], ['tea', value('Tea')])
    const { changes, undo } = bringBack(
      products,
      [
        entry(9, 'tea', { what: 'add' }),
        entry(8, 'milk', { field: 'price', from: 3, to: 4 }),
        entry(7, 'milk', { field: 'price', from: 2, to: 3 }),
      ],
      counting(),
    )
    expect(changes).toEqual([
      { op: 'delete', rowId: 'tea' },
      { op: 'set', rowId: 'milk', field: 'price', value: 2, also: { priceFor: 'unit' }, baseVer: 0 },
    ])
    expect(undo).toMatchObject([
      { op: 'add', rowId: 'new1', value: value('Tea') },
      { op: 'set', rowId: 'milk', field: 'price', value: 4, baseVer: 0 },
    ])
  })

  test('TOGETHER-5 a product that was changed and then deleted comes back as it was before both', () => {
    const entries = [
      entry(9, 'milk', { what: 'delete', from: value('Oat milk') }),
      entry(8, 'milk', { field: 'productName', from: 'Milk', to: 'Oat milk' }),
    ]
    const { changes } = bringBack(new Map(), entries, counting())
    expect(changes).toMatchObject([{ op: 'add', value: { productName: 'Milk' } }])
  })

  test('TOGETHER-5 a product that was added and deleted meanwhile stays away', () => {
    const entries = [
      entry(9, 'milk', { what: 'delete', from: value('Milk') }),
      entry(8, 'milk', { what: 'add' }),
    ]
    expect(bringBack(new Map(), entries, counting()).changes).toEqual([])
  })

  test('TOGETHER-5 DETAIL-20 a price that was unknown is unknown again, and Undo sets it again', () => {
    const entries = [
      entry(9, 'milk', { field: 'price', to: 4 }),
      entry(8, 'tea', { field: 'price', from: 3 }),
      entry(7, 'gone', { what: 'delete', from: value('Rye', { price: 2 }) }),
      entry(6, 'gone', { field: 'price', to: 2 }),
    ]
    const products = listOf(['milk', value('Milk', { price: 4 })], ['tea', value('Tea')])
    const { changes, undo } = bringBack(products, entries, counting())
    const set = { op: 'set', field: 'price', also: { priceFor: 'unit' }, baseVer: 0 } as const
    expect(changes).toEqual([
      { ...set, rowId: 'milk', value: null },
      { ...set, rowId: 'tea', value: 3 },
      { op: 'add', rowId: 'new1', value: value('Rye') },
    ])
    expect(undo).toEqual([
      { ...set, rowId: 'milk', value: 4 },
      { ...set, rowId: 'tea', value: null },
      { op: 'delete', rowId: 'new1' },
    ])
  })

  test('TOGETHER-5 PRICE-1 a price and what it is for come back as one change', () => {
    const entries = [
      entry(9, 'eggs', { field: 'priceFor', from: 'unit', to: 'all' }),
      entry(9, 'eggs', { field: 'price', from: 1.2, to: 12.99 }),
    ]
    const products = listOf(['eggs', value('Eggs', { price: 12.99, priceFor: 'all' })])
    const { changes, undo } = bringBack(products, entries, counting())
    const set = { op: 'set', field: 'price', rowId: 'eggs', baseVer: 0 } as const
    expect(changes).toEqual([{ ...set, value: 1.2, also: { priceFor: 'unit' } }])
    expect(undo).toEqual([{ ...set, value: 12.99, also: { priceFor: 'all' } }])
  })

  test('TOGETHER-5 a change of the list and a product that is not here are left alone', () => {
    const entries: HistoryEntry[] = [
      { ver: 8, at, by: 'Ola', what: 'list', field: 'listName', from: 'Weekend', to: 'Party' },
      entry(7, 'gone', { field: 'price', from: 1, to: 2 }),
    ]
    expect(bringBack(listOf(['milk', value('Milk', { price: 4 })]), entries, counting())).toEqual({
      changes: [],
      undo: [],
      added: 0,
      deleted: 0,
      changed: 0,
    })
  })

  test('TOGETHER-5 any list comes back to any of its moments, and Undo takes that back', () => {
    const ids = ['a', 'b', 'c', 'd'] as const
    const step = fc.record({
      id: fc.constantFrom(...ids),
      what: fc.constantFrom('add' as const, 'set' as const, 'tick' as const, 'delete' as const),
      name: fc.constantFrom('Milk', 'Bread', 'Tea'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, moment) => {
        const values = new Map<string, ProductValue>()
        const deleted = new Set<string>()
        const log: HistoryEntry[] = []
        let then: string[] = []
        const kept = () => plain(values)
        let since = 0
        steps.forEach(({ id, what, name }, n) => {
          if (n === moment) [then, since] = [kept(), log.length]
          const old = values.get(id)
          const note = (more: Partial<HistoryEntry>) => log.push(entry(n + 1, id, more))
          if (what === 'add' && !old && !deleted.has(id)) {
            values.set(id, value(name))
            note({ what })
          } else if (what === 'delete' && old) {
            values.delete(id)
            deleted.add(id)
            note({ what, from: old })
          } else if (what === 'tick' && old) {
            values.set(id, { ...old, productStatus: !old.productStatus })
            note({ field: 'productStatus', from: old.productStatus, to: !old.productStatus })
          } else if (what === 'set' && old && old.productName !== name) {
            values.set(id, { ...old, productName: name })
            note({ field: 'productName', from: old.productName, to: name })
          }
        })
        if (moment >= steps.length) [then, since] = [kept(), log.length]
        const products = viewsOf(values)
        const { changes, undo } = bringBack(products, log.slice(since).toReversed(), counting())
        const back = applied(products, changes)
        expect(plain(back)).toEqual(then)
        expect(plain(applied(viewsOf(back), undo))).toEqual(kept())
      }),
    )
  })
})

/** What the steps above change; the ids of what came back are new. */
function plain(values: ReadonlyMap<string, ProductValue>): string[] {
  return [...values.values()]
    .map(({ productName, productStatus }) => `${productName} ${productStatus}`)
    .toSorted()
}
