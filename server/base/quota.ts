import { limits } from '../../core/product/entities.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'

/**
 * Locks the account's row until the transaction ends. Every write that adds something limited per account takes
 * this lock, so that concurrent ones are counted one after the other. Lock order: the list's row first, then
 * this one.
 */
export async function holdAccount(trx: Db | Trx, accountId: string) {
  return trx
    .selectFrom('account')
    .select(['status', 'status_before'])
    .where('id', '=', accountId)
    .$if(!isSqlite(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
}

/**
 * Returns how many more products the owner may have, in all lists or all templates; negative if a limit was lowered.
 */
export async function roomOf(
  trx: Db | Trx,
  ownerId: string,
  where: 'lists' | 'templates',
  mostProducts?: number,
): Promise<number> {
  const { status, status_before } = await holdAccount(trx, ownerId)
  const { count } =
    where === 'lists'
      ? await trx
          .selectFrom('list')
          .select((select) => select.fn.sum<number | null>('living').as('count'))
          .where('owner_id', '=', ownerId)
          .where('deleted_at', '=', 0)
          .executeTakeFirstOrThrow()
      : await trx
          .selectFrom('template')
          .select((select) => select.fn.sum<number | null>('products').as('count'))
          .where('owner_id', '=', ownerId)
          .where('deleted_at', '=', 0)
          .executeTakeFirstOrThrow()
  const isActivated = status === 'A' || status_before === 'A'
  const usual = isActivated ? limits.productsOfUser : limits.productsUntilActivated
  return (mostProducts ?? usual) - Number(count ?? 0)
}
