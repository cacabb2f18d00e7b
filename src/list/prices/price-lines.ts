import { type PricePoint, shopKey } from '../../../core/product/prices.ts'
import { roundStep } from '../../ui/chart/round-step.ts'

/** The prices of one shop. */
export interface PriceLine {
  /** '' for prices without a shop */
  shop: string
  /** oldest first, at least one */
  points: readonly PricePoint[]
}

/** More lines than this cannot be told apart. */
export const mostLines = 4

/** Returns the prices of each shop, those with the newest price first. Points are oldest first. */
export function linesOf(points: readonly PricePoint[]): PriceLine[] {
  const byShop = Map.groupBy(points, ({ shop }) => shopKey(shop))
  return [...byShop.values()]
    .map((ofShop) => ({ shop: ofShop.at(-1)?.shop ?? '', points: ofShop }))
    .toSorted((a, b) => (b.points.at(-1)?.at ?? 0) - (a.points.at(-1)?.at ?? 0))
}

/** Returns the values of 3 to 6 lines across the chart: round ones, from below the lowest price to above the highest. */
export function priceScale(points: readonly PricePoint[]): number[] {
  const prices = points.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  // Prices that hardly differ stay close together: a tenth of the price is at least in view.
  const step = roundStep(Math.max(high - low, high / 10, 0.04) / 3)
  const first = Math.max(0, Math.floor(low / step + 1e-9) - (low === high ? 1 : 0))
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 2)
  return Array.from({ length: last - first + 1 }, (_, n) => Math.round((first + n) * step * 100) / 100)
}

/** Returns the `d` of a path through these points. */
export function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
