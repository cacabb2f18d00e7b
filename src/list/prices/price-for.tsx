import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { PriceFor as Kind } from '../../../core/product/entities.ts'
import { forOne } from '../../../core/product/money.ts'
import type { PricedAmount } from '../../../core/product/prices.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useAmount, useCost, usePrice, usePriceKinds } from '../../texts/amounts.tsx'
import { formatShortDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { lastKnownOf, usePrices } from '../state/prices.ts'
import { changeProduct } from '../state/products.ts'
import { useKnownPrices } from './use-known-prices.ts'

/** Returns what all of it costs in words, and what a press makes the price be for; null where that is the price of one. */
export function useOtherPriceFor(): (priced: PricedAmount) => { words: string; next: Kind } | null {
  const { t } = useLingui()
  const amountOf = useAmount()
  const costOf = useCost()
  return (priced) => {
    const { quantity, unit, priceFor = 'unit' } = priced
    const one = forOne(unit)
    if (one === 'unit' && quantity === 1) return null
    const all = amountOf(quantity, unit)
    return priceFor === 'all'
      ? { words: t`for all ${all}`, next: one }
      : { words: costOf(priced), next: 'all' }
  }
}

interface PriceForProps {
  product: ProductView
  className: string | undefined
}

/** Says what the price is for and what the row costs. A press changes the first; the number of the price stays. */
export function PriceFor({ product, className }: PriceForProps) {
  const { t } = useLingui()
  const amountOf = useAmount()
  const kindsOf = usePriceKinds()
  const cost = useCost()(product)
  const { id, quantity, unit, priceFor = 'unit', priceUnknown } = product
  if (priceUnknown) return <LastKnown product={product} className={className} />
  // For one piece or one kilogram each of them is the same.
  if (quantity === 1 && forOne(unit) === 'unit' && priceFor === 'unit') return null
  return (
    <div className={className}>
      <SegmentedControl
        fullWidth
        aria-label={t`What the price is for`}
        data={kindsOf(product)}
        value={priceFor === 'base' ? forOne(unit) : priceFor}
        onChange={(kind) => void changeProduct(id, { priceFor: kind })}
      />
      {cost !== '' && (
        <Text span display="block" mt={6} className="tabular" aria-live="polite">
          {amountOf(quantity, unit)} {cost}
        </Text>
      )}
    </div>
  )
}

/** What a product without a price cost the last time, and when. A press takes it as the price. */
function LastKnown({ product, className }: PriceForProps) {
  const language = useLanguage()
  useKnownPrices(product.productName)
  const last = lastKnownOf(
    product,
    usePrices(({ known }) => known),
  )
  const priceOf = usePrice()
  if (!last) return null
  const { id, unit } = product
  const priceFor = forOne(unit)
  const price = priceOf({ price: last.price, unit, quantity: 2, priceFor })
  const day = last.at > 0 ? formatShortDate(last.at, language) : ''
  return (
    <div className={className}>
      <Button
        variant="light"
        fullWidth
        leftSection={<IconSparkles size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void changeProduct(id, { price: last.price, priceFor })}
      >
        <Trans>Last time: {price}</Trans>
        {day && ` · ${day}`}
      </Button>
    </div>
  )
}
