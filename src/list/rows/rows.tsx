import type { DraggableProvided } from '@hello-pangea/dnd'
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { lazyScript } from '../../ui/lazy.tsx'
import type { Item } from './use-items.ts'
import { useGrowing } from '../../ui/use-growing.ts'

/** The code for dragging. */
const drag = lazyScript(() => import('./drag-rows.tsx'))

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

/**
 * Renders the rows at once. Drag support is loaded later, only for rows that can be sorted by hand, and added only while
 * nobody types in a row.
 */
export function Rows(props: RowsProps) {
  const root = useRef<HTMLElement>(null)
  const draggable = useDraggable(root, props.sortable)
  const Draggable = drag.code()?.DragRows
  return draggable && Draggable ? <Draggable {...props} root={root} /> : <PlainRows {...props} root={root} />
}

export interface RootProps {
  root: DrawnProps['root']
}

function PlainRows(props: RowsProps & RootProps) {
  const { root, items, estimate } = props
  return (
    <DrawnRows root={root} items={items} estimate={estimate}>
      {(rows) => (
        <Frame {...props} frame={root} inert={rows.inert}>
          {drawRows(rows, props, props.row)}
        </Frame>
      )}
    </DrawnRows>
  )
}

function useDraggable(root: RefObject<HTMLElement | null>, isNeeded: boolean): boolean {
  const [draggable, setDraggable] = useState(isNeeded && drag.code() !== null)
  useEffect(() => {
    if (draggable || !isNeeded) return
    let over = false
    let pressed = false
    // Rows remount when they become draggable. That must not happen to a field being edited, nor to an element held
    // down by a key, finger or mouse button, which acts only on release. Check and switch are synchronous, so that no
    // typing can start in between.
    const take = () => {
      const code = drag.code()
      const focused = root.current?.querySelector<HTMLElement>(':focus')
      const typing = focused?.matches('select, input:not([type="checkbox"])')
      if (over || pressed || !code || typing || root.current?.querySelector('[aria-invalid], [data-typing]'))
        return
      code.remount(root, () => setDraggable(true))
    }
    let stop = whenIdle(() => {
      drag.load().then(take, () => undefined) // without it the list works, but rows cannot be dragged
    })
    // The user may leave a field only to type in the next one, so check again when idle.
    const later = () => {
      if (!drag.code()) return
      stop()
      stop = whenIdle(take)
    }
    const listeners = new AbortController()
    const listen = (types: readonly string[], hear: (event: Event) => void) => {
      for (const type of types)
        window.addEventListener(type, hear, { capture: true, signal: listeners.signal })
    }
    const release = () => {
      pressed = false
      later()
    }
    listen(['focusout'], later)
    listen(['keydown', 'pointerdown'], () => (pressed = true))
    listen(['keyup', 'pointerup', 'pointercancel'], release)
    // A release in another window fires no event here.
    listen(['blur'], ({ target }) => target === window && release())
    return () => {
      over = true
      stop()
      listeners.abort()
    }
  }, [draggable, isNeeded, root])
  return draggable
}

interface FrameProps extends Pick<RowsProps, 'label' | 'className'>, Pick<RowsInPage, 'inert'> {
  frame: Ref<HTMLElement>
  children: ReactNode
  droppable?: object
}

export function Frame({ label, className, frame, inert, children, droppable }: FrameProps) {
  const more = { className, inert, ...droppable }
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
  /** they are about to be rendered anew, so nothing may be typed in them */
  inert?: true
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

/** A low number, since the rows are rendered again as soon as the code for long lists has loaded. */
const fewRows = 24

/** The first rows of a long list, until the code for the rest has loaded. */
function FirstRows({ items, estimate, children }: DrawnProps) {
  const drawn = useFirst(Math.min(items.length, fewRows))
  return children({ drawn, rest: (items.length - drawn.length) * estimate, ...inPage, inert: true })
}

const LongRows = lazy(() =>
  import('./long-rows.ts').then(
    (code) => ({ default: code.LongRows }),
    () => ({ default: AllRows }), // slow, but complete
  ),
)

/** Decides which rows are rendered. A list that crosses `mostInPage` is rendered from scratch. */
export function DrawnRows(props: DrawnProps) {
  if (props.items.length <= mostInPage) return <AllRows {...props} />
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <LongRows {...props} />
    </Suspense>
  )
}
