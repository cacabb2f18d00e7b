import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArchive, IconBarcode, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { roleOf } from '../../../core/product/permissions.ts'
import { choosesMode, type Mode } from '../../state/lists/shopping-mode.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/use-language.ts'
import classes from '../detail-head.module.css'
import { DetailMenu } from '../later-parts.tsx'
import { ShoppingToggle } from '../shopping-toggle.tsx'

export interface WideHeadProps {
  list: List
  mode: Mode
  title: ReactNode
  sharing: boolean
  onSharing: (() => void) | null
  /** null: the user cannot scan products into this list */
  onScan: (() => void) | null
  menu: { list: List; onDelete: () => void; onAisles: () => void }
}

/** The head of a list on a large screen: its name, buttons and owner. */
export function WideHead({ list, mode, title, sharing, onSharing, onScan, menu }: WideHeadProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const toggle = choosesMode(roleOf(list)) && (
    <ShoppingToggle listId={list.id} shopping={mode === 'shopping'} />
  )
  return (
    <header className={classes.head}>
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
          {onScan && (
            <Tooltip label={t`Open the scanner`}>
              <ActionIcon className={classes.round} aria-label={t`Open the scanner`} onClick={onScan}>
                <IconBarcode size={22} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
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
