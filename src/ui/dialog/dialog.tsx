import { useLingui } from '@lingui/react/macro'
import { Modal, type ModalProps } from '@mantine/core'
import classes from './dialog.module.css'

interface DialogProps extends Pick<
  ModalProps,
  | 'opened'
  | 'onClose'
  | 'title'
  | 'size'
  | 'centered'
  | 'fullScreen'
  | 'closeOnClickOutside'
  | 'closeOnEscape'
  | 'transitionProps'
  | 'children'
> {
  classNames?: { content?: string | undefined; body?: string | undefined }
}

/** A dialog over the page, which keeps the focus until it is closed. */
export function Dialog({ classNames, ...modal }: DialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      {...modal}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: classes.title, content: classes.content, ...classNames }}
    />
  )
}
