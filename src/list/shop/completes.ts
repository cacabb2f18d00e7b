import { isComplete } from '../../../core/product/list.ts'

type Products = ReadonlyMap<string, { id: string; productStatus: boolean; waiting: boolean }>

/**
 * Returns whose tick completed the list: 'here' if it was made on this device and still waits to be sent, else
 * 'others'. Null if no tick completed it: a delete, an undo or opening a complete list does not count.
 */
export function completedBy(before: Products, now: Products): 'here' | 'others' | null {
  if (!isComplete(now)) return null
  const ticked = [...now.values()].filter(({ id }) => before.get(id)?.productStatus === false)
  if (ticked.length === 0) return null
  return ticked.some(({ waiting }) => waiting) ? 'here' : 'others'
}
