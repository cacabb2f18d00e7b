import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconClipboardText, IconTemplate, IconUsers } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { productKey } from '../../core/text/product-key.ts'
import { filledUp, usuals } from '../../core/text/usuals.ts'
import { openPasted } from '../state/lists/list-ui.ts'
import { loadSuggestions } from '../state/lists/load-suggestions.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { categoryFor, useSuggestions } from '../state/lists/suggestions.ts'
import { useSync } from '../state/lists/sync.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { i18n, useLanguage } from '../texts/i18n.ts'
import { addUsual, type Usual } from './add/add-usual.ts'
import { TemplateDialog } from './lazy.tsx'
import { ProductMark } from './rows/product-mark.tsx'
import fields from './rows/fields.module.css'
import classes from './empty-list.module.css'

export interface EmptyListProps {
  /** the list is empty, so this part's code must load at once */
  opened: boolean
  listId: string
  /** null: the user may not share the list, or it is shared already */
  onShare: (() => void) | null
  /** focuses the add field */
  onDone: () => void
}

interface Begun {
  tiles: readonly Usual[]
  /** some of them are from the household's own history */
  known: boolean
  language: string
}

/** Returns the tiles for an empty list: the household's usuals, filled up with staples. */
function begin(): Begun {
  const own = usuals(useSuggestions.getState().products, new Set(), Date.now())
  const tiles = filledUp<Usual>(
    own,
    staples.map((staple) => stapleOf(i18n._(staple))),
  )
  return { tiles, known: own.length > 0, language: i18n.locale }
}

/**
 * Ways to fill an empty list. The tiles stay until another product is added or the user closes them, so that several
 * can be pressed. They stand above the rows, so that no tile moves when a row is added.
 */
export function EmptyList({ opened: empty, listId, onShare, onDone }: EmptyListProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const isRead = useSuggestions((suggestions) => suggestions.isRead)
  const hasHistory = useSuggestions(({ products }) => products.some(({ entry }) => entry.times))
  const products = useOpenList((state) => state.products)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [picking, setPicking] = useState(false)
  useEffect(() => {
    if (empty) void loadSuggestions()
  }, [empty])
  const keys = useMemo(() => new Set(begun?.tiles.map(({ productName }) => productKey(productName))), [begun])
  // With more products than tiles the panel is hidden anyway, so do not go through a long list at each change.
  const few = products.size <= keys.size ? [...products.values()] : null
  const on = new Set(few?.map(({ productName }) => productKey(productName)))
  const onlyTiles = few !== null && [...on].every((key) => keys.has(key))
  // On a new device the history may arrive after the first staples were shown.
  const isOld = begun !== null && (begun.language !== language || (hasHistory && !begun.known))
  if (empty && isRead && (begun === null || isOld)) setBegun(begin())
  if (!empty && begun !== null && !onlyTiles) setBegun(null)
  if (begun === null || (!empty && !onlyTiles)) return null
  const close = ({ detail }: { detail: number }) => {
    setBegun(null)
    // 0: pressed by key. A press by thumb must not open the keyboard.
    if (detail === 0) onDone()
  }
  return (
    <Stack component="section" gap={8} mb={16} data-tiles={empty ? 'all' : 'more'}>
      <Group justify="space-between" wrap="nowrap" mih="2.75rem">
        <Text>
          {empty ? <Trans>Nothing here yet. Start with one of these:</Trans> : <Trans>Anything else?</Trans>}
        </Text>
        {!empty && <CloseButton aria-label={t`Close`} size={44} me={-8} onClick={close} />}
      </Group>
      <ul className={classes.tiles} aria-label={t`Often bought`}>
        {begun.tiles.map((usual) => (
          <li key={usual.productName}>
            <Tile usual={usual} on={on.has(productKey(usual.productName))} />
          </li>
        ))}
      </ul>
      {empty && <Ways onTemplate={() => setPicking(true)} onShare={onShare} />}
      {picking && <TemplateDialog opened listId={listId} onClose={() => setPicking(false)} />}
    </Stack>
  )
}

/** One press adds the product. The tile then stays in its place and says that it is on the list. */
function Tile({ usual, on }: { usual: Usual; on: boolean }) {
  const { t } = useLingui()
  useSuggestions(({ finder }) => finder) // renders again when the categories arrive later
  const name = usual.productName
  const category = usual.category_name || categoryFor(name)
  return (
    <button
      type="button"
      className={`${fields.plain} ${classes.tile}`}
      aria-label={on ? t`On the list: ${name}` : t`Add: ${name}`}
      aria-disabled={on || undefined}
      onClick={() => {
        if (!on) void addUsual({ ...usual, category_name: category }, false)
      }}
    >
      <ProductMark productName={name} category={category} />
      <span>{name}</span>
      {on && <IconCheck size={18} stroke={2.5} className={classes.check} aria-hidden="true" />}
    </button>
  )
}

function Ways({ onTemplate, onShare }: { onTemplate: () => void; onShare: (() => void) | null }) {
  const trial = useSession(isTrial)
  // Without an account the share panel only explains that sharing needs one, which works offline.
  const online = useSync((sync) => sync.online) || trial
  const reason = online ? undefined : 'empty-list-offline'
  return (
    <>
      <Group gap="xs" mt={8}>
        <Button
          variant="default"
          leftSection={<IconTemplate size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onTemplate}
        >
          <Trans>From a template</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => openPasted('')}
        >
          <Trans>Paste a list</Trans>
        </Button>
        {onShare && (
          <Button
            variant="default"
            leftSection={<IconUsers size={20} stroke={1.75} aria-hidden="true" />}
            disabled={!online}
            aria-describedby={reason}
            onClick={onShare}
          >
            <Trans>Share it</Trans>
          </Button>
        )}
      </Group>
      {!online && onShare && (
        <Text id={reason} c="dimmed" fz="sm">
          <Trans>You are offline. Sharing needs a connection.</Trans>
        </Text>
      )}
    </>
  )
}

/** What nearly every household buys. */
const staples: readonly MessageDescriptor[] = [
  msg({ message: 'Milk', context: 'staple' }),
  msg({ message: 'Bread', context: 'staple' }),
  msg({ message: 'Eggs', context: 'staple' }),
  msg({ message: 'Butter', context: 'staple' }),
  msg({ message: 'Cheese', context: 'staple' }),
  msg({ message: 'Tomatoes', context: 'staple' }),
  msg({ message: 'Apples', context: 'staple' }),
  msg({ message: 'Bananas', context: 'staple' }),
  msg({ message: 'Potatoes', context: 'staple' }),
  msg({ message: 'Carrots', context: 'staple' }),
  msg({ message: 'Coffee', context: 'staple' }),
  msg({ message: 'Toilet paper', context: 'staple' }),
]

/** A staple is added as if its name had been typed. */
function stapleOf(productName: string): Usual {
  return { productName, unit: 'pcs', category_name: '' }
}
