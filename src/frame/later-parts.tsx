import { later } from '../app/later.tsx'
import { laterMenu } from '../app/later-menu.tsx'
import { AccountButton } from './sidebar.tsx'

/** Lazy parts that a page can be shown without at first, each in its own chunk. */
export const InstallSteps = later(async () => (await import('./install-steps.tsx')).InstallSteps)
export const LogoutDialog = later(async () => (await import('./dialogs.tsx')).LogoutDialog)
export const MenuDrawer = later(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
export const NewListDialog = later(async () => (await import('./dialogs.tsx')).NewListDialog)
export const UserMenu = laterMenu(
  async () => (await import('./user-menu.tsx')).UserMenu,
  () => <AccountButton />,
)
