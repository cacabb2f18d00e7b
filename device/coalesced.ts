/**
 * Runs `work` one at a time. A call during a run waits for one further run; many such calls share it.
 * `work` reports its own failures.
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
    // Checked first: the current run may be over and the next about to start. Never two at once.
    if (next) return next
    if (!running) return begin()
    // The failure of the current run goes to its own caller.
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}
