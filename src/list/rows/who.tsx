import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { shortName } from '../../../core/words/person-name.ts'
import type { Product } from '../../../core/contract/shapes.ts'
import { useOwnName } from '../../state/session/own-name.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './who.module.css'

type Who = Pick<Product, 'addedBy' | 'tickedBy'>

/** Says in two words who else ticked the product, or else who added it; '' for one's own. */
export function useWho(): (product: Who) => string {
  const { t } = useLingui()
  const own = useOwnName()
  return ({ addedBy, tickedBy }) => {
    const by = tickedBy ?? addedBy
    if (!by || by === own) return ''
    const name = shortName(by)
    // Kept in one line.
    return (tickedBy ? t`ticked by ${name}` : t`added by ${name}`).replaceAll(' ', '\u00a0')
  }
}

/** Both in one sentence with their whole names; null where nobody else had a part in it. */
function useSentence({ addedBy = '', tickedBy = '' }: Who): string | null {
  const { t } = useLingui()
  const own = useOwnName()
  if ([addedBy, tickedBy].every((name) => name === '' || name === own)) return null
  const [adder, ticker] = [addedBy, tickedBy].map((name) => (name === own ? t`you` : name))
  const added = addedBy && t`Added by ${adder}`
  const ticked = tickedBy && t`Ticked by ${ticker}`
  return [added, ticked].filter(Boolean).join(' · ')
}

export function WhoLine({ product, className }: { product: Who; className?: string }) {
  const sentence = useSentence(product)
  return sentence && <p className={className}>{sentence}</p>
}

/** The first letter of who ticked or added it; the sentence is its tooltip and its accessible name. */
export function WhoMark({ product }: { product: Who }) {
  const own = useOwnName()
  const sentence = useSentence(product)
  if (!sentence) return null
  const { addedBy, tickedBy } = product
  const other = tickedBy && tickedBy !== own ? tickedBy : addedBy
  return (
    <Tip label={sentence}>
      <span className={classes.mark} role="img" aria-label={sentence}>
        {[...(other ?? '')][0]?.toLocaleUpperCase()}
      </span>
    </Tip>
  )
}

/**
 * In the shop: the name alone, in the place of the shop, where somebody else has put the product in the basket. The row
 * stays as high as it was.
 */
export function TickedBy({ product: { tickedBy }, children }: { product: Who; children: ReactNode }) {
  const own = useOwnName()
  if (!tickedBy || tickedBy === own) return children
  const name = shortName(tickedBy)
  return (
    <span className={classes.ticker}>
      <span className={classes.under}>{children}</span>
      <span aria-hidden="true">{name}</span>
      <span className="visually-hidden">
        <Trans>ticked by {name}</Trans>
      </span>
    </span>
  )
}
