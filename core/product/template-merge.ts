import type { Product } from '../contract/shapes.ts'
import { productKey } from '../text/product-key.ts'
import { limits } from './entities.ts'
import { fromHundredths, toHundredths } from './money.ts'
import { byPosition } from './position.ts'
import type { ProductValue } from './table.ts'

/** The properties of a listed product that merging needs. */
type Listed = Pick<Product, 'id' | 'productName' | 'unit' | 'quantity' | 'productStatus' | 'position'>

export interface TemplateMerge {
  adds: ProductValue[]
  /** new quantities of products that are already in the list */
  sets: { id: string; quantity: number }[]
}

const most = limits.quantityMax * 100

/**
 * Merges the values of a template into a list: an unbought product with the same name and unit gets a larger quantity,
 * all others are added. A value that would exceed the largest quantity becomes a product of its own.
 */
export function mergeTemplate(listed: Iterable<Listed>, values: readonly ProductValue[]): TemplateMerge {
  const byKey = new Map<string, { id: string | null; quantity: number; value?: ProductValue }>()
  const unbought = [...listed].filter(({ productStatus }) => !productStatus).toSorted(byPosition)
  for (const { id, productName, unit, quantity } of unbought) {
    const key = keyOf(productName, unit)
    if (!byKey.has(key)) byKey.set(key, { id, quantity: toHundredths(quantity) ?? 0 })
  }
  const adds: ProductValue[] = []
  const changed = new Map<string, number>()
  for (const given of values) {
    const key = keyOf(given.productName, given.unit)
    const more = toHundredths(given.quantity) ?? 0
    const same = byKey.get(key)
    if (same && same.quantity + more <= most) {
      same.quantity += more
      if (same.value) same.value.quantity = fromHundredths(same.quantity)
      if (same.id !== null) changed.set(same.id, same.quantity)
    } else {
      const value = { ...given }
      adds.push(value)
      if (!same) byKey.set(key, { id: null, quantity: more, value })
    }
  }
  const sets = [...changed].map(([id, quantity]) => ({ id, quantity: fromHundredths(quantity) }))
  return { adds, sets }
}

function keyOf(name: string, unit: string): string {
  return `${unit} ${productKey(name)}`
}
