import { useRouterState } from '@tanstack/react-router'
import { useInstall } from '../../state/install.ts'
import { InstallCard } from '../later-parts.tsx'

const isLists = (path: string) => /^\/app\/?$/.test(path)

// It stands above the lists, and must not push them down once they are seen.
if (isLists(location.pathname)) InstallCard.fetch()

/** The installation is offered to returning users, only on the page of their lists. */
export function InstallOffer() {
  const shown = useInstall(({ way, offered }) => way !== null && offered)
  const onLists = useRouterState({ select: (state) => isLists(state.location.pathname) })
  return shown && onLists && <InstallCard />
}
