import { type RefObject, useEffect, useEffectEvent } from 'react'
import { browserClock, type Clock } from '../../lib/clock.ts'

/** Duration of a long press in ms, the same as Android's. */
const longMs = 500
/** A finger that moves more than this many pixels scrolls or swipes. */
const stillPixels = 10

/**
 * Calls `onLongPress` with the id of the row that was pressed long by finger, or with the right mouse button.
 * Suppresses the click that follows when the finger is lifted, because it would tick the row.
 */
export function useLongPress(
  root: RefObject<HTMLElement | null>,
  onLongPress: ((id: string) => void) | null,
  clock: Clock = browserClock,
): void {
  const listens = onLongPress !== null
  const tell = useEffectEvent((id: string) => onLongPress?.(id))
  useEffect(() => {
    const list = root.current
    if (!list || !listens) return
    const stop = new AbortController()
    const { signal } = stop
    let cancel: (() => void) | null = null
    let from = { x: 0, y: 0 }
    let swallow = false
    const end = () => {
      cancel?.()
      cancel = null
    }
    const rowAt = (target: EventTarget | null) =>
      target instanceof Element && !target.closest('button, [role="button"]')
        ? target.closest<HTMLElement>('[data-tickable]')?.dataset['row']
        : undefined
    list.addEventListener(
      'pointerdown',
      ({ target, pointerType, isPrimary, clientX: x, clientY: y }) => {
        end()
        swallow = false
        const row = rowAt(target)
        if (row === undefined || pointerType === 'mouse' || !isPrimary) return
        from = { x, y }
        cancel = clock.after(longMs, () => {
          cancel = null
          swallow = true
          // Lifting the finger would press whatever is there by then, such as the backdrop of a sheet.
          addEventListener('touchend', (event) => event.preventDefault(), {
            signal,
            once: true,
            capture: true,
            passive: false,
          })
          tell(row)
        })
      },
      { signal, passive: true },
    )
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (cancel && Math.hypot(clientX - from.x, clientY - from.y) > stillPixels) end()
      },
      { signal, passive: true },
    )
    for (const type of ['pointerup', 'pointercancel', 'scroll'] as const)
      addEventListener(type, end, { signal, passive: true, capture: true })
    list.addEventListener(
      'click',
      (event) => {
        if (!swallow) return
        swallow = false
        event.preventDefault()
        event.stopPropagation()
      },
      { signal, capture: true },
    )
    // Android fires contextmenu for a long press too; a mouse fires it for its right button.
    list.addEventListener(
      'contextmenu',
      (event) => {
        const row = rowAt(event.target)
        if (row === undefined) return
        event.preventDefault()
        if (!swallow && cancel === null) tell(row)
      },
      { signal },
    )
    return () => {
      end()
      stop.abort()
    }
  }, [root, listens, clock])
}
