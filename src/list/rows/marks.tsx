import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCopy } from '@tabler/icons-react'
import { shortName } from '../../../core/text/person-name.ts'
import { type Done, useWhoDid } from '../../account/session/who-did.ts'
import classes from './fields.module.css'
import { useListViews } from '../state/view.ts'
import { openDuplicateQuestion } from '../state/ui.ts'

/** Returns a sentence with the full names of who added and who ticked the product; null if nobody else did either. */
function useSentence(product: Done): { text: string; other: string } | null {
  const { t } = useLingui()
  const whoDid = useWhoDid()
  const [adding, ticking] = [whoDid(product, 'added'), whoDid(product, 'ticked')]
  const other = [ticking, adding].find(({ by, own }) => by !== '' && !own)?.by
  if (other === undefined) return null
  const [adder, ticker] = [adding, ticking].map(({ by, own }) => (own ? t`you` : by))
  const added = adding.by && t`Added by ${adder}`
  const ticked = ticking.by && t`Ticked by ${ticker}`
  return { text: [added, ticked].filter(Boolean).join(' · '), other }
}

export function WhoLine({ product, className }: { product: Done; className?: string }) {
  const sentence = useSentence(product)
  return (
    sentence && (
      <Text className={className} px={2} c="dimmed" fz="sm">
        {sentence.text}
      </Text>
    )
  )
}

/** The first letter of the other person's name; the sentence is its tooltip and its accessible name. */
export function WhoMark({ product }: { product: Done }) {
  const sentence = useSentence(product)
  if (!sentence) return null
  const { text, other } = sentence
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      {[...other][0]?.toLocaleUpperCase()}
    </span>
  )
}

/**
 * In shopping mode, shows the name of the other person who ticked the product in place of `children`, the shop's name.
 * The row's height does not change.
 */
export function TickedBy({ product, children }: { product: Done; children: ReactNode }) {
  const { by, own } = useWhoDid()(product, 'ticked')
  if (by === '' || own) return children
  const name = shortName(by)
  return (
    <span className={`${classes.layers} ${classes.ticker}`}>
      <span className={classes.under}>{children}</span>
      <span aria-hidden="true">{name}</span>
      <span className="visually-hidden">
        <Trans>ticked by {name}</Trans>
      </span>
    </span>
  )
}

/** A line below a product's name: who has just added it. */
export function AddedBy({ product }: { product: Done }) {
  const adder = shortName(useWhoDid()(product, 'added').by)
  return (
    <Text span display="block" c="var(--app-link)" fz="0.875rem" fw={600} lh={1.35}>
      <span className="visually-hidden">
        <Trans>Added by {adder}</Trans>
      </span>
      <span aria-hidden="true">+ {adder}</span>
    </Text>
  )
}

/** A mark on a duplicate product; pressing it asks what to do. */
export function DuplicateMark({ id, name, inTable }: { id: string; name: string; inTable?: boolean }) {
  const { t } = useLingui()
  const isTwice = useListViews(({ duplicates }) => duplicates.has(id))
  if (!isTwice) return null
  return (
    <button
      type="button"
      className={`${classes.square} ${classes.twice}`}
      data-field="twice"
      tabIndex={inTable ? -1 : undefined}
      aria-label={t`On the list twice: ${name}`}
      title={t`On the list twice: ${name}`}
      aria-haspopup="dialog"
      onClick={() => openDuplicateQuestion(id)}
    >
      <IconCopy size={20} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
