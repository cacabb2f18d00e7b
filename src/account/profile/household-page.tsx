import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import { shortName } from '../../../core/text/person-name.ts'
import {
  inHousehold,
  loadPeople,
  type Person,
  setHousehold,
  usePeople,
} from '../../list/share/people-store.ts'
import { useSync } from '../../sync/sync-status.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { AddressText, PersonAvatar } from '../../ui/person.tsx'
import { OfflineReason, Page } from '../page.tsx'
import { LinkRow } from './rows.tsx'

/** The link to the household, with who is in it. */
export function HouseholdRow() {
  const state = usePeople()
  useEffect(() => void loadPeople(), [])
  const names = state.household
    .filter(({ permission }) => permission !== null)
    .map(({ name }) => shortName(name))
    .join(', ')
  return (
    <LinkRow edit="household" icon={IconUsers} title={<Trans>Household</Trans>}>
      {names ? <Trans>New lists are shared with: {names}</Trans> : <Trans>Who gets your new lists</Trans>}
    </LinkRow>
  )
}

/** With whom every new list is shared, and what they may do in it. */
export function HouseholdPage() {
  const state = usePeople()
  const online = useSync((sync) => sync.online)
  useEffect(() => void loadPeople(), [])
  // Whoever shares nothing any more stays here, so that the switch can be turned off.
  const left = state.household.filter(
    ({ email, permission }) => permission !== null && !state.people.some((one) => one.email === email),
  )
  const people = [
    ...state.people,
    ...left.map((one) => ({ ...one, permission: one.permission ?? 'edit', imageName: null, lists: 0 })),
  ]
  return (
    <Page
      title={<Trans>Household</Trans>}
      lead={<Trans>Share every list you make from now on, also one you make without a connection.</Trans>}
    >
      {!online && <OfflineReason />}
      {people.length === 0 ? (
        <Card>
          <Text c="dimmed">
            <Trans>
              Nobody yet. Share a list with somebody; once they have opened it, they can be chosen here.
            </Trans>
          </Text>
        </Card>
      ) : (
        <Card>
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {people.map((person) => (
              <PersonRow
                key={person.email}
                person={person}
                permission={inHousehold(state, person.email) ?? null}
                online={online}
              />
            ))}
          </Stack>
        </Card>
      )}
    </Page>
  )
}

interface PersonRowProps {
  person: Person
  /** null: does not get new lists */
  permission: Permission | null
  online: boolean
}

function PersonRow({ person, permission, online }: PersonRowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const { name, email } = person

  async function change(to: Permission | null) {
    setBusy(true)
    await setHousehold(email, to)
    setBusy(false)
  }
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <PersonAvatar profile={person} name={name} size={44} />
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={650}>{name}</Text>
        <Text c="dimmed" fz="sm" mb={6}>
          <AddressText>{email}</AddressText>
        </Text>
        <NativeSelect
          aria-label={t`New lists for ${name}`}
          data={[
            { value: '', label: t`gets no new lists` },
            ...permissions.map((value) => ({ value, label: t(permissionTexts[value].may) })),
          ]}
          value={permission ?? ''}
          disabled={!online || busy}
          onChange={({ currentTarget }) => void change((currentTarget.value || null) as Permission | null)}
        />
      </Box>
    </Group>
  )
}
