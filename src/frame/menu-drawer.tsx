import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
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
      styles={{
        body: { height: '100%' },
        content: { background: 'var(--app-surface)', paddingInlineEnd: 0 },
      }}
    >
      <Sidebar collapsed={false} onChosen={onClose} />
    </Drawer>
  )
}
