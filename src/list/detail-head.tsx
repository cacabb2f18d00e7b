import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { DeleteDialog } from '../actions/lazy.tsx'
import { AisleDialog, DetailMenu, WideHead } from './lazy.tsx'
import { ListTitle } from './list-title.tsx'
import classes from './list.module.css'
import { deleteList } from '../state/lists/list-actions.ts'
import type { Mode } from '../state/lists/view.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { InHeader } from '../ui/header-slot.tsx'

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

interface SmallHeadProps {
  list: List
  title: ReactNode
  sharing: boolean
  onSharing: (() => void) | null
}

/** On a phone: puts the list's name, its owner and the share button into the header. */
function SmallHead({ list, title, sharing, onSharing }: SmallHeadProps) {
  const { t } = useLingui()
  return (
    <InHeader at="title">
      <div className={classes.names}>
        {title}
        <p className={classes.facts}>
          <Facts list={list} />
        </p>
      </div>
      {onSharing && (
        <ActionIcon aria-label={t`Sharing`} aria-expanded={sharing} onClick={onSharing}>
          <IconUsers size={22} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </InHeader>
  )
}

/** For a shared list its owner and the user's permission; for the user's own list its date. */
function Facts({ list }: { list: List }) {
  const language = useLanguage()
  const archived = list.listStatus === 'archiwum'
  const owner = list.owner?.name || list.owner?.email
  if (owner)
    return (
      <>
        {archived && <Trans>archived · </Trans>}
        {list.permissions === 'edit' && <Trans>{owner} · you can edit</Trans>}
        {list.permissions === 'shopping' && <Trans>{owner} · you can tick</Trans>}
        {list.permissions === 'view' && <Trans>{owner} · you can view</Trans>}
      </>
    )
  return (
    <>
      {archived && <Trans>archived · </Trans>}
      {formatDate(list.date, language)}
    </>
  )
}
