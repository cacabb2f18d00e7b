import { useLingui, Trans } from '@lingui/react/macro'
import { Modal, type ModalProps, Button, Group, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './dialog.module.css'
import { BusyButton } from '../busy-button.tsx'

/** A dialog over the page, which keeps the focus until it is closed, and its content until it is out of sight. */
export function Dialog(props: ModalProps) {
  const { t } = useLingui()
  // Mantine returns the focus only from what was closed before; code that loads late would begin open.
  const isMounted = useMounted()
  const [shown, setShown] = useState(props)
  if (props.opened && props !== shown) setShown(props)
  const { title, children } = props.opened ? props : shown
  const opened = props.opened && isMounted
  return (
    <Modal {...props} title={title} opened={opened} closeButtonProps={{ 'aria-label': t`Close` }}>
      {children}
    </Modal>
  )
}

/** The buttons at the end of a dialog, the main one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={classes.buttons}>
      {children}
    </Group>
  )
}

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** the button's label, which says what will happen */
  confirm: string
  /** nothing is lost by it, so the button is not red */
  isSafe?: boolean
  /** why it cannot be done now; if set, the button is disabled */
  reason?: string | false
  /** resolves when the action is done or has failed */
  onConfirm: () => Promise<void>
  children: ReactNode
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, confirm, isSafe = false, reason, onConfirm, children } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <div style={{ overflowWrap: 'anywhere' }}>{children}</div>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <BusyButton
          color={isSafe ? undefined : 'red'}
          disabled={Boolean(reason)}
          onClick={async () => {
            await onConfirm()
            onClose()
          }}
        >
          {confirm}
        </BusyButton>
      </DialogButtons>
      {reason && (
        <Text c="dimmed" fz="sm" ta="end" mt="sm">
          {reason}
        </Text>
      )}
    </Dialog>
  )
}
