import type { Kysely } from 'kysely'
import type { ListRecord } from '../lists/access.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { fromDb, type StoredProduct } from '../products/product-rows.ts'
import { breath, sliceOf } from '../db/slices.ts'

export function selectProducts(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('product')
    .leftJoin('account as author', 'author.id', 'product.added_by')
    .leftJoin('account as ticker', 'ticker.id', 'product.ticked_by')
    .leftJoin('account as changer', 'changer.id', 'product.changed_by')
    .selectAll('product')
    .select(['author.name as author_name', 'author.surname as author_surname'])
    .select(['author.email as author_email', 'ticker.email as ticker_email'])
    .select(['ticker.name as ticker_name', 'ticker.surname as ticker_surname'])
    .select(['changer.name as changer_name', 'changer.surname as changer_surname'])
    .select('changer.email as changer_email')
    .where('product.list_id', '=', listId)
}

/** The undeleted products of a list, read in slices. Changes after `head` may or may not be included. */
export interface Snapshot {
  epoch: string
  head: number
  held: Map<string, StoredProduct>
}

/** Of a list that nobody knew before the transaction: `upToDate` reads whatever is there by then. */
export const nothingRead: Snapshot = { epoch: '', head: 0, held: new Map() }

export async function readSnapshot(db: Db, { id, epoch, head }: ListRecord): Promise<Snapshot> {
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
 * The products at the list's current head, possibly with some tombstones: a snapshot with all later changes
 * applied to it. A product that was moved while the slices were read is among those changes.
 */
export async function upToDate(
  db: Db | Trx,
  { epoch, head, held }: Snapshot,
  list: ListRecord,
): Promise<Map<string, StoredProduct>> {
  const isContinued = list.epoch === epoch && list.head >= head && list.floor <= head
  let query = selectProducts(db, list.id)
  // Otherwise it is unknown what was deleted since, so all products are read at once. That is very rare.
  if (isContinued) query = query.where('product.ver', '>', head)
  else query = query.where('product.deleted_at', '=', 0)
  const now = isContinued ? new Map(held) : new Map<string, StoredProduct>()
  for (const row of await query.execute()) now.set(row.id, fromDb(row))
  return now
}
