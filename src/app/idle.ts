/** Runs once the page is idle. Safari has no requestIdleCallback, so a timeout stands in. Returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
