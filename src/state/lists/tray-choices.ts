import { parseProduct } from '../../../core/product/fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { fieldVersion, valueOf } from '../../../core/sync/mutation.ts'
import type { Change } from '../../../core/sync/change.ts'
import type { TrayItem } from '../../../core/sync/replica.ts'

export type TrayChoice = 'useMine' | 'putBack' | 'keepTheirs'

/** The choices for a change that was not applied. 'keepTheirs' drops the change and is always offered. */
export function choicesFor(item: TrayItem): TrayChoice[] {
  const again = retry(item, () => '')
  if (!again) return ['keepTheirs']
  return [again.op === 'add' ? 'putBack' : 'useMine', 'keepTheirs']
}

/**
 * The change to try again: the set repeated as the latest one, the delete repeated, or the product added again,
 * mostly with a new id. Null when the server would refuse it for the same reason.
 */
export function retry(item: TrayItem, newId: () => string): Change | null {
  const { entry, why } = item
  if (why === 'forbidden' || why === 'lost' || why === 'invalid' || why === 'tooLarge') return null
  if (entry.op === 'delete') return { op: 'delete', productId: entry.productId }
  if (entry.op === 'set' && why !== 'gone') {
    const { productId, field, value } = entry
    return { op: 'set', productId, field, value, baseVer: fieldVersion(item.row, field) }
  }
  const value = wholeValue(item)
  // A product over the limit was never added, and several devices' trays may hold it: the same id prevents doubles.
  return value && { op: 'add', productId: why === 'limit' ? entry.productId : newId(), value }
}

/** The product with all typed changes applied; null when too little of it is known. */
function wholeValue({ entry, hung, row }: TrayItem): ProductValue | null {
  const base: Partial<ProductValue> = entry.op === 'add' ? entry.value : row ? valueOf(row) : {}
  const typed = [entry, ...hung].flatMap((e) => (e.op === 'set' ? [[e.field, e.value] as const] : []))
  const parsed = parseProduct({ ...base, ...Object.fromEntries(typed) })
  return parsed.ok ? parsed.value : null
}
