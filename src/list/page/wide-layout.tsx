import { useLingui, Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import {
  IconArchive,
  IconArrowsSort,
  IconBarcode,
  IconKeyboard,
  IconListCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { roleOf } from '../../../core/product/permissions.ts'
import { FindField } from './find-field.tsx'
import { DetailMenu } from '../lazy.tsx'
import classes from '../list.module.css'
import { WideTable, type WideTableProps } from './wide-table.tsx'
import { ShoppingToggle } from '../shop/shopping-toggle.tsx'
import { startSelecting, stopSelecting } from '../rows/selection.tsx'
import { openSorting } from '../state/ui.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { usePeopleOn, useShoppers } from '../state/together.ts'
import { choosesMode, type Mode, useListViews } from '../state/view.ts'
import { namesDate } from '../../texts/list-name.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { FaceRow, useShoppingLine } from '../../ui/shoppers.tsx'

/** The tools and the table of a large screen. */
export function WidePart({ onKeys, ...table }: WideTableProps & { onKeys: () => void }) {
  return (
    <>
      <ListTools onKeys={onKeys} />
      <WideTable {...table} />
    </>
  )
}

/** On a large screen, above the table: search, sorting, selecting and the keyboard shortcuts. */
function ListTools({ onKeys }: { onKeys: () => void }) {
  const { t } = useLingui()
  const empty = useOpenList((state) => state.order.length === 0)
  const selecting = useListViews(({ selection }) => selection.on)
  const looks = { size: 'sm', radius: 'xl' }
  return (
    <Group justify="space-between" mb={8} className={classes.tools}>
      <FindField />
      <Group gap="xs">
        {!empty && (
          <>
            <Button
              {...looks}
              variant="default"
              leftSection={<IconArrowsSort size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => openSorting(true)}
            >
              <Trans>Sort</Trans>
            </Button>
            <Button
              {...looks}
              variant={selecting ? 'light' : 'default'}
              aria-pressed={selecting}
              leftSection={<IconListCheck size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => (selecting ? stopSelecting() : startSelecting())}
            >
              <Trans>Select</Trans>
            </Button>
          </>
        )}
        <Button
          {...looks}
          variant="default"
          aria-label={t`Keyboard shortcuts`}
          leftSection={<IconKeyboard size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onKeys}
        >
          <Trans>Shortcuts</Trans>
        </Button>
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
  menu: { list: List; onDelete: () => void }
}

/** The head of a list on a large screen: its name, buttons and owner. */
export function WideHead({ list, mode, title, sharing, onSharing, onScan, menu }: WideHeadProps) {
  const language = useLanguage()
  const people = usePeopleOn(list.id)
  const shopping = useShoppingLine(useShoppers(list.id))
  const toggle = mode !== 'view' && choosesMode(roleOf(list)) && (
    <ShoppingToggle listId={list.id} shopping={mode === 'shopping'} />
  )
  return (
    <header className={classes.head}>
      <Group align="flex-start" gap="xs">
        <div className={classes.title}>
          {title}
          <Group gap="xs" mt={-4} c="dimmed" fz="sm" lh={1.4}>
            {!namesDate(list) && <span>{formatDate(list.date, language)}</span>}
            {list.listStatus === 'archiwum' && (
              <Badge leftSection={<IconArchive size={16} stroke={1.75} aria-hidden="true" />}>
                <Trans>archived</Trans>
              </Badge>
            )}
            {list.owner && <SharedBy list={list} />}
            {shopping && (
              <Text span inherit c="var(--app-link)" fw={600}>
                {shopping}
              </Text>
            )}
          </Group>
        </div>
        <Group gap="xs" mt={2}>
          <FaceRow people={people} size={34} most={4} />
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
            <Button
              h="2.75rem"
              radius="xl"
              variant="default"
              leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden="true" />}
              onClick={onScan}
            >
              <Trans>Scan</Trans>
            </Button>
          )}
          <DetailMenu
            {...menu}
            className={classes.round}
            edits={mode === 'edit' ? 'wide' : null}
            onScan={null}
          />
        </Group>
      </Group>
    </header>
  )
}

function SharedBy({ list }: { list: List }) {
  const { t } = useLingui()
  // A guest learns only a name that the owner gave.
  const owner = list.owner?.name || list.owner?.email || t`The list’s owner`
  return (
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
  )
}
