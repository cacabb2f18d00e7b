import { useEffect, useState } from 'react'

/** Returns false for the first `ms` milliseconds and then true: content that loads sooner needs no skeleton. */
export function useLate(ms = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
