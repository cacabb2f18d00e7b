/**
 * One at a time: whoever asks while it runs waits for a run that begins after it. Many asks at once are one.
 * Failures are `work`'s own to tell.
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
    // It may be over already and the next one about to begin: never two at a time.
    if (next) return next
    if (!running) return begin()
    // Whoever asked for the one under way hears of its failure.
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}
