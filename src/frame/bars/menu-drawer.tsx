import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import classes from '../app-layout.module.css'
import { Sidebar } from './sidebar.tsx'

/** The sidebar as a drawer, on phones. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      padding={0}
      withCloseButton={false}
      title={null}
      attributes={{ content: { 'aria-label': t`Menu` } }}
      classNames={{ body: classes.drawer, content: classes.drawerContent }}
    >
      <Sidebar collapsed={false} onChosen={onClose} />
    </Drawer>
  )
}
