import { useLingui } from '@lingui/react/macro'
import type { List } from '../../../core/contract/shapes.ts'
import { SharePanel } from './share-panel.tsx'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'

export interface ShareSheetProps {
  opened: boolean
  onClose: () => void
  list: List
}

/** Sharing in a side panel, for screens without room beside the list. */
export function ShareSheet({ opened, onClose, list }: ShareSheetProps) {
  const { t } = useLingui()
  return (
    <SidePanel opened={opened} onClose={onClose} title={t`Sharing`}>
      <SharePanel list={list} />
    </SidePanel>
  )
}
