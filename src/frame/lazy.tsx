import { useLingui } from '@lingui/react/macro'
import { lazyScript, withTexts } from '../ui/lazy.tsx'
import { AccountButton } from './sidebar.tsx'

const overlays = lazyScript(() => withTexts(import('./overlays.ts')))

export const InstallSteps = overlays.overlay((all) => all.InstallSteps)
export const LeaveDialog = overlays.overlay((all) => all.LeaveDialog)
export const LogoutDialog = overlays.overlay((all) => all.LogoutDialog)
export const MenuDrawer = overlays.overlay((all) => all.MenuDrawer)
export const NewListDialog = overlays.overlay((all) => all.NewListDialog)
export const SyncPanel = overlays.overlay((all) => all.SyncPanel)
export const GuestMenu = overlays.menu(
  (all) => all.GuestMenu,
  function GuestButton() {
    const { t } = useLingui()
    return <AccountButton aria-label={t`You are a guest`} />
  },
)
export const UserMenu = overlays.menu(
  (all) => all.UserMenu,
  () => <AccountButton />,
)
