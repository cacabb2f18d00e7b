import { Trans, useLingui } from '@lingui/react/macro'
import { IconArchive, IconBarcode, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { formatDate } from '../texts/format.ts'
import { deleteList } from '../state/lists/list-actions.ts'
import { choosesMode, type Mode } from '../state/lists/shopping-mode.ts'
import classes from './detail-head.module.css'
import { DeleteDialog } from '../actions/later-parts.tsx'
import { AisleDialog, DetailMenu } from './later-parts.tsx'
import { ListTitle } from './list-title.tsx'
import { ShoppingToggle } from './shopping-toggle.tsx'
import { InHeader } from '../ui/header-slot.tsx'
import { SmallHead } from './small-head.tsx'
import { Tip } from '../ui/tip.tsx'
import { useLanguage } from '../texts/use-language.ts'
import { Button } from '../ui/control/button.tsx'
import { IconButton } from '../ui/control/icon-button.tsx'

interface DetailHeadProps {
  list: List
  mode: Mode
  wide: boolean
  sharing: boolean
  onSharing: (() => void) | null
}

export function DetailHead({ list, mode, wide, sharing, onSharing }: DetailHeadProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const [ordering, setOrdering] = useState(false)
  const role = roleOf(list)
  const renames = can(role, 'rename') && mode === 'edit'
  const scans = mode !== 'view' && list.listStatus !== 'archiwum'
  const scan = () => void navigate({ to: '/app/barcode', search: { list: list.id } })
  const toggle = choosesMode(role) && <ShoppingToggle listId={list.id} shopping={mode === 'shopping'} />
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
    <header className={classes.head}>
      <h1 className="visually-hidden">{list.listName}</h1>
      <div className={classes.top}>
        {title}
        <div className={classes.actions}>
          {toggle}
          {onSharing && (
            <Button
              className={classes.mode}
              size="sm"
              variant={sharing ? 'light' : 'default'}
              aria-expanded={sharing}
              leftSection={<IconUsers size={20} stroke={1.75} aria-hidden="true" />}
              onClick={onSharing}
            >
              <Trans>Sharing</Trans>
            </Button>
          )}
          {scans && (
            <Tip label={t`Open the scanner`}>
              <IconButton className={classes.round} aria-label={t`Open the scanner`} onClick={scan}>
                <IconBarcode size={22} stroke={1.75} />
              </IconButton>
            </Tip>
          )}
          <DetailMenu {...menu} className={classes.round} edits={false} onScan={null} />
        </div>
      </div>
      <div className={classes.facts}>
        <p>
          <span>{formatDate(list.date, language)}</span>
          {list.listStatus === 'archiwum' && (
            <span className={classes.archived}>
              <IconArchive size={16} stroke={1.75} aria-hidden="true" />
              <Trans>archived</Trans>
            </span>
          )}
        </p>
      </div>
      {list.owner && <SharedBy list={list} />}
      {dialogs}
    </header>
  )
}

function SharedBy({ list }: { list: List }) {
  const owner = list.owner?.name || list.owner?.email
  return (
    <p className={classes.owner}>
      <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      <span>
        {list.permissions === 'edit' && (
          <Trans>
            <strong>{owner}</strong> shares this list with you. You can edit it.
          </Trans>
        )}
        {list.permissions === 'shopping' && (
          <Trans>
            <strong>{owner}</strong> shares this list with you. You can tick off what you have bought.
          </Trans>
        )}
        {list.permissions === 'view' && (
          <Trans>
            <strong>{owner}</strong> shares this list with you. You can view it.
          </Trans>
        )}
      </span>
    </p>
  )
}
