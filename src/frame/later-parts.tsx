import { later, soon } from '../app/later.tsx'
import { laterMenu } from '../app/later-menu.tsx'
import { AccountButton } from './bars/account-button.tsx'

/** Lazy parts that a page can be shown without at first, each in its own chunk. */
export const InstallSteps = later(async () => (await import('./install/install-steps.tsx')).InstallSteps)
export const LogoutDialog = later(async () => (await import('./logout-dialog.tsx')).LogoutDialog)
export const MenuDrawer = later(async () => (await import('./bars/menu-drawer.tsx')).MenuDrawer)
export const InstallCard = soon(async () => (await import('./install/install-card.tsx')).InstallCard)
export const InactiveBanner = soon(async () => (await import('./notices/inactive-banner.tsx')).InactiveBanner)
export const UserMenu = laterMenu(
  async () => (await import('./bars/user-menu.tsx')).UserMenu,
  () => <AccountButton />,
)
