import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconClipboardText, IconPlus, IconTemplate, IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { productKey } from '../../core/text/product-key.ts'
import { announce, openPasted } from '../state/lists/list-ui.ts'
import { TemplateDialog } from './lazy.tsx'
import { useOpenList } from '../state/lists/open-list.ts'
import { addProduct } from '../state/lists/products.ts'
import { categoryFor, rememberProducts } from '../state/lists/suggestions.ts'
import { useSync } from '../state/lists/sync.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { i18n, useLanguage } from '../texts/i18n.ts'

export interface EmptyListProps {
  /** the list is empty, so this part's code must load at once */
  opened: boolean
  listId: string
  /** null: the user may not share the list, or it is shared already */
  onShare: (() => void) | null
  /** focuses the add field */
  onDone: () => void
}

/** Ways to fill an empty list. The staples stay until another product is added, so that several can be pressed. */
export function EmptyList({ opened: empty, listId, onShare, onDone }: EmptyListProps) {
  const language = useLanguage()
  const names = stapleNames()
  const products = useOpenList((state) => state.products)
  // With more products than staples the panel is hidden anyway, so do not go through a long list at each change.
  const few = products.size <= names.size ? [...products.values()] : null
  const on = new Set(few?.map(({ productName }) => productKey(productName)))
  const onlyStaples = few !== null && [...on].every((key) => names.has(key))
  const [begun, setBegun] = useState(empty)
  const [picking, setPicking] = useState(false)
  if (begun !== (empty || (begun && onlyStaples))) setBegun(empty)
  const left = [...names].filter(([key]) => !on.has(key))
  if (!begun || left.length === 0) return null
  return (
    <Stack component="section" maw="57.5rem" my={20}>
      <Text fz="lg">
        {empty ? (
          <Trans>Nothing here yet. Type what you need, or start with one of these:</Trans>
        ) : (
          <Trans>Anything else?</Trans>
        )}
      </Text>
      <StapleChips key={language} names={left.map(([, name]) => name)} onDone={onDone} />
      {empty && <Ways onTemplate={() => setPicking(true)} onShare={onShare} />}
      {picking && <TemplateDialog opened listId={listId} onClose={() => setPicking(false)} />}
    </Stack>
  )
}

function Ways({ onTemplate, onShare }: { onTemplate: () => void; onShare: (() => void) | null }) {
  const trial = useSession(isTrial)
  // Without an account the share panel only explains that sharing needs one, which works offline.
  const online = useSync((sync) => sync.online) || trial
  const reason = online ? undefined : 'empty-list-offline'
  return (
    <>
      <Group gap="xs">
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

/** Chips that each add a staple; the focus then moves to the next chip. `onDone`: called after the last one. */
function StapleChips({ names, onDone }: { names: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  // The user may press a second time before the chip disappears.
  const pressed = useRef(new Set<string>())

  async function add(name: string, button: HTMLButtonElement) {
    if (pressed.current.has(name)) return
    pressed.current.add(name)
    const item = button.closest('li')
    const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
    const added = await addStaple(name)
    pressed.current.delete(name)
    // The chip disappears and would lose the focus.
    if (added && (document.activeElement === button || document.activeElement === document.body))
      if (next) next.focus()
      else onDone()
  }
  return (
    <Group component="ul" gap="xs" m={0} p={0} aria-label={t`Often bought`}>
      {names.map((name) => (
        <li key={name} style={{ display: 'block' }}>
          <Button
            variant="default"
            radius="xl"
            h="2.75rem"
            px="md"
            fw={400}
            aria-label={t`Add: ${name}`}
            leftSection={<IconPlus size={18} stroke={2} color="var(--app-link)" aria-hidden="true" />}
            onClick={({ currentTarget }) => void add(name, currentTarget)}
          >
            {name}
          </Button>
        </li>
      ))}
    </Group>
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
  msg({ message: 'Coffee', context: 'staple' }),
]

/** Returns the staples' names in the page's language, by product key. */
function stapleNames(): ReadonlyMap<string, string> {
  return new Map(staples.map((staple) => i18n._(staple)).map((name) => [productKey(name), name]))
}

/** Adds a staple as if its name had been typed. Returns false if it was not added, after telling the user. */
async function addStaple(productName: string): Promise<boolean> {
  const category = categoryFor(productName)
  const value = { productName, ...(category && { category }) }
  if (!(await addProduct(value)).ok) return false
  rememberProducts([value])
  const added = productName
  announce(msg`Added: ${added}`)
  return true
}
