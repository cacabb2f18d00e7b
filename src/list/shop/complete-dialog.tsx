import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import classes from './complete-dialog.module.css'
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
      centered
      withCloseButton={false}
      transitionProps={{ transition: 'fade', duration: 200 }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <DonePicture />
      <Modal.Title data-autofocus tabIndex={-1} className={classes.title}>
        <Trans>All bought</Trans>
      </Modal.Title>
      <p>
        {onArchive ? (
          <Trans>Everything on this list is in the basket. Archive it now?</Trans>
        ) : (
          <Trans>Everything on this list is in the basket.</Trans>
        )}
      </p>
      <div className={classes.buttons}>
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
      </div>
    </Modal>
  )
}
