export interface Clock {
  /** Calls back after `ms`; returns how to stop it. */
  after: (ms: number, run: () => void) => () => void
}

export const browserClock: Clock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export type Settling = ReturnType<typeof createSettling>

/**
 * Which ticked products lie in the basket. What is ticked stays where it is, so that rows do not jump under
 * the finger, and settles once nobody has touched the list for `ms`. What is unticked comes back at once.
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
    /** Says which products are ticked now. The first time all of them are in the basket already. */
    update(now: ReadonlySet<string>): void {
      ticked = now
      if (settled === null) return show(now)
      const left = new Set([...settled].filter((id) => now.has(id)))
      if (left.size !== settled.size) show(left)
      restart()
    },
    /** A finger, a key or a scroll: the person is still at it. */
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
