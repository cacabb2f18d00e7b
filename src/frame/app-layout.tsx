import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { changeSettings, useDeviceSettings } from '../account/session/device-settings.ts'
import { useSession, who } from '../account/session/session.ts'
import { TrialCard } from '../trial/lazy.tsx'
import { watchNumbers } from '../ui/input/typing.ts'
import { useSidebarOpen, useWide } from '../lib/use-wide.ts'
import { InactiveBanner, InstallOffer, OfflineBanner } from './banners.tsx'
import classes from './frame.module.css'
import { Header } from './header.tsx'
import { InstallSteps, MenuDrawer } from './lazy.tsx'
import { BottomBar, Sidebar } from './sidebar.tsx'
import { loadPictures } from '../ui/picture/product-picture.tsx'
import { StorageBanner } from './storage-banner.tsx'
import { usePageChange } from './use-page-change.ts'

export interface AppLayoutProps {
  /** opens the list of unsent changes */
  onSyncStatus: () => void
  children: ReactNode
}

/** The layout around every page below /app. It does not depend on the outbox, which changes with every key press. */
export function AppLayout({ onSyncStatus, children }: AppLayoutProps) {
  const { t } = useLingui()
  const page = usePageChange()
  const trial = useSession(who) === 'trial'
  // A guest has one list, and nowhere else to go.
  const guest = useSession(who) === 'guest'
  const wide = useWide()
  const sidebarOpen = useSidebarOpen(useDeviceSettings(({ settings }) => settings.sidebarOpen))
  const sidebar = sidebarOpen ? '15rem' : '5rem'
  const [drawerOpen, setDrawerOpen] = useState(false)
  useEffect(watchNumbers, [])
  useEffect(() => {
    // At a first visit the list's scripts and rows come first; later the worker has the pictures.
    if (navigator.serviceWorker?.controller) loadPictures()
  }, [])
  return (
    <Box ps={wide && !guest ? sidebar : 0}>
      <Button
        component="a"
        href="#page"
        className={classes.skip}
        pos="fixed"
        top={8}
        style={{ zIndex: 600, insetInlineStart: 8 }}
      >
        <Trans>Skip to content</Trans>
      </Button>
      {guest ? null : wide ? (
        <Box
          component="aside"
          aria-label={t`Sidebar`}
          pos="fixed"
          w={sidebar}
          bg="var(--app-surface)"
          style={{
            zIndex: 95,
            insetBlock: 0,
            insetInlineStart: 0,
            overflow: 'hidden auto',
            borderInlineEnd: '1px solid var(--app-border)',
          }}
        >
          <Sidebar collapsed={!sidebarOpen} />
        </Box>
      ) : (
        <MenuDrawer opened={drawerOpen} onClose={() => setDrawerOpen(false)} />
      )}
      <Stack gap={0} mih="100dvh">
        <Header
          onSyncStatus={onSyncStatus}
          menuOpened={wide ? sidebarOpen : drawerOpen}
          onMenu={() =>
            wide ? changeSettings('settings', { sidebarOpen: !sidebarOpen }) : setDrawerOpen(true)
          }
        />
        <StorageBanner />
        <OfflineBanner />
        <InactiveBanner />
        {trial && <TrialCard />}
        <InstallOffer />
        <Box
          component="main"
          id="page"
          tabIndex={-1}
          ref={page}
          flex={1}
          w="100%"
          maw="90rem"
          mx="auto"
          px="var(--app-gutter)"
          pt={wide ? 16 : 8}
          pb={wide ? 48 : 'calc(88px + env(safe-area-inset-bottom))'}
        >
          {children}
        </Box>
      </Stack>
      {!wide && !guest && <BottomBar />}
      <InstallSteps />
    </Box>
  )
}
