import { useLingui, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { late, later, soon, laterMenu } from '../app/lazy.tsx'
import { MenuButton } from '../actions/menu-button.tsx'
import { EmptyListPlace } from './empty-list-place.tsx'

/** A page shows only some of these: a phone does not load the table, and editing does not load shopping mode. */
export const edit = late(() => import('./parts/edit.ts'))
const shopping = late(() => import('./shop/shopping-list.tsx'))
export const wideLayout = late(() => import('./wide-layout.tsx'))
const overlays = late(() => import('./parts/overlays.ts'))
/** The code for dragging; null until it is loaded. */
export const drag = late(() => import('./parts/drag.ts'))

export const AddForm = soon(async () => (await edit.load()).AddForm)
export const AddedRows = soon(async () => (await edit.load()).AddedRows)
export const EmptyList = later(async () => (await edit.load()).EmptyList, EmptyListPlace)
export const NewsLine = later(async () => (await edit.load()).NewsLine)
/** Loaded early: the user may print with the browser's own command at any time, and nothing can be loaded then. */
export const PrintList = soon(async () => (await edit.load()).PrintList)
export const SelectionBar = soon(async () => (await edit.load()).SelectionBar)
export const SmallFind = soon(async () => (await edit.load()).SmallFind)
export const SuggestPopup = later(async () => (await edit.load()).SuggestPopup)

export const ShoppingList = soon(async () => (await shopping.load()).ShoppingList)
export const WideHead = soon(async () => (await wideLayout.load()).WideHead)
export const WidePart = soon(async () => (await wideLayout.load()).WidePart)

export const SortDialog = later(async () => (await drag.load()).SortDialog)
export const CompleteDialog = later(async () => (await overlays.load()).CompleteDialog)
export const DuplicateDialog = later(async () => (await overlays.load()).DuplicateDialog)
export const EndingNotice = later(async () => (await overlays.load()).EndingNotice)
export const HouseholdQuestion = later(async () => (await overlays.load()).HouseholdQuestion)
export const PastedText = later(async () => (await overlays.load()).PastedText)
export const ProductSheet = later(async () => (await overlays.load()).ProductSheet)
export const SharePanel = later(async () => (await overlays.load()).SharePanel)
export const ShareSheet = later(async () => (await overlays.load()).ShareSheet)
export const ShareWith = later(async () => (await overlays.load()).ShareWith)
export const TemplateDialog = later(async () => (await overlays.load()).TemplateDialog)

export const DetailMenu = laterMenu(
  async () => (await overlays.load()).DetailMenu,
  function DetailMenuButton({ className }) {
    const { t } = useLingui()
    return <MenuButton className={className} label={t`Actions`} />
  },
)
export const SetFieldDialog = later(async () => (await overlays.load()).SetFieldDialog)
export const MoveMenu = laterMenu(
  async () => (await overlays.load()).MoveMenu,
  ({ selected, ids }) => <MoveButton selected={selected} disabled={ids.length === 0} />,
)

interface MoveButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'color'> {
  selected?: boolean | undefined
}

export function MoveButton({ selected, ...props }: MoveButtonProps) {
  const { t } = useLingui()
  return (
    <Button
      variant={selected ? 'default' : 'subtle'}
      size="sm"
      aria-label={selected ? t`Move to another list` : t`Move bought products to another list`}
      aria-haspopup="menu"
      aria-expanded={false}
      leftSection={<IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
      {...props}
    >
      <Trans>Move to…</Trans>
    </Button>
  )
}
