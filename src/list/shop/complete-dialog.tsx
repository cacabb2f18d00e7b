import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DonePicture } from '../../ui/picture/pictures.tsx'

export interface CompleteDialogProps {
  opened: boolean
  onClose: () => void
  /** null: the user may not archive the list */
  onArchive: (() => Promise<void>) | null
  fullScreen: boolean
}

/**
 * Shown when all is bought, full-screen in shopping mode. The title gets the focus, so that a hasty key press does not
 * archive the list.
 */
export function CompleteDialog({ opened, onClose, onArchive, fullScreen }: CompleteDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={fullScreen}
      withCloseButton={false}
      transitionProps={{ transition: 'fade', duration: 200 }}
    >
      <Stack
        align="center"
        justify="center"
        gap="sm"
        p="md"
        ta="center"
        mih={fullScreen ? 'calc(100dvh - 4rem - env(safe-area-inset-bottom))' : undefined}
      >
        <DonePicture />
        <Modal.Title data-autofocus tabIndex={-1} fz="1.75rem" style={{ outline: 'none' }}>
          <Trans>All bought</Trans>
        </Modal.Title>
        <Text c="dimmed" maw="34ch">
          {onArchive ? (
            <Trans>Everything on this list is in the basket. Archive it now?</Trans>
          ) : (
            <Trans>Everything on this list is in the basket.</Trans>
          )}
        </Text>
        <Stack gap="sm" w="min(20rem, 100%)" mt="lg">
          {onArchive && (
            <Button
              fullWidth
              loading={busy}
              onClick={async () => {
                setBusy(true)
                await onArchive()
                setBusy(false)
                onClose()
              }}
            >
              <Trans>Archive</Trans>
            </Button>
          )}
          <Button variant={onArchive ? 'default' : 'filled'} fullWidth onClick={onClose}>
            {onArchive ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
