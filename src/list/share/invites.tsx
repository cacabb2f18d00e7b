import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { IconCopy, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invite, List } from '../../../core/contract/shapes.ts'
import { linkOf, revokeInvite, useInvites } from '../../state/lists/sharing.ts'
import { formatDate } from '../../texts/format.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { copyLink } from './copy-link.ts'
import { People, Person } from './people.tsx'

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
  const [busy, setBusy] = useState(false)
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
        <Button
          variant="subtle"
          size="sm"
          ms="auto"
          aria-label={t`Take back the invitation: ${who}`}
          loading={busy}
          disabled={!online}
          onClick={async () => {
            setBusy(true)
            await revokeInvite(list.id, invite.id)
            setBusy(false)
            onFocusLost()
          }}
        >
          <Trans>Take back</Trans>
        </Button>
      </Group>
    </Person>
  )
}
