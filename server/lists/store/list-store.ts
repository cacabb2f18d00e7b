import { wordsKey } from '../../../core/text/normalise.ts'
import { noteWritten } from '../../limits/daily-quota.ts'
import { endTripsOn } from '../../live/trips.ts'
import type { Db, Trx } from '../../db/open.ts'
import type { Affected } from '../../db/affected.ts'
import { bytesOfPurchase } from '../purchases/purchase-rows.ts'
import type { ListBatch } from './list-row.ts'
import { storeLog } from './change-log.ts'
import { stampColumns } from './stamps.ts'
import type { ListRecord } from './access.ts'
import { markDeleted } from './list-removal.ts'

/** Returns the account ids of the owner and all members. */
export async function everybody(db: Db | Trx, list: { id: string; owner_id: string }): Promise<string[]> {
  const members = await db.selectFrom('member').select('account_id').where('list_id', '=', list.id).execute()
  return [list.owner_id, ...members.map((member) => member.account_id)]
}

/** Stores the changes to the list itself since `before`, with its head. Returns whom to notify besides those on the list. */
export async function storeList(trx: Trx, before: ListRecord, batch: ListBatch): Promise<Affected> {
  const { list, head, listChanged } = batch
  if (!listChanged) return {}
  const isMoved = list.ver > before.ver
  const overview = isMoved ? await everybody(trx, before) : []
  if (list.deletedAt > 0) {
    noteWritten(trx, before.bought * bytesOfPurchase)
    await markDeleted(trx, [list.id], list.deletedAt)
    return { overview }
  }
  const { name, status, currency } = list
  await trx
    .updateTable('list')
    .set({ name, name_norm: wordsKey(name), status, currency, head, ...stampColumns(list) })
    .where('id', '=', list.id)
    .execute()
  await storeLog(trx, list.id, batch)
  if (!isMoved) return {}
  const isArchived = status === 'archiwum' && before.status !== 'archiwum'
  const trips = isArchived ? await endTripsOn(trx, list.id) : []
  return { overview, trips }
}
