import { Plural, Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconCloudCheck,
  IconCloudDownload,
  IconCloudExclamation,
  IconCloudLock,
  IconCloudPause,
  IconCloudUp,
  IconCloudX,
  IconDeviceMobile,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SyncState } from '../../state/lists/sync.ts'
import classes from './sync-status.module.css'

export interface SyncStatusProps {
  state: SyncState
  /** number of changes that wait or need attention */
  count: number
  /** opens the list of these changes */
  onPress?: () => void
}

const icons: Record<SyncState, Icon> = {
  onDevice: IconDeviceMobile,
  saved: IconCloudCheck,
  saving: IconCloudUp,
  waiting: IconCloudPause,
  attention: IconCloudExclamation,
  signedOut: IconCloudLock,
  outdated: IconCloudDownload,
  failed: IconCloudX,
}

function word(state: SyncState, count: number): ReactNode {
  switch (state) {
    case 'onDevice':
      return <Trans>On this device</Trans>
    case 'saved':
      return <Trans>Saved</Trans>
    case 'saving':
      return <Trans>Saving…</Trans>
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

/** A small cloud icon with a word. Its width is reserved, so that nothing moves when the word changes. */
export function SyncStatus({ state, count, onPress }: SyncStatusProps) {
  const Cloud = icons[state]
  const text = word(state, count)
  return (
    <>
      <UnstyledButton
        className={classes.status}
        data-state={state}
        data-count={count || undefined}
        onClick={onPress}
        disabled={!onPress}
      >
        <Cloud size={22} stroke={1.75} aria-hidden="true" />
        <span className={classes.word}>{text}</span>
      </UnstyledButton>
      {/* 'Saving…' comes and goes with every key press; only the state after it is announced. */}
      <span role="status" className="visually-hidden">
        {state === 'saving' ? null : text}
      </span>
    </>
  )
}
