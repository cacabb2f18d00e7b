import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { limits } from './entities.ts'

/** Random bits in a key: two people who insert at the same place offline get the same key with probability 2^-32. */
const jitterBits = 32

/**
 * Returns a fractional index strictly between two others (null: no neighbour on that side): the key in the middle
 * followed by 6 random digits. Keys are base62 and sort by character code. `random` returns numbers from 0 to below 1.
 */
export function positionBetween(before: string | null, after: string | null, random: () => number): string {
  const key = generateKeyBetween(before, after)
  // At an open end, the next whole key is the upper limit, so that keys at the end do not grow with the list.
  const high = after ?? generateKeyBetween(key, null)
  let jitter = 0
  for (let bit = 0; bit < jitterBits; bit++) jitter = jitter * 2 + (random() < 0.5 ? 1 : 0)
  const longer = key + digits(jitter)
  // If the upper key begins with the middle one, the digits may make it too large. Then the gap is halved at random.
  return longer < high ? longer : halved(key, high, jitter)
}

function halved(from: string, to: string, jitter: number): string {
  let [low, high, key] = [from, to, generateKeyBetween(from, to)]
  for (let bit = jitterBits - 1; bit >= 0; bit--) {
    if (Math.floor(jitter / 2 ** bit) % 2 === 1) low = key
    else high = key
    key = generateKeyBetween(low, high)
  }
  return key
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a number below 2^32 as 6 base62 digits. The last one is never 0, because no key may end with 0. */
function digits(jitter: number): string {
  let text = base62.charAt(1 + (jitter % 61))
  let rest = Math.floor(jitter / 61)
  for (let i = 0; i < 5; i++) {
    text = base62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Compares by position, then by id. A product that is only in the outbox may have no position yet: it is last. */
export function byPosition(a: { position: string; id: string }, b: { position: string; id: string }): number {
  if (a.position !== b.position) {
    if (a.position === '' || b.position === '') return a.position === '' ? 1 : -1
    return a.position < b.position ? -1 : 1
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const inBase62 = /^[0-9A-Za-z]+$/

/** Returns whether `key` is a valid fractional index, beside which another one can be made. */
export function isPosition(key: string): boolean {
  try {
    // The library does not check the characters after the integer part.
    if (!inBase62.test(key)) return false
    generateKeyBetween(key, null)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a position after the last one. If it would be too long, both share a position and their ids decide the order.
 */
export function positionAfter(last: string | null, random: () => number): string {
  const key = positionBetween(last, null, random)
  return last !== null && key.length > limits.position ? last : key
}

/** Returns an integer that orders as positions do, for programs that know only numbers: their first 8 digits. */
export function orderOf(position: string): number {
  return Array.from(position.slice(0, 8).padEnd(8, '0'), (digit) => base62.indexOf(digit)).reduce(
    (number, digit) => number * 62 + digit,
    0,
  )
}

interface Placed {
  id: string
  position: string
}

/** Sorts products by `ids`. Products that are not named follow in their old order; unknown ids are ignored. */
export function wantedOrder<P extends Placed>(products: readonly P[], ids: readonly string[]): P[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  const isNamed = new Set(named)
  return [...named, ...products.filter((product) => !isNamed.has(product))]
}

/**
 * Returns the new positions that bring products into the given order. As many products as possible keep theirs, so that
 * a save does not touch products that others may be moving. If the keys in a gap would become longer than `longest`
 * characters, neighbours move too, first a few, then more.
 */
export function placesFor(order: readonly Placed[], random: () => number, longest: number): Placed[] {
  const unmoved = increasing(order, longest)
  for (let room = 1; ; room *= 2) {
    const { changed, cramped } = placed(order, unmoved, random, longest)
    if (cramped.length === 0) return changed
    for (const { from, to } of cramped) for (let i = from - room; i < to + room; i++) unmoved.delete(i)
  }
}

/** Returns new positions for the products that must move, and the ranges in which keys would be too long. */
function placed(
  order: readonly Placed[],
  unmoved: ReadonlySet<number>,
  random: () => number,
  longest: number,
): { changed: Placed[]; cramped: { from: number; to: number }[] } {
  const changed: Placed[] = []
  const cramped: { from: number; to: number }[] = []
  let from = 0
  for (let to = 0; to <= order.length; to++) {
    if (to < order.length && !unmoved.has(to)) continue
    const [low, high] = [order[from - 1]?.position ?? null, order[to]?.position ?? null]
    const run = spread(order.slice(from, to), low, high, random)
    if (unmoved.size > 0 && run.some(({ position }) => position.length > longest)) cramped.push({ from, to })
    changed.push(...run)
    from = to + 1
  }
  return { changed, cramped }
}

/** Spreads keys evenly between two others: made one after the other, they would become longer and longer. */
function spread(run: readonly Placed[], low: string | null, high: string | null, random: () => number) {
  if (run.length === 0) return []
  const fences = [low, ...generateNKeysBetween(low, high, run.length - 1), high]
  return run.map(({ id }, i) => ({
    id,
    position: positionBetween(fences[i] ?? null, fences[i + 1] ?? null, random),
  }))
}

/** Returns the indexes of a longest increasing subsequence of valid positions. */
function increasing(order: readonly Placed[], longest: number): Set<number> {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  const at = (i: number | undefined) => (i === undefined ? '' : (order[i]?.position ?? ''))
  for (const [i, { position }] of order.entries()) {
    if (position.length > longest || !isPosition(position)) continue
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
  const sequence = new Set<number>()
  for (let i = ends.at(-1); i !== undefined; i = before[i]) sequence.add(i)
  return sequence
}

/**
 * Returns the list's own `order` after a row was dragged, in which bought products stand among the others. `shown`: the
 * ids as shown; the row at `from` was dropped at `to`, so it follows or precedes the row that is there.
 */
export function movedIn(
  order: readonly string[],
  shown: readonly string[],
  from: number,
  to: number,
): readonly string[] {
  const id = shown[from]
  const other = shown[to]
  if (id === undefined || other === undefined) return order
  const rest = order.filter((one) => one !== id)
  return rest.toSpliced(rest.indexOf(other) + (to > from ? 1 : 0), 0, id)
}
