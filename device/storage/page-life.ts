export type PageLife = ReturnType<typeof createPageLife>

/**
 * Tracks whether the page is shown, and aborts its transactions when it is left. A browser may keep a page that was
 * left, frozen, to show it at once when the person comes back (back/forward cache). Until then its transactions lock
 * their stores for every other page; in Safari until the browser is closed. So no transaction survives the leave, and
 * none begins until the page is shown again.
 */
export function createPageLife() {
  const live = new Set<IDBTransaction>()
  const leaving = new Set<() => void>()
  let away: PromiseWithResolvers<void> | null = null
  let departures = 0

  return {
    get away(): boolean {
      return away !== null
    },
    /**
     * Counts how often the page was left. If the count changed during some work, it is unknown how much of it was done.
     */
    get departures(): number {
      return departures
    },
    /** Resolves when the page is shown. */
    async here(): Promise<void> {
      for (let gone = away; gone; gone = away) await gone.promise
    },
    /** Calls back while the page is being left. Returns the unsubscribe function. */
    onLeave(callback: () => void): () => void {
      leaving.add(callback)
      return () => leaving.delete(callback)
    },
    /** Aborts this transaction if the page is left. */
    follow(tx: IDBTransaction): void {
      live.add(tx)
      for (const end of ['complete', 'abort']) tx.addEventListener(end, () => live.delete(tx))
    },
    leave(): void {
      away ??= Promise.withResolvers()
      departures++
      for (const callback of leaving) callback()
      for (const tx of live)
        try {
          tx.abort()
        } catch {
          // All its requests were made, so it locks nothing for long. It may or may not be written.
        }
    },
    comeBack(): void {
      away?.resolve()
      away = null
    },
  }
}

/** The life of this page. A worker gets no such events, and is never frozen. */
export const pageLife = createPageLife()
globalThis.addEventListener?.('pagehide', pageLife.leave)
globalThis.addEventListener?.('pageshow', pageLife.comeBack)
