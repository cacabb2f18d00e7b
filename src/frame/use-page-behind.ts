import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The paths that were shown, by their place in the browser's history. */
const shown = new Map<number, string>()

/** Pages whose content only the server has. */
const onServer = /^\/app\/(templates?|edit-profile)(\/|$)/

/** Whether the page that 'Back' leads to can be shown without a network. A page of an earlier visit counts as such. */
export function useIsOnDeviceBehind(): boolean {
  const place = useRouterState({ select: ({ location }) => location.state.__TSR_index })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    shown.set(place, path)
  }, [place, path])
  return !onServer.test(shown.get(place - 1) ?? '')
}
