import { later, laterMenu } from '../app/later.tsx'
import { MenuButton } from './menu-button.tsx'

/** What the overview and a list are shown without, each in a file of its own. */
export const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)

export const ActionMenu = laterMenu(
  async () => (await import('./action-menu.tsx')).ActionMenu,
  ({ label, busy, className }) => <MenuButton label={label} loading={busy} className={className} />,
)
