import { holders, waiting } from './idle.ts'

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
