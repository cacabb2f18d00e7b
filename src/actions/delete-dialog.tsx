import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from '../ui/dialog/dialog.module.css'
import { Dialog } from '../ui/dialog/dialog.tsx'

export interface DeleteDialogProps {
  opened: boolean
  name: string
  onClose: () => void
  /** resolves when the list is deleted or the deletion has failed */
  onDelete: () => Promise<void>
}

export function DeleteDialog({ opened, name, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Delete permanently?`} centered>
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
    </Dialog>
  )
}
