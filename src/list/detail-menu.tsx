import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  type Icon,
  IconArrowsSort,
  IconBarcode,
  IconCopy,
  IconHistory,
  IconListCheck,
  IconPrinter,
  IconRoute,
  IconSearch,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { ActionMenu } from '../actions/list-menu.tsx'
import { type ListAction, useListActions } from '../actions/use-list-actions.ts'
import { openPasted, openSorting } from './state/ui.ts'
import { useOpenList } from '../sync/open-list.ts'
import { useSync } from '../sync/sync-status.ts'
import { useListViews } from './state/view.ts'
import { useSession, who } from '../account/session/session.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { useFocusFind } from './state/use-over-list.ts'
import { startSelecting } from './rows/selection.tsx'

export interface DetailMenuProps {
  list: List
  className?: string | undefined
  /** where the list is edited; on a large screen search, sorting and selecting have their own buttons */
  edits: 'small' | 'wide' | null
  onScan: (() => void) | null
  onDelete: () => void
}

/** The actions that make something out of the list; they open in a dialog, which explains them. */
const copying: readonly ListAction['key'][] = ['duplicate', 'clone', 'template']

/** The menu of an open list, in at most ten entries. What cannot be done now is not in it. */
export function DetailMenu({ list, className, edits, onScan, onDelete }: DetailMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const empty = useOpenList((state) => state.order.length === 0)
  const { actions, busy } = useListActions(list, { open: true, onDelete })
  const [copies, setCopies] = useState(false)
  const focusFind = useFocusFind()
  const trial = useSession(who) === 'trial'
  const guest = useSession(who) === 'guest'
  const isOfNewer = useSync((sync) => sync.storage === 'newer')
  const selecting = useListViews(({ selection }) => selection.on)
  const copy: ListAction = {
    key: 'copy',
    label: t`Copy, file, currency`,
    icon: IconCopy,
    offline: true,
    run: async () => setCopies(true),
  }
  const history: ListAction = {
    key: 'history',
    label: t`History`,
    icon: IconHistory,
    offline: true,
    run: () => navigate({ to: '/app/history/$id', params: { id: list.id } }),
  }
  // A guest makes nothing else of the list, nor does a version that cannot use the storage.
  const print: ListAction = {
    key: 'print',
    label: t`Print`,
    icon: IconPrinter,
    offline: true,
    // Deferred until the menu has closed, because the browser's print dialog blocks the page.
    run: async () => void setTimeout(() => window.print()),
  }
  const whole = actions.filter(({ key }) => !copying.includes(key))
  const made = actions.filter(({ key }) => copying.includes(key))
  const first = whole.findIndex(({ key }) => key === 'archive' || key === 'delete')
  const shown = whole.toSpliced(
    first < 0 ? whole.length : first,
    0,
    ...(empty ? [] : [print]),
    ...(trial ? [] : [history]),
    copy,
  )
  const small = edits === 'small' && !empty
  const above = [
    small && entry('find', IconSearch, <Trans>Search</Trans>, focusFind),
    onScan && entry('scan', IconBarcode, <Trans>Scan</Trans>, onScan),
    small && entry('sort', IconArrowsSort, <Trans>Sort</Trans>, () => openSorting(true)),
    (edits === 'wide' || small) &&
      entry('recipe', IconToolsKitchen2, <Trans>From a recipe</Trans>, () => openPasted('', 'recipe')),
    small && !selecting && entry('select', IconListCheck, <Trans>Select</Trans>, () => startSelecting()),
    edits === null &&
      !isOfNewer &&
      entry('aisles', IconRoute, <Trans>Aisle order</Trans>, () => openSorting(true)),
  ].filter((item) => item !== null && item !== false)
  return (
    <>
      <ActionMenu
        label={t`Actions`}
        className={className}
        actions={
          guest || isOfNewer ? (empty ? [] : [print]) : trial && empty && made.length === 0 ? whole : shown
        }
        busy={busy !== null}
      >
        {above.length > 0 && above}
      </ActionMenu>
      <CopyDialog opened={copies} onClose={() => setCopies(false)} list={list} actions={made} />
    </>
  )
}

function entry(key: string, Symbol: Icon, text: ReactNode, run: () => void): ReactNode {
  return (
    <Menu.Item
      key={key}
      leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => run()}
    >
      {text}
    </Menu.Item>
  )
}
