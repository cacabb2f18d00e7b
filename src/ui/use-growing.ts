import { startTransition, useEffect, useState } from 'react'

/** Row counts: one screenful renders first, the rest in steps right after, without blocking input. */
const firstScreen = 60
const step = 400

/** How many of `count` rows to render now. The first rendering has a screenful more than `seen` rows. */
export function useGrowing(count: number, seen: () => number = () => 0): number {
  const [drawn, setDrawn] = useState(() => seen() + firstScreen)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => startTransition(() => setDrawn((before) => before + step)))
    return () => clearTimeout(timer)
  }, [drawn, count])
  return Math.min(drawn, count)
}
