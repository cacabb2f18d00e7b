import { Trans } from '@lingui/react/macro'
import { Box, Card, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { LinkButton } from '../../ui/links.tsx'
import { AddressText, PersonAvatar } from '../../ui/person.tsx'

/** The user as others see them: the picture, the name and the fields that go with it. */
export function Identity({ profile }: { profile: Profile }) {
  const isActive = profile.status === 'A'
  const Symbol = isActive ? IconCircleCheck : IconCircleDashed
  return (
    <Card component="section">
      <Group wrap="nowrap" gap="md">
        <PersonAvatar profile={profile} name={displayName(profile)} size={72} />
        <div>
          <Text fz="1.25rem" fw={700} lh={1.25}>
            <AddressText>{displayName(profile)}</AddressText>
          </Text>
          <Group wrap="nowrap" gap={6} mt={4} c={isActive ? 'var(--app-success)' : 'var(--app-warning)'}>
            <Symbol size={20} stroke={1.75} aria-hidden="true" />
            <Text size="sm" fw={550}>
              {profile.status === 'A' && <Trans>Active account</Trans>}
              {profile.status === 'N' && <Trans>Account not activated</Trans>}
              {profile.status === 'D' && <Trans>Account submitted for deletion</Trans>}
            </Text>
          </Group>
        </div>
      </Group>
      <Box component="dl" display="flex" my="md" style={{ flexWrap: 'wrap', gap: '12px 16px' }}>
        <Fact label={<Trans context="person">Name</Trans>} value={profile.name} />
        <Fact label={<Trans>Surname</Trans>} value={profile.surname} />
        <Fact label={<Trans>Email</Trans>} value={profile.email} whole />
        <Fact label={<Trans>City</Trans>} value={profile.city} />
      </Box>
      <LinkButton
        to="/app/edit-profile/$edit"
        params={{ edit: 'account' }}
        variant="default"
        fullWidth
        leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
      >
        <Trans>Edit profile</Trans>
      </LinkButton>
    </Card>
  )
}

function Fact({ label, value, whole = false }: { label: ReactNode; value: string; whole?: boolean }) {
  return (
    <Box flex={whole ? '1 0 100%' : '1 1 7rem'}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd">{value ? <AddressText>{value}</AddressText> : '–'}</Text>
    </Box>
  )
}
