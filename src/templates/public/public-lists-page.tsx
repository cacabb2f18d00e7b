import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRegistration } from '../../app/use-registration.ts'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import { LinkButton } from '../../ui/links.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Results, PageHead } from '../results.tsx'

/** The templates that visitors can see without an account. */
export function PublicListsPage() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  return (
    <Stack gap="md">
      <PageHead title={<Trans>Public lists</Trans>}>
        <GuestLinks />
      </PageHead>
      <Text c="dimmed" maw="60ch">
        <Trans>Shopping for a barbecue, a cake or the whole week, already thought through.</Trans>
      </Text>
      <Group>
        <SearchField label={t`Search public lists`} value={query} onChange={setQuery} />
      </Group>
      <Results shelves={['visitor']} query={query} to="/public-list/$id" />
    </Stack>
  )
}

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
