import { aisleKey, usualAisles, wholeOrder } from './aisles.ts'
import { type Language, limits } from './entities.ts'

/**
 * Returns the categories of a trip in the order of their middle ticks, so that one forgotten product moves no aisle.
 */
function visited(ticked: readonly string[]): string[] {
  const ticks = new Map<string, { name: string; at: number[] }>()
  for (const [i, name] of ticked.entries()) {
    if (name === '') continue
    const aisle = ticks.get(aisleKey(name))
    if (aisle) aisle.at.push(i)
    else ticks.set(aisleKey(name), { name, at: [i] })
  }
  const middle = (at: readonly number[]) => at[(at.length - 1) >> 1] ?? 0
  return [...ticks.values()].toSorted((a, b) => middle(a.at) - middle(b.at)).map(({ name }) => name)
}

/** By how many places one trip moves an aisle at most, not counting aisles that are displaced by others. */
export const longestStep = 4

/**
 * Returns the order of the aisles after a trip in which products of these categories were `ticked` in sequence. Each
 * visited aisle moves half the way to where it was met, at most `longestStep` places, so that one odd tick changes
 * little. Two aisles that were met in the same order on the previous trip in this shop (`before`) take that order at
 * once. A new aisle is inserted after the one that was visited before it.
 */
export function learn(
  order: readonly string[],
  ticked: readonly string[],
  language: Language,
  before: readonly string[] = [],
): string[] {
  const trip = visited(ticked)
  const whole = withNew(wholeOrder(order, language), trip)
  const places = new Map(whole.map((name, at) => [aisleKey(name), at]))
  // The visited aisles exchange only the places that they have now.
  const free = trip.map((name) => places.get(aisleKey(name)) ?? 0).toSorted((a, b) => a - b)
  const wanted = new Map(trip.map((name, i) => [aisleKey(name), free[i] ?? 0]))
  const moved = whole
    .map((name, now) => {
      const way = (wanted.get(aisleKey(name)) ?? now) - now
      return { name, way, at: now + Math.sign(way) * Math.min(Math.abs(way) / 2, longestStep), now }
    })
    .toSorted((a, b) => a.at - b.at || a.now + a.way - (b.now + b.way) || a.way - b.way)
    .map(({ name }) => name)
  const held = bothTimes(moved, trip, visited(before))
  return atMost(held, new Set([...trip, ...usualAisles(language)].map(aisleKey)))
}

/**
 * Puts aisles that were met in the same order on both trips into that order. All others keep theirs as far as possible.
 */
function bothTimes(order: readonly string[], trip: readonly string[], before: readonly string[]): string[] {
  const [now, last] = [trip, before].map((names) => new Map(names.map((name, at) => [aisleKey(name), at])))
  const met = (name: string) => [now?.get(aisleKey(name)) ?? -1, last?.get(aisleKey(name)) ?? -1] as const
  const isTwice = (name: string) => met(name).every((at) => at >= 0)
  const isAfter = (a: string, b: string) => met(a).every((at, i) => at > (met(b)[i] ?? 0))
  const left = order.filter(isTwice)
  // There is always one that comes after none of the others: the one that this trip met first.
  const next = () =>
    left.splice(
      left.findIndex((name) => !left.some((other) => isAfter(name, other))),
      1,
    )
  return order.flatMap((name) => (isTwice(name) ? next() : name))
}

function withNew(whole: readonly string[], trip: readonly string[]): string[] {
  const next = [...whole]
  const at = (name: string | undefined) =>
    name === undefined ? -1 : next.findIndex((other) => aisleKey(other) === aisleKey(name))
  for (const [i, name] of trip.entries()) {
    if (at(name) >= 0) continue
    const before = at(trip[i - 1])
    const after = trip
      .slice(i + 1)
      .map(at)
      .find((place) => place >= 0)
    next.splice(before >= 0 ? before + 1 : (after ?? next.length), 0, name)
  }
  return next
}

/** Shortens an order that is too long: drops its last own categories, those of this trip only after all others. */
function atMost(order: readonly string[], wanted: ReadonlySet<string>): string[] {
  const spare = order.filter((name) => !wanted.has(aisleKey(name)))
  const dropped = new Set(spare.slice(Math.max(0, spare.length - (order.length - limits.aislesOfShop))))
  const names = order.length > limits.aislesOfShop ? order.filter((name) => !dropped.has(name)) : [...order]
  return names.slice(0, limits.aislesOfShop)
}
