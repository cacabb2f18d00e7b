import { beforeEach, describe, expect, test } from 'vitest'
import type { Arrangement } from '../../core/product/list.ts'
import { movedIn } from '../../core/product/position.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import { arrangedItems, findProducts } from '../../src/list/rows/use-items.ts'
import { select, selectAll, startSelecting, stopSelecting } from '../../src/list/rows/selection.tsx'
import { drawnSections, itemsOf } from '../../src/list/shop/shopping-section.tsx'
import { useListViews, readView } from '../../src/list/state/view.ts'

const product = (id: string, more: Partial<ProductView> = {}) =>
  ({ id, productName: id, category_name: '', shop_name: '', ...more }) as ProductView

describe('DETAIL-12 choosing', () => {
  const shown = ['a', 'b', 'c', 'd', 'e']
  const chosen = () => [...useListViews.getState().selection.ids].toSorted()
  beforeEach(() => startSelecting())

  test('DETAIL-12 one by one, and back', () => {
    select('b', true, shown, false)
    select('d', true, shown, false)
    select('b', false, shown, false)
    expect(chosen()).toEqual(['d'])
  })
  test('DETAIL-12 with the shift key everything from the last one on, up or down', () => {
    select('d', true, shown, false)
    select('b', true, shown, true)
    expect(chosen()).toEqual(['b', 'c', 'd'])
    select('c', false, shown, true)
    expect(chosen()).toEqual(['d'])
  })
  test('DETAIL-12 a range that began at a row that is gone is one row', () => {
    select('x', true, shown, false)
    select('c', true, shown, true)
    expect(chosen()).toEqual(['c', 'x'])
  })
  test('DETAIL-12 all, and the end of choosing', () => {
    selectAll(shown)
    expect(chosen()).toEqual(shown)
    stopSelecting()
    expect(useListViews.getState().selection).toMatchObject({ on: false, ids: new Set() })
  })
})

test('DETAIL-11 what is looked for begins a word of name, category or shop, accents aside', () => {
  const products = [
    product('Żółty ser', { category_name: 'Nabiał' }),
    product('Bread', { shop_name: 'Corner shop' }),
  ]
  const found = (query: string) => findProducts(products, query).map(({ id }) => id)
  expect(found('zol')).toEqual(['Żółty ser'])
  expect(found('nabial ser')).toEqual(['Żółty ser'])
  expect(found('CORNER')).toEqual(['Bread'])
  expect(found('read')).toEqual([])
  expect(found(' ')).toHaveLength(2)
})

test('DETAIL-11 DETAIL-26 a stored view that cannot be understood is the untouched one', () => {
  const untouched = { grouped: true, sort: 'own', shop: '', chosenAt: 0 }
  expect(readView(null)).toEqual(untouched)
  expect(readView({ grouped: 'yes', sort: 'sideways', shop: 7 })).toEqual(untouched)
  const chosen = { grouped: false, sort: 'down', shop: 'Lidl', chosenAt: 5 }
  expect(readView(chosen)).toEqual(chosen)
})

describe('DETAIL-11 DETAIL-15 the lines of a list', () => {
  const products = [
    product('Milk', { category_name: 'Dairy' }),
    product('Tape'),
    product('Butter', { category_name: 'Dairy' }),
    product('Apples', { category_name: 'Fruit' }),
  ]
  const nothing: ReadonlySet<string> = new Set()
  const lines = (
    of: readonly ProductView[],
    {
      settled = nothing,
      grouped = true,
      sort = 'own',
    }: Partial<Arrangement> & { settled?: typeof nothing } = {},
  ) => arrangedItems(of, settled, { grouped, sort }, 'en', ['Fruit', 'Dairy'])
  const said = ({ items }: Pick<ReturnType<typeof lines>, 'items'>) =>
    items.map((item) => (item.kind === 'product' ? item.key : `${item.category ?? 'basket'}: ${item.count}`))

  test('DETAIL-11 are grouped by aisle, in their own order inside a group', () => {
    const { ids, own, ...shown } = lines(products)
    expect(said(shown)).toEqual(['Fruit: 1', 'Apples', 'Dairy: 2', 'Milk', 'Butter', ': 1', 'Tape'])
    expect(ids).toEqual(['Apples', 'Milk', 'Butter', 'Tape'])
    expect(own).toBe(false)
  })
  test('DETAIL-11 have no headings where no product has a category', () => {
    expect(lines([product('Tape'), product('Glue')])).toMatchObject({
      ids: ['Tape', 'Glue'],
      own: true,
      grouped: false,
    })
  })
  test('DETAIL-15 end with what is bought, which is sorted like the rest', () => {
    const settled = new Set(['Apples', 'Milk'])
    const shown = lines(products, { settled, sort: 'down' })
    expect(said(shown)).toEqual(['Dairy: 1', 'Butter', ': 1', 'Tape', 'basket: 2', 'Milk', 'Apples'])
    expect(shown.ids).toEqual(['Butter', 'Tape', 'Milk', 'Apples'])
  })
  test('TRIP-2 a heading leaves with its last product, and no other one does', () => {
    const said = (settled: string[]) => lines(products, { settled: new Set(settled) }).items
    const headings = (settled: string[]) =>
      said(settled).flatMap((one) => (one.kind === 'heading' ? [one.category] : []))
    expect(headings(['Apples'])).toEqual(['Dairy', '', null])
    expect(headings(['Milk'])).toEqual(['Fruit', 'Dairy', '', null])
    expect(headings(['Milk', 'Butter', 'Tape', 'Apples'])).toEqual([null])
  })
})

test('DETAIL-13 a dragged row goes beside the row where it was dropped, whatever is bought in between', () => {
  const order = ['a', 'bought', 'b', 'c']
  const shown = ['a', 'b', 'c', 'bought']
  expect(movedIn(order, shown, 0, 1)).toEqual(['bought', 'b', 'a', 'c'])
  expect(movedIn(order, shown, 2, 1)).toEqual(['a', 'bought', 'c', 'b'])
  expect(movedIn(order, shown, 1, 1)).toEqual(order)
})

describe('DETAIL-22 the part of a long shopping list that is drawn', () => {
  const sections = [
    { key: 'one', title: 'One', products: [product('a'), product('b')] },
    { key: 'two', title: 'Two', products: [product('c'), product('d'), product('e')] },
    { key: 'three', title: 'Three', products: [product('f')] },
  ]
  const height = 10
  const place = (index: number) => ({ start: index * height, end: (index + 1) * height })

  test('DETAIL-22 everything, without gaps, where all rows are drawn', () => {
    const drawn = itemsOf(sections).map((_, index) => ({ index, gap: 0 }))
    const { shown, rest } = drawnSections(sections, { drawn, place: () => undefined })
    expect(
      shown.map(({ rows, above, below }) => [rows.map((r) => r.product.id).join(''), above, below]),
    ).toEqual([
      ['ab', 0, 0],
      ['cde', 0, 0],
      ['f', 0, 0],
    ])
    expect(rest).toBe(0)
  })

  test('DETAIL-22 a heading whose rows are seen is drawn though it lies above, and every pixel is kept', () => {
    // Only e is drawn. 'One' and 'Three' are not; 'Two' has its heading and empty space for c and d.
    const { shown, rest } = drawnSections(sections, { drawn: [{ index: 6, gap: 60 }], place })
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({ start: 3, above: 30, below: 0, rows: [{ index: 6, gap: 20 }] })
    expect(rest).toBe(20)
  })
})
