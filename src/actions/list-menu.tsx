import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { MenuButton } from './menu-button.tsx'
import { isResting, type ListAction, type ListActionOptions, useListActions } from './use-list-actions.ts'
import { useSync } from '../sync/sync-status.ts'

export interface ListMenuProps extends ListActionOptions {
  list: List
  label: string
  className?: string | undefined
}

/** The menu with the actions for a whole list, on its card. */
export function ListMenu({ list, label, className, ...options }: ListMenuProps) {
  const { actions, busy } = useListActions(list, options)
  return <ActionMenu className={className} label={label} actions={actions} busy={busy !== null} />
}

export interface ActionMenuProps {
  label: string
  actions: readonly ListAction[]
  busy: boolean
  className?: string | undefined
  /** a group of entries above the others; they must work offline */
  children?: ReactNode
}

/** A menu of actions. What cannot be done is not in it, except for what only waits for the network. */
export function ActionMenu({ label, actions, busy, className, children }: ActionMenuProps) {
  const online = useSync((sync) => sync.online)
  const resting = actions.filter((action) => isResting(action, online))
  const ready = actions.filter((action) => !resting.includes(action))
  const item = (action: ListAction) => {
    const { key, label, icon: Symbol, danger, run } = action
    return (
      <Menu.Item
        key={key}
        color={danger ? 'var(--app-error)' : undefined}
        disabled={resting.includes(action)}
        leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void run()}
      >
        {label}
      </Menu.Item>
    )
  }
  if (actions.length === 0 && !children) return null
  const plain = ready.filter(({ danger }) => !danger)
  const dangerous = ready.filter(({ danger }) => danger)
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <MenuButton className={className} label={label} loading={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {children && plain.length > 0 && <Menu.Divider />}
        {plain.map(item)}
        {dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map(item)}
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
