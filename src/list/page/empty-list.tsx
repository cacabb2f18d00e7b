import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, Stack, Text, Box, Skeleton } from '@mantine/core'
import { IconCheck, IconClipboardText, IconTemplate, IconToolsKitchen2, IconUsers } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { productKey } from '../../../core/text/product-key.ts'
import { filledUp } from '../../../core/text/usuals.ts'
import { useAccountSettings } from '../../account/state/settings.ts'
import { useFinished } from '../state/finish-trip.ts'
import { openPasted } from '../state/ui.ts'
import { loadSuggestions } from '../state/load-suggestions.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { categoryFor, nameKey, useSuggestions } from '../../sync/suggestions.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useSession, who } from '../../account/session/session.ts'
import { i18n, useLanguage } from '../../texts/i18n.ts'
import { addOffer, addOffers, hiddenIn, type Offer, offersFor } from '../add/offers.ts'
import { useHiding } from '../add/use-hiding.ts'
import { useAmountOf } from '../add/usuals.tsx'
import { TemplateDialog } from '../lazy.tsx'
import { emptiedText } from './news.ts'
import { ProductMark } from '../picture/product-mark.tsx'
import fields from '../rows/fields.module.css'
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
  tiles: readonly Offer[]
  /** the household's history was known by then */
  known: boolean
  language: string
}

/** Returns the tiles for an empty list: what is due and what the household often buys, filled up with staples. */
function begin(known: boolean): Begun {
  const { products } = useAccountSettings.getState().settings
  const offers = offersFor(useSuggestions.getState().products, products, new Set(), Date.now())
  const tiles = filledUp<Offer>(
    offers,
    staples.map((staple) => stapleOf(i18n._(staple))),
    hiddenIn(products),
  )
  return { tiles, known, language: i18n.locale }
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
  const set = useAccountSettings(({ settings }) => settings.products)
  const hidden = useMemo(() => hiddenIn(set), [set])
  const [begun, setBegun] = useState<Begun | null>(null)
  const [picking, setPicking] = useState(false)
  const goesOn = useFinished(listId) !== null
  const { rows } = useOpenList(({ memory }) => memory)
  const emptied = empty && !goesOn && emptiedText(rows.values())
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
  if (empty && isRead && (begun === null || isOld)) setBegun(begin(hasHistory))
  if (!empty && begun !== null && !onlyTiles) setBegun(null)
  if (begun === null) return <EmptyListPlace opened={empty} />
  if (!empty && !onlyTiles) return null
  const tiles = begun.tiles.filter(({ productName }) => !hidden.has(nameKey(productName)))
  const due = tiles.filter((offer) => offer.due && !on.has(productKey(offer.productName)))
  const count = due.length
  // Both buttons disappear. 0: pressed by key; a press by thumb must not open the keyboard.
  const addAll = ({ detail }: MouseEvent) => {
    if (detail === 0) onDone()
    void addOffers(due, false)
  }
  const close = ({ detail }: MouseEvent) => {
    setBegun(null)
    if (detail === 0) onDone()
  }
  return (
    <Stack component="section" gap={8} mb={16} data-tiles={empty ? 'all' : 'more'}>
      <Group gap={8} wrap="nowrap" mih="2.75rem">
        <Text flex={1}>
          {!empty ? (
            <Trans>Anything else?</Trans>
          ) : goesOn || emptied ? (
            <>
              {emptied && `${t(emptied)}. `}
              <Trans>For the next time:</Trans>
            </>
          ) : tiles.some(({ due }) => due) ? (
            <Trans>Nothing here yet. These are due:</Trans>
          ) : (
            <Trans>Nothing here yet. Start with one of these:</Trans>
          )}
        </Text>
        {count > 1 && (
          <Button size="sm" h="2.75rem" flex="none" onClick={addAll}>
            <Plural value={count} one="Add #" other="Add all #" />
          </Button>
        )}
        {!empty && <CloseButton aria-label={t`Close`} size={44} me={-8} onClick={close} />}
      </Group>
      <ul className={classes.tiles} aria-label={t`Often bought`}>
        {tiles.map((offer) => (
          <li key={offer.productName}>
            <Tile offer={offer} on={on.has(productKey(offer.productName))} onHidden={onDone} />
          </li>
        ))}
      </ul>
      {empty && <Ways onTemplate={() => setPicking(true)} onShare={onShare} />}
      {picking && <TemplateDialog opened listId={listId} onClose={() => setPicking(false)} />}
    </Stack>
  )
}

/** One press adds the product. The tile then stays in its place and says that it is on the list. */
function Tile({ offer, on, onHidden }: { offer: Offer; on: boolean; onHidden: () => void }) {
  const { t } = useLingui()
  useSuggestions(({ finder }) => finder) // renders again when the categories arrive later
  const { productName } = offer
  const amount = useAmountOf(offer)
  const name = `${productName} ${amount}`.trim()
  const category = offer.category_name || categoryFor(productName)
  const isDue = offer.due === true && !on
  return (
    <button
      type="button"
      className={`${fields.plain} ${classes.tile}`}
      aria-label={on ? t`On the list: ${name}` : isDue ? t`Add: ${name}, due` : t`Add: ${name}`}
      aria-disabled={on || undefined}
      {...useHiding(productName, onHidden)}
      onClick={() => {
        if (!on) void addOffer({ ...offer, category_name: category }, false)
      }}
    >
      <ProductMark productName={productName} category={category} />
      <span>{name}</span>
      {isDue && (
        <small className={classes.due}>
          <Trans>due</Trans>
        </small>
      )}
      {on && <IconCheck size={18} stroke={2.5} className={classes.check} aria-hidden="true" />}
    </button>
  )
}

function Ways({ onTemplate, onShare }: { onTemplate: () => void; onShare: (() => void) | null }) {
  const trial = useSession(who) === 'trial'
  const guest = useSession(who) === 'guest'
  // Without an account the share panel only explains that sharing needs one, which works offline.
  const online = useSync((sync) => sync.online) || trial
  const reason = online ? undefined : 'empty-list-offline'
  return (
    <>
      <Group gap="xs" mt={8}>
        {!guest && (
          <Button
            variant="default"
            leftSection={<IconTemplate size={20} stroke={1.75} aria-hidden="true" />}
            onClick={onTemplate}
          >
            <Trans>From a template</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconClipboardText size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => openPasted('')}
        >
          <Trans>Paste a list</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconToolsKitchen2 size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => openPasted('', 'recipe')}
        >
          <Trans>From a recipe</Trans>
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
function stapleOf(productName: string): Offer {
  return { productName, unit: 'pcs', category_name: '' }
}

/** As high as an empty list's heading, tiles and buttons, so that nothing below moves when they arrive. */
function EmptyListPlace({ opened }: { opened: boolean }) {
  if (!opened) return null
  return (
    <Stack gap={8} mb={16} aria-hidden="true">
      <Box h="2.75rem" />
      <ul className={classes.tiles}>
        {Array.from({ length: 12 }, (_, index) => (
          <li key={index}>
            <Skeleton h="4.75rem" />
          </li>
        ))}
      </ul>
      <Box h="2.75rem" mt={8} />
    </Stack>
  )
}
