import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRegistration } from '../../app/use-registration.ts'
import { isTrial, useSession } from '../../state/session/session.ts'
import { startTrial } from '../../state/session/trial.ts'
import classes from '../account.module.css'
import { LinkButton } from '../../ui/links.tsx'

/** Below the login form: the button that starts a trial, or leads back into a running one. */
export function TryIt() {
  const navigate = useNavigate()
  const trial = useSession(isTrial)
  const closed = useRegistration() === 'closed'
  const [busy, setBusy] = useState(false)
  if (trial)
    return (
      <LinkButton to="/app" variant="default" fullWidth className={classes.try}>
        <Trans>Back to my lists</Trans>
      </LinkButton>
    )
  // If registration is closed, a trial could never move into an account, so it is not offered.
  if (closed) return null
  async function start() {
    setBusy(true)
    if (await startTrial()) await navigate({ to: '/app' })
    setBusy(false)
  }
  return (
    <>
      <Button variant="default" fullWidth className={classes.try} loading={busy} onClick={() => void start()}>
        <Trans>Try it now</Trans>
      </Button>
      <p className={classes.tryHint}>
        <Trans>Without an account. Your lists stay on this device.</Trans>
      </p>
    </>
  )
}
