import { useLingui } from '@lingui/react/macro'
import { late, later, soon } from '../app/later.tsx'
import { laterMenu } from '../app/later-menu.tsx'
import { MenuButton } from '../actions/menu-button.tsx'
import { MoveButton } from './order/move-button.tsx'

/** Lazy parts, not needed to show and edit a list: dialogs, panels and menus, each in its own file. */
export const CompleteDialog = later(async () => (await import('./shop/complete-dialog.tsx')).CompleteDialog)
export const AisleDialog = later(async () => (await import('./order/aisle-dialog.tsx')).AisleDialog)
export const DuplicateDialog = later(
  async () => (await import('./duplicates/duplicate-dialog.tsx')).DuplicateDialog,
)
export const ProductSheet = later(async () => (await import('./shop/product-sheet.tsx')).ProductSheet)
export const TemplateDialog = later(async () => (await import('./begin/template-dialog.tsx')).TemplateDialog)
export const SharePanel = later(async () => (await import('./share/share-panel.tsx')).SharePanel)
export const ShareSheet = later(async () => (await import('./share/share-sheet.tsx')).ShareSheet)

export const EmptyList = later(async () => (await import('./begin/empty-list.tsx')).EmptyList)
/** The browser's own print command may come as soon as a row is shown, and nothing can be loaded then. */
export const PrintList = soon(async () => (await import('./print-list.tsx')).PrintList)
export const Arrivals = soon(async () => (await import('./arrivals.tsx')).Arrivals)
export const NewsLine = later(async () => (await import('./news/news-line.tsx')).NewsLine)
export const SuggestPopup = later(async () => (await import('./add/suggest-popup.tsx')).SuggestPopup)

/** Parts of which a page shows one or the other: a phone does not wait for the table, nor the kitchen for the shop. */
export const ShoppingList = soon(async () => (await import('./shop/shopping-list.tsx')).ShoppingList)
export const ProductFields = soon(async () => (await import('./rows/product-fields.tsx')).ProductFields)
export const AddForm = soon(async () => (await import('./add/add-form.tsx')).AddForm)
const wide = late(() => import('./wide/wide-part.tsx'))
export const WidePart = soon(async () => (await wide.load()).WidePart)
export const WideHead = soon(async () => (await wide.load()).WideHead)
export const SelectionBar = soon(async () => (await import('./select/selection-bar.tsx')).SelectionBar)
export const SmallFind = soon(async () => (await import('./find/find-field.tsx')).SmallFind)
export const NoList = soon(async () => (await import('./no-list.tsx')).NoList)

export const DetailMenu = laterMenu(
  async () => (await import('./detail-menu.tsx')).DetailMenu,
  function DetailMenuButton({ className }) {
    const { t } = useLingui()
    return <MenuButton className={className} label={t`Actions`} />
  },
)
export const MoveMenu = laterMenu(
  async () => (await import('./order/move-menu.tsx')).MoveMenu,
  () => <MoveButton />,
)
