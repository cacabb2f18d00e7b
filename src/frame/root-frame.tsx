import { Box } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazyScript } from '../ui/lazy.tsx'
import { setMaintenanceAside, useMaintenance } from '../lib/maintenance.ts'
import { useNotices } from '../ui/notices.ts'
import { isSignedIn, useSession } from '../account/session/session.ts'
import { useTyping } from '../ui/input/typing.ts'
import classes from './frame.module.css'
import { MaintenanceCover } from './pages/maintenance-page.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

const SnackbarStack = lazyScript(() => import('./snackbar-stack.tsx')).overlay((code) => code.SnackbarStack)

/** What every page has around it. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <RouteProgress />
      <MaintenanceScreen>{children}</MaintenanceScreen>
      <UpdateOffer />
      <Snackbars />
    </>
  )
}

/** A thin bar while the next page loads. */
function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  // Another page begins with another bar, even if the first has not come yet.
  const page = useRouterState({ select: (state) => state.location.pathname })
  return (
    <Box
      key={page}
      className={classes.progress}
      pos="fixed"
      top={0}
      w="100%"
      h={3}
      bg="var(--app-primary)"
      style={{ zIndex: 500, pointerEvents: 'none' }}
      data-running={loading || undefined}
      aria-hidden="true"
    />
  )
}

function UpdateOffer() {
  const update = useNotices((notices) => notices.update)
  return update && <UpdatePrompt onTake={update} />
}

function Snackbars() {
  const any = useNotices(({ shown }) => shown.length > 0)
  return <SnackbarStack opened={any} />
}

/** Returns whether to show the cover. Typing works without the server, so it waits until a signed-in user stops. */
function useUnlessTyping(resting: boolean, signedIn: boolean): boolean {
  const typing = useTyping()
  const [covers, setCovers] = useState(false)
  const now = resting && (covers || !signedIn || !typing)
  if (now !== covers) setCovers(now)
  return now
}

/** Covers any page with the maintenance page; the page underneath stays mounted with everything that was typed. */
function MaintenanceScreen({ children }: { children: ReactNode }) {
  const hasOwnPage = useRouterState({ select: (state) => state.location.pathname === '/maintenance' })
  const signedIn = useSession(isSignedIn)
  const resting = useMaintenance(({ on, setAside }) => on && !setAside) && !hasOwnPage
  const wanted = useUnlessTyping(resting, signedIn)
  return (
    <>
      <div inert={wanted}>{children}</div>
      {wanted && <MaintenanceCover onGoOn={signedIn ? setMaintenanceAside : undefined} />}
    </>
  )
}
