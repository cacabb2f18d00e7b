import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../ui/dialog/dialog.tsx'

export interface DeleteDialogProps {
  opened: boolean
  name: string
  onClose: () => void
  /** resolves when the list is deleted or the deletion has failed */
  onDelete: () => Promise<void>
}

export function DeleteDialog({ opened, name, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Delete permanently?`}
      confirm={t`Delete`}
      onConfirm={onDelete}
    >
      <Trans>
        The list <strong>{name}</strong> and all its products will be deleted for everybody who shares it.
        This cannot be undone.
      </Trans>
    </ConfirmDialog>
  )
}
