/** pages that are loading what they show, see holdIdle */
const holders = new Set<() => void>()
/** work that starts when the last of them has finished */
const waiting = new Set<() => void>()

/** Calls `run` once the page shows what it has and is idle. Returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  let stop = () => {}
  const go = () => (stop = requestIdle(() => (holders.size > 0 ? waiting.add(go) : run())))
  go()
  return () => {
    waiting.delete(go)
    stop()
  }
}

/** Safari has no requestIdleCallback, so it waits 300 ms instead. */
function requestIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}

/** ms; what has not loaded by then may never load */
const longestMs = 5_000

/**
 * Delays all `whenIdle` work while a page loads what it shows, for at most 5 s. Returns the function that releases it.
 */
export function holdIdle(): () => void {
  const release = () => {
    holders.delete(release)
    if (holders.size > 0) return
    for (const go of waiting) go()
    waiting.clear()
  }
  holders.add(release)
  setTimeout(release, longestMs)
  return release
}
