import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from './use-items.ts'
import type { DrawnProps, DrawnRow } from './rows.tsx'
import { setReach } from '../state/reveal.ts'

/** Renders the rows near the viewport, and always the focused row with its neighbours. */
export function LongRows({ root, items, estimate, children }: DrawnProps) {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (root.current) setMargin(root.current.getBoundingClientRect().top + window.scrollY)
  }, [root, items])
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
      const neighbours = [at - 1, at, at + 1].filter((i) => i >= 0 && i < items.length)
      return [...new Set([...near, ...neighbours])].toSorted((a, b) => a - b)
    },
    [items],
  )
  // oxlint-disable-next-line react/incompatible-library -- its result is used only in the same render
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 12,
    scrollMargin: margin,
    rangeExtractor,
  })
  useEffect(() => {
    setReach((id) => {
      const at = items.findIndex(({ key }) => key === id)
      if (at >= 0) virtualizer.scrollToIndex(at, { align: 'center' })
      return at >= 0
    })
    return () => setReach(null)
  }, [items, virtualizer])
  let end = margin
  const drawn = virtualizer.getVirtualItems().map((item): DrawnRow => {
    const gap = Math.max(0, item.start - end)
    end = item.end
    return { index: item.index, gap }
  })
  const rest = Math.max(0, virtualizer.getTotalSize() + margin - end)
  const place = (index: number) => virtualizer.measurementsCache[index]
  return children({ drawn, rest, virtual: true, measure: virtualizer.measureElement, place })
}
