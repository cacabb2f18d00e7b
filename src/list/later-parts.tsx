import { useLingui } from '@lingui/react/macro'
import { later, laterMenu } from '../later.tsx'
import { MenuButton } from './menu-button.tsx'
import { MoveButton } from './move-button.tsx'

/** What a list is shown and edited without: dialogs, panels and menus, each in a file of its own. */
export const CompleteDialog = later(async () => (await import('./complete-dialog.tsx')).CompleteDialog)
export const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const DuplicateDialog = later(async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)
export const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)
export const SharePanel = later(async () => (await import('./share-panel.tsx')).SharePanel)
export const ShareSheet = later(async () => (await import('./share-sheet.tsx')).ShareSheet)
export const SyncPanel = later(async () => (await import('./sync-panel.tsx')).SyncPanel)

export const ActionMenu = laterMenu(
  async () => (await import('./action-menu.tsx')).ActionMenu,
  ({ label, busy, className }) => <MenuButton label={label} loading={busy} className={className} />,
)
export const DetailMenu = laterMenu(
  async () => (await import('./detail-menu.tsx')).DetailMenu,
  function DetailMenuButton({ busy }) {
    const { t } = useLingui()
    return <MenuButton label={t`Actions`} loading={busy} />
  },
)
export const MoveMenu = laterMenu(
  async () => (await import('./move-menu.tsx')).MoveMenu,
  () => <MoveButton />,
)
