import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../core/product/entities.ts'
import { byPosition, isPosition, placesFor, positionAfter, wantedOrder } from '../../core/product/position.ts'
import { seeded } from '../support/random.ts'

interface Placed {
  id: string
  position: string
}

const longest = limits.position

/** Products added one after the other. */
function added(count: number, random: () => number): Placed[] {
  let last: string | null = null
  return Array.from({ length: count }, (_, i) => {
    last = positionAfter(last, random)
    return { id: `p${i}`, position: last }
  })
}

function placed(order: readonly Placed[], changed: readonly Placed[]): Placed[] {
  const places = new Map(changed.map(({ id, position }) => [id, position]))
  return order.map(({ id, position }) => ({ id, position: places.get(id) ?? position }))
}

/** Saves the order and checks everything that must hold; returns the products with their new positions. */
function saved(order: readonly Placed[], random: () => number, most?: number): Placed[] {
  const changed = placesFor(order, random, longest)
  if (most !== undefined) expect(changed.length).toBeLessThanOrEqual(most)
  const after = placed(order, changed)
  expect(after.toSorted(byPosition).map(({ id }) => id)).toEqual(order.map(({ id }) => id))
  expect(new Set(after.map(({ position }) => position)).size).toBe(order.length)
  const bad = changed.filter(({ position }) => position.length > longest || !isPosition(position))
  expect(bad).toEqual([])
  return after
}

const orders = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    seed: fc.integer(),
    count: fc.constant(count),
    moves: fc.array(fc.array(fc.nat({ max: count - 1 }), { maxLength: count }), { maxLength: 6 }),
  }),
)

test('DETAIL-13 whatever is moved wherever, again and again: ordered, unique and within the limit', () => {
  fc.assert(
    fc.property(orders, ({ seed, count, moves }) => {
      const random = seeded(seed)
      let products = added(count, random)
      for (const ids of moves) {
        const named = [...new Set(ids)].map((i) => products[i]?.id ?? '')
        products = saved(wantedOrder(products.toSorted(byPosition), named), random)
      }
    }),
  )
})

test('DETAIL-13 whatever places the products have, also none or a wrong one, any order can be saved', () => {
  const position = fc.oneof(
    fc.string({ maxLength: 130 }),
    fc.constantFrom(
      '',
      'a0',
      'a1',
      'Zz',
      'a0V',
      'z'.repeat(128),
      'a0' + '1'.repeat(126),
      `a${'0'.repeat(140)}1`,
    ),
    fc.stringMatching(/^a[0-9A-Za-z]{1,6}$/),
  )
  fc.assert(
    fc.property(fc.array(position, { maxLength: 30 }), fc.integer(), (positions, seed) => {
      saved(
        positions.map((one, i) => ({ id: `p${i}`, position: one })),
        seeded(seed),
      )
    }),
  )
})

test('DETAIL-13 as few products are moved as it takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), fc.nat(), fc.nat(), fc.integer(), (count, a, b, seed) => {
      const random = seeded(seed)
      const order = added(count, random)
      const [one] = order.splice(a % count, 1)
      order.splice(b % count, 0, one!)
      saved(order, random, 1)
    }),
  )
})

test('DETAIL-13 nine hundred one after the other into the same gap: few are moved when it is used up', () => {
  const random = seeded(7)
  let products = added(300, random)
  let moved = 0
  for (let i = 0; i < 900; i++) {
    const order = products.toSpliced(150, 0, { id: `new${i}`, position: '' })
    moved += placesFor(order, random, longest).length - 1
    products = saved(order, random)
  }
  expect(moved).toBeGreaterThan(0)
  expect(moved).toBeLessThan(50)
})

test('DETAIL-13 five thousand turned round, and round again, and dealt out like cards', () => {
  const random = seeded(8)
  let products = added(limits.productsInList, random)
  for (let i = 0; i < 3; i++) products = saved(products.toReversed(), random)
  const dealt = [0, 1, 2, 3].flatMap((part) => products.filter((_, i) => i % 4 === part))
  saved(dealt, random)
})

test('DETAIL-13 behind the last one there is always room', () => {
  const random = seeded(9)
  const end = 'z'.repeat(128)
  expect(isPosition(end)).toBe(true)
  expect(positionAfter(end, random).length).toBeLessThanOrEqual(longest)
  const many = added(20_000, random)
  expect(Math.max(...many.map(({ position }) => position.length))).toBeLessThan(16)
})

test('DETAIL-13 what is no fractional index in base 62 is no position', () => {
  for (const wrong of ['', 'a', 'a0!', 'a0é', 'a0 ', 'a00', 'b1', '0', 'A' + '0'.repeat(26), 'a0ž'])
    expect(isPosition(wrong), wrong).toBe(false)
  for (const right of ['a0', 'a0V', 'Zz', 'b10', 'zzzzzzzzzzzzzzzzzzzzzzzzzzz'])
    expect(isPosition(right)).toBe(true)
})

test('DETAIL-13 ids left out follow in their old order, unknown ones and repeated ones do nothing', () => {
  const products = ['a', 'b', 'c', 'd'].map((id) => ({ id, position: `a${id}` }))
  const ids = wantedOrder(products, ['d', 'nothing', 'b', 'd']).map(({ id }) => id)
  expect(ids).toEqual(['d', 'b', 'a', 'c'])
})
