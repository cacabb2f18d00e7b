import { useListViews, changeView, viewOf } from '../state/lists/view.ts'
import { useLingui } from '@lingui/react/macro'
import {
  type Icon,
  IconCategory,
  IconDeviceFloppy,
  IconListCheck,
  IconSortAscendingLetters,
  IconSortDescendingLetters,
} from '@tabler/icons-react'
import { useOpenList } from '../state/lists/open-list.ts'
import { notify } from '../state/notices.ts'
import { saveOrder } from '../state/lists/products.ts'
import { listTexts } from '../texts/list-texts.ts'
import { startSelecting, stopSelecting } from './rows/selection.tsx'

/** An action that changes how a list is shown; it works offline. */
export interface ViewAction {
  key: 'group' | 'up' | 'down' | 'save' | 'select'
  label: string
  icon: Icon
  /** the state of a toggle */
  on?: boolean
  /** why it is disabled now */
  resting?: string
  run: () => void
}

/** The view actions of a list that is being edited. */
export function useViewActions(listId: string): ViewAction[] {
  const { t } = useLingui()
  const { grouped, sort } = useListViews((views) => viewOf(views, listId))
  const own = useListViews(({ shown }) => shown.own)
  const searching = useListViews(({ shown }) => shown.searching)
  const selecting = useListViews(({ selection }) => selection.on)
  const empty = useOpenList((state) => state.order.length === 0)
  const nothing = empty ? t`there is nothing on the list` : undefined

  async function save() {
    if (!(await saveOrder(useListViews.getState().shown.ids))) return
    // The shown order is now the list's own, so switch to it: only there can products be moved by hand.
    void changeView(listId, { grouped: false, sort: 'own' })
    notify('success', listTexts.updated)
  }
  function sortBy(wanted: 'up' | 'down') {
    void changeView(listId, { sort: sort === wanted ? 'own' : wanted })
  }

  return [
    {
      key: 'group',
      label: t`Group by category`,
      icon: IconCategory,
      on: grouped,
      run: () => void changeView(listId, { grouped: !grouped }),
    },
    {
      key: 'up',
      label: t`Sort A to Z`,
      icon: IconSortAscendingLetters,
      on: sort === 'up',
      run: () => sortBy('up'),
    },
    {
      key: 'down',
      label: t`Sort Z to A`,
      icon: IconSortDescendingLetters,
      on: sort === 'down',
      run: () => sortBy('down'),
    },
    {
      key: 'save',
      label: t`Save order`,
      icon: IconDeviceFloppy,
      resting:
        nothing ??
        (searching ? t`only part of the list is shown` : own ? t`this is the saved order` : undefined),
      run: () => void save(),
    },
    {
      key: 'select',
      label: t`Select products`,
      icon: IconListCheck,
      on: selecting,
      resting: nothing,
      run: () => (selecting ? stopSelecting() : startSelecting()),
    },
  ]
}
