import { holders, waiting } from './idle.ts'

/** What does not come in this time may never come. */
const longestMs = 5_000

/** While a page waits for what it shows, nothing for later gets in its way. Returns how to let it go on. */
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
