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
  expect(filledUp(of('Soap', 'Tea'), staples, 3)).toEqual(of('Soap', 'Tea', 'Milk'))
})
