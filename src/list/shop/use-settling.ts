import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock, type Clock } from '../../state/clock.ts'
import { createSettling, type Settling } from './settling.ts'

const touches = ['pointerdown', 'keydown', 'scroll'] as const

/** Returns the ticked ids that are in the basket, and the function to report that a heading was left. */
export function useSettling(
  ticked: ReadonlySet<string>,
  headingOf: (id: string) => string,
  clock: Clock = browserClock,
): { settled: ReadonlySet<string>; leave: Settling['leave'] } {
  const [settling] = useState(() => {
    const made = createSettling(clock)
    made.update(ticked)
    return made
  })
  const hold = useHeldPlace()
  const subscribe = useCallback(
    (changed: () => void) =>
      settling.subscribe(() => {
        hold.before(settling.settled())
        changed()
      }),
    [settling, hold],
  )
  const settled = useSyncExternalStore(subscribe, settling.settled)
  useLayoutEffect(() => hold.after())
  useLayoutEffect(() => settling.update(ticked, headingOf), [settling, ticked, headingOf])
  useEffect(() => {
    for (const touch of touches) addEventListener(touch, settling.touch, { passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, settling.touch)
    }
  }, [settling])
  return { settled, leave: settling.leave }
}

/** Scrolls the page by the height of the rows that moved into the basket, so that nothing moves under the finger. */
function useHeldPlace() {
  const held = useRef<{ row: string; top: number } | null>(null)
  const [hold] = useState(() => ({
    before(settled: ReadonlySet<string>) {
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]')
      const rows = [...(focused ? [focused] : []), ...document.querySelectorAll<HTMLElement>('[data-row]')]
      const stays = rows.find((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 100 && top < innerHeight && !settled.has(row.dataset['row'] ?? '')
      })
      held.current = stays
        ? { row: stays.dataset['row'] ?? '', top: stays.getBoundingClientRect().top }
        : null
    },
    after() {
      if (!held.current) return
      const { row, top } = held.current
      held.current = null
      const now = document.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect().top
      if (now !== undefined && Math.abs(now - top) >= 1)
        window.scrollBy({ top: now - top, behavior: 'instant' })
    },
  }))
  return hold
}
