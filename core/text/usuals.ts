import { productKey } from './product-key.ts'
import type { Searchable } from './suggest.ts'

interface Habit {
  /** how often it was in this person's lists; left out for products that are only in the catalogue */
  times?: number
  /** ISO date of the last time */
  lastAt?: string
}

/** The half-life of a habit, in days since it was last on a list. */
const halfDays = 30
const dayMs = 86_400_000

/**
 * Returns what a household often buys, best first. The score is the number of times, halved for every 30 days since the
 * last time. `onList`: keys of the names on the list now, which are left out. `now`: epoch ms.
 */
export function usuals<H extends Habit>(
  habits: Iterable<Pick<Searchable<H>, 'key' | 'entry'>>,
  onList: ReadonlySet<string>,
  now: number,
  most = 12,
): H[] {
  const scored: { habit: H; key: string; score: number }[] = []
  for (const { key, entry: habit } of habits) {
    const { times = 0, lastAt } = habit
    const last = Date.parse(lastAt ?? '')
    if (times <= 0 || Number.isNaN(last) || onList.has(key)) continue
    const days = Math.max(0, now - last) / dayMs
    scored.push({ habit, key, score: times * 2 ** (-days / halfDays) })
  }
  return scored
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ habit }) => habit)
}

/** Returns the usuals, filled up to `most` with staples that are other products. */
export function filledUp<T extends { productName: string }>(
  usual: readonly T[],
  staples: readonly T[],
  most = 12,
): T[] {
  const names = new Set(usual.map(({ productName }) => productKey(productName)))
  const others = staples.filter(({ productName }) => !names.has(productKey(productName)))
  return [...usual, ...others].slice(0, most)
}
