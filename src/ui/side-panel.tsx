import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'
import { useWide } from './use-wide.ts'

interface SidePanelProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A panel that opens from the side on a wide screen, and from below on a phone, as high as its content. */
export function SidePanel({ opened, onClose, title, children }: SidePanelProps) {
  const { t } = useLingui()
  const wide = useWide()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={wide ? 'right' : 'bottom'}
      size={wide ? 420 : 'auto'}
      title={title}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{
        title: classes.title,
        header: classes.header,
        content: classes.content,
        body: classes.body,
      }}
    >
      {children}
    </Drawer>
  )
}
