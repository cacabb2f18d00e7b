import { describe, expect, it } from 'vitest'
import { type Entry, entryFormat, fold, project, upgrade } from '../../../core/sync/mutation.ts'
import { add, entry, row, set } from '../../support/entries.ts'

describe('OFFLINE-1 the screen shows the rows with the outbox on top', () => {
  it('OFFLINE-1 shows an add, an edit and a tick at once and hides a deleted product', () => {
    const rows = [row('milk', 1, { position: 'a1' }), row('bread', 2, { position: 'a2' })]
    const shown = project(rows, [
      entry(1, add('eggs')),
      entry(2, set('milk', 'productStatus', true)),
      entry(3, { op: 'delete', rowId: 'bread' }),
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
    const [cleared] = project([row('milk', 1, { price: 3 })], [entry(1, set('milk', 'price', null))])
    expect(cleared).toMatchObject({ price: 0.01, priceUnknown: true })
  })

  it('DETAIL-22 gives an untouched row the same object again', () => {
    const rows = [row('milk', 1), row('bread', 2)]
    const before = project(rows, [])
    const after = project(rows, [entry(1, set('milk', 'price', 9))])
    expect(after.find((p) => p.id === 'bread')).toBe(before.find((p) => p.id === 'bread'))
    expect(after.find((p) => p.id === 'milk')).not.toBe(before.find((p) => p.id === 'milk'))
  })
})

describe('OFFLINE-6 what waits without what a later change stands for', () => {
  const left = (...entries: Entry[]) => fold(entries).map((e) => e.n)
  const gone = { op: 'delete', rowId: 'milk' } as const

  it('OFFLINE-6 of two sets of a field the later goes, in its own place', () => {
    const first = entry(1, set('milk', 'price', 1))
    expect(left(first, entry(2, add('bread')), entry(3, set('milk', 'price', 2)))).toEqual([2, 3])
  })

  it('OFFLINE-6 other fields and other products stay', () => {
    const entries = [entry(1, set('milk', 'productName', 'x')), entry(2, set('bread', 'price', 1))]
    expect(
      left(...entries, entry(3, set('milk', 'price', 2)), entry(4, add('x')), entry(5, add('y'))),
    ).toEqual([1, 2, 3, 4, 5])
  })

  it('OFFLINE-6 an add that was deleted goes not at all, with what was typed to it', () => {
    expect(left(entry(1, add('milk')), entry(2, set('milk', 'price', 1)), entry(3, gone))).toEqual([])
    expect(left(entry(1, add('bread')), entry(2, gone))).toEqual([1, 2])
  })

  it('OFFLINE-6 a delete goes alone, and once', () => {
    expect(left(entry(1, set('milk', 'price', 2)), entry(2, gone))).toEqual([2])
    expect(left(entry(1, gone), entry(2, gone))).toEqual([2])
  })

  const tick = set('milk', 'productStatus', true)
  const untick = set('milk', 'productStatus', false)
  const bought = { op: 'delete', rowId: 'milk', tick: 'counts' } as const
  const moved = { op: 'delete', rowId: 'milk', tick: 'takenBack' } as const

  it('MONEY-2 of a deleted product whose tick counts, all that was typed goes', () => {
    expect(left(entry(1, tick), entry(2, bought))).toEqual([1, 2])
    const offline = [entry(1, add('milk')), entry(2, set('milk', 'price', 3)), entry(3, tick)]
    expect(left(...offline, entry(4, set('milk', 'price', 4)), entry(5, bought))).toEqual([1, 3, 4, 5])
    const list = { op: 'delete', rowId: entry(1, bought).listId } as const
    expect(left(...offline, entry(4, bought), entry(5, list))).toEqual([5])
    // The same once the tick itself has gone.
    const sent = entry(3, tick, { seq: 4, sent: true })
    expect(left(sent, entry(4, set('milk', 'shop', 's')), entry(5, bought))).toEqual([3, 4, 5])
    expect(left(entry(4, set('milk', 'shop', 's')), entry(5, bought))).toEqual([4, 5])
  })

  it('MONEY-2 of a product that was moved its untick goes, if the server has the product', () => {
    const typed = [entry(1, set('milk', 'price', 3)), entry(2, tick), entry(3, untick)]
    expect(left(...typed, entry(4, moved))).toEqual([3, 4])
    expect(left(entry(0, add('milk')), ...typed, entry(4, moved))).toEqual([])
  })

  it('TRIAL-1 in a trial nobody sums what was bought, so nothing is kept for it', () => {
    const entries = [entry(1, add('milk')), entry(2, tick), entry(3, bought)]
    expect(fold(entries, { isTrial: true })).toEqual([])
  })

  it('OFFLINE-6 never leaves out what was sealed, or once sent and then taken back', () => {
    for (const more of [
      { seq: 4, sent: true },
      { seq: null, sent: true },
    ]) {
      const entries = [entry(1, add('milk'), more), entry(2, set('milk', 'price', 1), more)]
      expect(left(...entries, entry(3, set('milk', 'price', 2)), entry(4, gone))).toEqual([1, 2, 4])
    }
  })
})

describe('OFFLINE-6 entries that another version of the app wrote', () => {
  const marked = (entry: Entry) => ({ ...entry, rowId: `${entry.rowId}!` })

  it('OFFLINE-6 older ones are brought up step by step, and keep their place and id', () => {
    const old = entry(3, add('milk'), { seq: 4, sent: true, format: 1 })
    expect(upgrade(old, [marked, marked])).toMatchObject({
      n: 3,
      opId: 'op3',
      seq: 4,
      rowId: 'milk!!',
      format: 3,
    })
    expect(upgrade({ ...old, format: 2 }, [marked, marked])).toMatchObject({ rowId: 'milk!', format: 3 })
    const now = entry(3, add('milk'), { seq: 4, sent: true })
    expect(upgrade(now)).toEqual(now)
  })

  it('OFFLINE-6 an entry of form 1 called its row a product', () => {
    const { rowId, ...rest } = entry(3, add('milk'), { seq: 4, sent: true, format: 1 })
    const old = { ...rest, productId: rowId } as unknown as Entry
    expect(upgrade(old)).toEqual({ ...rest, rowId, format: 2 })
  })

  it('OFFLINE-6 newer ones are not touched', () => {
    expect(upgrade({ ...entry(1, add('milk')), format: entryFormat + 1 })).toBeNull()
  })
})

describe('PRICE-1 a set of a price and what it is for', () => {
  const price = (value: number, priceFor: 'unit' | 'all') =>
    ({ op: 'set', rowId: 'milk', field: 'price', value, also: { priceFor }, baseVer: 1 }) as const
  const left = (...entries: Entry[]) => fold(entries).map(({ n }) => n)

  it('PRICE-1 shows both at once', () => {
    const shown = project([], [entry(1, add('milk')), entry(2, price(3, 'all'))])
    expect(shown).toMatchObject([{ price: 3, priceFor: 'all' }])
    expect(
      project([], [entry(1, add('milk')), entry(2, price(3, 'all')), entry(3, price(4, 'unit'))]),
    ).toEqual([expect.not.objectContaining({ priceFor: 'all' })])
  })

  it('PRICE-1 is superseded only once both are set again', () => {
    expect(left(entry(1, price(3, 'all')), entry(2, price(4, 'unit')))).toEqual([2])
    expect(left(entry(1, price(3, 'all')), entry(2, set('milk', 'price', 4)))).toEqual([1, 2])
    expect(
      left(
        entry(1, price(3, 'all')),
        entry(2, set('milk', 'price', 4)),
        entry(3, set('milk', 'priceFor', 'all')),
      ),
    ).toEqual([2, 3])
  })

  it('PRICE-1 OFFLINE-9 waits for this version where an older one runs again; everything else does not', () => {
    expect(entry(1, price(3, 'all')).format).toBe(entryFormat - 1)
    expect(entry(1, set('milk', 'price', 4)).format).toBe(entryFormat - 2)
  })
})
