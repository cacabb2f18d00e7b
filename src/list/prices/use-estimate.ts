import { useEffect, useMemo } from 'react'
import { sum } from '../../../core/product/money.ts'
import { estimated } from '../../../core/product/prices.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { nameKey } from '../../sync/suggestions.ts'
import { lastKnownOf, readSoon, usePrices } from '../state/prices.ts'

/** Returns what all products will cost: with the last known price of those that have none. Null if that is no more. */
export function useEstimate(products: readonly ProductView[]): number | null {
  const prices = usePrices(({ known }) => known)
  const unpriced = useMemo(() => products.filter(({ priceUnknown }) => priceUnknown), [products])
  useEffect(() => {
    for (const { productName } of unpriced) readSoon(nameKey(productName))
  }, [unpriced])
  return useMemo(() => {
    // Looked up only for what has no price: this runs at every tick.
    const all = products.flatMap((product) =>
      product.priceUnknown ? (estimated(product, lastKnownOf(product, prices)) ?? []) : product,
    )
    return all.length > products.length - unpriced.length ? sum(all) : null
  }, [products, unpriced, prices])
}
