import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useInstall } from '../../state/install.ts'
import { InstallCard } from '../later-parts.tsx'

const isLists = (path: string) => /^\/app\/?$/.test(path)

if (isLists(location.pathname)) InstallCard.fetch()

/** The installation is offered to returning users, only on the page of their lists. */
export function InstallOffer() {
  const onLists = useRouterState({ select: (state) => isLists(state.location.pathname) })
  return onLists && <Offer />
}

/**
 * It stands above the lists and must not push down what is seen: what comes after the first drawing is
 * offered when the lists are opened the next time.
 */
function Offer() {
  const shown = useInstall(({ way, offered }) => way !== null && offered)
  const [inTime] = useState(shown && InstallCard.isHere())
  return shown && inTime && <InstallCard />
}
