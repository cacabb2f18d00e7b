import { startTransition, useEffect, useState } from 'react'

/** Numbers of rows: a screenful renders first, the rest in steps right after it, without blocking input. */
const firstScreen = 60
const step = 400

/** Returns how many of `count` rows to render now. The first render has a screenful more than `seen()` rows. */
export function useGrowing(count: number, seen: () => number = () => 0): number {
  const [drawn, setDrawn] = useState(() => seen() + firstScreen)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => startTransition(() => setDrawn((before) => before + step)))
    return () => clearTimeout(timer)
  }, [drawn, count])
  return Math.min(drawn, count)
}
