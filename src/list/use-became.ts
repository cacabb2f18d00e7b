import { useState } from 'react'

/** True from the moment when `now` turns true, not when it was so from the start, until it is closed. */
export function useBecame(now: boolean): [became: boolean, close: () => void] {
  const [before, setBefore] = useState<boolean>(now)
  const [became, setBecame] = useState(false)
  if (now !== before) {
    setBefore(now)
    setBecame(now)
  }
  return [became && now, () => setBecame(false)]
}
