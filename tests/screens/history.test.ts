import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../core/contract/shapes.ts'
import { groupsOf } from '../../src/list/page/history-groups.ts'

const minute = 60_000
const start = Date.parse('2026-11-27T12:00:00Z')
const entry = (ver: number, minutesAgo: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ver,
  at: new Date(start - minutesAgo * minute).toISOString(),
  by: 'Ola',
  productId: `p${ver}`,
  productName: `Product ${ver}`,
  what: 'add',
  ...more,
})
const ticked = { what: 'set', field: 'productStatus', from: false, to: true } as const
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

test('TOGETHER-5 a history is grouped by day, person and pause; what reads as one line is one part', () => {
  const days = groupsOf(
    [
      entry(9, 0, ticked),
      entry(8, 1, ticked),
      entry(7, 2, { what: 'set', field: 'price', from: 1, to: 2 }),
      entry(6, 3, { what: 'set', field: 'price', from: 0.5, to: 1 }),
      entry(5, 9, { by: 'Ola', mine: true }),
      entry(4, 40, { what: 'delete' }),
      entry(3, 51, { what: 'delete' }),
      entry(2, 24 * 60, ticked),
    ],
    dayOf,
  )
  const said = days.map(({ day, groups }) => [
    day,
    ...groups.map(({ mine, from, parts }) => [
      mine ? 'mine' : 'hers',
      from,
      ...parts.map(({ kind, entries }) => `${kind} ${entries.length}`),
    ]),
  ])
  expect(said).toEqual([
    [
      '2026-11-27',
      ['hers', 6, 'tick 2', 'set 1', 'set 1'],
      ['mine', 5, 'add 1'],
      ['hers', 4, 'delete 1'],
      ['hers', 3, 'delete 1'],
    ],
    ['2026-11-26', ['hers', 2, 'tick 1']],
  ])
  expect(groupsOf([], dayOf)).toEqual([])
})

test('OPEN-7 what an assistant did is a group of its own, under the name of its token', () => {
  const [today] = groupsOf(
    [entry(4, 0), entry(3, 1, { via: 'Assistant' }), entry(2, 2, { via: 'Assistant' }), entry(1, 3)],
    dayOf,
  )
  expect(today?.groups.map(({ via, from }) => [via, from])).toEqual([
    ['', 4],
    ['Assistant', 2],
    ['', 1],
  ])
})

test('TRIP-3 TOGETHER-5 what goes at the end of a trip is bought, and not deleted', () => {
  const leaves = (ver: number, productStatus: boolean) =>
    entry(ver, 0, { what: 'delete', from: { productName: 'Milk', productStatus } })
  const [today] = groupsOf([leaves(3, true), leaves(2, true), leaves(1, false)], dayOf)
  expect(today?.groups[0]?.parts.map(({ kind, entries }) => `${kind} ${entries.length}`)).toEqual([
    'clear 2',
    'delete 1',
  ])
})
