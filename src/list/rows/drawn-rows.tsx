import { type ComponentType, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import type { Item } from './use-items.ts'
import { useGrowing } from '../../ui/use-growing.ts'

/** Up to this many rows, all are rendered, for find-in-page and screen readers; in longer lists only the near ones. */
const mostInPage = 1_000

export interface DrawnRow {
  index: number
  /** pixels of unrendered rows above it */
  gap: number
}

export interface Rows {
  drawn: readonly DrawnRow[]
  /** pixels of unrendered rows at the end */
  rest: number
  virtual: boolean
  measure: ((element: Element | null) => void) | undefined
  /** a row's position in a long list, in px; undefined if all rows are rendered */
  place: (index: number) => { start: number; end: number } | undefined
}

export interface DrawnProps {
  root: RefObject<HTMLElement | null>
  items: readonly Item[]
  /** assumed height of a row that is not measured yet */
  estimate: number
  children: (rows: Rows) => ReactNode
}

/** Counts the rows in view and above it. */
function seenRows(list: HTMLElement | null): number {
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])]
  return rows.findLastIndex((row) => row.getBoundingClientRect().top < innerHeight) + 1
}

const inPage = { virtual: false, measure: undefined, place: () => undefined }

function useFirst(count: number): readonly DrawnRow[] {
  return useMemo(() => Array.from({ length: count }, (_, index): DrawnRow => ({ index, gap: 0 })), [count])
}

function AllRows({ root, items, children }: DrawnProps) {
  // When the rows remount as draggable rows, the first render must reach as far as the page is scrolled.
  const grown = useGrowing(items.length, () => seenRows(root.current))
  return children({ drawn: useFirst(grown), rest: 0, ...inPage })
}

/** A low number, since the rows are rendered again as soon as the code for long lists has loaded. */
const fewRows = 24

/** The first rows of a long list, until the code for the rest has loaded. */
function FirstRows({ items, estimate, children }: DrawnProps) {
  const drawn = useFirst(Math.min(items.length, fewRows))
  return children({ drawn, rest: (items.length - drawn.length) * estimate, ...inPage })
}

type Drawn = ComponentType<DrawnProps>
let LongRows: Drawn | null = null

/** Decides which rows are rendered. A list that crosses `mostInPage` is rendered from scratch. */
export function DrawnRows(props: DrawnProps) {
  const long = props.items.length > mostInPage
  const [ForLong, setForLong] = useState<Drawn | null>(() => LongRows)
  useEffect(() => {
    if (!long || ForLong) return
    let over = false
    const take = (rows: Drawn) => {
      if (!over) setForLong(() => rows)
    }
    import('./long-rows.ts').then(
      (module) => {
        LongRows = module.LongRows
        take(LongRows)
      },
      () => take(AllRows), // slow, but complete
    )
    return () => {
      over = true
    }
  }, [long, ForLong])
  if (!long) return <AllRows {...props} />
  return ForLong ? <ForLong {...props} /> : <FirstRows {...props} />
}
