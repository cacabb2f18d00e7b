import type { Searchable } from './suggest.ts'

/** When a product was bought. */
export interface History {
  /** the last days on which it was bought, ascending, as days since 1970 (UTC) */
  days?: readonly number[]
  /** ISO date of the last time; all that older versions stored */
  lastAt?: string
}

const dayMs = 86_400_000
/** How many days of a product are kept: enough for a median that one holiday does not move. */
export const mostDays = 8
/** Entries closer than this are of one trip, such as on two lists for the same shop. Also the shortest interval. */
const tripDays = 2
const fewestTrips = 3
/** How far gaps may be from their median, as a share of it. Coffee bought after 7 and 21 days has no interval. */
const mostDeviation = 0.4
/** After this many intervals without it, the household has stopped buying it. */
const mostIntervals = 4

/** Returns the day of a time in epoch ms. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Returns the last of all these days, ascending, each once. */
export function joinDays(...days: (readonly number[] | undefined)[]): number[] {
  return [...new Set(days.flatMap((some) => some ?? []))].toSorted((a, b) => a - b).slice(-mostDays)
}

export function daysOf({ days, lastAt }: History): readonly number[] {
  const last = Date.parse(lastAt ?? '')
  return days ?? (Number.isNaN(last) ? [] : [dayOf(last)])
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return ((sorted[half] ?? 0) + (sorted[sorted.length % 2 === 0 ? half - 1 : half] ?? 0)) / 2
}

/**
 * Returns how often a product is bought, as the median number of days between trips. Null if there were fewer than
 * three trips, or if the gaps are too irregular to expect the next one.
 */
export function learnedInterval(days: readonly number[]): number | null {
  const trips: number[] = []
  for (const day of days.toSorted((a, b) => a - b))
    if (day - (trips.at(-1) ?? -Infinity) >= tripDays) trips.push(day)
  if (trips.length < fewestTrips) return null
  const gaps = trips.slice(1).map((day, at) => day - (trips[at] ?? 0))
  const usual = median(gaps)
  const deviation = median(gaps.map((gap) => Math.abs(gap - usual)))
  return deviation <= usual * mostDeviation ? Math.round(usual) : null
}

/**
 * Returns by which share of its interval a product is late; null if it is not due. A weekly product is due one day
 * early, so that a trip on Friday instead of Saturday counts. `interval`: as a person set it, in days; 0: never
 * due.
 */
function lateness(history: History, interval: number | undefined, today: number): number | null {
  // A clock that was wrong must not keep a product from ever being due.
  const days = daysOf(history).filter((day) => day <= today + 1)
  const last = days.at(-1)
  const every = interval ?? learnedInterval(days)
  if (last === undefined || !every) return null
  const gone = today - last
  const isTime = gone >= every - Math.floor(every / 7) && gone < every * mostIntervals
  return isTime ? gone / every : null
}

/**
 * Returns the products that are due and not in `onList`, the latest first. `intervals`: as a person set them, by key.
 * `now`: epoch ms.
 */
export function dueProducts<H extends History>(
  habits: Iterable<Pick<Searchable<H>, 'key' | 'entry'>>,
  intervals: ReadonlyMap<string, number>,
  onList: ReadonlySet<string>,
  now: number,
): H[] {
  const due: { habit: H; key: string; late: number }[] = []
  for (const { key, entry: habit } of habits) {
    const late = onList.has(key) ? null : lateness(habit, intervals.get(key), dayOf(now))
    if (late !== null) due.push({ habit, key, late })
  }
  return due.toSorted((a, b) => b.late - a.late || (a.key < b.key ? -1 : 1)).map(({ habit }) => habit)
}
