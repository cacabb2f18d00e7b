import { Trans } from '@lingui/react/macro'
import { Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { setSingle, useAccountSettings } from '../state/settings.ts'
import { useSession, who } from '../session/session.ts'
import { Page } from '../page.tsx'
import { Named, Notifications } from './notifications.tsx'

/** What others see of the user, and what they are told of others. */
export function TogetherPage() {
  const trial = useSession(who) === 'trial'
  return (
    <Page title={<Trans>Shopping together</Trans>}>
      {trial ? (
        <Card>
          <Text c="dimmed">
            <Trans>
              Your lists are only on this device, so nobody sees when you shop. Notifications tell what others
              do on your lists, so they need an account.
            </Trans>
          </Text>
        </Card>
      ) : (
        <>
          <Part title={<Trans>What others see of me</Trans>}>
            <SeenByOthers />
          </Part>
          <Part
            title={<Trans>What I am told</Trans>}
            lead={
              <Trans>Notifications on this device while the app is closed, never of your own changes.</Trans>
            }
          >
            <Notifications />
          </Part>
        </>
      )}
    </Page>
  )
}

function Part({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}

/** Whether others are told when this account shops; stored with the account, so it works without notifications. */
function SeenByOthers() {
  const quiet = useAccountSettings(({ settings }) => settings.quietTrips === true)
  return (
    <Card>
      <Checkbox
        checked={!quiet}
        label={
          <Named name={<Trans>Tell others when I go shopping</Trans>}>
            <Trans>
              People who share the list see that you are shopping, where, and when you last looked at the
              list, until you are done; none of it is kept afterwards
            </Trans>
          </Named>
        }
        onChange={({ currentTarget }) => setSingle({ quietTrips: !currentTarget.checked })}
      />
      <Text size="sm" c="dimmed" mt="sm">
        <Trans>
          While you have a shared list open, others who have it open see that. That is never stored.
        </Trans>
      </Text>
    </Card>
  )
}
