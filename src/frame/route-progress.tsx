import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './route-progress.module.css'

/** A thin bar while the next page loads. It ends after 500 ms, even if something is still loading. */
export function RouteProgress() {
  const href = useRouterState({ select: (state) => state.location.href })
  const loading = useRouterState({ select: (state) => state.isLoading })
  const [late, setLate] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setLate(href), 500)
    return () => clearTimeout(timer)
  }, [href])
  const running = loading && late !== href
  return <div className={classes.bar} data-running={running || undefined} aria-hidden="true" />
}
