import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useInstall } from '../../state/install.ts'
import { InstallCard } from '../later-parts.tsx'

const isLists = (path: string) => /^\/app\/?$/.test(path)

if (isLists(location.pathname)) InstallCard.fetch()

/** Offers the installation to returning users, only on the page of their lists. */
export function InstallOffer() {
  const onLists = useRouterState({ select: (state) => isLists(state.location.pathname) })
  return onLists && <Offer />
}

/**
 * The card is above the lists and must not push them down. If it is not ready at the first render, it is shown the next
 * time the lists are opened.
 */
function Offer() {
  const shown = useInstall(({ way, offered }) => way !== null && offered)
  const [inTime] = useState(shown && InstallCard.isHere())
  return shown && inTime && <InstallCard />
}
