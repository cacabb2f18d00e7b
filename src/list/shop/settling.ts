import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Clock, browserClock } from '../../state/clock.ts'

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}

type Settling = ReturnType<typeof createSettling>

/**
 * Tracks which ticked products are shown in the basket. A ticked row stays in place at first, so that rows do not jump
 * under the finger. It moves ("settles") into the basket once the user leaves its heading or has not touched the list
 * for `ms` milliseconds. An unticked row moves back at once.
 */
export function createSettling(clock: Clock, ms = 5_000) {
  let ticked: ReadonlySet<string> = new Set()
  let settled: ReadonlySet<string> | null = null
  let stop: (() => void) | null = null
  const listeners = new Set<() => void>()

  function show(next: ReadonlySet<string>): void {
    settled = next
    for (const listener of listeners) listener()
  }

  function restart(): void {
    stop?.()
    stop = isWaiting() ? clock.after(ms, settle) : null
  }

  function isWaiting(): boolean {
    return [...ticked].some((id) => !settled?.has(id))
  }

  function settle(): void {
    stop = null
    show(ticked)
  }

  return {
    /**
     * Sets the ticked products. At the first call all of them go into the basket at once. Later, a tick under another
     * heading settles the products ticked under the previous headings.
     */
    update(now: ReadonlySet<string>, headingOf: (id: string) => string = () => ''): void {
      const fresh = [...now].filter((id) => !ticked.has(id))
      ticked = now
      if (settled === null) return show(now)
      const next = new Set([...settled].filter((id) => now.has(id)))
      const headings = new Set(fresh.map(headingOf))
      if (fresh.length > 0) for (const id of now) if (!headings.has(headingOf(id))) next.add(id)
      if (!isSame(next, settled)) show(next)
      restart()
    },
    /** The user has left a heading: the products ticked under it settle. */
    leave(ids: Iterable<string>): void {
      if (settled === null) return
      const next = new Set(settled)
      for (const id of ids) if (ticked.has(id)) next.add(id)
      if (next.size === settled.size) return
      show(next)
      restart()
    },
    /** A touch, a key press or a scroll restarts the timer. */
    touch(): void {
      if (stop) restart()
    },
    settled: (): ReadonlySet<string> => settled ?? ticked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}

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
