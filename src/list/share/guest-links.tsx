import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Input, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { GuestLink, List } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'
import { linkOf, makeGuestLink, revokeGuestLink, useGuestLinks } from './sharing.ts'
import { useSession } from '../../account/session/session.ts'
import { formatDate, formatShortDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { People, Person } from './people.tsx'
import classes from './share.module.css'
import { ShareableLink } from './shareable-link.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

type GuestPermission = GuestLink['permission']
const choices: readonly GuestPermission[] = ['shopping', 'edit']

interface GuestLinksProps {
  list: List
  online: boolean
  /** the focused element was removed, so the focus must move elsewhere */
  onFocusLost: () => void
}

/** The links with which guests change the list without an account, and who uses them. */
export function GuestLinks({ list, online, onFocusLost }: GuestLinksProps) {
  const { data: links } = useGuestLinks(list.id, online)
  const isInactive = useSession(({ profile }) => profile !== null && profile.status !== 'A')
  // Kept while the dialog closes.
  const [ending, setEnding] = useState<GuestLink | null>(null)
  const [asking, setAsking] = useState(false)

  async function end(link: GuestLink): Promise<void> {
    if (await revokeGuestLink(list.id, link.id)) onFocusLost()
  }

  return (
    <Stack component="section" gap={10} className={classes.section}>
      <Title order={3}>
        <Trans>Guest link</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>
          For a grandmother, a flatmate or a colleague who helps once: a guest needs no account, only a name.
          The link ends by itself after 7 days.
        </Trans>
      </Text>
      {isInactive ? (
        <Text c="dimmed">
          <Trans>You can make guest links as soon as your account is activated.</Trans>
        </Text>
      ) : (
        <NewGuestLink listId={list.id} online={online} />
      )}
      {links && links.length > 0 && (
        <People>
          {links.toReversed().map((link) => (
            <GuestLinkRow
              key={link.id}
              list={list}
              link={link}
              online={online}
              onEnd={async () => {
                if (link.guests.length === 0) return end(link)
                setEnding(link)
                setAsking(true)
              }}
            />
          ))}
        </People>
      )}
      <EndGuestLink
        link={ending}
        opened={asking}
        online={online}
        onClose={() => setAsking(false)}
        onConfirm={end}
      />
    </Stack>
  )
}

function NewGuestLink({ listId, online }: { listId: string; online: boolean }) {
  const { t } = useLingui()
  const [permission, setPermission] = useState<GuestPermission>('shopping')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)

  async function make(): Promise<void> {
    if (busy) return
    setBusy(true)
    const made = await makeGuestLink(listId, permission, name.trim())
    setBusy(false)
    // If the text changed meanwhile, it is for the next link: keep it.
    if (made) setName((now) => (now === name ? '' : now))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Stack gap="sm">
        <Input.Wrapper
          label={t`A guest`}
          labelElement="div"
          labelProps={{ mb: 4 }}
          description={t(permissionTexts[permission].means)}
          descriptionProps={{ mt: 6 }}
          inputWrapperOrder={['label', 'input', 'description']}
        >
          <SegmentedControl
            aria-label={t`A guest`}
            value={permission}
            disabled={!online}
            data={choices.map((value) => ({ value, label: t(permissionTexts[value].may) }))}
            onChange={setPermission}
          />
        </Input.Wrapper>
        <TextInput
          label={t`For whom (optional)`}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={limits.label}
          disabled={!online}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          variant="default"
          fullWidth
          leftSection={<IconLink size={20} stroke={1.75} aria-hidden="true" />}
          loading={busy}
          disabled={!online}
        >
          <Trans>Make a guest link</Trans>
        </Button>
      </Stack>
    </form>
  )
}

interface GuestLinkRowProps {
  list: List
  link: GuestLink
  online: boolean
  /** ends the link, or asks for confirmation first */
  onEnd: () => Promise<void>
}

function GuestLinkRow({ list, link, online, onEnd }: GuestLinkRowProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const url = linkOf(link.id)
  const name = link.name ?? t`Guest link`
  const may = t(permissionTexts[link.permission].may)
  const until = formatDate(link.expiresAt, language)
  return (
    <Person name={name} more={t`${may}, until ${until}`}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-end">
        {link.guests.length === 0 ? (
          <Text c="dimmed" fz="sm" py={8}>
            <Trans>Nobody uses it yet.</Trans>
          </Text>
        ) : (
          <Stack component="ul" gap={2} py={8} aria-label={t`Guests with this link: ${name}`}>
            {link.guests.map((guest) => (
              <Guest key={guest.name} {...guest} />
            ))}
          </Stack>
        )}
        <BusyButton
          variant="subtle"
          size="sm"
          flex="none"
          aria-label={t`End the guest link: ${name}`}
          disabled={!online}
          onClick={() => onEnd()}
        >
          <Trans>End</Trans>
        </BusyButton>
      </Group>
      {link.full && <Full listId={list.id} link={link} full={link.full} name={name} online={online} />}
      {url !== undefined && (
        <ShareableLink label={t`Link for guests: ${name}`} url={url} title={list.listName} online={online} />
      )}
    </Person>
  )
}

interface FullProps {
  listId: string
  link: GuestLink
  full: NonNullable<GuestLink['full']>
  name: string
  online: boolean
}

/** Says that the link takes nobody else, and makes another one for the same. */
function Full({ listId, link, full, name, online }: FullProps) {
  const { t } = useLingui()
  return (
    <Alert color="yellow" p="sm">
      <Stack gap="xs" align="start">
        <Text>
          {full === 'now' ? (
            <Trans>
              As many guests as fit use this link. Nobody else can join with it until one of them leaves.
            </Trans>
          ) : (
            <Trans>This link is used up: nobody else can join with it. Its guests stay until it ends.</Trans>
          )}
        </Text>
        <BusyButton
          size="sm"
          h={44}
          variant="default"
          aria-label={t`Make a new one: ${name}`}
          disabled={!online}
          onClick={() => makeGuestLink(listId, link.permission, link.name ?? '')}
        >
          <Trans>Make a new one</Trans>
        </BusyButton>
      </Stack>
    </Alert>
  )
}

function Guest({ name, since }: GuestLink['guests'][number]) {
  const language = useLanguage()
  const day = formatShortDate(since, language)
  return (
    <Text component="li" fz="sm">
      <Trans>
        <strong>{name}</strong>, since {day}
      </Trans>
    </Text>
  )
}

interface EndGuestLinkProps {
  link: GuestLink | null
  opened: boolean
  online: boolean
  onClose: () => void
  onConfirm: (link: GuestLink) => Promise<void>
}

function EndGuestLink({ link, opened, online, onClose, onConfirm }: EndGuestLinkProps) {
  const { t } = useLingui()
  const names = link?.guests.map(({ name }) => name).join(', ') ?? ''
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`End this guest link?`}
      confirm={t`End`}
      reason={!online && t`You are offline. Sharing needs a connection.`}
      onConfirm={async () => {
        if (link) await onConfirm(link)
      }}
    >
      <Trans>
        Its guests lose the list at once: <strong>{names}</strong>. What they have not sent yet stays on their
        devices, but will not arrive.
      </Trans>
    </ConfirmDialog>
  )
}
