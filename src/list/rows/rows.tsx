import { type RefObject, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { lazyScript } from '../../ui/lazy.tsx'
import { DrawnRows, drawRows, Frame, type RootProps, type RowsProps } from './drawn-rows.tsx'

/** The code for dragging. */
const drag = lazyScript(() => import('./drag-rows.tsx'))

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
