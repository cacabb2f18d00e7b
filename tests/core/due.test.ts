import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, dueProducts, joinDays, learnedInterval, mostDays } from '../../core/text/due.ts'
import { searchable } from '../../core/text/suggest.ts'

const today = 20_000
const now = today * 86_400_000 + 5_000
const ago = (...days: number[]) => days.map((day) => today - day)

describe('WEEK-5 how often a product is bought', () => {
  test('WEEK-5 is the median of the gaps between at least three trips', () => {
    expect(learnedInterval(ago(21, 14, 7))).toBe(7)
    expect(learnedInterval(ago(14, 7))).toBe(null)
    expect(learnedInterval([])).toBe(null)
    expect(learnedInterval(ago(29, 20, 9, 0))).toBe(9)
  })

  test('WEEK-5 does not change with one holiday or one party', () => {
    expect(learnedInterval(ago(70, 63, 56, 21, 14, 7, 0))).toBe(7)
    expect(learnedInterval(ago(28, 21, 18, 14, 7, 0))).toBe(7)
  })

  test('WEEK-5 several entries of one day or one trip count once', () => {
    expect(learnedInterval(ago(15, 14, 14, 8, 7, 1, 0))).toBe(7)
    expect(learnedInterval(ago(2, 1, 0))).toBe(null)
    expect(learnedInterval(ago(4, 3, 2, 1, 0))).toBe(2)
  })

  test('WEEK-5 is unknown where the gaps are irregular', () => {
    expect(learnedInterval(ago(28, 7, 0))).toBe(null)
    expect(learnedInterval(ago(60, 57, 30, 27, 0))).toBe(null)
  })

  test('WEEK-5 any days in any order give nothing or an interval that occurs among them', () => {
    const days = fc.array(fc.integer({ min: today - 400, max: today }), { maxLength: 12 })
    fc.assert(
      fc.property(days, (some) => {
        const every = learnedInterval(some)
        expect(learnedInterval(some.toReversed())).toBe(every)
        if (every === null) return
        expect(every).toBeGreaterThanOrEqual(2)
        expect(every).toBeLessThanOrEqual(Math.max(...some) - Math.min(...some))
      }),
    )
  })

  test('WEEK-5 only the last days are kept, each once', () => {
    expect(joinDays([3, 1], undefined, [2, 3])).toEqual([1, 2, 3])
    expect(joinDays(Array.from({ length: 20 }, (_, day) => day))).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
    expect(mostDays).toBe(8)
    expect(dayOf(now)).toBe(today)
  })
})

describe('WEEK-5 what is due', () => {
  interface Habit {
    productName: string
    days?: number[]
    lastAt?: string
  }
  const due = (habits: Habit[], told: Record<string, number> = {}, onList: string[] = []) =>
    dueProducts(
      searchable(habits, ({ productName }) => productName),
      new Map(Object.entries(told)),
      new Set(onList),
      now,
    ).map(({ productName }) => productName)
  const milk = (...days: number[]) => ({ productName: 'Milk', days: ago(...days) })

  test('WEEK-5 is what was bought one interval ago, a weekly product one day earlier', () => {
    expect(due([milk(21, 14, 7)])).toEqual(['Milk'])
    expect(due([milk(20, 13, 6)])).toEqual(['Milk'])
    expect(due([milk(19, 12, 5)])).toEqual([])
    expect(due([milk(6, 4, 2)])).toEqual(['Milk'])
    expect(due([milk(5, 3, 1)])).toEqual([])
  })

  test('WEEK-5 is not what is on the list already, and not what nobody has bought for long', () => {
    expect(due([milk(21, 14, 7)], {}, ['milk'])).toEqual([])
    expect(due([milk(41, 34, 27)])).toEqual(['Milk'])
    expect(due([milk(42, 35, 28)])).toEqual([])
  })

  test('WEEK-5 the latest comes first, and equally late ones always in the same order', () => {
    const habits = [
      { productName: 'Tea', days: ago(24, 17, 10) },
      { productName: 'Soap', days: ago(70, 50, 30) },
      { productName: 'Bread', days: ago(24, 17, 10) },
    ]
    expect(due(habits)).toEqual(['Soap', 'Bread', 'Tea'])
    expect(due(habits.toReversed())).toEqual(['Soap', 'Bread', 'Tea'])
  })

  test('WEEK-5 an interval that a person set counts more than the learned one, and 0 means never', () => {
    expect(due([milk(21, 14, 7)], { milk: 14 })).toEqual([])
    expect(due([milk(21, 14, 7)], { milk: 0 })).toEqual([])
    expect(due([{ productName: 'Salt', days: ago(30) }], { salt: 30 })).toEqual(['Salt'])
    expect(due([{ productName: 'Salt', days: ago(25) }], { salt: 30 })).toEqual([])
    // What an older version stored has only the last time.
    const lastAt = new Date(now - 15 * 86_400_000).toISOString()
    expect(due([{ productName: 'Salt', lastAt }], { salt: 14 })).toEqual(['Salt'])
    expect(due([{ productName: 'Salt' }], { salt: 14 })).toEqual([])
  })

  test('WEEK-5 a clock that was wrong once keeps nothing from being due', () => {
    expect(due([milk(21, 14, 7, -900)])).toEqual(['Milk'])
  })
})
