import { type Kysely, sql } from 'kysely'
import type { ListRecord } from './access.ts'
import type { Db, Trx } from '../../db/open.ts'
import { statement } from '../../db/statement.ts'
import type { Schema } from '../../db/schema.ts'
import { fromDb, storedColumns, type StoredProduct } from './product-rows.ts'
import { yieldToEventLoop, chunkSize } from '../../db/chunks.ts'

const productColumns = storedColumns.map((column) => `product.${column}` as const)

export function selectProducts(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('product')
    .leftJoin('account as author', 'author.id', 'product.added_by')
    .leftJoin('account as ticker', 'ticker.id', 'product.ticked_by')
    .leftJoin('account as changer', 'changer.id', 'product.changed_by')
    .select(productColumns)
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

/** The snapshot of a list that did not exist before the transaction; `upToDate` reads all rows that exist by then. */
export const nothingRead: Snapshot = { epoch: '', head: 0, held: new Map() }

interface Place {
  position: string
  id: string
}

const slice = (isFirst: boolean) =>
  statement((db, { listId, position, id }: Place & { listId: string }) =>
    selectProducts(db, listId)
      .where('product.deleted_at', '=', sql.lit(0))
      .$if(!isFirst, (query) =>
        query.where((where) =>
          where(where.refTuple('product.position', 'product.id'), '>', where.tuple(position, id)),
        ),
      )
      .orderBy('product.position')
      .orderBy('product.id')
      .limit(sql.lit(chunkSize)),
  )
const firstSlice = slice(true)
const nextSlice = slice(false)

export async function readSnapshot(db: Db, { id, epoch, head }: ListRecord): Promise<Snapshot> {
  const held = new Map<string, StoredProduct>()
  let last: Place | undefined
  for (;;) {
    const rows = await (last ? nextSlice : firstSlice).rows(db, {
      listId: id,
      position: last?.position ?? '',
      id: last?.id ?? '',
    })
    for (const row of rows) held.set(row.id, fromDb(row))
    last = rows.at(-1)
    if (!last || rows.length < chunkSize) return { epoch, head, held }
    await yieldToEventLoop()
  }
}

const after = statement((db, { listId, head }: { listId: string; head: number }) =>
  selectProducts(db, listId).where('product.ver', '>', head),
)
const living = statement((db, { listId }: { listId: string }) =>
  selectProducts(db, listId).where('product.deleted_at', '=', sql.lit(0)),
)

/**
 * Returns the products at the list's current head, possibly with some tombstones: a snapshot with all later changes
 * applied. A product that was moved while the slices were read is among those changes.
 */
export async function upToDate(
  db: Db | Trx,
  { epoch, head, held }: Snapshot,
  list: ListRecord,
): Promise<Map<string, StoredProduct>> {
  const isContinued = list.epoch === epoch && list.head >= head && list.floor <= head
  // If the history is not continued, later deletes are unknown, so all products are read at once. That is very rare.
  const rows = isContinued
    ? await after.rows(db, { listId: list.id, head })
    : await living.rows(db, { listId: list.id })
  const now = isContinued ? new Map(held) : new Map<string, StoredProduct>()
  for (const row of rows) now.set(row.id, fromDb(row))
  return now
}
