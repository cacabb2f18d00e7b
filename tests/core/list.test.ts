import { describe, expect, test } from 'vitest'
import { limits } from '../../core/product/entities.ts'
import { arrange, hereAndAnywhere } from '../../core/product/list.ts'
import { byPosition, placesFor, positionBetween } from '../../core/product/position.ts'
import { seeded } from '../support/random.ts'

const product = (productName: string, category_name = '', shop_name = '') => ({
  productName,
  category_name,
  shop_name,
})
const shown = (groups: ReturnType<typeof arrange<ReturnType<typeof product>>>) =>
  groups.map((group) => [group.category, ...group.products.map((p) => p.productName)])

describe('DETAIL-11 what is shown while the list is edited', () => {
  const products = [
    product('żurek', 'Soups'),
    product('Milk', 'Dairy'),
    product('bread'),
    product('zupa', 'Soups'),
    product('item 10'),
    product('item 2'),
  ]

  test('DETAIL-11 the own order is left alone, as one group', () => {
    expect(shown(arrange(products, { grouped: false, sort: 'own' }, 'en'))).toEqual([
      ['', 'żurek', 'Milk', 'bread', 'zupa', 'item 10', 'item 2'],
    ])
  })

  test('DETAIL-11 sorts by name up and down as a person of that language reads', () => {
    expect(shown(arrange(products, { grouped: false, sort: 'up' }, 'pl'))).toEqual([
      ['', 'bread', 'item 2', 'item 10', 'Milk', 'zupa', 'żurek'],
    ])
    expect(shown(arrange(products, { grouped: false, sort: 'down' }, 'pl'))).toEqual([
      ['', 'żurek', 'zupa', 'Milk', 'item 10', 'item 2', 'bread'],
    ])
  })

  test('HAND-6 categories stand in the usual order of a shop, and where it was learned in that of the shop', () => {
    const some = [product('cat food', 'Pets'), product('milk', 'Dairy'), product('bread', 'Bakery')]
    const categories = (order?: readonly string[]) =>
      arrange(some, { grouped: true, sort: 'own' }, 'en', order).map((group) => group.category)
    expect(categories()).toEqual(['Bakery', 'Dairy', 'Pets'])
    expect(categories(['Pets', 'Dairy', 'Bakery'])).toEqual(['Pets', 'Dairy', 'Bakery'])
  })

  test('DETAIL-11 category first, then names; without a category last', () => {
    expect(shown(arrange(products, { grouped: true, sort: 'down' }, 'pl'))).toEqual([
      ['Dairy', 'Milk'],
      ['Soups', 'żurek', 'zupa'],
      ['', 'item 10', 'item 2', 'bread'],
    ])
    expect(shown(arrange(products, { grouped: true, sort: 'own' }, 'pl'))[1]).toEqual([
      'Soups',
      'żurek',
      'zupa',
    ])
  })

  test('DETAIL-11 the same name twice keeps its own order both ways', () => {
    const twice = [
      { ...product('egg'), id: 1 },
      { ...product('egg'), id: 2 },
    ]
    for (const sort of ['up', 'down'] as const)
      expect(arrange(twice, { grouped: false, sort }, 'en')[0]?.products.map((p) => p.id)).toEqual([1, 2])
  })
})

test('DETAIL-26 here and anywhere: what this shop has and what any shop has', () => {
  const products = [product('milk', '', 'Lidl'), product('nails', '', 'Castorama'), product('bread')]
  const names = (shop: string) => hereAndAnywhere(products, shop).map((p) => p.productName)
  expect(names('Lidl')).toEqual(['milk', 'bread'])
  expect(names('')).toEqual(['milk', 'nails', 'bread'])
})

describe('DETAIL-13 positions for a saved order', () => {
  const start = (count: number, random: () => number) => {
    let last: string | null = null
    return Array.from({ length: count }, (_, i) => {
      last = positionBetween(last, null, random)
      return { id: `p${i}`, position: last }
    })
  }
  const after = (order: { id: string; position: string }[], changed: { id: string; position: string }[]) => {
    const places = new Map(changed.map(({ id, position }) => [id, position]))
    return order
      .map(({ id, position }) => ({ id, position: places.get(id) ?? position }))
      .toSorted(byPosition)
      .map(({ id }) => id)
  }

  test('DETAIL-13 one product that was moved is one edit, and nothing moved is none', () => {
    const random = seeded(3)
    const order = start(50, random)
    expect(placesFor(order, random, limits.position)).toEqual([])
    const moved = [...order.slice(1, 20), order[0]!, ...order.slice(20)]
    const changed = placesFor(moved, random, limits.position)
    expect(changed.map(({ id }) => id)).toEqual(['p0'])
    expect(after(moved, changed)).toEqual(moved.map(({ id }) => id))
  })

  test('DETAIL-13 any order can be saved over any other, again and again, within the limit', () => {
    const random = seeded(4)
    let order = start(300, random)
    for (let round = 0; round < 12; round++) {
      const mixed = order
        .map((p) => ({ p, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ p }) => p)
      const changed = placesFor(mixed, random, limits.position)
      expect(after(mixed, changed)).toEqual(mixed.map(({ id }) => id))
      const places = new Map(changed.map(({ id, position }) => [id, position]))
      order = mixed.map(({ id, position }) => ({ id, position: places.get(id) ?? position }))
      expect(Math.max(...order.map(({ position }) => position.length))).toBeLessThanOrEqual(limits.position)
    }
  })

  test('DETAIL-13 the same place twice, or none at all, is put right', () => {
    const random = seeded(5)
    const order = [
      { id: 'a', position: '' },
      { id: 'b', position: 'a0' },
      { id: 'c', position: 'a0' },
      { id: 'd', position: 'not!' },
    ]
    expect(after(order, placesFor(order, random, limits.position))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('DETAIL-13 where there is no room left, all are numbered anew', () => {
    const random = seeded(6)
    const order = start(5, random)
    const mixed = order.toReversed()
    const changed = placesFor(mixed, random, 3)
    expect(changed).toHaveLength(5)
    expect(after(mixed, changed)).toEqual(mixed.map(({ id }) => id))
  })
})
