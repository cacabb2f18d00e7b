import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The paths that were shown, by their index in the browser's history. */
const shown = new Map<number, string>()

/** Pages whose content is only on the server. */
const onServer = /^\/app\/(templates?|edit-profile)(\/|$)/

/** Returns whether the page that Back leads to works offline. Assumed for pages shown before the app was loaded. */
export function useIsOnDeviceBehind(): boolean {
  const place = useRouterState({ select: ({ location }) => location.state.__TSR_index })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    shown.set(place, path)
  }, [place, path])
  return !onServer.test(shown.get(place - 1) ?? '')
}
