import { limits } from '../../core/product/entities.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'

/**
 * Whoever adds something that an account may have only so many of holds the account's row until the end, so
 * that those who do it at the same moment count one after the other. After the list's row, never before it.
 */
export async function holdAccount(trx: Db | Trx, accountId: string) {
  return trx
    .selectFrom('account')
    .select(['status', 'status_before'])
    .where('id', '=', accountId)
    .$if(!isSqlite(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
}

/** How many products the owner may still have: in all lists, or in all templates. Below 0 when a limit was lowered. */
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
