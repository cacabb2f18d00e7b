import { lazyScript, withTexts } from '../ui/lazy.tsx'
import { MenuButton } from './menu-button.tsx'

const overlays = lazyScript(() => withTexts(import('./overlays.ts')))

export const DeleteDialog = overlays.overlay((all) => all.DeleteDialog)
export const KeysDialog = overlays.overlay((all) => all.KeysDialog)
export const ListMenu = overlays.menu(
  (all) => all.ListMenu,
  ({ label, className }) => <MenuButton label={label} className={className} />,
)
