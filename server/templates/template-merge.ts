import { fromHundredths } from '../../core/product/money.ts'
import type { ProductValue } from '../../core/product/table.ts'
import { mergeTemplate } from '../../core/product/template-merge.ts'
import type { ProductChange } from '../../core/sync/change.ts'
import type { Db, Trx } from '../db/open.ts'

/** Splits the values of a template into products to add and quantities to change in this list. */
export async function mergeInto(
  db: Db | Trx,
  listId: string,
  values: readonly ProductValue[],
): Promise<{ adds: ProductValue[]; sets: ProductChange[] }> {
  const unbought = await db
    .selectFrom('product')
    .select(['id', 'name as productName', 'unit', 'quantity', 'position'])
    .where('list_id', '=', listId)
    .where('deleted_at', '=', 0)
    .where('bought', '=', 0)
    .execute()
  const listed = unbought.map((row) => ({
    ...row,
    quantity: fromHundredths(row.quantity),
    productStatus: false,
  }))
  const { adds, sets } = mergeTemplate(listed, values)
  const field = 'quantity' as const
  return {
    adds,
    sets: sets.map(({ id, quantity }) => ({ op: 'set', rowId: id, field, value: quantity, baseVer: 0 })),
  }
}
