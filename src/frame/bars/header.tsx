import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import {
  type StaticDataRouteOption,
  useCanGoBack,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { IconArrowLeft, IconMenu2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Brand } from '../brand.tsx'
import { FullscreenToggle } from './fullscreen-toggle.tsx'
import classes from './header.module.css'
import { UserMenu } from '../later-parts.tsx'
import { HeaderSlot, useIsHeaderFilled } from '../../ui/header-slot.tsx'
import { ModeToggle } from './mode-toggle.tsx'
import { SyncStatus, type SyncStatusProps } from './sync-status.tsx'
import { usePageTitle } from '../use-page-change.ts'
import { useScrolled } from '../use-scrolled.ts'

interface HeaderProps {
  online: boolean
  sync: SyncStatusProps
  menuOpened: boolean
  onMenu: () => void
}

export function Header({ online, sync, menuOpened, onMenu }: HeaderProps) {
  const { t } = useLingui()
  const title = usePageTitle()
  const parent = useMatches({ select: (matches) => matches.at(-1)?.staticData.parent })
  const dark = useScrolled(31)
  const titled = useScrolled(40)
  const filled = useIsHeaderFilled()
  return (
    <header
      className={classes.header}
      data-scrolled={dark || undefined}
      data-deep={parent !== undefined || undefined}
      data-filled={filled || undefined}
    >
      <ActionIcon className={classes.menu} aria-label={t`Menu`} aria-expanded={menuOpened} onClick={onMenu}>
        <IconMenu2 size={24} stroke={1.75} />
      </ActionIcon>
      <BackButton online={online} parent={parent ?? '/app'} />
      <div className={classes.middle}>
        <span className={classes.brand} data-hidden={titled || undefined}>
          <Brand />
        </span>
        {/* Repeats the page's heading once that is scrolled out of view, so it is hidden from screen readers. */}
        <span className={classes.title} data-shown={titled || undefined} aria-hidden="true">
          {title}
        </span>
      </div>
      <HeaderSlot at="title" className={classes.slot} />
      <SyncStatus {...sync} />
      <HeaderSlot at="end" className={classes.slot} />
      <div className={classes.wide}>
        <FullscreenToggle />
        <ModeToggle />
      </div>
      <div className={classes.user}>
        <UserMenu />
      </div>
    </header>
  )
}

/** Returns whether the page that Back leads to works offline. Assumed for pages shown before the app was loaded. */
function useIsOnDeviceBehind(): boolean {
  const place = useRouterState({ select: ({ location }) => location.state.__TSR_index })
  const onServer = useMatches({ select: (matches) => matches.at(-1)?.staticData.onServer ?? false })
  // By the index in the browser's history, of which a page sees nothing but its own entry.
  const [shown] = useState(() => new Map<number, boolean>())
  useEffect(() => {
    shown.set(place, onServer)
  }, [shown, place, onServer])
  return !shown.get(place - 1)
}

interface BackButtonProps {
  online: boolean
  /** where it leads if no page is behind this one */
  parent: NonNullable<StaticDataRouteOption['parent']>
}

function BackButton({ online, parent }: BackButtonProps) {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const disabled = !useIsOnDeviceBehind() && !online
  return (
    <ActionIcon
      className={classes.back}
      aria-label={t`Back`}
      title={disabled ? t`Going back needs a connection` : t`Back`}
      disabled={disabled}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: parent }))}
    >
      <IconArrowLeft size={24} stroke={1.75} />
    </ActionIcon>
  )
}
