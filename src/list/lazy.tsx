import { useLingui } from '@lingui/react/macro'
import { MenuButton } from '../actions/menu-button.tsx'
import { lazyScript, withTexts } from '../ui/lazy.tsx'
import { MoveButton } from './order/move-button.tsx'

const overlays = lazyScript(() => withTexts(import('./overlays.ts')))

export const Asked = overlays.overlay((all) => all.Asked)
export const CompleteDialog = overlays.overlay((all) => all.CompleteDialog)
export const DuplicateDialog = overlays.overlay((all) => all.DuplicateDialog)
export const EndingNotice = overlays.overlay((all) => all.EndingNotice)
export const FinishedCard = overlays.overlay((all) => all.FinishedCard)
export const SharingQuestion = overlays.overlay((all) => all.SharingQuestion)
export const PastedText = overlays.overlay((all) => all.PastedText)
export const ProductSheet = overlays.overlay((all) => all.ProductSheet)
export const SelectionBar = overlays.overlay((all) => all.SelectionBar)
export const UnderstoodLine = overlays.overlay((all) => all.UnderstoodLine)
export const SetFieldDialog = overlays.overlay((all) => all.SetFieldDialog)
export const SharePanel = overlays.overlay((all) => all.SharePanel)
export const ShareSheet = overlays.overlay((all) => all.ShareSheet)
export const ShareWith = overlays.overlay((all) => all.ShareWith)
export const SortDialog = overlays.overlay((all) => all.SortDialog)
export const WhereQuestion = overlays.overlay((all) => all.WhereQuestion)
export const TemplateDialog = overlays.overlay((all) => all.TemplateDialog)

export const DetailMenu = overlays.menu(
  (all) => all.DetailMenu,
  function DetailMenuButton({ className }) {
    const { t } = useLingui()
    return <MenuButton className={className} label={t`Actions`} />
  },
)
export const MoveMenu = overlays.menu(
  (all) => all.MoveMenu,
  ({ selected, ids }) => <MoveButton selected={selected} disabled={ids.length === 0} />,
)
