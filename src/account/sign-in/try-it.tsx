import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { later } from '../../app/lazy.tsx'
import { useRegistration } from '../../app/use-registration.ts'
import { isTrial, useSession } from '../../state/session/session.ts'
import { startTrial } from '../../state/session/trial.ts'
import { LinkButton } from '../../ui/links.tsx'

/** Lazy: needed only by users who tried the app without an account. */
export const TrialNotice = later(async () => (await import('./trial-notice.tsx')).TrialNotice)

/** Below the login form: the button that starts a trial, or leads back into a running one. */
export function TryIt() {
  const navigate = useNavigate()
  const trial = useSession(isTrial)
  const closed = useRegistration() === 'closed'
  const [busy, setBusy] = useState(false)
  if (trial)
    return (
      <LinkButton to="/app" variant="default" fullWidth>
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
    <div>
      <Button variant="default" fullWidth loading={busy} onClick={() => void start()}>
        <Trans>Try it now</Trans>
      </Button>
      <Text size="sm" c="dimmed" ta="center" mt={6}>
        <Trans>Without an account. Your lists stay on this device.</Trans>
      </Text>
    </div>
  )
}
