/**
 * Returns a function that runs `work`, one run at a time. Callers during a run share one further run after it. `work`
 * reports its own failures.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  function begin(): Promise<void> {
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    // Checked first: between two runs `running` may be null while the next one is about to start.
    if (next) return next
    if (!running) return begin()
    // The caller of the current run gets its failure.
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}
