import { byPosition, positionBetween } from '../core/position.ts'

interface Placed {
  id: string
  position: string
}

/**
 * New positions that bring products into the wanted order. As many as possible keep theirs (a longest
 * increasing subsequence), so that one drag writes one row. Ids left out follow in their old order,
 * unknown ones are ignored.
 */
export function reorder(
  products: readonly Placed[],
  order: readonly string[],
  random: () => number,
): Map<string, string> {
  const byId = new Map(products.map((product) => [product.id, product]))
  const named = [...new Set(order)].flatMap((id) => byId.get(id) ?? [])
  const isNamed = new Set(named.map((product) => product.id))
  const rest = products.filter((product) => !isNamed.has(product.id)).toSorted(byPosition)
  const wanted = [...named, ...rest]
  const kept = longestIncreasing(wanted)
  const moved = new Map<string, string>()
  let before: string | null = null
  wanted.forEach((product, index) => {
    if (kept.has(index)) before = product.position
    else {
      const next = wanted.find((_, i) => i > index && kept.has(i))
      before = positionBetween(before, next?.position ?? null, random)
      moved.set(product.id, before)
    }
  })
  return moved
}

/** The indexes of a longest run of strictly rising positions, by patience sorting. */
function longestIncreasing(wanted: readonly Placed[]): Set<number> {
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  const at = (index: number | undefined) => (index === undefined ? '' : (wanted[index]?.position ?? ''))
  wanted.forEach((product, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(tails[middle]) < product.position) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1]
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) kept.add(index)
  return kept
}
