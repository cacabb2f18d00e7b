import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCopy, IconLinkOff, IconQrcode, IconRefresh, IconShare2 } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { dropLink, renewLink } from '../../state/lists/sharing.ts'
import { useSession } from '../../state/session/session.ts'
import { copyLink } from './copy-link.ts'
import { QrCode } from './qr-code.tsx'
import classes from './share-panel.module.css'

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
      <section className={classes.link}>
        <Heading />
        <p className={classes.text}>
          <Trans>The link works as soon as your account is activated.</Trans>
        </p>
      </section>
    )
  if (list.hash === null)
    return (
      <section className={classes.link}>
        <Heading />
        <p className={classes.text}>
          <Trans>The link is off. Only people added by the owner can see this list.</Trans>
        </p>
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
      </section>
    )
  return (
    <section className={classes.link}>
      <Heading />
      <p className={classes.text}>
        <Trans>Anybody who has this link can view the list without an account, but not change it.</Trans>
      </p>
      <Ways url={`${location.origin}/read/${list.hash}`} name={list.listName} online={online} />
      {owner && <OwnersWays listId={list.id} online={online} />}
    </section>
  )
}

function Heading() {
  return (
    <h3 className={classes.heading}>
      <Trans>View-only link</Trans>
    </h3>
  )
}

function Ways({ url, name, online }: { url: string; name: string; online: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const [qr, setQr] = useState(false)

  return (
    <>
      <div className={classes.addLine}>
        <input
          readOnly
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
      </div>
      <div className={classes.ways}>
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
      </div>
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
    <div className={classes.ways}>
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
    </div>
  )
}
