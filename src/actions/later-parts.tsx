import { later, laterMenu } from '../app/later.tsx'
import { MenuButton } from './menu-button.tsx'

/** Lazy parts that the overview and a list can first be shown without, each in its own chunk. */
export const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)

export const ActionMenu = laterMenu(
  async () => (await import('./action-menu.tsx')).ActionMenu,
  ({ label, busy, className }) => <MenuButton label={label} loading={busy} className={className} />,
)
