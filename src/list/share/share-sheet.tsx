import { useLingui } from '@lingui/react/macro'
import type { List } from '../../../core/contract/shapes.ts'
import { SharePanel } from './share-panel.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

export interface ShareSheetProps {
  opened: boolean
  onClose: () => void
  list: List
}

/** Sharing where there is no room for it beside the list. */
export function ShareSheet({ opened, onClose, list }: ShareSheetProps) {
  const { t } = useLingui()
  return (
    <SidePanel opened={opened} onClose={onClose} title={t`Sharing`}>
      <SharePanel list={list} />
    </SidePanel>
  )
}
