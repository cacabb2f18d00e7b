import type { SelectQueryBuilder } from 'kysely'
import { limits } from '../../core/product/entities.ts'
import { problem } from '../base/problem.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { statement } from '../db/statement.ts'

const lockedAccount = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('account')
    .select(['status', 'status_before'])
    .where('id', '=', id)
    .$if(!isSqlite(db), (query) => query.forNoKeyUpdate()),
)

/**
 * Locks the account's row until the transaction ends. Every write that adds something limited per account takes
 * this lock, so that concurrent ones are counted one after the other. Lock order: the list's row first, then
 * this one, then devices and tallies. A write that adds nothing must not take it: a tick waits for its list only.
 */
export async function holdAccount(trx: Db | Trx, accountId: string): Promise<void> {
  if (!(await lockedAccount.first(trx, { id: accountId }))) throw missing()
}

/** Throws limitReached if there are as many of these rows as an account, which is locked, may have. */
export async function refuseFull<T extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, T, object>,
  most: number,
): Promise<void> {
  const counted = rows.select((select) => select.fn.countAll<number>().as('count'))
  const { count } = await counted.executeTakeFirstOrThrow()
  if (Number(count) >= most) throw problem('limitReached')
}

const missing = () => new Error('an account that was signed in, or has a list, is not there')

const inLists = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('list')
    .select((select) => select.fn.sum<number | null>('living').as('count'))
    .where('owner_id', '=', id)
    .where('deleted_at', '=', 0),
)
const inTemplates = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('template')
    .select((select) => select.fn.sum<number | null>('products').as('count'))
    .where('owner_id', '=', id)
    .where('deleted_at', '=', 0),
)

/** In one statement; without a lock it does not matter which of the two is read first. */
const seen = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('account')
    .select(['status', 'status_before'])
    .select((select) =>
      select
        .selectFrom('list')
        .select((inner) => inner.fn.sum<number | null>('living').as('count'))
        .where('owner_id', '=', id)
        .where('deleted_at', '=', 0)
        .as('count'),
    )
    .where('id', '=', id),
)

/**
 * Returns how many more products the owner may have, in all lists or all templates; negative if a limit was lowered,
 * or if it was checked too late. Locks the owner's account, so that nobody else adds any before the transaction ends.
 */
export async function roomOf(
  trx: Db | Trx,
  ownerId: string,
  where: 'lists' | 'templates',
  mostProducts?: number,
): Promise<number> {
  const id = ownerId
  const [account, held] = await Promise.all([
    lockedAccount.first(trx, { id }),
    // Sent along, but begun only once the lock is there: so it counts all that was committed before.
    (where === 'lists' ? inLists : inTemplates).first(trx, { id }),
  ])
  return room(account, held?.count, mostProducts)
}

/** Returns the same for lists without a lock: others may add some before the transaction ends. */
export async function roomSeen(db: Db | Trx, ownerId: string, mostProducts?: number): Promise<number> {
  const found = await seen.first(db, { id: ownerId })
  return room(found, found?.count, mostProducts)
}

function room(
  account: { status: string; status_before: string } | undefined,
  count: number | null | undefined,
  mostProducts: number | undefined,
): number {
  if (!account) throw missing()
  const isActivated = account.status === 'A' || account.status_before === 'A'
  const usual = isActivated ? limits.productsOfUser : limits.productsUntilActivated
  return (mostProducts ?? usual) - Number(count ?? 0)
}
