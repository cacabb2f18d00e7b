import { useLingui } from '@lingui/react/macro'
import { IconRoute } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ListAction } from '../../actions/use-list-actions.ts'
import { AisleDialog } from '../later-parts.tsx'

/** The action that opens the order of the aisles, and its dialog. */
export function useAisleOrder(listId: string): { action: ListAction; dialog: ReactNode } {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  return {
    action: {
      key: 'aisles',
      label: t`Aisle order`,
      icon: IconRoute,
      offline: true,
      run: async () => setOpened(true),
    },
    dialog: <AisleDialog listId={listId} opened={opened} onClose={() => setOpened(false)} />,
  }
}
