/** How a list gets back to what its history says it was: by ordinary changes, which are merged and undone as all are. */
import type { HistoryEntry } from '../contract/shapes.ts'
import { isField } from '../product/fields.ts'
import type { Field, ProductValue } from '../product/table.ts'
import type { ProductChange } from './change.ts'
import { type ProductView, setsOf, type Values, valueOf, writtenField } from './mutation.ts'

/** What bringing back does. `undo` are the changes that take it back again. */
export interface BringBack {
  changes: ProductChange[]
  undo: ProductChange[]
  added: number
  deleted: number
  changed: number
}

/**
 * Returns the changes that undo these entries, which must be all of the newest entries of a list, newest first.
 * `products` are the list's products now. What the server does not know yet is in no entry, so it stays.
 */
export function bringBack(
  products: ReadonlyMap<string, ProductView>,
  entries: readonly HistoryEntry[],
  newId: () => string,
): BringBack {
  /** the products that the entries touched, as they were; null: not in the list */
  const before = new Map<string, Values | null>()
  for (const { productId, what, field, from } of entries) {
    if (productId === undefined) continue
    if (what === 'add') before.set(productId, null)
    else if (what === 'delete') before.set(productId, { ...(from as ProductValue) })
    else if (isField(field) && typeof from !== 'object' && (from !== undefined || field === 'price')) {
      const values = before.has(productId) ? before.get(productId) : valuesNow(products.get(productId))
      // A price that was unknown is not noted.
      if (values) before.set(productId, { ...values, [field]: from ?? null })
    }
  }
  const result: BringBack = { changes: [], undo: [], added: 0, deleted: 0, changed: 0 }
  for (const [rowId, values] of before)
    bringBackOne(result, rowId, { values, now: products.get(rowId), newId })
  return result
}

function valuesNow(product: ProductView | undefined): Values | null {
  return product ? { ...valueOf(product) } : null
}

interface One {
  values: Values | null
  now: ProductView | undefined
  newId: () => string
}

function bringBackOne(result: BringBack, rowId: string, { values, now, newId }: One): void {
  const { changes, undo } = result
  if (!values && !now) return
  if (!values && now) {
    changes.push({ op: 'delete', rowId })
    undo.push({ op: 'add', rowId: newId(), value: valueOf(now) })
    result.deleted++
    return
  }
  if (values && !now) {
    // A deleted id stays deleted, so the product gets a new one.
    const again = newId()
    const fields = Object.entries(values).filter(([, value]) => value !== null)
    changes.push({ op: 'add', rowId: again, value: Object.fromEntries(fields) as unknown as ProductValue })
    undo.push({ op: 'delete', rowId: again })
    result.added++
    return
  }
  if (!now) return
  const { sets, back } = setsOf(now, changedFrom(now, values ?? {}))
  changes.push(...sets)
  undo.push(...back)
  if (sets.length > 0) result.changed++
}

function changedFrom(now: ProductView, values: Values): Values {
  const entries = Object.entries(values) as [Field, Values[Field]][]
  return Object.fromEntries(entries.filter(([field, to]) => (writtenField(now, field) ?? null) !== to))
}
