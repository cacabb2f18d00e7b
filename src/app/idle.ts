/** Pages that wait for what they show, see hold-idle.ts. */
export const holders = new Set<() => void>()
/** What begins when the last of them has it. */
export const waiting = new Set<() => void>()

/** Runs once the page shows what it has and is idle. Returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  let stop = () => {}
  const go = () => (stop = requestIdle(() => (holders.size > 0 ? waiting.add(go) : run())))
  go()
  return () => {
    waiting.delete(go)
    stop()
  }
}

/** Safari has no requestIdleCallback, so a timeout stands in. */
function requestIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
