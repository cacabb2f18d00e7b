import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconBarcode, IconShoppingCart, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { formatDate } from '../texts/format.ts'
import { deleteList } from '../state/lists/list-actions.ts'
import { type Mode, setShopping } from '../state/lists/shopping-mode.ts'
import { useSync } from '../state/lists/sync.ts'
import classes from './detail-head.module.css'
import { ActionMenu, DeleteDialog } from '../actions/later-parts.tsx'
import { DetailMenu } from './later-parts.tsx'
import { ListTitle } from './list-title.tsx'
import { Tip } from '../ui/tip.tsx'
import { useLanguage } from '../texts/use-language.ts'
import { useListActions } from '../actions/use-list-actions.ts'

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
  const online = useSync((sync) => sync.online)
  const [deleting, setDeleting] = useState(false)
  const { actions, busy } = useListActions(list, { open: true, onDelete: () => setDeleting(true) })
  const role = roleOf(list)
  const renames = can(role, 'rename') && mode === 'edit' && online
  const scans = mode !== 'view' && list.listStatus !== 'archiwum'
  const scan = () => void navigate({ to: '/app/barcode', search: { list: list.id } })
  const toggle = role === 'owner' && <ModeToggle listId={list.id} shopping={mode === 'shopping'} />
  return (
    <header className={classes.head}>
      <div className={classes.top}>
        <ListTitle
          list={list}
          disabled={!renames}
          reason={online ? undefined : t`Renaming needs a connection`}
        />
        <div className={classes.actions}>
          {wide && toggle}
          {onSharing && wide && (
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
          {wide && scans && (
            <Tip label={t`Open the scanner`}>
              <ActionIcon className={classes.round} aria-label={t`Open the scanner`} onClick={scan}>
                <IconBarcode size={22} stroke={1.75} />
              </ActionIcon>
            </Tip>
          )}
          {wide ? (
            actions.length > 0 && (
              <ActionMenu
                className={classes.round}
                label={t`Actions`}
                actions={actions}
                busy={busy !== null}
              />
            )
          ) : (
            <DetailMenu
              listId={list.id}
              actions={actions}
              busy={busy !== null}
              edits={mode === 'edit'}
              onScan={scans ? scan : null}
              onSharing={onSharing}
            />
          )}
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
        {!wide && toggle}
      </div>
      {list.owner && <SharedBy list={list} />}
      <DeleteDialog
        opened={deleting}
        name={list.listName}
        onClose={() => setDeleting(false)}
        onDelete={async () => {
          if (await deleteList(list.id)) await navigate({ to: '/app' })
        }}
      />
    </header>
  )
}

function ModeToggle({ listId, shopping }: { listId: string; shopping: boolean }) {
  return (
    <Button
      className={classes.mode}
      size="sm"
      variant={shopping ? 'filled' : 'default'}
      aria-pressed={shopping}
      leftSection={<IconShoppingCart size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => setShopping(listId, !shopping)}
    >
      <Trans>Shopping mode</Trans>
    </Button>
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
            <strong>{owner}</strong> shares this list with you. You can change what is on it.
          </Trans>
        )}
        {list.permissions === 'shopping' && (
          <Trans>
            <strong>{owner}</strong> shares this list with you. You can tick what you have bought.
          </Trans>
        )}
        {list.permissions === 'view' && (
          <Trans>
            <strong>{owner}</strong> shares this list with you. You can look at it.
          </Trans>
        )}
      </span>
    </p>
  )
}
