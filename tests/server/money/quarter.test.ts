import { expect, test } from 'vitest'
import { understand } from '../../../core/text/quick-add.ts'
import { add, household, type Op, remove, set, sharedList } from './household.ts'

/**
 * A quarter of a household's labels, as its two people type them, each with what it costs, figured out by hand. All
 * three kinds of price are among them. What is priced by the kilogram of grams is rounded by the row, as on its label;
 * all else is rounded once, in the sum.
 */
const labels: [shop: string, who: 'ala' | 'ola', typed: string, cost: number][] = [
  ['Lidl', 'ala', 'mleko 3 3,49', 10.47],
  ['Lidl', 'ala', 'chleb 4,50', 4.5],
  ['Lidl', 'ala', 'ser 300 g 24,90/kg', 7.47],
  ['Lidl', 'ala', '10 jajek 12,99', 12.99],
  ['Lidl', 'ala', 'ziemniaki 2,5 kg 3,20', 8],
  ['Lidl', 'ala', 'woda 6x1,5l 11,94', 11.94],
  ['Lidl', 'ala', 'kaucja -3 zł', -3],
  ['Lidl', 'ala', 'szynka 20 dag 39,90 zł/kg', 7.98],
  ['Lidl', 'ala', 'masło 200g 7,99', 7.99],
  ['Lidl', 'ala', 'papier toaletowy 8 14,99', 14.99],
  ['Biedronka', 'ola', 'apples 1.5 kg 3.99', 5.985],
  ['Biedronka', 'ola', 'rolls 6 @ 0.89', 5.34],
  ['Biedronka', 'ola', 'butter 200g 7.99 each', 7.99],
  ['Biedronka', 'ola', 'cat food 12x85g 24.99', 24.99],
  ['Biedronka', 'ola', 'yoghurt 3 for 10', 10],
  ['Biedronka', 'ola', 'juice 330 ml 12.00/l', 3.96],
  ['Biedronka', 'ola', 'cheese 350 g 2.49 per 100 g', 8.72],
  ['Biedronka', 'ola', 'olive oil 0.5 l 32', 32],
  ['Biedronka', 'ola', 'bananas 0.734 kg 5.49', 4.03],
  ['Biedronka', 'ola', 'newspaper 0.00', 0],
]

const weeks = 13
const day = 86_400_000
/** Saturdays at noon in Warsaw from 3 January 2026 on: five in January, four in February, four in March. */
const first = Date.parse('2026-01-03T11:00:00Z')
const perMonth = { '2026-01': 5, '2026-02': 4, '2026-03': 4 }

test('PRICE-1 PRICE-2 MONEY-2 a quarter of purchases with all kinds of price is exact by month, shop and list', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house, 'Home')
  const people = { ala, ola }
  const kinds = new Set<string>()
  for (let week = 0; week < weeks; week++) {
    const at = (n: number) => new Date(first + week * 7 * day + n * 60_000).toISOString()
    for (const [n, [shop, who, typed]] of labels.entries()) {
      const { productName, ...said } = understand(typed)
      if (said.price !== undefined) kinds.add(said.priceFor ?? 'unit')
      const row = `w${week}-${n}`
      await send(people[who], list, at(n), [add(row, productName, { ...said, shop })])
      await send(people[who === 'ala' ? 'ola' : 'ala'], list, at(60 + n), [set(row, 'productStatus', true)])
    }
    // The list is cleared in the evening, as at the end of each trip.
    const gone: Op[] = labels.map((_, n) => remove(`w${week}-${n}`))
    await send(ola, list, at(8 * 60), gone)
  }
  expect([...kinds].toSorted()).toEqual(['all', 'base', 'unit'])

  const me = await house.logIn(ala, '2026-04-02T10:00:00Z')
  const spent = async (query: string) =>
    (await server.call(me, 'GET', `/api/v3/spending?tz=Europe/Warsaw&${query}`)).body as {
      key: string
      sum: number
      count: number
    }[]
  /** Sums whole tenths of a grosz, so that nothing is lost, and rounds to grosze. */
  const inAll = (count: number, of = labels) =>
    Math.round((count * of.reduce((sum, [, , , cost]) => sum + Math.round(cost * 1e3), 0)) / 10) / 100
  const months = await spent('by=month')
  expect(Object.fromEntries(months.map(({ key, sum }) => [key, sum]))).toEqual(
    Object.fromEntries(Object.entries(perMonth).map(([month, count]) => [month, inAll(count)])),
  )
  expect(Object.fromEntries((await spent('by=shop')).map(({ key, sum }) => [key, sum]))).toEqual({
    Lidl: inAll(
      weeks,
      labels.filter(([shop]) => shop === 'Lidl'),
    ),
    Biedronka: inAll(
      weeks,
      labels.filter(([shop]) => shop === 'Biedronka'),
    ),
  })
  expect(await spent('by=list')).toMatchObject([{ sum: inAll(weeks) }])
})
