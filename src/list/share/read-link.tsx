import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { dropLink, renewLink } from './sharing.ts'
import { useSession } from '../../account/session/session.ts'
import classes from './share.module.css'
import { ShareableLink } from './shareable-link.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

interface ReadLinkProps {
  list: List
  online: boolean
  /** the user owns the list, and so may renew the link and switch it on or off */
  owner: boolean
}

/** The link with which anybody can read the list. */
export function ReadLink({ list, online, owner }: ReadLinkProps) {
  const { t } = useLingui()
  const inactive = useSession(({ profile }) => owner && profile !== null && profile.status !== 'A')
  if (inactive)
    return (
      <Stack component="section" gap={10} className={classes.section}>
        <Heading />
        <Text c="dimmed">
          <Trans>The link works as soon as your account is activated.</Trans>
        </Text>
      </Stack>
    )
  if (list.hash === null)
    return (
      <Stack component="section" gap={10} className={classes.section}>
        <Heading />
        <Text c="dimmed">
          <Trans>The link is off. Only people added by the owner can see this list.</Trans>
        </Text>
        {owner && (
          <BusyButton
            variant="default"
            fullWidth
            disabled={!online}
            onClick={() => renewLink(list.id, false)}
          >
            <Trans>Switch the link on</Trans>
          </BusyButton>
        )}
      </Stack>
    )
  return (
    <Stack component="section" gap={10} className={classes.section}>
      <Heading />
      <Text c="dimmed">
        <Trans>Anybody who has this link can view the list without an account, but not change it.</Trans>
      </Text>
      <ShareableLink
        label={t`View-only link`}
        url={`${location.origin}/read/${list.hash}`}
        title={list.listName}
        online={online}
      />
      {owner && <OwnersWays listId={list.id} online={online} />}
    </Stack>
  )
}

function Heading() {
  return (
    <Title order={3}>
      <Trans>View-only link</Trans>
    </Title>
  )
}

function OwnersWays({ listId, online }: { listId: string; online: boolean }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null)
  const reason = !online && t`You are offline. Sharing needs a connection.`
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden="true" />}
        disabled={!online}
        onClick={() => setAsked('renew')}
      >
        <Trans>New link</Trans>
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconLinkOff size={20} stroke={1.75} aria-hidden="true" />}
        disabled={!online}
        onClick={() => setAsked('off')}
      >
        <Trans>Switch off</Trans>
      </Button>
      <ConfirmDialog
        opened={asked === 'renew'}
        onClose={() => setAsked(null)}
        title={t`Make a new link?`}
        confirm={t`Make a new link`}
        reason={reason}
        onConfirm={async () => void (await renewLink(listId, true))}
      >
        <Trans>The old link stops working for everybody who has it.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'off'}
        onClose={() => setAsked(null)}
        title={t`Switch the link off?`}
        confirm={t`Switch off`}
        reason={reason}
        onConfirm={async () => void (await dropLink(listId))}
      >
        <Trans>
          Nobody will be able to view the list with it any more. Switching it on again makes a new link.
        </Trans>
      </ConfirmDialog>
    </Group>
  )
}
