import { useLingui, Trans } from '@lingui/react/macro'
import { ActionIcon, Group, Alert, Badge, Button } from '@mantine/core'
import { IconKeyboard, IconArchive, IconBarcode, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { roleOf } from '../../core/product/permissions.ts'
import { FindField } from './find-field.tsx'
import { DetailMenu } from './lazy.tsx'
import classes from './list.module.css'
import { WideTable, type WideTableProps } from './rows/wide-table.tsx'
import { ShoppingToggle } from './shop/shopping-toggle.tsx'
import { useViewActions } from './use-view-actions.ts'
import { choosesMode, type Mode } from '../state/lists/view.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'

/** The tools and the table of a large screen. */
export function WidePart({ onKeys, ...table }: WideTableProps & { onKeys: () => void }) {
  return (
    <>
      <ListTools listId={table.listId} onKeys={onKeys} />
      <WideTable {...table} />
    </>
  )
}

/** On a large screen, above the table: search and the view actions. */
function ListTools({ listId, onKeys }: { listId: string; onKeys: () => void }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
  return (
    <Group justify="space-between" wrap="nowrap" mb="sm">
      <FindField />
      <Group gap="xs" wrap="nowrap">
        {actions.map(({ key, label, icon: Symbol, on, resting, run }) => (
          <ActionIcon
            key={key}
            variant={on ? 'light' : 'default'}
            color="orange"
            radius="xl"
            aria-label={label}
            title={resting ? `${label}: ${resting}` : label}
            aria-pressed={on}
            aria-description={resting}
            aria-disabled={resting ? true : undefined}
            data-disabled={resting ? true : undefined}
            onClick={() => {
              if (!resting) run()
            }}
          >
            <Symbol size={22} stroke={1.75} />
          </ActionIcon>
        ))}
        <ActionIcon
          variant="default"
          radius="xl"
          aria-label={t`Keyboard shortcuts`}
          title={t`Keyboard shortcuts`}
          onClick={onKeys}
        >
          <IconKeyboard size={22} stroke={1.75} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

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
      <Group align="flex-start" gap="xs">
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
            <ActionIcon
              variant="default"
              radius="xl"
              aria-label={t`Open the scanner`}
              title={t`Open the scanner`}
              onClick={onScan}
            >
              <IconBarcode size={22} stroke={1.75} />
            </ActionIcon>
          )}
          <DetailMenu {...menu} className={classes.round} edits={false} onScan={null} />
        </Group>
      </Group>
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
