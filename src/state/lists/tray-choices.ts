import { parseProduct } from '../../../core/product/fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { fieldVersion, valueOf } from '../../../core/sync/mutation.ts'
import type { Change } from '../../../core/sync/change.ts'
import type { TrayItem } from '../../../core/sync/replica.ts'

export type TrayChoice = 'useMine' | 'putBack' | 'keepTheirs'

/** What can be done about a change that was not applied. 'keepTheirs' lets it go and is always there. */
export function choicesFor(item: TrayItem): TrayChoice[] {
  const again = retry(item, () => '')
  if (!again) return ['keepTheirs']
  return [again.op === 'add' ? 'putBack' : 'useMine', 'keepTheirs']
}

/**
 * The change as it would be made again: a set once more, now being the latest, or a new product with a new
 * id. Null when the server would refuse it for the same reason.
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
  // What found no room was never there, and may wait in the trays of several devices.
  return value && { op: 'add', productId: why === 'limit' ? entry.productId : newId(), value }
}

/** The product with everything that was typed to it; null when too little of it is known. */
function wholeValue({ entry, hung, row }: TrayItem): ProductValue | null {
  const base: Partial<ProductValue> = entry.op === 'add' ? entry.value : row ? valueOf(row) : {}
  const typed = [entry, ...hung].flatMap((e) => (e.op === 'set' ? [[e.field, e.value] as const] : []))
  const parsed = parseProduct({ ...base, ...Object.fromEntries(typed) })
  return parsed.ok ? parsed.value : null
}
