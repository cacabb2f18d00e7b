import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconBarcode, IconCheck, IconSearch, IconUsers } from '@tabler/icons-react'
import { ActionMenu, type ActionMenuProps } from '../actions/action-menu.tsx'
import { focusFind } from './find-field.tsx'
import { useViewActions } from './use-view-actions.ts'

export interface DetailMenuProps extends Pick<ActionMenuProps, 'actions' | 'busy'> {
  listId: string
  /** the list is being edited, so the view actions are offered */
  edits: boolean
  onScan: (() => void) | null
  onSharing: (() => void) | null
}

/** All actions of a list, on a phone. */
export function DetailMenu({ listId, actions, busy, edits, onScan, onSharing }: DetailMenuProps) {
  const { t } = useLingui()
  return (
    <ActionMenu label={t`Actions`} actions={actions} busy={busy}>
      {onScan && (
        <Menu.Item leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden="true" />} onClick={onScan}>
          <Trans>Open the scanner</Trans>
        </Menu.Item>
      )}
      {onSharing && (
        <Menu.Item leftSection={<IconUsers size={20} stroke={1.75} aria-hidden="true" />} onClick={onSharing}>
          <Trans>Sharing</Trans>
        </Menu.Item>
      )}
      {edits && <ViewItems listId={listId} />}
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
