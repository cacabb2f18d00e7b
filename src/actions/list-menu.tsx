import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { ActionMenu } from './action-menu.tsx'
import { type ListAction, type ListActionOptions, useListActions } from './use-list-actions.ts'

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
