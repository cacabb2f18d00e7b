import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Alert, Box, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconUserMinus, IconCopy, IconShare2 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Member, Invite, List } from '../../../core/contract/shapes.ts'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import {
  membersChanged,
  useMembers,
  setPermission,
  unshare,
  admitInvited,
  linkOf,
  revokeInvite,
  useInvites,
} from './sharing.ts'
import { useOverview } from '../../sync/overview.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { AddressText } from '../../ui/person.tsx'
import classes from './share.module.css'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { copyLink } from './shareable-link.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

/** A list of people, or of links for people. */
export function People({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" m={0} p={0} className={classes.people}>
      {children}
    </Box>
  )
}

interface PersonProps {
  name: ReactNode
  /** what else is known of the person */
  more: ReactNode
  children: ReactNode
}

/** A member, an invited person or a link for guests, with what can be done about them below. */
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

interface InvitesProps {
  list: List
  online: boolean
  /** id of the invitation whose link is shown, to be copied by hand */
  uncopied: string | null
  onUncopied: (inviteId: string) => void
  onFocusLost: () => void
}

/** The list's open invitations. */
export function Invites(props: InvitesProps) {
  const { list, online } = props
  const { data: invites } = useInvites(list.id, online)
  if (!invites || invites.length === 0) return null
  return (
    <Stack component="section" gap="xs">
      <Title order={3}>
        <Trans>Open invitations</Trans>
      </Title>
      <People>
        {invites.map((invite) => (
          <Row key={invite.id} {...props} invite={invite} />
        ))}
      </People>
    </Stack>
  )
}

function Row({ invite, ...props }: InvitesProps & { invite: Invite }) {
  const { list, online, uncopied, onUncopied, onFocusLost } = props
  const { t } = useLingui()
  const language = useLanguage()
  const url = linkOf(invite.id)
  const who = invite.email ?? t`Link for one person`
  const may = t(permissionTexts[invite.permission].may)
  const until = formatDate(invite.expiresAt, language)
  return (
    <Person name={who} more={t`${may}, until ${until}`}>
      {url !== undefined && uncopied === invite.id && (
        <TextInput
          readOnly
          aria-label={t`Link of the invitation: ${who}`}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {invite.asked && <Asked listId={list.id} invite={invite} asked={invite.asked} online={online} />}
      {/* Aligns the icons, not their larger press areas, with the beginning of the text. */}
      <Group gap={4} ms={-12}>
        {url !== undefined && (
          <ActionIcon
            aria-label={t`Copy the invitation: ${who}`}
            disabled={!online}
            onClick={async () => {
              if (!(await copyLink(url))) onUncopied(invite.id)
            }}
          >
            <IconCopy size={20} stroke={1.75} />
          </ActionIcon>
        )}
        {url !== undefined && 'share' in navigator && (
          <ActionIcon
            aria-label={t`Share the invitation: ${who}`}
            disabled={!online}
            // Closing the share sheet rejects too, but is no error.
            onClick={() => void navigator.share({ title: list.listName, url }).catch(() => undefined)}
          >
            <IconShare2 size={20} stroke={1.75} />
          </ActionIcon>
        )}
        <BusyButton
          variant="subtle"
          size="sm"
          ms="auto"
          aria-label={t`Take back the invitation: ${who}`}
          disabled={!online}
          onClick={async () => {
            await revokeInvite(list.id, invite.id)
            onFocusLost()
          }}
        >
          <Trans>Take back</Trans>
        </BusyButton>
      </Group>
    </Person>
  )
}

interface AskedProps {
  listId: string
  invite: Invite
  asked: NonNullable<Invite['asked']>
  online: boolean
}

/** Who wants to use an invitation that was mailed to another address. */
function Asked({ listId, invite, asked, online }: AskedProps) {
  const { t } = useLingui()
  const { name, email } = asked
  const who = name ? `${name} (${email})` : email
  return (
    <Alert color="yellow" p="sm">
      <Stack gap="xs" align="start">
        <Text>
          <Trans>
            <strong>{who}</strong> asks to use this invitation with another account.
          </Trans>
        </Text>
        <BusyButton
          size="sm"
          h={44}
          aria-label={t`Let in ${who}`}
          disabled={!online}
          onClick={() => admitInvited(listId, invite.id, email)}
        >
          <Trans>Let in</Trans>
        </BusyButton>
      </Stack>
    </Alert>
  )
}
