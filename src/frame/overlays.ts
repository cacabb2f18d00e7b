/** The frame's menus and dialogs: one script, loaded once the page is idle. */
export { LeaveDialog, LogoutDialog, NewListDialog } from './dialogs.tsx'
export { InstallSteps } from './install-steps.tsx'
export { MenuDrawer } from './menu-drawer.tsx'
export { GuestMenu } from './guest-menu.tsx'
export { UserMenu } from './user-menu.tsx'
export { SyncPanel } from '../sync/panel/sync-panel.tsx'
