import { useEffect, useState } from 'react'

/** False for the first `ms`: content that loads sooner needs no skeleton. */
export function useLate(ms = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
