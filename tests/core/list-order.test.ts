import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, type ListSetting, noSettings } from '../../core/product/account-settings.ts'
import { byUse, lastUsed, recentList } from '../../core/product/list-order.ts'

const list = (id: string, day: number) => ({ id, date: new Date(day * 86_400_000).toISOString() })
const set = (lists: [string, Partial<ListSetting>][]) => ({
  ...noSettings,
  lists: new Map(lists.map(([id, setting]) => [id, { pinned: false, usedAt: 0, ...setting }])),
})

describe('HAND-1 the order of the lists', () => {
  const lists = [list('old', 1), list('newer', 2), list('newest', 3), list('pinned', 0), list('top', 0)]
  const ids = (settings = noSettings) => byUse(lists, settings).map(({ id }) => id)

  test('HAND-1 pinned ones first, then the last used, then the newest', () => {
    expect(ids()).toEqual(['newest', 'newer', 'old', 'top', 'pinned'])
    const used = (day: number) => ({ usedAt: day * 86_400_000 })
    const settings = set([
      ['pinned', { pinned: true }],
      ['top', { pinned: true, ...used(5) }],
      ['old', used(4)],
    ])
    expect(ids(settings)).toEqual(['top', 'pinned', 'old', 'newest', 'newer'])
    expect(lastUsed(settings)).toEqual(['top', 'old'])
  })

  test('HAND-1 a new list of somebody else stands above those that were used before it was made', () => {
    expect(ids(set([['old', { usedAt: 2.5 * 86_400_000 }]])).slice(0, 3)).toEqual(['newest', 'old', 'newer'])
  })
})

describe('WEEK-3 the list that the app opens with', () => {
  const hour = 3_600_000
  const now = 500 * hour
  const used = (lists: [string, number][]) => set(lists.map(([id, usedAt]) => [id, { usedAt }]))

  test.each<[string, [string, number][], string | null]>([
    ['nothing was used', [], null],
    ['used a moment ago', [['week', now]], 'week'],
    ['used 12 hours ago', [['week', now - 12 * hour]], 'week'],
    ['used longer ago', [['week', now - 12 * hour - 1]], null],
    [
      'the last of several',
      [
        ['week', now - 2 * hour],
        ['party', now - hour],
      ],
      'party',
    ],
    ['by another device whose clock is an hour ahead', [['week', now + hour]], 'week'],
    ['by a device whose clock is a day ahead', [['week', now + 24 * hour]], null],
  ])('WEEK-3 %s', (_, lists, expected) => {
    expect(recentList(used(lists), now)).toBe(expected)
  })

  test('WEEK-3 a list that was only pinned was not used', () => {
    expect(recentList(set([['week', { pinned: true }]]), 0)).toBeNull()
  })
})

const change = fc.record({
  lists: fc.array(
    fc.record(
      {
        id: fc.constantFrom('a', 'b', 'c'),
        pinned: fc.boolean(),
        usedAt: fc.nat(9).map((ms) => new Date(ms).toISOString()),
      },
      { requiredKeys: ['id'] },
    ),
  ),
  shops: fc.array(
    fc.record({
      shop: fc.constantFrom('', 'Lidl'),
      categories: fc.option(fc.array(fc.constantFrom('x', 'y'), { minLength: 1 })),
    }),
  ),
  products: fc.array(fc.record({ productName: fc.constantFrom('Milk', 'Tea'), days: fc.option(fc.nat(30)) })),
})

test('HAND-1 HAND-6 WEEK-5 an answer that got lost does no harm: to set it again changes nothing', () => {
  fc.assert(
    fc.property(change, change, (before, one) => {
      const once = changed(changed(noSettings, before), one)
      expect(changed(once, one)).toEqual(once)
    }),
  )
})
