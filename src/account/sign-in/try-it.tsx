import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazyScript, withTexts } from '../../ui/lazy.tsx'
import { useRegistration } from '../../visitor/use-registration.ts'
import { useDeviceSettings } from '../session/device-settings.ts'
import { useSession, who } from '../session/session.ts'
import { startTrial } from '../../trial/trial-state.ts'
import { LinkButton } from '../../ui/links.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Only users who tried the app without an account load it. */
export const TrialNotice = lazyScript(() => withTexts(import('./trial-notice.tsx'))).overlay(
  (code) => code.TrialNotice,
)

/** Returns whether nobody has had an account or a trial on this device, as far as it knows. */
export function useIsNewcomer(): boolean {
  const session = useSession((state) => state.session)
  return useDeviceSettings(({ settings }) => !settings.wasSignedIn) && session === null
}

/** The first thing that a newcomer is offered. */
export function TryFirst() {
  return useIsNewcomer() && <TryIt variant="filled" />
}

/** The button that starts a trial, or leads back into a running one. */
export function TryIt({ variant = 'default' }: { variant?: 'filled' | 'default' }) {
  const navigate = useNavigate()
  const trial = useSession(who) === 'trial'
  const closed = useRegistration() === 'closed'
  if (trial)
    return (
      <LinkButton to="/app" variant="default" fullWidth>
        <Trans>Back to my lists</Trans>
      </LinkButton>
    )
  async function start() {
    if (await startTrial()) await navigate({ to: '/app' })
  }
  return (
    // If registration is closed, a trial could never move into an account, so it is not offered. Nothing moves up when
    // that becomes known.
    <div style={{ visibility: closed ? 'hidden' : undefined }}>
      <BusyButton variant={variant} fullWidth onClick={start}>
        <Trans>Try it now</Trans>
      </BusyButton>
      <Text size="sm" c="dimmed" ta="center" mt={6}>
        <Trans>No account needed. Lists stay on this device.</Trans>
      </Text>
    </div>
  )
}
