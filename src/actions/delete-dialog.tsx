import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import classes from '../ui/dialog.module.css'

export interface DeleteDialogProps {
  opened: boolean
  name: string
  onClose: () => void
  /** resolves when it is done or has failed */
  onDelete: () => Promise<void>
}

export function DeleteDialog({ opened, name, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Delete permanently?`}
      centered
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: classes.title, content: classes.content }}
    >
      <p className={classes.text}>
        <Trans>
          The list <strong>{name}</strong> and all its products will be deleted for everybody who shares it.
          This cannot be undone.
        </Trans>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color="red"
          className={classes.danger}
          loading={busy}
          onClick={async () => {
            setBusy(true)
            await onDelete()
            setBusy(false)
            onClose()
          }}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
    </Modal>
  )
}
