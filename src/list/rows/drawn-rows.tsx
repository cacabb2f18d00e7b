import type { DraggableProvided } from '@hello-pangea/dnd'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useGrowing } from '../../ui/use-growing.ts'
import { setReach } from '../state/reveal.ts'
import type { Item } from './use-items.ts'

export interface RowPlace {
  /** position among all lines of the list, from 0 */
  index: number
  measure?: (element: Element | null) => void
  drag?: DraggableProvided
  /** it is being dragged */
  lifted?: boolean
}

/**
 * Returns the row's index where only a part of the rows is rendered. Elsewhere it is not needed, and without it the rows
 * behind one that moves need not render.
 */
export function knownIndex({ index, measure }: Pick<RowPlace, 'index' | 'measure'>): number | undefined {
  return measure ? index : undefined
}

export interface RowsProps {
  items: readonly Item[]
  /** assumed height of a row that is not measured yet */
  estimate: number
  /** accessible name of the list; null: rows of a table */
  label: string | null
  className?: string
  /** the rows are in the order that dragging changes */
  sortable: boolean
  canDrag: boolean
  row: (id: string, place: RowPlace) => ReactNode
  heading: (item: Extract<Item, { kind: 'heading' }>, place: RowPlace) => ReactNode
}

export interface RootProps {
  root: DrawnProps['root']
}

interface FrameProps extends Pick<RowsProps, 'label' | 'className'> {
  frame: Ref<HTMLElement>
  children: ReactNode
  droppable?: object
}

export function Frame({ label, className, frame, children, droppable }: FrameProps) {
  const more = { className, ...droppable }
  if (label === null)
    return (
      <div ref={frame as Ref<HTMLDivElement>} role="rowgroup" {...more}>
        {children}
      </div>
    )
  return (
    <ul ref={frame as Ref<HTMLUListElement>} aria-label={label} {...more}>
      {children}
    </ul>
  )
}

export function drawRows(rows: RowsInPage, props: RowsProps, row: RowsProps['row']): ReactNode[] {
  const { drawn, rest, measure } = rows
  const drawing = drawn.flatMap(({ index, gap }) => {
    const item = props.items[index]
    if (!item) return []
    const place = { index, measure }
    const line = item.kind === 'heading' ? props.heading(item, place) : row(item.key, place)
    return gap > 0 ? [<Gap key={`gap ${item.key}`} height={gap} list={props.label !== null} />, line] : [line]
  })
  return rest > 0 ? [...drawing, <Gap key="rest" height={rest} list={props.label !== null} />] : drawing
}

/** Empty space in place of rows that are not rendered. */
function Gap({ height, list }: { height: number; list: boolean }) {
  const style = { height }
  return list ? <li role="presentation" style={style} /> : <div role="presentation" style={style} />
}

/** Up to this many rows, all are rendered, for find-in-page and screen readers; in longer lists only the near ones. */
const mostInPage = 1_000

export interface DrawnRow {
  index: number
  /** pixels of unrendered rows above it */
  gap: number
}

export interface RowsInPage {
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
  children: (rows: RowsInPage) => ReactNode
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

/** Renders the rows near the viewport, and always the focused row with its neighbours. */
function LongRows({ root, items, estimate, children }: DrawnProps) {
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

/** Decides which rows are rendered. A list that crosses `mostInPage` is rendered from scratch. */
export function DrawnRows(props: DrawnProps) {
  return props.items.length <= mostInPage ? <AllRows {...props} /> : <LongRows {...props} />
}
