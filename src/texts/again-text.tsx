import { Trans } from '@lingui/react/macro'
import type { Unit } from '../../core/product/entities.ts'
import { type Again, agreed } from '../../core/text/again.ts'
import { useAmount } from './amount.ts'

/** Returns a function that formats the merged amount; '' if the amounts cannot be merged. */
export function useAllOf(): (again: Again) => string {
  const amountOf = useAmount()
  return (again) => {
    const more = agreed(again)
    return more
      ? amountOf(Number(more.quantity ?? again.there.quantity), (more.unit ?? again.there.unit) as Unit)
      : ''
  }
}

/** Asks what to do with a product that is on the list, still to buy, and is added once more. */
export function AgainText({ again }: { again: Again }) {
  const amountOf = useAmount()
  const all = useAllOf()(again)
  const has = amountOf(again.there.quantity, again.there.unit)
  if (all === '') return <Trans>On the list already: {has}</Trans>
  return (
    <Trans>
      You already have {has}. Make it {all}?
    </Trans>
  )
}
