import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../../../core/product/entities.ts'
import { problem } from '../../../base/problem.ts'
import { holdAccount, roomOf } from '../../../limits/quota.ts'
import type { Services } from '../../../services/services.ts'
import { secret } from '../../../db/codes.ts'
import { type Db, isSqlite, oneOf, type Trx } from '../../../db/open.ts'
import { keepMs } from '../../../auth/session.ts'
import type { Access } from '../access.ts'
import { revokeAllLinks } from '../guest-rows.ts'
import { revokeAllInvites } from '../invite-rows.ts'
import { refuseMoreLists } from '../new-list.ts'

/**
 * What happens to lists while their owner's account is deleted: they stay for their members for 30 days, who may take
 * them over, and the owner may come back.
 */

/**
 * Locks the lists that an account owns, is a member of, or has lost to a member who took them over; in the order of
 * their ids, so that two accounts do not wait for each other. Call it before the account's row is locked.
 */
export function lockListsOf(trx: Trx, accountId: string) {
  return (
    trx
      .selectFrom('list')
      .select(['id', 'owner_id', 'hash', 'name'])
      .where('deleted_at', '=', 0)
      // One set of ids: with an OR of a sub-select, PostgreSQL reads the whole table.
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('list')
          .select('id')
          .where('owner_id', '=', accountId)
          .unionAll(
            eb
              .selectFrom('list')
              .select('id')
              .where('taken_from', '=', accountId)
              .where('taken_from', '<>', ''),
          )
          .unionAll(eb.selectFrom('member').select('list_id as id').where('account_id', '=', accountId)),
      )
      .orderBy('id')
      .$if(!isSqlite(trx), (query) => query.forUpdate())
      .execute()
  )
}

/**
 * Makes a member the owner of a list whose owner's account is deleted. Of two at once, the first gets it. Links that
 * the old owner made or knows end, as when a member is removed. Throws hasOwner or limitReached.
 */
export async function takeOver(
  trx: Trx,
  services: Pick<Services, 'now' | 'randomBytes'>,
  list: Access,
  { id }: { id: string },
): Promise<void> {
  // Read after the list was locked, which a log-in of the owner waits for.
  const owner = await trx
    .selectFrom('account')
    .select('status')
    .where('id', '=', list.owner_id)
    .executeTakeFirst()
  if (owner?.status !== 'D') throw problem('hasOwner')
  await holdAccount(trx, id)
  await refuseMoreLists(trx, id, limits.listsOfUser)
  if ((await roomOf(trx, id, 'lists')) < list.living) throw problem('limitReached')
  await trx.deleteFrom('member').where('list_id', '=', list.id).where('account_id', '=', id).execute()
  await trx
    .updateTable('list')
    .set({
      owner_id: id,
      taken_from: list.owner_id,
      ends_at: 0,
      hash: list.hash && secret(services),
    })
    .where('id', '=', list.id)
    .execute()
  await revokeAllInvites(trx, list.id, services.now())
  await revokeAllLinks(trx, list.id, services.now())
}

/**
 * Gives a restored account its lists back, and makes it a member of those that somebody took over. All are locked.
 * Returns the lists whose members see a change.
 */
export async function bringListsBack(trx: Trx, accountId: string, now: number): Promise<string[]> {
  const lists = await trx
    .updateTable('list')
    .set({ ends_at: 0 })
    .where('owner_id', '=', accountId)
    .where('ends_at', '>', 0)
    .returning('id')
    .execute()
  const taken = await trx
    .updateTable('list')
    .set({ taken_from: '' })
    .where('taken_from', '=', accountId)
    .where('taken_from', '<>', '')
    .where('deleted_at', '=', 0)
    .returning('id')
    .execute()
  for (const { id } of taken)
    await trx
      .insertInto('member')
      .values({ list_id: id, account_id: accountId, permission: 'edit', created_at: now, accepted: 1 })
      .onConflict((conflict) => conflict.columns(['list_id', 'account_id']).doNothing())
      .execute()
  return [...lists, ...taken].map(({ id }) => id)
}

/** Daily: repairs what an instance of an older version left out when it deleted or restored an account. */
export async function alignEnds(db: Db): Promise<void> {
  const accounts = (isDeleted: boolean) =>
    sql`select id from account where ${isDeleted ? sql`status = 'D'` : sql`status <> 'D'`}`
  const set = (end: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`update list set ends_at = ${end} where deleted_at = 0 and ${where}`.execute(db)
  await set(sql`0`, sql`ends_at > 0 and owner_id in (${accounts(false)})`)
  const end = sql`(select deleted_at + ${sql.lit(keepMs)} from account where account.id = list.owner_id)`
  await set(end, sql`ends_at = 0 and owner_id in (${accounts(true)})`)
}

/** Returns the accounts that see these lists: their owners and members. */
export async function readersOfLists(trx: Trx, listIds: readonly string[]): Promise<string[]> {
  if (listIds.length === 0) return []
  const ids = oneOf(listIds)
  const owners = await trx.selectFrom('list').select('owner_id as id').where('id', 'in', ids).execute()
  const members = await trx
    .selectFrom('member')
    .select('account_id as id')
    .where('list_id', 'in', ids)
    .execute()
  return [...new Set([...owners, ...members].map(({ id }) => id))]
}
