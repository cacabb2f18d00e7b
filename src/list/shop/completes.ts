import { isComplete } from '../../../core/product/list.ts'

type Products = ReadonlyMap<string, { id: string; productStatus: boolean; waiting: boolean }>

/**
 * Whose tick was what made all bought: one made here, which still waits to be sent, or somebody else's. Null: a
 * delete, an undo or a list opened like that is no such moment.
 */
export function completedBy(before: Products, now: Products): 'here' | 'others' | null {
  if (!isComplete(now)) return null
  const ticked = [...now.values()].filter(({ id }) => before.get(id)?.productStatus === false)
  if (ticked.length === 0) return null
  return ticked.some(({ waiting }) => waiting) ? 'here' : 'others'
}
