import { expect, test } from 'vitest'
import { linesOf, pathOf, priceScale } from '../../src/list/prices/price-lines.ts'
import { roundStep } from '../../src/ui/chart/round-step.ts'

const point = (price: number, at = 0, shop = 'Lidl') => ({ shop, price, at })

test('MONEY-1 each shop has its line, the one with the newest price first, however the shop is written', () => {
  const lines = linesOf([point(3, 1), point(4, 2, 'Żabka'), point(2.9, 3, 'lidl '), point(5, 4, '')])
  expect(lines.map(({ shop, points }) => [shop, points.length])).toEqual([
    ['', 1],
    ['lidl ', 2],
    ['Żabka', 1],
  ])
})

test('MONEY-1 the chart has 3 to 6 lines at round prices, and all prices are between the first and the last', () => {
  expect(priceScale([point(2.79), point(3.49)])).toEqual([2.5, 3, 3.5])
  expect(priceScale([point(3.49)])).toEqual([3.2, 3.4, 3.6])
  expect(priceScale([point(0)])).toEqual([0, 0.02, 0.04])
  expect(priceScale([point(1000), point(1009.99)])).toEqual([1000, 1050, 1100])
  for (const [low, high] of [
    [0.01, 0.02],
    [0.99, 1],
    [9.99, 10.01],
    [2.01, 2.99],
    [5, 95],
    [0, 999_999.99],
    [123.45, 999_999.99],
  ] as const) {
    const scale = priceScale([point(low), point(high)])
    expect(scale.length).toBeGreaterThanOrEqual(3)
    expect(scale.length).toBeLessThanOrEqual(6)
    expect(scale[0]).toBeLessThanOrEqual(low)
    expect(scale.at(-1)).toBeGreaterThanOrEqual(high)
    expect(new Set(scale).size).toBe(scale.length)
  }
})

test('MONEY-1 steps are 1, 2 and 5 with zeros', () => {
  expect([0, 0.013, 0.05, 0.3, 1, 1.2, 4, 6, 60].map(roundStep)).toEqual([
    0.01, 0.02, 0.05, 0.5, 1, 2, 5, 10, 100,
  ])
})

test('MONEY-1 a path goes through its points', () => {
  expect(
    pathOf([
      [5, 10],
      [20.25, 3],
    ]),
  ).toBe('M5.0 10.0L20.3 3.0')
  expect(pathOf([])).toBe('')
})
