import { isComplete } from '../../core/list.ts'

type Products = ReadonlyMap<string, { id: string; productStatus: boolean }>

/** Whether a tick was what made all bought; a delete, an undo or a list opened like that is no such moment. */
export function completes(before: Products, now: Products): boolean {
  if (!isComplete(now)) return false
  return [...now.values()].some(({ id }) => before.get(id)?.productStatus === false)
}
