import { startTransition, useEffect, useState } from 'react'

/** What fits a screen comes first, the rest right after it, without holding up a key or a finger. */
const firstScreen = 60
const step = 400

/** How many of `count` rows to draw now. */
export function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(firstScreen)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => startTransition(() => setDrawn((before) => before + step)))
    return () => clearTimeout(timer)
  }, [drawn, count])
  return Math.min(drawn, count)
}
