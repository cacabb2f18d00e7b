import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconClipboardText, IconTemplate, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { productKey } from '../../../core/text/product-key.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { isTrial, useSession } from '../../state/session/session.ts'
import { useSync } from '../../state/lists/sync.ts'
import { useLanguage } from '../../texts/use-language.ts'
import { openPasted } from '../../state/lists/pasted-text.ts'
import { TemplateDialog } from '../later-parts.tsx'
import classes from './empty-list.module.css'
import { StapleChips } from './staple-chips.tsx'
import { stapleNames } from './staples.ts'

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
    <section className={classes.panel}>
      <p className={classes.lead}>
        {empty ? (
          <Trans>Nothing here yet. Type what you need, or start with one of these:</Trans>
        ) : (
          <Trans>Anything else?</Trans>
        )}
      </p>
      <StapleChips key={language} names={left.map(([, name]) => name)} onDone={onDone} />
      {empty && <Ways onTemplate={() => setPicking(true)} onShare={onShare} />}
      {picking && <TemplateDialog opened listId={listId} onClose={() => setPicking(false)} />}
    </section>
  )
}

function Ways({ onTemplate, onShare }: { onTemplate: () => void; onShare: (() => void) | null }) {
  const trial = useSession(isTrial)
  // Without an account the share panel only explains that sharing needs one, which works offline.
  const online = useSync((sync) => sync.online) || trial
  const reason = online ? undefined : 'empty-list-offline'
  return (
    <>
      <div className={classes.ways}>
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
      </div>
      {!online && onShare && (
        <p id={reason} className={classes.reason}>
          <Trans>You are offline. Sharing needs a connection.</Trans>
        </p>
      )}
    </>
  )
}
