import { Trans, useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { changeSettings, useSettings } from '../state/session/settings.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { TrialCard } from '../trial/later-parts.tsx'
import classes from './app-layout.module.css'
import { InactiveNotice, OfflineBanner } from './notices/banners.tsx'
import { BottomBar } from './bars/bottom-bar.tsx'
import { Header } from './bars/header.tsx'
import { InstallOffer } from './install/install-offer.tsx'
import { InstallSteps, MenuDrawer } from './later-parts.tsx'
import { Sidebar } from './bars/sidebar.tsx'
import { StorageBanner } from './notices/storage-banner.tsx'
import type { SyncStatusProps } from './bars/sync-status.tsx'
import { usePageChange } from './use-page-change.ts'
import { watchNumbers } from '../ui/input/press-selects.ts'
import { useSidebarOpen } from '../ui/use-wide.ts'

export interface AppLayoutProps {
  online: boolean
  sync: SyncStatusProps
  /** number of changes that are not on the server yet, for the offline banner */
  waiting?: number
  children: ReactNode
}

/** The layout around every page below /app. */
export function AppLayout({ online, sync, waiting = 0, children }: AppLayoutProps) {
  const { t } = useLingui()
  const page = usePageChange()
  const trial = useSession(isTrial)
  const wide = useMediaQuery('(min-width: 56.25em)', false, { getInitialValueInEffect: false })
  const sidebarOpen = useSidebarOpen(useSettings((settings) => settings.sidebarOpen))
  const [drawerOpen, setDrawerOpen] = useState(false)
  useEffect(watchNumbers, [])
  return (
    <div className={classes.layout} data-collapsed={!sidebarOpen || undefined}>
      <a className={classes.skip} href="#page">
        <Trans>Skip to content</Trans>
      </a>
      {wide ? (
        <aside className={classes.aside} aria-label={t`Sidebar`}>
          <Sidebar collapsed={!sidebarOpen} />
        </aside>
      ) : (
        <MenuDrawer opened={drawerOpen} onClose={() => setDrawerOpen(false)} />
      )}
      <div className={classes.column}>
        <Header
          online={online}
          sync={sync}
          menuOpened={wide ? sidebarOpen : drawerOpen}
          onMenu={() => (wide ? changeSettings({ sidebarOpen: !sidebarOpen }) : setDrawerOpen(true))}
        />
        <StorageBanner />
        {!online && <OfflineBanner waiting={waiting} />}
        <InactiveNotice />
        {trial && <TrialCard />}
        <InstallOffer />
        <main id="page" tabIndex={-1} ref={page} className={classes.page}>
          {children}
        </main>
      </div>
      <BottomBar />
      <InstallSteps />
    </div>
  )
}
