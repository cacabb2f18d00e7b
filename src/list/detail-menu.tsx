import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconBarcode, IconCheck, IconPrinter, IconSearch } from '@tabler/icons-react'
import { ActionMenu, type ActionMenuProps } from '../actions/action-menu.tsx'
import { useOpenList } from '../state/lists/open-list.ts'
import { focusFind } from './find-field.tsx'
import { askToPrint } from './print/printing.ts'
import { useViewActions } from './use-view-actions.ts'

export interface DetailMenuProps extends Pick<ActionMenuProps, 'actions' | 'busy' | 'className'> {
  listId: string
  /** the view actions are offered: on a phone, where the list is being edited */
  edits: boolean
  onScan: (() => void) | null
}

/** All actions of a list; on a wide screen those that have no button of their own. */
export function DetailMenu({ listId, actions, busy, className, edits, onScan }: DetailMenuProps) {
  const { t } = useLingui()
  const empty = useOpenList((state) => state.order.length === 0)
  return (
    <ActionMenu className={className} label={t`Actions`} actions={actions} busy={busy}>
      {onScan && (
        <Menu.Item leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden="true" />} onClick={onScan}>
          <Trans>Open the scanner</Trans>
        </Menu.Item>
      )}
      {edits && <ViewItems listId={listId} />}
      <Menu.Item
        disabled={empty}
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
        onClick={askToPrint}
      >
        <Trans>Print</Trans>
      </Menu.Item>
    </ActionMenu>
  )
}

/** On a phone: search and the view actions. */
function ViewItems({ listId }: { listId: string }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
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
