import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changed,
  firstPart,
  isEmpty,
  joined,
  listSetting,
  noChange,
  noSettings,
  type SettingsChange,
  without,
} from '../../core/product/account-settings.ts'
import { byUse, lastUsed, recentList } from '../../core/product/list-order.ts'

const list = (id: string, day: number) => ({ id, date: new Date(day * 86_400_000).toISOString() })
const set = (lists: SettingsChange['lists'] | [string, object][], shops: [string, string[] | null][] = []) =>
  changed(noSettings, { ...noChange, lists: new Map(lists), shops: new Map(shops) })

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
  lists: fc
    .array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c'),
        fc.record({ pinned: fc.boolean(), usedAt: fc.nat(9) }, { requiredKeys: [] }),
      ),
    )
    .map((all) => new Map(all)),
  shops: fc
    .array(
      fc.tuple(fc.constantFrom('', 'Lidl'), fc.option(fc.array(fc.constantFrom('x', 'y'), { minLength: 1 }))),
    )
    .map((all) => new Map(all)),
  products: fc
    .array(fc.tuple(fc.constantFrom('Milk', 'Tea'), fc.option(fc.nat(30))))
    .map((all) => new Map(all)),
})

describe('HAND-1 HAND-6 WEEK-5 what was set here and is not sent yet', () => {
  test('HAND-1 HAND-6 an answer that got lost does no harm: to set it again changes nothing', () => {
    fc.assert(
      fc.property(change, change, (before, one) => {
        const once = changed(changed(noSettings, before), one)
        expect(changed(once, one)).toEqual(once)
      }),
    )
  })

  test('HAND-1 HAND-6 what arrived is not sent again, and what was set meanwhile stays', () => {
    fc.assert(
      fc.property(change, change, (sent, later) => {
        expect(isEmpty(without(sent, sent))).toBe(true)
        const rest = without(joined(sent, later), sent)
        const server = changed(noSettings, sent)
        const keyed = ({ shops, products }: typeof noSettings) =>
          [shops, products].map((map) => [...map].toSorted())
        expect(keyed(changed(server, rest))).toEqual(keyed(changed(noSettings, joined(sent, later))))
        for (const [id, { pinned }] of changed(server, later).lists)
          expect(listSetting(changed(server, rest), id).pinned).toBe(pinned)
      }),
    )
  })

  test('HAND-1 HAND-6 a long change goes in parts that one call takes', () => {
    const lists = new Map(
      Array.from({ length: 1_000 }, (_, n) => [`${n}`.padStart(64, 'x'), { pinned: true }]),
    )
    const order = Array.from({ length: 100 }, (_, n) => `${n}`.padStart(100, '語'))
    let rest: SettingsChange = {
      lists,
      shops: new Map([
        ['a', order],
        ['b', order],
      ]),
      products: new Map(Array.from({ length: 50 }, (_, n) => [`${n}`.padStart(200, '語'), 14])),
    }
    let calls = 0
    for (; !isEmpty(rest); calls++) {
      const part = firstPart(rest)
      const body = JSON.stringify([[...part.lists], [...part.shops], [...part.products]])
      expect(new TextEncoder().encode(body).length).toBeLessThan(60 << 10)
      rest = without(rest, part)
    }
    expect(calls).toBe(5)
    expect(isEmpty(noChange)).toBe(true)
  })
})
