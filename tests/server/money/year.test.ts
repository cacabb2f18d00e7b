import { expect, test } from 'vitest'
import { prune } from '../../../server/operate/jobs.ts'
import { newList, share } from '../../support/server.ts'
import { add, household, type Op, remove, set, sharedList, tick, untick } from './household.ts'

/**
 * A year of a household in Warsaw, whose sums were computed by hand. Each row: when the device says it was, in UTC, who
 * did it, in which list, what, and in the comment what it means for the sums.
 */
test('MONEY-2 a year of spending is exact by month, shop, category and list', async () => {
  const house = await household()
  const { server, ala, ola, jan, send } = house
  const people = { ala, ola, jan }
  const lists = {
    home: await sharedList(house, 'Home'),
    old: await sharedList(house, 'Old'),
    euro: await newList(server, ala, 'Berlin'),
    olas: await newList(server, ola, 'Ola’s'),
    foreign: await newList(server, ola, 'Only to tick'),
  }
  await share(server, ola, lists.olas, ala, 'edit')
  await share(server, ola, lists.foreign, ala, 'shopping')
  await server.call(ala, 'PUT', '/api/v3/list', { _id: lists.euro, currency: 'EUR' })

  const dairy = { category: 'Milk things', shop: 'Lidl' }
  const year: readonly [at: string, who: keyof typeof people, list: keyof typeof lists, ops: Op[]][] = [
    // Half past midnight on New Year's Day in Warsaw: January. 3.49 × 2 = 6.98
    [
      '2025-12-31T23:30:00.000Z',
      'ala',
      'home',
      [add('milk', 'Milk', { price: 3.49, quantity: 2, ...dairy })],
    ],
    ['2025-12-31T23:30:00.000Z', 'ala', 'home', [tick('milk')]],
    // The next week: Ola unticks it, the price has risen, Jan ticks it. 3.59 × 2 = 7.18, beside the 6.98.
    ['2026-01-08T09:00:00.000Z', 'ola', 'home', [untick('milk'), set('milk', 'price', 3.59)]],
    ['2026-01-09T09:00:00.000Z', 'jan', 'home', [tick('milk')]],
    // The last ms of January. 4.20, corrected to 4.50 on the next day.
    [
      '2026-01-31T22:59:59.999Z',
      'ala',
      'home',
      [add('bread', 'Bread', { price: 4.2, shop: 'Bakery', bought: true })],
    ],
    ['2026-02-01T12:00:00.000Z', 'ala', 'home', [set('bread', 'price', 4.5)]],
    // The first ms of February. 7.99; it was bought at Auchan.
    [
      '2026-01-31T23:00:00.000Z',
      'ola',
      'home',
      [add('butter', 'Butter', { price: 7.99, ...dairy, bought: true })],
    ],
    ['2026-02-02T12:00:00.000Z', 'ola', 'home', [set('butter', 'shop', 'Auchan')]],
    // Taken back after exactly two hours, so it was a correction; ticked again a day later: once, 20.00
    [
      '2026-02-10T10:00:00.000Z',
      'ala',
      'home',
      [add('cheese', 'Cheese', { price: 20, ...dairy, bought: true })],
    ],
    ['2026-02-10T12:00:00.000Z', 'ala', 'home', [untick('cheese')]],
    ['2026-02-11T10:00:00.000Z', 'ala', 'home', [tick('cheese')]],
    // 1 ms later than two hours, it stays a purchase: 9.00 in February, and nothing more.
    [
      '2026-02-20T10:00:00.000Z',
      'ala',
      'home',
      [add('tea', 'Tea', { price: 9, shop: 'Lidl', bought: true })],
    ],
    ['2026-02-20T12:00:00.001Z', 'ala', 'home', [untick('tea')]],
    // Unticked by a slip after a week and ticked again 5 s later: 11.11 once, in February.
    [
      '2026-02-20T10:00:00.000Z',
      'ala',
      'home',
      [add('jam', 'Jam', { price: 11.11, shop: 'Lidl', bought: true })],
    ],
    ['2026-02-27T10:00:00.000Z', 'ola', 'home', [untick('jam')]],
    ['2026-02-27T10:00:05.000Z', 'ola', 'home', [tick('jam')]],
    // The day of summer time, half past midnight: March. 2.00
    [
      '2026-03-28T23:30:00.000Z',
      'ala',
      'home',
      [add('oil', 'Oil', { price: 2, shop: 'Lidl', bought: true })],
    ],
    // In summer, midnight is at 22:00 UTC: 5.55 in March, 1.05 × 10 = 10.50 in April.
    [
      '2026-03-31T21:59:59.999Z',
      'ala',
      'home',
      [add('rice', 'Rice', { price: 5.55, shop: 'Lidl', bought: true })],
    ],
    [
      '2026-03-31T22:00:00.000Z',
      'ala',
      'home',
      [add('eggs', 'Eggs', { price: 1.05, quantity: 10, shop: 'Market', bought: true })],
    ],
    // Cleared on the same day; the texts of a deleted product are erased after 7 days, and it is pruned after 90.
    ['2026-04-01T06:00:00.000Z', 'ala', 'home', [remove('eggs')]],
    // Deleted and undone under a new id: 6.00 once, on the day of the tick.
    [
      '2026-04-10T10:00:00.000Z',
      'ala',
      'home',
      [add('ham', 'Ham', { price: 6, shop: 'Market', bought: true })],
    ],
    ['2026-04-12T10:00:00.000Z', 'ala', 'home', [remove('ham')]],
    [
      '2026-04-12T10:00:08.000Z',
      'ala',
      'home',
      [add('ham-2', 'Ham', { price: 6, shop: 'Market', bought: true })],
    ],
    // A whole list, deleted in June: 30.30 + 0.70 = 31.00 in May; Jan may not edit it.
    [
      '2026-05-05T10:00:00.000Z',
      'ola',
      'old',
      [add('a', 'Sofa', { price: 30.3, shop: 'Shop', bought: true })],
    ],
    [
      '2026-05-06T10:00:00.000Z',
      'ala',
      'old',
      [add('b', 'Nail', { price: 0.07, quantity: 10, bought: true })],
    ],
    ['2026-05-06T10:00:00.000Z', 'ala', 'old', [add('c', 'Not bought', { price: 50 })]],
    ['2026-06-01T10:00:00.000Z', 'ala', 'old', [remove('old')]],
    // Every day for five days, put on the list again the next morning: 0.35 × 6 = 2.10, in June 10.50
    ['2026-06-08T06:00:00.000Z', 'ala', 'home', [add('rolls', 'Rolls', { price: 0.35, quantity: 6 })]],
    ...[8, 9, 10, 11, 12].flatMap((day): typeof year => [
      [`2026-06-${String(day).padStart(2, '0')}T15:00:00.000Z`, 'ola', 'home', [tick('rolls')]],
      [`2026-06-${String(day + 1).padStart(2, '0')}T06:00:00.000Z`, 'ala', 'home', [untick('rolls')]],
    ]),
    // Half a grosz three times: 0.005 × 3 = 0.015, rounded once to 0.02; a price of nothing counts as 0.00
    ...['x', 'y', 'z'].map((id): (typeof year)[number] => [
      '2026-07-07T10:00:00.000Z',
      'ala',
      'home',
      [add(id, `Pepper ${id}`, { price: 0.05, quantity: 0.1, shop: 'Spices', bought: true })],
    ]),
    [
      '2026-07-08T10:00:00.000Z',
      'ala',
      'home',
      [add('free', 'Leaflet', { price: 0, shop: 'Spices', bought: true })],
    ],
    // A price that nobody knows does not count.
    ['2026-07-08T10:00:00.000Z', 'ala', 'home', [add('salt', 'Salt', { shop: 'Spices', bought: true })]],
    // Moved to another list while it is ticked: 12.00 once, on the day of the move.
    ['2026-08-01T10:00:00.000Z', 'ala', 'home', [add('honey', 'Honey', { price: 12, bought: true })]],
    ['2026-08-20T10:00:00.000Z', 'ala', 'home', [untick('honey'), remove('honey')]],
    ['2026-08-20T10:00:00.000Z', 'ala', 'olas', [add('honey-2', 'Honey', { price: 12, bought: true })]],
    // Half a grosz alone: 0.005
    [
      '2026-08-01T10:00:00.000Z',
      'ala',
      'home',
      [add('w', 'Pepper w', { price: 0.05, quantity: 0.1, bought: true })],
    ],
    // Another currency, never added to złoty: 10.00 and 5.50 EUR
    [
      '2026-09-09T10:00:00.000Z',
      'ala',
      'euro',
      [add('d', 'Bread', { price: 10, shop: 'Bakery', bought: true })],
    ],
    [
      '2026-09-10T10:00:00.000Z',
      'ala',
      'euro',
      [add('e', 'Beer', { price: 5.5, shop: 'Lidl', bought: true })],
    ],
    // Ola's lists: what Ala may edit counts for her, 100.00, and what she may only tick does not.
    [
      '2026-09-11T10:00:00.000Z',
      'ola',
      'olas',
      [add('f', 'Coat', { price: 100, shop: 'Shop', bought: true })],
    ],
    [
      '2026-09-11T10:00:00.000Z',
      'ola',
      'foreign',
      [add('g', 'Hat', { price: 70, shop: 'Shop', bought: true })],
    ],
    // The end of summer time: midnight is at 23:00 UTC again. 1.00 in October, 2.50 in November.
    [
      '2026-10-31T22:59:59.999Z',
      'ala',
      'home',
      [add('h', 'Apple', { price: 1, shop: 'Market', bought: true })],
    ],
    [
      '2026-10-31T23:00:00.000Z',
      'ala',
      'home',
      [add('i', 'Pear', { price: 2.5, shop: 'Market', bought: true })],
    ],
  ]
  const nights = [
    '2026-02-20T03:00:00Z',
    '2026-04-11T03:00:00Z',
    '2026-07-15T03:00:00Z',
    '2026-11-02T03:00:00Z',
  ]
  let before = ''
  for (const [at, who, list, ops] of year.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const night of nights) if (before < night && at > night) await prune(server.db, Date.parse(night))
    const named = ops.map((op) => (op.op === 'delete' && op.rowId === 'old' ? remove(lists.old) : op))
    await send(people[who], lists[list], at, named)
    before = at
  }

  const end = '2026-11-20T12:00:00Z'
  await prune(server.db, Date.parse(end))
  expect(
    await server.db.selectFrom('product').select('id').where('id', 'in', ['eggs', 'a', 'b']).execute(),
  ).toEqual([])
  const seen = async (who: typeof ala, query: string) => {
    const { status, body } = await server.call(
      await house.logIn(who, end),
      'GET',
      `/api/v3/spending?tz=Europe/Warsaw&${query}`,
    )
    expect(status).toBe(200)
    return body.map(({ key, currency, sum, count }: Record<string, unknown>) => [key, currency, sum, count])
  }

  expect(await seen(ala, 'by=month')).toEqual([
    ['2026-01', 'PLN', 18.66, 3], // 6.98 + 7.18 + 4.50
    ['2026-02', 'PLN', 48.1, 4], // 7.99 + 20.00 + 9.00 + 11.11
    ['2026-03', 'PLN', 7.55, 2], // 2.00 + 5.55
    ['2026-04', 'PLN', 16.5, 2], // 10.50 + 6.00
    ['2026-05', 'PLN', 31, 2], // 30.30 + 0.70
    ['2026-06', 'PLN', 10.5, 5], // 2.10 × 5
    ['2026-07', 'PLN', 0.02, 4], // 0.015 + 0.00
    ['2026-08', 'PLN', 12.01, 2], // 12.00 + 0.005
    ['2026-09', 'EUR', 15.5, 2],
    ['2026-09', 'PLN', 100, 1],
    ['2026-10', 'PLN', 1, 1],
    ['2026-11', 'PLN', 2.5, 1],
  ])
  expect(await seen(ala, 'by=shop&from=2026-01-01&to=2026-04-30')).toEqual([
    ['Lidl', 'PLN', 61.82, 7], // 6.98 + 7.18 + 20.00 + 9.00 + 11.11 + 2.00 + 5.55
    ['Market', 'PLN', 16.5, 2], // 10.50 + 6.00
    ['Auchan', 'PLN', 7.99, 1],
    ['Bakery', 'PLN', 4.5, 1],
  ])
  expect(await seen(ala, 'by=category&from=2026-01-01&to=2026-02-28')).toEqual([
    ['Milk things', 'PLN', 42.15, 4], // 6.98 + 7.18 + 7.99 + 20.00
    ['Other', 'PLN', 24.61, 3], // 4.50 + 9.00 + 11.11
  ])
  expect(await seen(ala, 'by=list')).toEqual([
    [lists.olas, 'PLN', 112, 2],
    // 18.66 + 48.10 + 7.55 + 16.50 + 10.50 + 0.015 + 0.005 + 1.00 + 2.50
    [lists.home, 'PLN', 104.83, 23],
    ['', 'PLN', 31, 2],
    [lists.euro, 'EUR', 15.5, 2],
  ])
  // One day, both ends included.
  expect(await seen(ala, 'by=shop&from=2026-02-01&to=2026-02-01')).toEqual([['Auchan', 'PLN', 7.99, 1]])
  expect(await seen(ala, 'by=month&from=2026-01-31&to=2026-02-01')).toEqual([
    ['2026-01', 'PLN', 4.5, 1],
    ['2026-02', 'PLN', 7.99, 1],
  ])

  // Ola sees what she may edit, deleted or not: not Berlin, but the list from which Ala may only buy.
  expect(await seen(ola, 'by=list')).toEqual([
    [lists.olas, 'PLN', 112, 2],
    [lists.home, 'PLN', 104.83, 23],
    [lists.foreign, 'PLN', 70, 1],
    ['', 'PLN', 31, 2],
  ])
  // Jan may only buy.
  expect(await seen(jan, 'by=month')).toEqual([])
})
