import { describe, expect, it } from 'vitest'
import { coalesce, type Entry, entryFormat, project, upgrade } from '../../core/mutation.ts'
import { add, entry, row, set } from '../support/entries.ts'

describe('OFFLINE-1 the screen shows the rows with the outbox on top', () => {
  it('OFFLINE-1 shows an add, an edit and a tick at once and hides a deleted product', () => {
    const rows = [row('milk', 1, { position: 'a1' }), row('bread', 2, { position: 'a2' })]
    const shown = project(rows, [
      entry(1, add('eggs')),
      entry(2, set('milk', 'productStatus', true)),
      entry(3, { op: 'delete', productId: 'bread' }),
    ])
    expect(shown.map((p) => [p.id, p.productStatus, p.waiting])).toEqual([
      ['milk', true, true],
      ['eggs', false, true],
    ])
  })

  it('OFFLINE-2 marks only what is not yet on the server', () => {
    const [milk, bread] = project(
      [row('milk', 1, { position: 'a1' }), row('bread', 2, { position: 'a2' })],
      [entry(1, set('bread', 'price', 2))],
    )
    expect(milk?.waiting).toBe(false)
    expect(bread).toMatchObject({ waiting: true, price: 2 })
  })

  it('OFFLINE-6 shows nothing of a change to a product that the server says is gone', () => {
    expect(
      project(
        [row('milk', 3, { deleted: true })],
        [entry(1, set('milk', 'price', 2)), entry(2, add('milk'))],
      ),
    ).toEqual([])
  })

  it('OFFLINE-6 lets the row speak for an add whose answer was lost', () => {
    const [milk] = project(
      [row('milk', 3, { productName: 'renamed by another' })],
      [entry(1, add('milk', 'Milk'))],
    )
    expect(milk?.productName).toBe('renamed by another')
  })

  it('DETAIL-20 a price nobody typed is unknown until somebody types it', () => {
    expect(project([], [entry(1, add('milk'))])[0]).toMatchObject({ price: 0.01, priceUnknown: true })
    const [typed] = project(
      [row('milk', 1, { priceUnknown: true, price: 0.01 })],
      [entry(1, set('milk', 'price', 3))],
    )
    expect(typed).toMatchObject({ price: 3, priceUnknown: undefined })
  })

  it('DETAIL-22 gives an untouched row the same object again', () => {
    const rows = [row('milk', 1), row('bread', 2)]
    const before = project(rows, [])
    const after = project(rows, [entry(1, set('milk', 'price', 9))])
    expect(after.find((p) => p.id === 'bread')).toBe(before.find((p) => p.id === 'bread'))
    expect(after.find((p) => p.id === 'milk')).not.toBe(before.find((p) => p.id === 'milk'))
  })
})

describe('OFFLINE-6 coalescing what was never sent', () => {
  it('OFFLINE-6 set + set of a field: the newer stands at the tail and remembers the first value', () => {
    const entries = [entry(1, set('milk', 'price', 1), { prev: 7 }), entry(2, add('bread'))]
    expect(coalesce(entries, set('milk', 'price', 2))).toMatchObject({
      remove: [1],
      append: { value: 2 },
      prev: 7,
    })
  })

  it('OFFLINE-6 add + set: one add in the add’s place', () => {
    const folded = coalesce([entry(1, add('milk'))], set('milk', 'price', 2))
    expect(folded).toMatchObject({ remove: [], rewrite: { n: 1, value: { price: 2 } }, append: null })
  })

  it('OFFLINE-6 add + delete: both go; set + delete: only the delete', () => {
    expect(coalesce([entry(1, add('milk'))], { op: 'delete', productId: 'milk' })).toMatchObject({
      remove: [1],
      append: null,
    })
    const folded = coalesce([entry(1, set('milk', 'price', 2))], { op: 'delete', productId: 'milk' })
    expect(folded).toMatchObject({ remove: [1], append: { op: 'delete' } })
  })

  it('OFFLINE-6 never touches an entry that was sealed, or once sent and then taken back', () => {
    for (const more of [
      { seq: 4, sent: true },
      { seq: null, sent: true },
    ]) {
      const entries = [entry(1, add('milk'), more), entry(2, set('milk', 'price', 1), more)]
      expect(coalesce(entries, set('milk', 'price', 2))).toMatchObject({ remove: [], rewrite: null })
      expect(coalesce(entries, { op: 'delete', productId: 'milk' })).toMatchObject({
        remove: [],
        append: { op: 'delete' },
      })
    }
  })

  it('OFFLINE-6 leaves other fields and other products alone', () => {
    const entries = [entry(1, set('milk', 'productName', 'x')), entry(2, set('bread', 'price', 1))]
    expect(coalesce(entries, set('milk', 'price', 2)).remove).toEqual([])
  })
})

describe('OFFLINE-6 entries that another version of the app wrote', () => {
  const marked = (entry: Entry) => ({ ...entry, productId: `${entry.productId}!` })

  it('OFFLINE-6 older ones are brought up step by step, and keep their place and id', () => {
    const old = entry(3, add('milk'), { seq: 4, sent: true })
    expect(upgrade(old, [marked, marked])).toMatchObject({
      n: 3,
      opId: 'op3',
      seq: 4,
      productId: 'milk!!',
      format: 3,
    })
    expect(upgrade({ ...old, format: 2 }, [marked, marked])).toMatchObject({ productId: 'milk!', format: 3 })
    expect(upgrade(old)).toEqual(old)
  })

  it('OFFLINE-6 newer ones are not touched', () => {
    expect(upgrade({ ...entry(1, add('milk')), format: entryFormat + 1 })).toBeNull()
  })
})
