import { Trans } from '@lingui/react/macro'
import type { Unit } from '../../core/product/entities.ts'
import type { Again } from '../../core/words/again.ts'
import { useAmount } from './amount.ts'

/** How much it would be if both became one; '' where that cannot be. */
export function useAllOf(): (again: Again) => string {
  const amountOf = useAmount()
  return ({ there, both }) => (both ? amountOf(Number(both.quantity), (both.unit ?? there.unit) as Unit) : '')
}

/** The question about a product that is still to buy and is added once more. */
export function AgainText({ again }: { again: Again }) {
  const amountOf = useAmount()
  const all = useAllOf()(again)
  const has = amountOf(again.there.quantity, again.there.unit)
  if (all === '') return <Trans>You already have {has}. The two cannot be added up.</Trans>
  return (
    <Trans>
      You already have {has}. Make it {all}?
    </Trans>
  )
}
