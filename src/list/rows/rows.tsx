import type { DraggableProvided } from '@hello-pangea/dnd'
import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../app/idle.ts'
import { drag } from '../lazy.tsx'
import type { Item } from './use-items.ts'
import { type DrawnProps, DrawnRows, type Rows as RowsInPage } from './drawn-rows.tsx'

export interface RowPlace {
  /** position among all lines of the list, from 0 */
  index: number
  measure?: (element: Element | null) => void
  drag?: DraggableProvided
  /** it is being dragged */
  lifted?: boolean
}

export interface RowsProps {
  items: readonly Item[]
  /** assumed height of a row that is not measured yet */
  estimate: number
  /** accessible name of the list; null: rows of a table */
  label: string | null
  className?: string
  canDrag: boolean
  row: (id: string, place: RowPlace) => ReactNode
  heading: (item: Extract<Item, { kind: 'heading' }>, place: RowPlace) => ReactNode
}

/** Renders the rows at once. Drag support is loaded later and added only while nobody types in a row. */
export function Rows(props: RowsProps) {
  const root = useRef<HTMLElement>(null)
  const draggable = useDraggable(root)
  const Draggable = drag.code?.DragRows
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
        <Frame {...props} frame={root}>
          {drawRows(rows, props, props.row)}
        </Frame>
      )}
    </DrawnRows>
  )
}

function useDraggable(root: RefObject<HTMLElement | null>): boolean {
  const [draggable, setDraggable] = useState(drag.code !== null)
  useEffect(() => {
    if (draggable) return
    let over = false
    let pressed = false
    // Rows remount when they become draggable. That must not happen to a field being edited, nor to an element held
    // down by a key, finger or mouse button, which acts only on release. Check and switch are synchronous, so that no
    // typing can start in between.
    const take = () => {
      const focused = root.current?.querySelector<HTMLElement>(':focus')
      const typing = focused?.matches('select, input:not([type="checkbox"])')
      if (
        over ||
        pressed ||
        !drag.code ||
        typing ||
        root.current?.querySelector('[aria-invalid], [data-typing]')
      )
        return
      drag.code.remount(root, () => setDraggable(true))
    }
    let stop = whenIdle(() => {
      drag.load().then(take, () => undefined) // without it the list works, but rows cannot be dragged
    })
    // The user may leave a field only to type in the next one, so check again when idle.
    const later = () => {
      if (!drag.code) return
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
  }, [draggable, root])
  return draggable
}

interface FrameProps extends Pick<RowsProps, 'label' | 'className'> {
  frame: Ref<HTMLElement>
  children: ReactNode
  droppable?: object
}

export function Frame({ label, className, frame, children, droppable }: FrameProps) {
  if (label === null)
    return (
      <div ref={frame as Ref<HTMLDivElement>} role="rowgroup" className={className} {...droppable}>
        {children}
      </div>
    )
  return (
    <ul ref={frame as Ref<HTMLUListElement>} aria-label={label} className={className} {...droppable}>
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
