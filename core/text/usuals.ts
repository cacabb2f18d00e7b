import { daysOf, type History } from './due.ts'
import { productKey } from './product-key.ts'
import type { Searchable } from './suggest.ts'

interface Habit extends History {
  /** on how many days the household bought it; left out for products that nobody bought */
  times?: number
}

/** The half-life of a habit, in days since it was last bought. */
const halfDays = 30
const dayMs = 86_400_000
/** What scores less leaves by itself: what was bought once after 30 days, twice after 60, eight times after 120. */
const leastScore = 0.5
/** So many products that were bought on one day and never again are a party, if the household was known before. */
const fewestOfParty = 10
const knownDays = 21

/** Returns how much of a habit it is: the number of times, halved for every 30 days since the last. Times in epoch ms. */
export function score(times: number, last: number, now: number): number {
  return times * 2 ** (-Math.max(0, now - last) / dayMs / halfDays)
}

/**
 * Returns what a household often buys, best first. `left`: keys of products to leave out, such as those on the list.
 * `now`: epoch ms.
 */
export function usuals<H extends Habit>(
  habits: Iterable<Pick<Searchable<H>, 'key' | 'entry'>>,
  left: ReadonlySet<string>,
  now: number,
  most = 12,
): H[] {
  const bought = [...habits].filter(({ entry }) => (entry.times ?? 0) > 0)
  const parties = partiesIn(bought.map(({ entry }) => entry))
  const scored: { habit: H; key: string; score: number }[] = []
  for (const { key, entry: habit } of bought) {
    const { times = 0, lastAt } = habit
    const last = Date.parse(lastAt ?? '')
    const isOfParty = times === 1 && daysOf(habit).some((day) => parties.has(day))
    if (Number.isNaN(last) || left.has(key) || isOfParty) continue
    scored.push({ habit, key, score: score(times, last, now) })
  }
  return scored
    .filter((one) => one.score >= leastScore)
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ habit }) => habit)
}

/** Returns the days of parties. The first big shop of a new household is none: it may buy all of it again. */
function partiesIn(habits: readonly Habit[]): Set<number> {
  const once = new Map<number, number>()
  let first = Infinity
  for (const habit of habits) {
    const [day, ...others] = daysOf(habit)
    if (day === undefined) continue
    first = Math.min(first, day)
    if (others.length === 0 && habit.times === 1) once.set(day, (once.get(day) ?? 0) + 1)
  }
  const isParty = ([day, count]: [number, number]) => count >= fewestOfParty && day - first >= knownDays
  return new Set([...once].filter(isParty).map(([day]) => day))
}

/** Returns the usuals, filled up to `most` with staples that are other products and not `left` out. */
export function filledUp<T extends { productName: string }>(
  usual: readonly T[],
  staples: readonly T[],
  left: ReadonlySet<string> = new Set(),
  most = 12,
): T[] {
  const names = new Set([...left, ...usual.map(({ productName }) => productKey(productName))])
  const others = staples.filter(({ productName }) => !names.has(productKey(productName)))
  return [...usual, ...others].slice(0, most)
}
