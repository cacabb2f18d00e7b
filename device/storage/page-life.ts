export type PageLife = ReturnType<typeof createPageLife>

/**
 * A page that is left may be kept as it was, to be shown at once when somebody comes back. Nothing in it runs until
 * then, and what its transactions hold is locked for every other page: in Safari until the browser is closed. So none
 * is left alive behind, and none begins until the page is shown again.
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
    /** How often the page was left. If the number changed during some work, nobody knows how much of it was done. */
    get departures(): number {
      return departures
    },
    /** Resolves when the page is shown again. */
    async here(): Promise<void> {
      for (let gone = away; gone; gone = away) await gone.promise
    },
    /** Calls back while the page is being left; returns how to stop. */
    onLeave(told: () => void): () => void {
      leaving.add(told)
      return () => leaving.delete(told)
    },
    /** This transaction does not outlive the page. */
    follow(tx: IDBTransaction): void {
      live.add(tx)
      for (const end of ['complete', 'abort']) tx.addEventListener(end, () => live.delete(tx))
    },
    leave(): void {
      away ??= Promise.withResolvers()
      departures++
      for (const told of leaving) told()
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

/** Of this page. A worker hears no such thing, and is never kept. */
export const pageLife = createPageLife()
globalThis.addEventListener?.('pagehide', pageLife.leave)
globalThis.addEventListener?.('pageshow', pageLife.comeBack)
