import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCopy, IconLinkOff, IconQrcode, IconRefresh, IconShare2 } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { dropLink, renewLink } from '../../state/lists/sharing.ts'
import { useSession } from '../../state/session/session.ts'
import classes from './share.module.css'
import { notify } from '../../state/notices.ts'
import { sharingTexts } from '../../texts/list-texts.ts'

interface ReadLinkProps {
  list: List
  online: boolean
  /** the user owns the list, and so may renew the link and switch it on or off */
  owner: boolean
}

/** The link with which anybody can read the list. */
export function ReadLink({ list, online, owner }: ReadLinkProps) {
  const inactive = useSession(({ profile }) => owner && profile !== null && profile.status !== 'A')
  const [busy, setBusy] = useState(false)
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
          <Button
            variant="default"
            fullWidth
            loading={busy}
            disabled={!online}
            onClick={async () => {
              setBusy(true)
              await renewLink(list.id, false)
              setBusy(false)
            }}
          >
            <Trans>Switch the link on</Trans>
          </Button>
        )}
      </Stack>
    )
  return (
    <Stack component="section" gap={10} className={classes.section}>
      <Heading />
      <Text c="dimmed">
        <Trans>Anybody who has this link can view the list without an account, but not change it.</Trans>
      </Text>
      <Ways url={`${location.origin}/read/${list.hash}`} name={list.listName} online={online} />
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

function Ways({ url, name, online }: { url: string; name: string; online: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const [qr, setQr] = useState(false)

  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          readOnly
          flex={1}
          aria-label={t`View-only link`}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
          disabled={!online}
          onClick={() => void copyLink(url)}
        >
          <Trans>Copy</Trans>
        </Button>
      </Group>
      <Group gap="xs" grow preventGrowOverflow={false}>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare2 size={20} stroke={1.75} aria-hidden="true" />}
            disabled={!online}
            // Closing the share sheet rejects too, but is no error.
            onClick={() => void navigator.share({ title: name, url }).catch(() => undefined)}
          >
            <Trans>Share the link…</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconQrcode size={20} stroke={1.75} aria-hidden="true" />}
          aria-expanded={qr}
          aria-controls={qr ? id : undefined}
          onClick={() => setQr(!qr)}
        >
          {qr ? <Trans>Hide the QR code</Trans> : <Trans>QR code</Trans>}
        </Button>
      </Group>
      {qr && (
        <div id={id}>
          <QrCode text={url} />
        </div>
      )}
    </>
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

/** The quiet zone: a QR code needs a light margin of 4 modules around it. */
const margin = 4

/** The link as a QR code: black on white in every theme. */
function QrCode({ text }: { text: string }) {
  const { t } = useLingui()
  const [code, setCode] = useState<{ size: number; path: string } | 'failed' | null>(null)
  useEffect(() => {
    let wanted = true
    import('./qr-matrix.ts').then(
      ({ qrPath }) => wanted && setCode(qrPath(text)),
      () => wanted && setCode('failed'),
    )
    return () => {
      wanted = false
    }
  }, [text])
  if (code === 'failed')
    return (
      <Text role="alert" c="dimmed">
        <Trans>The QR code could not be loaded. Try again when you are online.</Trans>
      </Text>
    )
  if (!code) return <div className={classes.qr} aria-hidden="true" />
  const side = code.size + 2 * margin
  return (
    <svg
      className={classes.qr}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      role="img"
      aria-label={t`QR code of the link`}
      shapeRendering="crispEdges"
    >
      <path d={code.path} fill="#000" />
    </svg>
  )
}

/** Copies a link and tells the user. Returns false if the browser refused; the link must then be visible. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    notify('success', sharingTexts.copied)
    return true
  } catch {
    notify('warning', sharingTexts.notCopied)
    return false
  }
}
