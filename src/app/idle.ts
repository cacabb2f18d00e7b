/** Once the page has nothing better to do; Safari does not say when that is. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
