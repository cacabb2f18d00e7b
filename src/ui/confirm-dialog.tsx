import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './dialog.module.css'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** the button's label: what will happen */
  confirm: string
  /** why it cannot be done now */
  reason?: string | false
  /** resolves when it is done or has failed */
  onConfirm: () => Promise<void>
  children: ReactNode
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, confirm, reason, onConfirm, children } = props
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: classes.title, content: classes.content }}
    >
      <p className={classes.text}>{children}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color="red"
          className={classes.danger}
          loading={busy}
          disabled={Boolean(reason)}
          onClick={async () => {
            setBusy(true)
            await onConfirm()
            setBusy(false)
            onClose()
          }}
        >
          {confirm}
        </Button>
      </div>
      {reason && <p className={classes.reason}>{reason}</p>}
    </Modal>
  )
}
