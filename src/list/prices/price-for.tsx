import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Text } from '@mantine/core'
import type { PriceFor as Kind } from '../../../core/product/entities.ts'
import { inBase } from '../../../core/product/money.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useAmount, useCost, usePriceUnit } from '../../texts/amounts.tsx'
import { editPriceFor } from '../state/products.ts'

interface PriceForProps {
  product: ProductView
  className: string | undefined
}

/** Says what the price is for and what the row costs. A press changes the first; the number of the price stays. */
export function PriceFor({ product, className }: PriceForProps) {
  const { t } = useLingui()
  const amountOf = useAmount()
  const unitOf = usePriceUnit()
  const cost = useCost()(product)
  const { id, quantity, unit, priceFor = 'unit', priceUnknown } = product
  const isSmall = inBase[unit] > 1
  // For one piece or one kilogram each of them is the same.
  if (priceUnknown || (quantity === 1 && !isSmall && priceFor === 'unit')) return null
  const all = amountOf(quantity, unit)
  const labels: Record<Kind, string> = {
    unit: unitOf({ unit, quantity: 2 }),
    base: unitOf({ unit, quantity: 2, priceFor: 'base' }),
    all: t`for all ${all}`,
  }
  const kinds: Kind[] = isSmall ? ['unit', 'base', 'all'] : ['unit', 'all']
  return (
    <div className={className}>
      <SegmentedControl
        fullWidth
        aria-label={t`What the price is for`}
        data={kinds.map((value) => ({ value, label: labels[value] }))}
        value={!isSmall && priceFor === 'base' ? 'unit' : priceFor}
        onChange={(kind) => void editPriceFor(id, kind)}
      />
      {cost !== '' && (
        <Text span display="block" mt={6} className="tabular" aria-live="polite">
          {all} {cost}
        </Text>
      )}
    </div>
  )
}
