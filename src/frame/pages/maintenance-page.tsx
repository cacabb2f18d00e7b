import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { askServer } from '../../lib/maintenance.ts'
import { useSync } from '../../sync/sync-status.ts'
import { appName } from '../../lib/app-name.ts'
import { Message } from '../../ui/message.tsx'
import { Picture } from '../../ui/picture/picture.tsx'
import classes from '../../ui/picture/pictures.module.css'
import { OuterFrame } from '../outer/outer-frame.tsx'

interface MaintenancePageProps {
  /** continues with the data on this device; absent if nobody is signed in */
  onGoOn?: (() => void) | undefined
}

/** Says that the server is under maintenance and that typed changes are on this device. It disappears by itself. */
export function MaintenancePage({ onGoOn }: MaintenancePageProps) {
  const { t } = useLingui()
  const waiting = useSync((sync) => sync.outbox.length)
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = `${t`Maintenance`} · ${appName}`
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
  useLayoutEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    // Returns the focus to the field that had it.
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])

  async function ask() {
    setAsking(true)
    await askServer()
    setAsking(false)
  }
  return (
    <Message
      picture={<ShutPicture />}
      title={<Trans>We will be right back</Trans>}
      titleRef={heading}
      role="status"
      text={
        <>
          <Trans>
            The service is down for maintenance. This page checks by itself and goes away when it is back.
          </Trans>{' '}
          {waiting > 0 ? (
            <Plural
              value={waiting}
              one="# unsent change is safe on this device and will be sent then."
              other="# unsent changes are safe on this device and will be sent then."
            />
          ) : (
            <Trans>Your lists and what you typed are safe.</Trans>
          )}
        </>
      }
    >
      {onGoOn && (
        <Button onClick={onGoOn}>
          <Trans>Back to my lists</Trans>
        </Button>
      )}
      <Button variant="default" loading={asking} onClick={() => void ask()}>
        <Trans>Try again</Trans>
      </Button>
    </Message>
  )
}

/** The maintenance page as a cover over any page, without links that would leave the page underneath. */
export function MaintenanceCover(props: MaintenancePageProps) {
  // Also above dialogs, below snackbars.
  const style = { inset: 0, zIndex: 250, overflow: 'auto' } as const
  return (
    <Box pos="fixed" bg="var(--app-page)" style={style}>
      <OuterFrame kind="message" closed>
        <MaintenancePage {...props} />
      </OuterFrame>
    </Box>
  )
}

/** A picture of a shop with its 'closed' sign out. */
function ShutPicture() {
  return (
    <Picture>
      <path className={classes.fill} d="M58 78h124v80H58z" />
      <path
        className={classes.tint}
        d="M56 36h128l14 34a14 14 0 0 1-28 2 14 14 0 0 1-26 0 14 14 0 0 1-24 0 14 14 0 0 1-24 0 14 14 0 0 1-26 0 14 14 0 0 1-28-2z"
      />
      <path d="M96 72 102 36M120 72V36M144 72l-6-36" />
      <path d="m104 116 16-16 16 16" />
      <path
        className={classes.accent}
        d="M92 116h56a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H92a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6z"
      />
      <path className={classes.onAccent} d="M106 129h28" />
    </Picture>
  )
}
