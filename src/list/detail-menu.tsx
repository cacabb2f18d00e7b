import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconBarcode, IconCheck, IconPrinter, IconRoute, IconSearch } from '@tabler/icons-react'
import type { List } from '../../core/contract/shapes.ts'
import { ListMenu } from '../actions/list-menu.tsx'
import type { ListAction } from '../actions/use-list-actions.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { useFocusFind } from './over-list.ts'
import { useViewActions } from './use-view-actions.ts'

export interface DetailMenuProps {
  list: List
  className?: string | undefined
  /** also offers search and the view actions: on a phone, while the list is being edited */
  edits: boolean
  onScan: (() => void) | null
  onDelete: () => void
  onAisles: () => void
}

/** The menu with all actions of a list; on a wide screen only those that have no button of their own. */
export function DetailMenu({ list, className, edits, onScan, onDelete, onAisles }: DetailMenuProps) {
  const { t } = useLingui()
  const empty = useOpenList((state) => state.order.length === 0)
  const aisles: ListAction = {
    key: 'aisles',
    label: t`Aisle order`,
    icon: IconRoute,
    offline: true,
    run: async () => onAisles(),
  }
  return (
    <ListMenu list={list} label={t`Actions`} className={className} open onDelete={onDelete} more={aisles}>
      {onScan && (
        <Menu.Item leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden="true" />} onClick={onScan}>
          <Trans>Open the scanner</Trans>
        </Menu.Item>
      )}
      {edits && <ViewItems listId={list.id} />}
      <Menu.Item
        disabled={empty}
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
        // Deferred until the menu has closed, because the browser's print dialog blocks the page.
        onClick={() => setTimeout(print)}
      >
        <Trans>Print</Trans>
      </Menu.Item>
    </ListMenu>
  )
}

/** On a phone: search and the view actions. */
function ViewItems({ listId }: { listId: string }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
  const focusFind = useFocusFind()
  return (
    <>
      <Menu.Item leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />} onClick={focusFind}>
        <Trans>Search in the list</Trans>
      </Menu.Item>
      {actions.map(({ key, label, icon: Symbol, on, resting, run }) => (
        <Menu.Item
          key={key}
          disabled={resting !== undefined}
          leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
          rightSection={on && <IconCheck size={20} stroke={1.75} role="img" aria-label={t`on`} />}
          onClick={run}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}
