import { generateKeyBetween } from 'fractional-indexing'

/** Two people who insert at the same place offline must not get the same key: 2^-32 is rare enough. */
const jitterBits = 32

/**
 * A fractional index strictly between two others (null: no neighbour on that side), base62, ordinal
 * order. Halving at random towards either side adds the jitter without leaving the gap.
 */
export function positionBetween(before: string | null, after: string | null, random: () => number): string {
  let low = before
  let high = after
  let key = generateKeyBetween(low, high)
  // With an open end the next whole key closes it, so that keys at the end do not grow with the list.
  if (high === null) high = generateKeyBetween(key, null)
  for (let bit = 0; bit < jitterBits; bit++) {
    if (random() < 0.5) low = key
    else high = key
    key = generateKeyBetween(low, high)
  }
  return key
}

/** The order of a list: by position, ties by id. */
export function byPosition(a: { position: string; id: string }, b: { position: string; id: string }): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Whether `key` is a fractional index at all: a neighbour can be made beside it. */
export function isPosition(key: string): boolean {
  try {
    generateKeyBetween(key, null)
    return true
  } catch {
    return false
  }
}
