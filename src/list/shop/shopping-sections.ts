import type { ProductView } from '../../../core/sync/mutation.ts'
import type { Item } from '../rows/use-items.ts'
import type { Rows } from '../rows/drawn-rows.tsx'

/** A heading in shopping mode with its products. */
export interface Section {
  key: string
  title: string
  /** null: the basket, not a category */
  category: string | null
  products: readonly ProductView[]
}

export interface DrawnSection {
  section: Section
  /** index of its heading among all lines, from 0 */
  start: number
  /** pixels of unrendered rows above the section, before a row (`gap`) and at its end */
  above: number
  rows: readonly { product: ProductView; index: number; gap: number }[]
  below: number
}

export function itemsOf(sections: readonly Section[]): Item[] {
  return sections.flatMap(({ key, title, products }): Item[] => [
    { kind: 'heading', key, category: title, count: products.length },
    ...products.map(({ id }): Item => ({ kind: 'product', key: id })),
  ])
}

/**
 * Returns the sections that have a rendered row or heading, each with its heading, since that is sticky. `rest`: height
 * in px of the sections after them.
 */
export function drawnSections(
  sections: readonly Section[],
  { drawn, place }: Pick<Rows, 'drawn' | 'place'>,
): { shown: DrawnSection[]; rest: number } {
  const shown: DrawnSection[] = []
  const indexes = drawn.map(({ index }) => index)
  let start = 0
  let above = 0
  for (const section of sections) {
    const next = start + section.products.length + 1
    const inside = indexes.filter((index) => index >= start && index < next)
    const from = place(start)
    const height = from ? (place(next - 1)?.end ?? from.end) - from.start : 0
    if (inside.length === 0) above += height
    else {
      let end = from?.end ?? 0
      const rows = inside
        .filter((index) => index > start)
        .flatMap((index) => {
          const product = section.products[index - start - 1]
          const at = place(index)
          const gap = at ? Math.max(0, at.start - end) : 0
          end = at?.end ?? end
          return product ? [{ product, index, gap }] : []
        })
      const below = from ? Math.max(0, from.start + height - end) : 0
      shown.push({ section, start, above, rows, below })
      above = 0
    }
    start = next
  }
  return { shown, rest: above }
}
