import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { deleteList } from '../state/lists/list-actions.ts'
import type { Mode } from '../state/lists/shopping-mode.ts'
import { DeleteDialog } from '../actions/later-parts.tsx'
import { AisleDialog, DetailMenu, WideHead } from './later-parts.tsx'
import { ListTitle } from './list-title.tsx'
import { InHeader } from '../ui/header-slot.tsx'
import { SmallHead } from './small-head.tsx'

interface DetailHeadProps {
  list: List
  mode: Mode
  wide: boolean
  sharing: boolean
  onSharing: (() => void) | null
}

export function DetailHead({ list, mode, wide, sharing, onSharing }: DetailHeadProps) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const [ordering, setOrdering] = useState(false)
  const role = roleOf(list)
  const renames = can(role, 'rename') && mode === 'edit'
  const scans = mode !== 'view' && list.listStatus !== 'archiwum'
  const scan = () => void navigate({ to: '/app/barcode', search: { list: list.id } })
  const title = <ListTitle list={list} inBar={!wide} disabled={!renames} />
  const menu = { list, onDelete: () => setDeleting(true), onAisles: () => setOrdering(true) }
  const dialogs = (
    <>
      <AisleDialog listId={list.id} opened={ordering} onClose={() => setOrdering(false)} />
      <DeleteDialog
        opened={deleting}
        name={list.listName}
        onClose={() => setDeleting(false)}
        onDelete={async () => {
          if (await deleteList(list.id)) await navigate({ to: '/app' })
        }}
      />
    </>
  )
  if (!wide)
    return (
      <>
        <h1 className="visually-hidden">{list.listName}</h1>
        <SmallHead list={list} title={title} sharing={sharing} onSharing={onSharing} />
        <InHeader at="end">
          <DetailMenu {...menu} edits={mode === 'edit'} onScan={scans ? scan : null} />
        </InHeader>
        {dialogs}
      </>
    )
  return (
    <>
      <h1 className="visually-hidden">{list.listName}</h1>
      <WideHead
        list={list}
        mode={mode}
        title={title}
        sharing={sharing}
        onSharing={onSharing}
        onScan={scans ? scan : null}
        menu={menu}
      />
      {dialogs}
    </>
  )
}
