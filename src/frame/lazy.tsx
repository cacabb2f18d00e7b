import { late, later, laterMenu } from '../app/lazy.tsx'
import { AccountButton } from './sidebar.tsx'

/** A page can be shown without these at first. */
const parts = late(() => import('./parts.ts'))

export const InstallSteps = later(async () => (await parts.load()).InstallSteps)
export const LeaveDialog = later(async () => (await parts.load()).LeaveDialog)
export const LogoutDialog = later(async () => (await parts.load()).LogoutDialog)
export const MenuDrawer = later(async () => (await parts.load()).MenuDrawer)
export const NewListDialog = later(async () => (await parts.load()).NewListDialog)
export const GuestMenu = laterMenu(
  async () => (await parts.load()).GuestMenu,
  () => <AccountButton />,
)
export const UserMenu = laterMenu(
  async () => (await parts.load()).UserMenu,
  () => <AccountButton />,
)
