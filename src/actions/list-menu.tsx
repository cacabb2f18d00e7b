import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { MenuButton } from './menu-button.tsx'
import { type ListAction, type ListActionOptions, useListActions } from './use-list-actions.ts'
import { useSync } from '../state/lists/sync.ts'

export interface ListMenuProps extends ListActionOptions {
  list: List
  label: string
  className?: string | undefined
  /** one more action, placed second */
  more?: ListAction
  /** entries above the others; they must work offline */
  children?: ReactNode
}

/** The menu with the actions for a whole list. */
export function ListMenu({ list, label, className, more, children, ...options }: ListMenuProps) {
  const { actions, busy } = useListActions(list, options)
  return (
    <ActionMenu
      className={className}
      label={label}
      actions={more ? actions.toSpliced(1, 0, more) : actions}
      busy={busy !== null}
    >
      {children}
    </ActionMenu>
  )
}

interface ActionMenuProps {
  label: string
  actions: readonly ListAction[]
  busy: boolean
  className?: string | undefined
  /** entries above the others; they must work offline */
  children?: ReactNode
}

function ActionMenu({ label, actions, busy, className, children }: ActionMenuProps) {
  const online = useSync((sync) => sync.online)
  const isResting = ({ offline, waits }: ListAction) => (online ? waits === true : !offline)
  const resting = actions.filter(isResting)
  const item = (action: ListAction) => {
    const { key, label, icon: Symbol, danger, run } = action
    return (
      <Menu.Item
        key={key}
        color={danger ? 'var(--app-error)' : undefined}
        disabled={isResting(action)}
        leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void run()}
      >
        {label}
      </Menu.Item>
    )
  }
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <MenuButton className={className} label={label} loading={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {actions.filter((action) => !isResting(action)).map(item)}
        {resting.length > 0 && (
          <Menu.Label>
            {online ? (
              <Trans>This list is on its way to the server. These wait for it:</Trans>
            ) : (
              <Trans>You are offline. These need a connection:</Trans>
            )}
          </Menu.Label>
        )}
        {resting.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
