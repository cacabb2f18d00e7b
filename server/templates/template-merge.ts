import { limits } from '../../core/product/entities.ts'
import type { ProductValue } from '../../core/product/table.ts'
import { fromHundredths, toHundredths } from '../../core/product/money.ts'
import type { Change } from '../../core/sync/change.ts'
import { productKey } from '../../core/words/text.ts'
import type { Db, Trx } from '../db/open.ts'

const most = limits.quantityMax * 100

/**
 * Splits the values to be added to a list: an unbought product with the same name and unit gets a larger
 * quantity, the rest is added. A value that would exceed the largest quantity becomes a product of its own.
 */
export async function mergeInto(
  db: Db | Trx,
  listId: string,
  values: readonly ProductValue[],
): Promise<{ adds: ProductValue[]; sets: Change[] }> {
  const there = await db
    .selectFrom('product')
    .select(['id', 'name', 'unit', 'quantity'])
    .where('list_id', '=', listId)
    .where('deleted_at', '=', 0)
    .where('bought', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const found = new Map<string, { id: string | null; quantity: number; value?: ProductValue }>()
  for (const { id, name, unit, quantity } of there) {
    const key = keyOf(name, unit)
    if (!found.has(key)) found.set(key, { id, quantity })
  }
  const adds: ProductValue[] = []
  const changed = new Map<string, number>()
  for (const given of values) {
    const key = keyOf(given.productName, given.unit)
    const more = toHundredths(given.quantity) ?? 0
    const same = found.get(key)
    if (same && same.quantity + more <= most) {
      same.quantity += more
      if (same.value) same.value.quantity = fromHundredths(same.quantity)
      if (same.id !== null) changed.set(same.id, same.quantity)
    } else {
      const value = { ...given }
      adds.push(value)
      if (!same) found.set(key, { id: null, quantity: more, value })
    }
  }
  const sets = [...changed].map(([productId, quantity]): Change => ({
    op: 'set',
    productId,
    field: 'quantity',
    value: fromHundredths(quantity),
    baseVer: 0,
  }))
  return { adds, sets }
}

function keyOf(name: string, unit: string): string {
  return `${unit} ${productKey(name)}`
}
