import { later } from '../app/later.tsx'
import { laterMenu } from '../app/later-menu.tsx'
import { MenuButton } from './menu-button.tsx'

/** Lazy parts that the overview and a list can be shown without at first, each in its own chunk. */
export const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)

export const ListMenu = laterMenu(
  async () => (await import('./list-menu.tsx')).ListMenu,
  ({ label, className }) => <MenuButton label={label} className={className} />,
)
