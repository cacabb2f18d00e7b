import { useLingui } from '@lingui/react/macro'
import { later, laterMenu } from '../app/later.tsx'
import { MenuButton } from '../actions/menu-button.tsx'
import { MoveButton } from './order/move-button.tsx'

/** Lazy parts, not needed to show and edit a list: dialogs, panels and menus, each in its own file. */
export const CompleteDialog = later(async () => (await import('./shop/complete-dialog.tsx')).CompleteDialog)
export const AisleDialog = later(async () => (await import('./order/aisle-dialog.tsx')).AisleDialog)
export const DuplicateDialog = later(
  async () => (await import('./duplicates/duplicate-dialog.tsx')).DuplicateDialog,
)
export const ProductSheet = later(async () => (await import('./shop/product-sheet.tsx')).ProductSheet)
export const PrintList = later(async () => (await import('./print/print-list.tsx')).PrintList)
export const TemplateDialog = later(async () => (await import('./begin/template-dialog.tsx')).TemplateDialog)
export const SharePanel = later(async () => (await import('./share/share-panel.tsx')).SharePanel)
export const ShareSheet = later(async () => (await import('./share/share-sheet.tsx')).ShareSheet)

export const DetailMenu = laterMenu(
  async () => (await import('./detail-menu.tsx')).DetailMenu,
  function DetailMenuButton({ busy, className }) {
    const { t } = useLingui()
    return <MenuButton className={className} label={t`Actions`} loading={busy} />
  },
)
export const MoveMenu = laterMenu(
  async () => (await import('./order/move-menu.tsx')).MoveMenu,
  () => <MoveButton />,
)
