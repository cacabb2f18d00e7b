import type { Db } from '../../db/open.ts'
import { oneOf } from '../../db/open.ts'
import { yieldToEventLoop, groupsOf } from '../../db/chunks.ts'

/**
 * Reads the products that an account used before, in groups of lists: all products of its own lists, and those that it
 * added to shared lists that it may still see. `look` runs one short query for each group.
 */
export async function* history<R>(
  db: Db,
  accountId: string,
  look: (products: ReturnType<typeof productsOf>) => Promise<R[]>,
): AsyncGenerator<R[]> {
  const owned = await db
    .selectFrom('list')
    .select(['id', 'living'])
    .where('owner_id', '=', accountId)
    .where('deleted_at', '=', 0)
    .orderBy('created_at', 'desc')
    .execute()
  const shared = await db
    .selectFrom('member')
    .innerJoin('list', 'list.id', 'member.list_id')
    .select(['list.id', 'list.living'])
    .where('member.account_id', '=', accountId)
    .where('list.deleted_at', '=', 0)
    .orderBy('list.created_at', 'desc')
    .execute()
  for (const [lists, addedBy] of [
    [owned, null],
    [shared, accountId],
  ] as const)
    for (const group of groupsOf(lists.filter(({ living }) => living > 0))) {
      yield await look(
        productsOf(
          db,
          group.map(({ id }) => id),
          addedBy,
        ),
      )
      await yieldToEventLoop()
    }
}

function productsOf(db: Db, listIds: readonly string[], addedBy: string | null) {
  return db
    .selectFrom('product')
    .where('product.list_id', 'in', oneOf(listIds))
    .where('product.deleted_at', '=', 0)
    .$if(addedBy !== null, (query) => query.where('product.added_by', '=', addedBy ?? ''))
}
