import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Item } from './use-items.ts'
import { useGrowing } from './use-growing.ts'

/** Up to here all rows are in the page, for its own search and for readers; beyond, those that are near. */
const mostInPage = 1_000

const nowhere = () => undefined

export interface DrawnRow {
  index: number
  /** pixels left out above it */
  gap: number
}

export interface Rows {
  drawn: readonly DrawnRow[]
  /** pixels left out at the end */
  rest: number
  virtual: boolean
  measure: ((element: Element | null) => void) | undefined
  /** where a row of a long list lies, in pixels; undefined where all rows are drawn */
  place: (index: number) => { start: number; end: number } | undefined
}

/** Which rows to draw. The row with the focus is always drawn, and its neighbours with it. */
export function useRows(root: RefObject<HTMLElement | null>, items: readonly Item[], estimate: number): Rows {
  const virtual = items.length > mostInPage
  const growing = useGrowing(virtual ? 0 : items.length)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (virtual && root.current) setMargin(root.current.getBoundingClientRect().top + window.scrollY)
  }, [virtual, root, items])
  const places = useRef<{ items: readonly Item[]; at: Map<string, number> } | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range)
      const key = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
      if (!key) return near
      if (places.current?.items !== items)
        places.current = { items, at: new Map(items.map((item, i) => [item.key, i])) }
      const at = places.current.at.get(key)
      if (at === undefined) return near
      const kept = [at - 1, at, at + 1].filter((i) => i >= 0 && i < items.length)
      return [...new Set([...near, ...kept])].toSorted((a, b) => a - b)
    },
    [items],
  )
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used in the render it was returned to
  const virtualizer = useWindowVirtualizer({
    count: virtual ? items.length : 0,
    enabled: virtual,
    estimateSize: () => estimate,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 12,
    scrollMargin: margin,
    rangeExtractor,
  })
  const all = useMemo(
    () => Array.from({ length: growing }, (_, index): DrawnRow => ({ index, gap: 0 })),
    [growing],
  )
  if (!virtual) return { drawn: all, rest: 0, virtual, measure: undefined, place: nowhere }
  let end = margin
  const drawn = virtualizer.getVirtualItems().map((item): DrawnRow => {
    const gap = Math.max(0, item.start - end)
    end = item.end
    return { index: item.index, gap }
  })
  const rest = Math.max(0, virtualizer.getTotalSize() + margin - end)
  const place = (index: number) => virtualizer.measurementsCache[index]
  return { drawn, rest, virtual, measure: virtualizer.measureElement, place }
}
