import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Alert, Badge, Button, Group, Tooltip } from '@mantine/core'
import { IconArchive, IconBarcode, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { roleOf } from '../../../core/product/permissions.ts'
import { choosesMode, type Mode } from '../../state/lists/shopping-mode.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/use-language.ts'
import classes from '../list.module.css'
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
        <Group gap="xs" wrap="nowrap" mt={2}>
          {toggle}
          {onSharing && (
            <Button
              h="2.75rem"
              radius="xl"
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
              <ActionIcon variant="default" radius="xl" aria-label={t`Open the scanner`} onClick={onScan}>
                <IconBarcode size={22} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          <DetailMenu {...menu} className={classes.round} edits={false} onScan={null} />
        </Group>
      </div>
      <Group gap="sm" mih="2rem" c="dimmed">
        <span>{formatDate(list.date, language)}</span>
        {list.listStatus === 'archiwum' && (
          <Badge leftSection={<IconArchive size={16} stroke={1.75} aria-hidden="true" />}>
            <Trans>archived</Trans>
          </Badge>
        )}
      </Group>
      {list.owner && <SharedBy list={list} />}
    </header>
  )
}

function SharedBy({ list }: { list: List }) {
  const owner = list.owner?.name || list.owner?.email
  return (
    <Alert mt={4} py={10} icon={<IconUsers size={20} stroke={1.75} aria-hidden="true" />}>
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
    </Alert>
  )
}
