import type { Clock } from '../../state/clock.ts'

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}

export type Settling = ReturnType<typeof createSettling>

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
