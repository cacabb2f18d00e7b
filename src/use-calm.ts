import { useEffect, useState } from 'react'

/** The value once it has rested for `ms`: nobody is asked at every letter. An emptied field counts at once. */
export function useCalm(value: string, ms = 250): string {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return value === '' ? '' : calm
}
