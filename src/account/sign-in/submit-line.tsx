import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSync } from '../../state/lists/sync.ts'
import classes from '../page.module.css'

interface SubmitLineProps {
  form: { disabled: boolean; submitting: boolean }
  className?: string
  children: ReactNode
}

/** Submit button of a form that cannot use the outbox: offline it is disabled and says why. */
export function SubmitLine({ form, className, children }: SubmitLineProps) {
  const online = useSync((sync) => sync.online)
  return (
    <div className={classes.submit}>
      <Button
        type="submit"
        className={className}
        disabled={form.disabled || !online}
        loading={form.submitting}
      >
        {children}
      </Button>
      {!online && <OfflineReason />}
    </div>
  )
}

export function OfflineReason() {
  return (
    <p className={classes.reason}>
      <Trans>You are offline. This needs a connection; what you typed stays here.</Trans>
    </p>
  )
}
