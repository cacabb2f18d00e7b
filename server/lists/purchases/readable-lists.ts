import { type RawBuilder, sql } from 'kysely'
import { yieldToEventLoop, groupsOf } from '../../db/chunks.ts'
import { type Db, oneOf } from '../../db/open.ts'

export interface ReadableList {
  id: string
  name: string
  currency: string
  /** the account may read this list since then */
  since: number
  /** 0: the account has never opened it, and may not want it */
  accepted: number
}

/** Returns the lists that an account may edit, newest first. */
export async function editableLists(db: Db, accountId: string): Promise<ReadableList[]> {
  const { rows } = await sql<ReadableList>`
    select id, name, currency, since, accepted from (
      select id, name, currency, created_at, 0 as since, 1 as accepted from list
      where owner_id = ${accountId} and deleted_at = 0
      union all
      select list.id, list.name, list.currency, list.created_at,
        case when member.changed_at > member.created_at then member.changed_at else member.created_at end as since,
        member.accepted
      from member join list on list.id = member.list_id
      where member.account_id = ${accountId} and member.permission = 'edit' and list.deleted_at = 0
    ) editable order by created_at desc, id`.execute(db)
  return rows
}

const mostDeleted = 1_000

/** Returns the lists that the account could edit when they were deleted, without their names; the newest 1 000. */
export async function deletedLists(db: Db, accountId: string): Promise<ReadableList[]> {
  return db
    .selectFrom('purchase_reader')
    .innerJoin('list', 'list.id', 'purchase_reader.list_id')
    .select(['list.id', 'list.currency'])
    .select(sql<string>`''`.as('name'))
    .select([sql<number>`0`.as('since'), sql<number>`1`.as('accepted')])
    .where('purchase_reader.account_id', '=', accountId)
    .orderBy('purchase_reader.deleted_at', 'desc')
    .limit(mostDeleted)
    .execute()
}

const countedAtOnce = 64

/**
 * Runs `look` for groups of lists that are small enough for one short statement: a list has at most some 45 000
 * products, deleted products and purchases. Other requests run in between.
 *
 * A purchase moves from a product to a row of `purchase`, so `look` must read both in one statement: it would miss a
 * purchase that moves meanwhile, or count it twice.
 */
export async function* inGroups<L extends { id: string }, R>(
  db: Db,
  lists: readonly L[],
  look: (group: readonly L[], ids: RawBuilder<unknown>) => Promise<R>,
): AsyncGenerator<R> {
  for (let start = 0; start < lists.length; start += countedAtOnce) {
    const some = lists.slice(start, start + countedAtOnce)
    const ids = sql.join(oneOf(some.map(({ id }) => id)))
    const { rows } = await sql<{ list_id: string; count: number }>`
      select list_id, count(*) as count from product where list_id in (${ids}) group by list_id
      union all
      select list_id, count(*) as count from purchase where list_id in (${ids}) group by list_id`.execute(db)
    const sizes = new Map<string, number>()
    for (const { list_id, count } of rows) sizes.set(list_id, (sizes.get(list_id) ?? 0) + Number(count))
    const full = some.flatMap((list) => {
      const living = sizes.get(list.id) ?? 0
      return living > 0 ? [{ list, living }] : []
    })
    await yieldToEventLoop()
    for (const group of groupsOf(full)) {
      const lists = group.map(({ list }) => list)
      yield await look(lists, sql.join(oneOf(lists.map(({ id }) => id))))
      await yieldToEventLoop()
    }
  }
}
