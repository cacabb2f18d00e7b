import { useLingui } from '@lingui/react/macro'
import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** A dialog over the page, which keeps the focus until it is closed. */
export function Dialog(props: ModalProps) {
  const { t } = useLingui()
  return <Modal {...props} closeButtonProps={{ 'aria-label': t`Close` }} />
}

/** The buttons at the end of a dialog, the main one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}
