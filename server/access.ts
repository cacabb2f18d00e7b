import type { Selectable } from 'kysely'
import { type Action, can, type Role } from '../core/permissions.ts'
import { type Db, isSqlite, type Trx } from './db/open.ts'
import type { ListTable } from './db/schema.ts'
import { problem } from './problem.ts'

export type ListRow = Selectable<ListTable>
export type Access = ListRow & { role: Role }

/**
 * The list as this account meets it. Throws notFound when it may not see it, exactly as when there
 * is none, and forbidden when it sees it but may not do `action`.
 */
export async function accessList(
  db: Db | Trx,
  listId: string,
  accountId: string,
  action: Action = 'see',
  lock: 'lock' | 'read' = 'lock',
): Promise<Access> {
  const row = await db
    .selectFrom('list')
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'list.id').on('member.account_id', '=', accountId),
    )
    .selectAll('list')
    .select('member.permission')
    .where('list.id', '=', listId)
    .where('list.deleted_at', '=', 0)
    // SQLite lets one writer in at a time and knows no row locks.
    .$if(lock === 'lock' && !isSqlite(db), (query) => query.forUpdate('list'))
    .executeTakeFirst()
  const role = row?.owner_id === accountId ? 'owner' : row?.permission
  if (!row || !role) throw problem('notFound')
  if (!can(role, action)) throw problem('forbidden')
  const { permission: _, ...list } = row
  return { ...list, role }
}
