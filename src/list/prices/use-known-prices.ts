import { useEffect } from 'react'
import type { KnownPrice } from '../../../core/product/prices.ts'
import { readSoon, usePrices } from '../state/prices.ts'
import { nameKey } from '../../sync/suggestions.ts'

const none: readonly KnownPrice[] = []

/** Returns what is known about the price of a product, newest first; nothing until it has been read. */
export function useKnownPrices(productName: string): readonly KnownPrice[] {
  const key = nameKey(productName)
  const known = usePrices((prices) => prices.known.get(key))
  useEffect(() => readSoon(key), [key])
  return known ?? none
}
