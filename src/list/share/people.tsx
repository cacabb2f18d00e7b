import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Member } from '../../../core/contract/shapes.ts'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import { membersChanged, useMembers, setPermission, unshare } from '../../state/lists/sharing.ts'
import { useOverview } from '../../state/lists/overview.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { AddressText } from '../../ui/person.tsx'
import classes from './share.module.css'

export function People({ children }: { children: ReactNode }) {
  return <ul className={classes.people}>{children}</ul>
}

interface PersonProps {
  name: ReactNode
  /** what else is known of the person */
  more: ReactNode
  children: ReactNode
}

/** A member or an invited person, with what can be done about them below. */
export function Person({ name, more, children }: PersonProps) {
  return (
    <Stack component="li" gap="xs" py="sm">
      <div>
        <Text fw={600}>{name}</Text>
        <Text c="dimmed" fz="xs">
          {more}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

interface MembersProps {
  listId: string
  online: boolean
  onRemove: (member: Member) => void
}

/** The list's members, and what each may do. */
export function Members({ listId, online, onRemove }: MembersProps) {
  const { data: members } = useMembers(listId, online)
  useEffect(() => {
    if (!online) return
    // After a pull of the lists, members may have joined, left or opened the list, also through another device.
    return useOverview.subscribe((now, before) => {
      if (now.pulls !== before.pulls) void membersChanged(listId)
    })
  }, [online, listId])
  return (
    <>
      {members && members.length > 0 && (
        <People>
          {members.map((member) => (
            <MemberRow
              key={member.email}
              listId={listId}
              member={member}
              online={online}
              onRemove={() => onRemove(member)}
            />
          ))}
        </People>
      )}
      {members?.length === 0 && (
        <Text c="dimmed">
          <Trans>Nobody else has this list yet.</Trans>
        </Text>
      )}
    </>
  )
}

interface MemberRowProps {
  listId: string
  member: Member
  online: boolean
  /** asks for confirmation first */
  onRemove: () => void
}

function MemberRow({ listId, member, online, onRemove }: MemberRowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = member.name || member.email

  async function change(run: () => Promise<boolean>) {
    setBusy(true)
    if (await run()) await membersChanged(listId)
    setBusy(false)
  }

  return (
    <Person
      name={<AddressText>{name}</AddressText>}
      more={
        <>
          {member.name && <AddressText>{member.email}</AddressText>}
          {member.name && !member.accepted && <br />}
          {!member.accepted && <Trans>has not opened it yet</Trans>}
        </>
      }
    >
      <Group gap={4} wrap="nowrap">
        <NativeSelect
          flex={1}
          aria-label={t`Permission for ${name}`}
          data={permissions.map((value) => ({ value, label: t(permissionTexts[value].may) }))}
          value={member.permission}
          disabled={!online || busy}
          onChange={(event) => {
            const permission = event.target.value as Permission
            if (permission !== member.permission)
              void change(() => setPermission(listId, member.email, permission))
          }}
        />
        <ActionIcon
          aria-label={t`Remove ${name} from the list`}
          disabled={!online || busy}
          onClick={onRemove}
        >
          <IconUserMinus size={20} stroke={1.75} />
        </ActionIcon>
      </Group>
    </Person>
  )
}

interface RemoveMemberProps {
  listId: string
  /** kept while the dialog closes */
  member: Member | null
  opened: boolean
  onClose: () => void
  onGone: () => void
}

export function RemoveMember({ listId, member, opened, onClose, onGone }: RemoveMemberProps) {
  const { t } = useLingui()
  const { name = '', email = '' } = member ?? {}
  const who = name ? `${name} (${email})` : email
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove this person from the list?`}
      confirm={t`Remove`}
      onConfirm={async () => {
        if (!(await unshare(listId, email))) return
        await membersChanged(listId)
        onGone()
      }}
    >
      <Trans>
        The list will disappear from all devices of <strong>{who}</strong>. Links to the list, for reading or
        joining, stop working. You can share it again at any time.
      </Trans>
    </ConfirmDialog>
  )
}
