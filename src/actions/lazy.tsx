import { MenuButton } from './menu-button.tsx'
import { late, later, laterMenu } from '../app/lazy.tsx'

/** The overview and a list can be shown without these at first. */
const parts = late(() => import('./parts.ts'))

export const DeleteDialog = later(async () => (await parts.load()).DeleteDialog)
export const KeysDialog = later(async () => (await parts.load()).KeysDialog)

export const ListMenu = laterMenu(
  async () => (await parts.load()).ListMenu,
  ({ label, className }) => <MenuButton label={label} className={className} />,
)
