import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useRegistration } from '../../visitor/use-registration.ts'
import { isSignedIn, useSession } from '../../account/session/session.ts'
import { LinkButton } from '../../ui/links.tsx'

/** Links to log in or register for visitors; a signed-in user gets a link back to the app. */
export function GuestLinks() {
  const signedIn = useSession(isSignedIn)
  return (
    <Group gap="xs">
      {signedIn ? (
        <LinkButton to="/app/templates" variant="default">
          <Trans>Templates in the app</Trans>
        </LinkButton>
      ) : (
        <>
          <LinkButton to="/auth/login" variant="default">
            <Trans>Log in</Trans>
          </LinkButton>
          <RegisterButton />
        </>
      )}
    </Group>
  )
}

function RegisterButton() {
  const registration = useRegistration()
  if (registration === 'closed') return <Trans>No new accounts are made here.</Trans>
  if (registration === 'invite') return <Trans>New accounts are by invitation only.</Trans>
  return (
    <LinkButton to="/auth/register" variant="light">
      <Trans>Register</Trans>
    </LinkButton>
  )
}
