import { Box, Button, Card, Group, Text } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazyScript } from '../ui/lazy.tsx'
import { setMaintenanceAside, useMaintenance } from '../lib/maintenance.ts'
import { useNotices, offerUpdate } from '../ui/notices.ts'
import { isSignedIn, useSession } from '../account/session/session.ts'
import { useTyping } from '../ui/input/typing.ts'
import classes from './frame.module.css'
import { MaintenanceCover } from './pages/maintenance-page.tsx'
import { Trans } from '@lingui/react/macro'
import { standClear } from '../ui/input/docked.ts'

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

function stand(box: HTMLElement | null) {
  if (!box) return
  return standClear(
    () => box,
    (pixels) => {
      box.style.bottom = `${pixels}px`
    },
  )
}

/** Offers the update without forcing it: after 'Later' the new version waits for the next start. */
function UpdatePrompt({ onTake }: { onTake: () => void }) {
  return (
    <Card
      ref={stand}
      p="xs"
      ps="md"
      pos="fixed"
      left="calc(16px + env(safe-area-inset-left))"
      maw="calc(100vw - 32px)"
      style={{ zIndex: 300, boxShadow: 'var(--app-float)' }}
      role="status"
      data-docked=""
    >
      <Group gap="xs" justify="flex-end">
        <Text fw={550} flex="1 1 auto">
          <Trans>A new version is ready.</Trans>
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="subtle" size="sm" h={44} onClick={() => offerUpdate(null)}>
            <Trans>Later</Trans>
          </Button>
          <Button size="sm" h={44} onClick={onTake}>
            <Trans>Update now</Trans>
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
