import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useWide } from '../../lib/use-wide.ts'

interface SidePanelProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * A panel that opens from the side on a wide screen and on a phone in landscape, and from below on a phone in portrait,
 * there as high as its content.
 */
export function SidePanel({ opened, onClose, title, children }: SidePanelProps) {
  const { t } = useLingui()
  // Mantine returns the focus only from what was closed before; code that loads late would begin open.
  const isMounted = useMounted()
  const wide = useWide()
  // The width excludes a phone in portrait, whose page can be as low as this while the keyboard is open.
  const lies = useMediaQuery('(min-width: 37.5em) and (max-height: 31.24em)', false, {
    getInitialValueInEffect: false,
  })
  const atSide = wide || lies
  return (
    <Drawer
      opened={opened && isMounted}
      onClose={onClose}
      position={atSide ? 'right' : 'bottom'}
      size={atSide ? 'min(420px, 55%)' : 'auto'}
      data-side={atSide || undefined}
      title={title}
      closeButtonProps={{ 'aria-label': t`Close` }}
      classNames={{ root: classes.panel, content: classes.content, body: classes.body }}
    >
      {children}
    </Drawer>
  )
}
