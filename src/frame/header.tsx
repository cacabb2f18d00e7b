import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type Icon,
  IconArrowLeft,
  IconCloudCheck,
  IconCloudDownload,
  IconCloudExclamation,
  IconCloudLock,
  IconCloudPause,
  IconCloudUp,
  IconCloudX,
  IconDeviceMobile,
  IconMenu2,
} from '@tabler/icons-react'
import {
  type StaticDataRouteOption,
  useCanGoBack,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { copied, useOverview } from '../sync/overview.ts'
import { type SyncState, syncStatus, useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import { HeaderSlot, useIsHeaderFilled } from '../ui/header-slot.tsx'
import { useWide } from '../lib/use-wide.ts'
import { Brand } from './brand.tsx'
import { ModeToggle, FullscreenToggle } from './display-settings.tsx'
import classes from './frame.module.css'
import { GuestMenu, UserMenu } from './lazy.tsx'
import { usePageTitle } from './use-page-change.ts'

interface HeaderProps {
  onSyncStatus: () => void
  menuOpened: boolean
  onMenu: () => void
}

export function Header({ onSyncStatus, menuOpened, onMenu }: HeaderProps) {
  const { t } = useLingui()
  const title = usePageTitle()
  const parent = useMatches({ select: (matches) => matches.at(-1)?.staticData.parent })
  const dark = useScrolled(31)
  const titled = useScrolled(40)
  const filled = useIsHeaderFilled()
  const wide = useWide()
  const deep = parent !== undefined
  const guest = useSession(who) === 'guest'
  // A page that fills the header leaves room for Back and the sync status only.
  return (
    <Group
      component="header"
      className={classes.header}
      gap={4}
      wrap="nowrap"
      data-scrolled={dark || undefined}
    >
      {guest && <GuestMenu />}
      {!guest && (wide || !deep) && !filled && (
        <ActionIcon aria-label={t`Menu`} aria-expanded={menuOpened} onClick={onMenu}>
          <IconMenu2 size={24} stroke={1.75} />
        </ActionIcon>
      )}
      {!guest && (wide || deep) && <BackButton parent={parent ?? '/app'} />}
      {!filled && (
        <div className={classes.middle}>
          {!wide && (
            <span data-shown={!titled || undefined}>
              <Brand />
            </span>
          )}
          {/* Repeats the page's heading once that is scrolled out of view, so it is hidden from screen readers. */}
          <Text span size="lg" fw={650} data-shown={titled || undefined} aria-hidden="true">
            {title}
          </Text>
        </div>
      )}
      <HeaderSlot at="title" className={classes.slot} />
      <SyncStatus onPress={onSyncStatus} besideName={filled} />
      <HeaderSlot at="end" className={classes.slot} />
      {wide && !filled && (
        <>
          <FullscreenToggle />
          <ModeToggle />
        </>
      )}
      {!filled && !guest && <UserMenu />}
    </Group>
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
  /** where it leads if no page is behind this one */
  parent: NonNullable<StaticDataRouteOption['parent']>
}

function BackButton({ parent }: BackButtonProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
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

/** Reading `scrollY` forces a layout, so it is read with the next frame and when the page scrolls, not at each render. */
let scrolled = 0

function followScrolling(changed: () => void) {
  const check = () => {
    scrolled = scrollY
    changed()
  }
  const frame = requestAnimationFrame(check)
  addEventListener('scroll', check, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', check)
  }
}

/** Returns whether the page is scrolled by at least `pixels`; renders again only when that changes. */
function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(followScrolling, () => scrolled >= pixels)
}

const looks: Record<SyncState, { Cloud: Icon; color?: string }> = {
  // Holds the place of the most frequent one, unseen.
  unknown: { Cloud: IconCloudCheck },
  onDevice: { Cloud: IconDeviceMobile },
  saved: { Cloud: IconCloudCheck },
  saving: { Cloud: IconCloudUp },
  waiting: { Cloud: IconCloudPause, color: 'var(--app-warning)' },
  attention: { Cloud: IconCloudExclamation, color: 'var(--app-error)' },
  signedOut: { Cloud: IconCloudLock, color: 'var(--app-warning)' },
  outdated: { Cloud: IconCloudDownload, color: 'var(--app-warning)' },
  failed: { Cloud: IconCloudX, color: 'var(--app-error)' },
}

/** with more changes than this, it is shown how many are left */
const manyChanges = 50

/** What the status says. `copying`: nothing waits to be sent, but a new device still fetches its lists. */
function word(state: SyncState, count: number, copying: ReturnType<typeof copied>): ReactNode {
  if (copying) {
    const { here, all } = copying
    return (
      <Trans>
        Copying {here} of {all}…
      </Trans>
    )
  }
  switch (state) {
    case 'onDevice':
      return <Trans>On this device</Trans>
    case 'unknown':
    case 'saved':
      return <Trans>Saved</Trans>
    case 'saving':
      return count > manyChanges ? <Trans>Saving {count}…</Trans> : <Trans>Saving…</Trans>
    case 'waiting':
      return <Plural value={count} one="# waiting" other="# waiting" />
    case 'attention':
      return <Plural value={count} one="# needs a look" other="# need a look" />
    case 'signedOut':
      return <Trans>Log in to save</Trans>
    case 'outdated':
      return <Trans>Update to save</Trans>
    case 'failed':
      return <Trans>Not saving</Trans>
  }
}

/** Returns whether the window is a phone's, and whether the words of this status would overlap the brand. */
function useRoom(
  state: SyncState,
  isCopying: boolean,
  besideName: boolean,
): { small: boolean; wordless: boolean } {
  const options = { getInitialValueInEffect: false }
  const small = useMediaQuery('(max-width: 31.24em)', false, options)
  const smaller = useMediaQuery('(max-width: 26.99em)', false, options)
  const smallest = useMediaQuery('(max-width: 21.99em)', false, options)
  const wordless = smallest || (small && (besideName || isCopying)) || (smaller && state === 'onDevice')
  return { small, wordless }
}

interface SyncStatusProps {
  onPress: () => void
  /** a list's name takes the room */
  besideName: boolean
}

/** A small cloud icon with a word; without room, with the number of changes only. */
function SyncStatus({ onPress, besideName }: SyncStatusProps) {
  const trial = useSession(who) === 'trial'
  const shown = useSync(useShallow(syncStatus))
  const { state, count } =
    trial && shown.state !== 'failed' ? ({ state: 'onDevice', count: 0 } as const) : shown
  const fetching = useOverview(useShallow(copied))
  const copying = state === 'saved' && fetching?.isStopped === false ? fetching : null
  const { Cloud, color = 'dimmed' } = looks[state]
  const Picture = copying ? IconCloudDownload : Cloud
  const text = word(state, count, copying)
  const number = copying ? `${copying.here}/${copying.all}` : count || null
  const { small, wordless } = useRoom(state, copying !== null, besideName)
  return (
    <>
      <UnstyledButton
        className="hover-tint"
        c={color}
        fz={small ? 'xs' : 'sm'}
        fw={550}
        miw={44}
        mih={44}
        px={8}
        bdrs={22}
        style={{ visibility: state === 'unknown' ? 'hidden' : undefined }}
        onClick={onPress}
      >
        <Group component="span" gap={6} justify="center" wrap="nowrap">
          <Picture
            size={22}
            stroke={1.75}
            aria-hidden="true"
            color={state === 'saved' && !copying ? 'var(--app-success)' : undefined}
          />
          <span className={wordless ? 'visually-hidden' : 'tabular'} style={{ whiteSpace: 'nowrap' }}>
            {text}
          </span>
          {wordless && number && <span aria-hidden="true">{number}</span>}
        </Group>
      </UnstyledButton>
      {/* 'Saving…' comes and goes with every key press; only the state after it is announced. */}
      <span role="status" className="visually-hidden">
        {state === 'saving' || state === 'unknown' || copying ? null : text}
      </span>
    </>
  )
}
