/** A day of the calendar as text, 2026-11-28; as texts, days are in order. */
export type Day = string

/** Returns which day an instant is in a time zone. Throws a RangeError if there is no such time zone. */
export function calendarOf(timeZone: string): (at: number) => Day {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}`
  }
}

const hour = 3_600_000

/**
 * Returns the first instant of a day, or of the next one if the time zone has no such day. It is searched for, because
 * a clock may be changed at midnight.
 */
export function startOf(day: Day, dayOf: (at: number) => Day): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Time zones are at most 14 hours away from UTC, and the last one to have left out a day went from -10 to +14.
  let [before, after] = [utc - 48 * hour, utc + 48 * hour]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(middle) < day) before = middle
    else after = middle
  }
  return after
}

/** Returns whether a text of the right form is a day that exists. */
export function isDay(text: Day): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

export const monthOf = (day: Day) => day.slice(0, 7)

/** Returns the first day of the month that is so many months later. */
export function monthLater(day: Day, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1 + months, 1)
  return at.toISOString().slice(0, 10)
}

/** Returns the next day. */
export function dayAfter(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
}
