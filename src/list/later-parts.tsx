import { useLingui } from '@lingui/react/macro'
import { late, later, soon } from '../app/later.tsx'
import { laterMenu } from '../app/later-menu.tsx'
import { MenuButton } from '../actions/menu-button.tsx'
import { MoveButton } from './order/move-button.tsx'

/** Lazy parts that are not needed to show and edit a list: dialogs, panels and menus, each in its own chunk. */
export const CompleteDialog = later(async () => (await import('./shop/complete-dialog.tsx')).CompleteDialog)
export const AisleDialog = later(async () => (await import('./order/aisle-dialog.tsx')).AisleDialog)
export const DuplicateDialog = later(
  async () => (await import('./duplicates/duplicate-dialog.tsx')).DuplicateDialog,
)
export const ProductSheet = later(async () => (await import('./shop/product-sheet.tsx')).ProductSheet)
export const TemplateDialog = later(async () => (await import('./begin/template-dialog.tsx')).TemplateDialog)
export const SharePanel = later(async () => (await import('./share/share-panel.tsx')).SharePanel)
export const ShareSheet = later(async () => (await import('./share/share-panel.tsx')).ShareSheet)

export const EmptyList = later(async () => (await import('./begin/empty-list.tsx')).EmptyList)
/** Loaded early: the user may print with the browser's own command at any time, and nothing can be loaded then. */
export const PrintList = soon(async () => (await import('./print-list.tsx')).PrintList)
export const Arrivals = soon(async () => (await import('./arrivals.tsx')).Arrivals)
export const NewsLine = later(async () => (await import('./news/news-line.tsx')).NewsLine)
export const SuggestPopup = later(async () => (await import('./add/suggest-popup.tsx')).SuggestPopup)

/** A page shows only some of these, so a phone does not load the table, and editing does not load shopping mode. */
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
