import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { IconCopy, IconQrcode, IconShare2 } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { notify } from '../../ui/notices.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { sharingTexts } from '../../texts/list-texts.ts'

interface ShareableLinkProps {
  label: string
  url: string
  /** the title for the app that the link is shared with */
  title: string
  online: boolean
}

/** A link to be copied, shared with another app, or shown as a QR code. */
export function ShareableLink({ label, url, title, online }: ShareableLinkProps) {
  const { t } = useLingui()
  const id = useId()
  const [qr, setQr] = useState(false)

  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          readOnly
          flex={1}
          aria-label={label}
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
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
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
          <QrCode text={url} label={t`QR code of the link`} />
        </div>
      )}
    </>
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
