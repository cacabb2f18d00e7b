import { expect, test } from 'vitest'
import { searchable } from '../../core/text/suggest.ts'
import { filledUp, usuals } from '../../core/text/usuals.ts'

const now = Date.UTC(2026, 5, 1)
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
interface Habit {
  productName: string
  times?: number
  lastAt?: string
}
const names = (habits: readonly Habit[], onList: string[] = [], most?: number) =>
  usuals(
    searchable(habits, ({ productName }) => productName),
    new Set(onList),
    now,
    most,
  ).map(({ productName }) => productName)

test('HAND-2 what is bought often and lately comes first', () => {
  const habits = [
    { productName: 'Saffron', times: 1, lastAt: daysAgo(1) },
    { productName: 'Milk', times: 40, lastAt: daysAgo(6) },
    { productName: 'Ice cream', times: 60, lastAt: daysAgo(120) },
    { productName: 'Bread', times: 30, lastAt: daysAgo(2) },
  ]
  expect(names(habits)).toEqual(['Milk', 'Bread', 'Ice cream', 'Saffron'])
})

test('HAND-2 what is on the list now is no usual, whatever its case and accents', () => {
  const habits = [
    { productName: 'Żółty ser', times: 9, lastAt: daysAgo(3) },
    { productName: 'Milk', times: 2, lastAt: daysAgo(3) },
  ]
  expect(names(habits, ['zolty ser'])).toEqual(['Milk'])
})

test('HAND-2 what only the catalogue knows, and a date that cannot be read, is no habit', () => {
  expect(names([{ productName: 'Milk' }, { productName: 'Tea', times: 3, lastAt: 'yesterday' }])).toEqual([])
})

test('HAND-2 a clock that was wrong puts nothing above what is bought today', () => {
  const habits = [
    { productName: 'Future', times: 3, lastAt: daysAgo(-900) },
    { productName: 'Today', times: 4, lastAt: daysAgo(0) },
  ]
  expect(names(habits)).toEqual(['Today', 'Future'])
})

test('HAND-2 at most twelve, and equal ones always in the same order', () => {
  const habits = Array.from({ length: 30 }, (_, i) => ({
    productName: `Product ${String(i).padStart(2, '0')}`,
    times: 2,
    lastAt: daysAgo(5),
  }))
  expect(names(habits)).toHaveLength(12)
  expect(names(habits.toReversed())).toEqual(names(habits))
})

test('WEEK-4 an empty list begins with the usuals, then with staples, and no product stands there twice', () => {
  const of = (...all: string[]) => all.map((productName) => ({ productName }))
  const staples = of('Milk', 'Bread', 'Eggs', 'Butter')
  expect(filledUp([], staples)).toEqual(staples)
  expect(filledUp(of('Soap', 'egg', 'MILK'), staples)).toEqual(of('Soap', 'egg', 'MILK', 'Bread', 'Butter'))
  expect(filledUp(of('Soap', 'Tea'), staples, new Set(['bread']), 4)).toEqual(
    of('Soap', 'Tea', 'Milk', 'Eggs'),
  )
})

test('HABIT-4 what was bought once leaves after 30 days, twice after 60, often after months', () => {
  const bought = (times: number, days: number) =>
    names([{ productName: 'Milk', times, lastAt: daysAgo(days) }]).length
  expect([bought(1, 30), bought(1, 31)]).toEqual([1, 0])
  expect([bought(2, 60), bought(2, 61)]).toEqual([1, 0])
  expect([bought(8, 120), bought(8, 121)]).toEqual([1, 0])
})

test('HABIT-4 what was bought for a party leaves at once, but for what is bought again or was before', () => {
  const party = Array.from({ length: 20 }, (_, n) => ({
    productName: `Party thing ${n}`,
    times: 1,
    lastAt: daysAgo(3),
  }))
  const regular = [
    { productName: 'Milk', times: 9, lastAt: daysAgo(3), days: [20_580, 20_587, 20_602] },
    { productName: 'Candles', times: 1, lastAt: daysAgo(5) },
  ]
  expect(names([...party, ...regular])).toEqual(['Milk', 'Candles'])
  expect(names([...party, { ...regular[0]!, days: undefined }, regular[1]!])).toHaveLength(12)
  const again = { productName: 'Party thing 3', times: 2, lastAt: daysAgo(0) }
  expect(names([...party.filter((one) => one.productName !== 'Party thing 3'), again, ...regular])).toEqual([
    'Milk',
    'Party thing 3',
    'Candles',
  ])
  // A few new things on one day are no party, and the first big shop of a new household neither.
  expect(names([...party.slice(0, 9), ...regular])).toHaveLength(11)
  expect(names(party)).toHaveLength(12)
})
