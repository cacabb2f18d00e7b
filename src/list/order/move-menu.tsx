import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { useShownLists } from '../../sync/use-lists.ts'
import { moveProducts } from '../state/products.ts'
import { notify } from '../../ui/notices.ts'
import { undo } from '../../sync/undo.ts'
import { MoveButton } from './move-button.tsx'

export interface MoveMenuProps {
  listId: string
  ids: readonly string[]
  onMoved: () => void
  /** they are the selected products, not the bought ones */
  selected?: boolean
}

/** Menu that moves products to another list. */
export function MoveMenu({ listId, ids, onMoved, selected }: MoveMenuProps) {
  return (
    <Menu position="top-end" width={280}>
      <Menu.Target>
        <MoveButton selected={selected} disabled={ids.length === 0} />
      </Menu.Target>
      <Menu.Dropdown mah="min(26.25rem, var(--app-room, 26.25rem))" style={{ overflowWrap: 'anywhere' }}>
        <Lists listId={listId} ids={ids} onMoved={onMoved} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered only while the menu is open, so that the lists are not read before. */
function Lists({ listId, ids, onMoved }: MoveMenuProps) {
  const all = useShownLists()
  const lists = all?.filter(
    (list) => list.id !== listId && list.listStatus !== 'archiwum' && can(roleOf(list), 'editProducts'),
  )
  if (!lists || lists.length === 0)
    return (
      <Menu.Label>
        <Trans>There is no other list to move them to.</Trans>
      </Menu.Label>
    )
  return lists.map(({ id, listName }) => (
    <Menu.Item
      key={id}
      onClick={async () => {
        if (await moveWithUndo(ids, id, listName)) onMoved()
      }}
    >
      {listName}
    </Menu.Item>
  ))
}

/** Moves products to another list and offers undo. Returns false if nothing was moved. */
async function moveWithUndo(ids: readonly string[], to: string, listName: string): Promise<boolean> {
  const done = await moveProducts(ids, to)
  if (!done) return false
  const { count } = done
  const text = msg`${plural(count, {
    one: `# product moved to ${listName}`,
    other: `# products moved to ${listName}`,
  })}`
  notify('none', text, undo(done.undo))
  return true
}
