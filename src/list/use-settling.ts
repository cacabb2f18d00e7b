import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { browserClock, type Clock, createSettling } from './settling.ts'

const touches = ['pointerdown', 'keydown', 'scroll'] as const

/** The ids that lie in the basket, of those that are ticked. */
export function useSettling(ticked: ReadonlySet<string>, clock: Clock = browserClock): ReadonlySet<string> {
  const [settling] = useState(() => {
    const made = createSettling(clock)
    made.update(ticked)
    return made
  })
  const settled = useSyncExternalStore(settling.subscribe, settling.settled)
  useLayoutEffect(() => settling.update(ticked), [settling, ticked])
  useEffect(() => {
    for (const touch of touches) addEventListener(touch, settling.touch, { passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, settling.touch)
    }
  }, [settling])
  return settled
}
