import type { Kysely } from 'kysely'
import type { ListRow } from '../lists/access.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { fromDb, type StoredProduct } from '../products/product-rows.ts'
import { breath, sliceOf } from '../db/slices.ts'

export function selectProducts(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('product')
    .leftJoin('account', 'account.id', 'product.added_by')
    .selectAll('product')
    .select(['account.name as author_name', 'account.surname as author_surname'])
    .select('account.email as author_email')
    .where('product.list_id', '=', listId)
}

/** The living products of a list, read in slices: what has changed since `head` may be in it or not. */
export interface Snapshot {
  epoch: string
  head: number
  held: Map<string, StoredProduct>
}

export async function readSnapshot(db: Db, { id, epoch, head }: ListRow): Promise<Snapshot> {
  const held = new Map<string, StoredProduct>()
  let last: { position: string; id: string } | undefined
  for (;;) {
    let query = selectProducts(db, id).where('product.deleted_at', '=', 0)
    if (last) {
      const { position, id: lastId } = last
      query = query.where((where) =>
        where(where.refTuple('product.position', 'product.id'), '>', where.tuple(position, lastId)),
      )
    }
    const rows = await query.orderBy('product.position').orderBy('product.id').limit(sliceOf).execute()
    for (const row of rows) held.set(row.id, fromDb(row))
    last = rows.at(-1)
    if (!last || rows.length < sliceOf) return { epoch, head, held }
    await breath()
  }
}

/**
 * The living products as they stand at the list's head, some tombstones among them: a snapshot, and over it
 * whatever changed since. A product that was moved while the slices were read is among the changes.
 */
export async function upToDate(
  db: Db | Trx,
  { epoch, head, held }: Snapshot,
  list: ListRow,
): Promise<Map<string, StoredProduct>> {
  const isContinued = list.epoch === epoch && list.head >= head && list.floor <= head
  let query = selectProducts(db, list.id)
  // Nobody can say what was deleted since; so all of it is read at once, which happens next to never.
  if (isContinued) query = query.where('product.ver', '>', head)
  else query = query.where('product.deleted_at', '=', 0)
  const now = isContinued ? new Map(held) : new Map<string, StoredProduct>()
  for (const row of await query.execute()) now.set(row.id, fromDb(row))
  return now
}
