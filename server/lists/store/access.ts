import type { Selectable } from 'kysely'
import { type Action, can, type Role } from '../../../core/product/permissions.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import { restored } from '../../../core/sync/recovery.ts'
import { statement } from '../../db/statement.ts'
import { timelineOf } from '../../db/timeline.ts'
import type { ListTable } from '../../db/schema.ts'
import { problem } from '../../base/problem.ts'
import { makeGuestsGiveWay } from './people/guest-names.ts'

export type ListRecord = Selectable<ListTable>
/** `isNew`: the list was shared with this account, which has not opened it yet. */
export type Access = ListRecord & { role: Role; isNew: boolean }

export const listColumns = [
  ...(['list.id', 'list.owner_id', 'list.name', 'list.name_norm', 'list.created_at', 'list.hash'] as const),
  ...([
    'list.status',
    'list.currency',
    'list.epoch',
    'list.timeline',
    'list.head',
    'list.floor',
    'list.deleted_at',
    'list.living',
  ] as const),
  ...([
    'list.ends_at',
    'list.taken_from',
    'list.again_of',
    'list.bought',
    'list.amount',
    'list.ver',
    'list.field_ver',
    'list.field_at',
    'list.field_by',
  ] as const),
] as const

const found = (lock: 'lock' | 'read') =>
  statement((db, { listId, accountId }: { listId: string; accountId: string }) =>
    db
      .selectFrom('list')
      .leftJoin('member', (join) =>
        join.onRef('member.list_id', '=', 'list.id').on('member.account_id', '=', accountId),
      )
      .select(listColumns)
      .select(['member.permission', 'member.accepted'])
      .where('list.id', '=', listId)
      .where('list.deleted_at', '=', 0)
      // SQLite has one writer at a time and no row locks.
      .$if(lock === 'lock' && !isSqlite(db), (query) => query.forUpdate('list')),
  )
const reading = found('read')
const locking = found('lock')

/**
 * Loads the list with this account's role. Throws notFound if the account may not see it, exactly as for a missing
 * list, and forbidden if it may see it but not do `action`. A member who locks it for a change thereby accepts the
 * list.
 */
export async function accessList(
  db: Db | Trx,
  listId: string,
  accountId: string,
  action: Action = 'see',
  lock: 'lock' | 'read' = 'lock',
): Promise<Access> {
  const row = await (lock === 'lock' ? locking : reading).first(db, { listId, accountId })
  const role = row?.owner_id === accountId ? 'owner' : row?.permission
  if (!row || !role) throw problem('notFound')
  if (!can(role, action)) throw problem('forbidden')
  const { permission: _, accepted, ...list } = row
  const access: Access = { ...onTimeline(db, list), role, isNew: accepted === 0 }
  if (lock === 'lock' && access.timeline !== list.timeline) await storeEpoch(db, access)
  if (action !== 'see' && lock === 'lock') await accept(db, access, accountId)
  return access
}

/**
 * Returns the list with a new epoch if it was last changed on another timeline: what the old primary committed last may
 * be lost, and devices that know more send it again. The first lock stores it.
 */
function onTimeline(db: Db | Trx, list: ListRecord): ListRecord {
  const timeline = timelineOf(db)
  if (timeline === list.timeline || timeline === 0) return list
  return { ...list, timeline, epoch: restored(list.epoch, list.head, `t${timeline}`) }
}

async function storeEpoch(db: Db | Trx, { id, epoch, timeline }: ListRecord): Promise<void> {
  await db.updateTable('list').set({ epoch, timeline }).where('id', '=', id).execute()
}

/**
 * Accepts the list, which is locked: now the others see this member's name. Returns false if it was accepted before.
 */
export async function accept(trx: Db | Trx, { id, isNew }: Access, accountId: string): Promise<boolean> {
  if (!isNew) return false
  await trx
    .updateTable('member')
    .set({ accepted: 1 })
    .where('list_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  await makeGuestsGiveWay(trx, [id], accountId)
  return true
}
