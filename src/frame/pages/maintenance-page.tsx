import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { productName } from '../../app/product.ts'
import { askServer } from '../../state/maintenance.ts'
import { useSync } from '../../state/lists/sync.ts'
import pageClasses from './maintenance.module.css'
import classes from './message-page.module.css'

export interface MaintenancePageProps {
  /** goes on with the data on this device; absent if nobody is signed in */
  onGoOn?: () => void
}

/** Says that the server is under maintenance and typed changes are on this device. It goes away by itself. */
export function MaintenancePage({ onGoOn }: MaintenancePageProps) {
  const { t } = useLingui()
  const waiting = useSync((sync) => sync.outbox.length)
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = `${t`Maintenance`} · ${productName}`
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
    <div className={`${classes.message} ${pageClasses.page}`}>
      <svg viewBox="0 0 240 170" className={classes.picture} aria-hidden="true">
        <path d="M78 76c0-66 84-66 84 0" className={classes.stroke} />
        <path
          d="M44 76h152a10 10 0 0 1 9.8 12l-11 56a18 18 0 0 1-17.7 14.5H62.9A18 18 0 0 1 45.2 144l-11-56A10 10 0 0 1 44 76z"
          className={classes.fill}
        />
        <path d="M104 100v36M136 100v36" className={classes.stroke} />
        <path d="M18 164h204" className={classes.ground} />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        <Trans>We will be right back</Trans>
      </h1>
      <p role="status">
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
      </p>
      <div className={classes.buttons}>
        {onGoOn && (
          <Button onClick={onGoOn}>
            <Trans>Back to my lists</Trans>
          </Button>
        )}
        <Button variant="default" loading={asking} onClick={() => void ask()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  )
}
