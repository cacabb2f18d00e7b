import { dropPurchases, emptyOfProducts, keepReaders } from '../purchases/purchase-rows.ts'
import { endGuestsIn } from './guest-rows.ts'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import { yieldToEventLoop, chunkSize, deleteInChunks } from '../../db/chunks.ts'

/** The tables with a list's contents, each with the column that identifies a row within the list. */
const keyOf = { operation: 'op_id', client: 'client_id', change_log: 'ver' } as const
const records = ['operation', 'client', 'change_log'] as const
const contents = ['product', ...records] as const

/** Deletes the lists. Their rows stay, so that the ids are known as deleted; emptyLists removes the contents. */
export async function markDeleted(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  await endGuestsIn(trx, ids, now)
  await trx.deleteFrom('guest_link').where('list_id', 'in', oneOf(ids)).execute()
  await keepReaders(trx, ids, now)
  await trx.deleteFrom('member').where('list_id', 'in', oneOf(ids)).execute()
  await trx.deleteFrom('invite').where('list_id', 'in', oneOf(ids)).execute()
  await trx.deleteFrom('list_setting').where('list_id', 'in', oneOf(ids)).execute()
  await trx.deleteFrom('trip').where('list_id', 'in', oneOf(ids)).execute()
  await trx
    .updateTable('list')
    .set({ deleted_at: now, hash: '', name: '', name_norm: '', living: 0, bought: 0, amount: 0 })
    .where('id', 'in', oneOf(ids))
    .execute()
}

/** Removes the contents of deleted lists, in slices. What was bought stays as purchases. */
export async function emptyLists(db: Db, values: readonly string[], now: number): Promise<void> {
  await emptyOfProducts(db, values, now)
  await dropRecords(db, values)
}

/** Removes everything in deleted lists, in slices: their owner's account is removed. */
export async function dropContents(db: Db, values: readonly string[]): Promise<void> {
  await dropPurchases(db, values)
  await deleteInChunks(db, { table: 'product', column: 'list_id', values, key: ['list_id', 'id'] })
  await dropRecords(db, values)
}

async function dropRecords(db: Db, values: readonly string[]): Promise<void> {
  for (const table of records)
    await deleteInChunks(db, { table, column: 'list_id', values, key: ['list_id', keyOf[table]] })
}

/** Daily: removes the contents of deleted lists whose emptying was interrupted. */
export async function emptyDeletedLists(db: Db, now: number): Promise<void> {
  let last = ''
  for (;;) {
    const some = await db
      .selectFrom('list')
      .select('id')
      .where('id', '>', last)
      .where('deleted_at', '>', 0)
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    const ids = oneOf(some.map(({ id }) => id))
    const full = new Set<string>()
    for (const table of contents) {
      const held = await db
        .selectFrom(table)
        .select('list_id')
        .distinct()
        .where('list_id', 'in', ids)
        .execute()
      for (const { list_id } of held) full.add(list_id)
    }
    await emptyLists(db, [...full], now)
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return
    last = end.id
    await yieldToEventLoop()
  }
}
