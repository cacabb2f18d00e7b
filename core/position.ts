import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

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

interface Placed {
  id: string
  position: string
}

/**
 * The new positions that bring products into the order given. As many as possible keep theirs, so that a save
 * touches nothing that others may be moving; only when keys would get too long all are numbered anew.
 */
export function placesFor(order: readonly Placed[], random: () => number, longest: number): Placed[] {
  const kept = increasing(order)
  const changed: Placed[] = []
  let run: Placed[] = []
  let low: string | null = null
  for (const [i, product] of order.entries()) {
    if (!kept.has(i)) {
      run.push(product)
      continue
    }
    changed.push(...spread(run, low, product.position, random))
    run = []
    low = product.position
  }
  changed.push(...spread(run, low, null, random))
  const tooLong = changed.some(({ position }) => position.length > longest)
  return tooLong ? spread(order, null, null, random) : changed
}

/** Evenly between two keys: one after the other would use the room up and make keys longer and longer. */
function spread(run: readonly Placed[], low: string | null, high: string | null, random: () => number) {
  if (run.length === 0) return []
  const fences = [low, ...generateNKeysBetween(low, high, run.length - 1), high]
  return run.map(({ id }, i) => ({
    id,
    position: positionBetween(fences[i] ?? null, fences[i + 1] ?? null, random),
  }))
}

/** Which places hold a longest run of growing positions. */
function increasing(order: readonly Placed[]): Set<number> {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  const at = (i: number | undefined) => (i === undefined ? '' : (order[i]?.position ?? ''))
  for (const [i, { position }] of order.entries()) {
    if (!isPosition(position)) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(ends[middle]) < position) low = middle + 1
      else high = middle
    }
    before[i] = ends[low - 1]
    ends[low] = i
  }
  const kept = new Set<number>()
  for (let i = ends.at(-1); i !== undefined; i = before[i]) kept.add(i)
  return kept
}
