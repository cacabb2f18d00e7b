import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { IconArrowLeft, IconMenu2 } from '@tabler/icons-react'
import { Brand } from '../brand.tsx'
import { FullscreenToggle } from './fullscreen-toggle.tsx'
import classes from './header.module.css'
import { UserMenu } from '../later-parts.tsx'
import { HeaderSlot, useIsHeaderFilled } from '../../ui/header-slot.tsx'
import { ModeToggle } from './mode-toggle.tsx'
import { appTitle } from '../app-title.ts'
import { SyncStatus, type SyncStatusProps } from './sync-status.tsx'
import { useIsOnDeviceBehind } from '../use-page-behind.ts'
import { useScrolled } from '../use-scrolled.ts'
import { IconButton } from '../../ui/control/icon-button.tsx'

interface HeaderProps {
  online: boolean
  sync: SyncStatusProps
  menuOpened: boolean
  onMenu: () => void
}

export function Header({ online, sync, menuOpened, onMenu }: HeaderProps) {
  const { t } = useLingui()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const title = appTitle(pathname)
  const dark = useScrolled(31)
  const titled = useScrolled(40)
  const filled = useIsHeaderFilled()
  const deep = pathname.split('/').filter(Boolean).length > 2
  return (
    <header
      className={classes.header}
      data-scrolled={dark || undefined}
      data-deep={deep || undefined}
      data-filled={filled || undefined}
    >
      <IconButton className={classes.menu} aria-label={t`Menu`} aria-expanded={menuOpened} onClick={onMenu}>
        <IconMenu2 size={24} stroke={1.75} />
      </IconButton>
      <BackButton online={online} />
      <div className={classes.middle}>
        <span className={classes.brand} data-hidden={titled || undefined}>
          <Brand />
        </span>
        {/* Repeats the page's heading once that is scrolled out of view, so it is hidden from screen readers. */}
        <span className={classes.title} data-shown={titled || undefined} aria-hidden="true">
          {title && t(title)}
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

function BackButton({ online }: { online: boolean }) {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const needsNetwork = !useIsOnDeviceBehind()
  const disabled = needsNetwork && !online
  return (
    <IconButton
      className={classes.back}
      aria-label={t`Back`}
      title={disabled ? t`Going back needs a connection` : t`Back`}
      disabled={disabled}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/app' }))}
    >
      <IconArrowLeft size={24} stroke={1.75} />
    </IconButton>
  )
}
