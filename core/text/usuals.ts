import type { Searchable } from './suggest.ts'

interface Habit {
  /** how often this person's lists had it; left out for what only the catalogue knows */
  times?: number
  /** ISO date of the last time */
  lastAt?: string
}

/** After so many days without it, a habit counts half. */
const halfDays = 30
const dayMs = 86_400_000

/**
 * What a household buys again and again, best first: how often, halved for every thirty days since the last time.
 * `onList`: the keys of the names that are on the list now; those are left out. `now`: epoch ms.
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
