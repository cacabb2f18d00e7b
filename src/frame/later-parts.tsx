import { later, laterMenu } from '../later.tsx'
import { AccountButton } from './account-button.tsx'

/** What every page is shown without, each in a file of its own. */
export const InstallSteps = later(async () => (await import('./install-steps.tsx')).InstallSteps)
export const LogoutDialog = later(async () => (await import('./logout-dialog.tsx')).LogoutDialog)
export const MenuDrawer = later(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
export const UserMenu = laterMenu(
  async () => (await import('./user-menu.tsx')).UserMenu,
  () => <AccountButton />,
)
