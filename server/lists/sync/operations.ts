import type { Selectable } from 'kysely'
import { limits } from '../../../core/product/entities.ts'
import type { Trx } from '../../db/open.ts'
import type { OperationTable } from '../../db/schema.ts'
import { insertion, isOneOf, run, statement } from '../../db/statement.ts'
import type { SentOperation } from './read-op.ts'

/** The server's record of an operation: its result, and its place in the client's sequence. Kept for 90 days. */
export type Operation = Selectable<OperationTable>

interface ClientOfList {
  listId: string
  client: string
}

/** How many of a client's operations the server has decided. */
export interface Progress extends ClientOfList {
  accountId: string
  /** the last sequence number that was decided */
  last: number
  /** see refusals.ts */
  refused: string
  now: number
}

/** Reads a client's row. */
export const clientRow = statement((db, { listId, client }: ClientOfList) =>
  db
    .selectFrom('client')
    .select(['account_id', 'last_seq', 'refused'])
    .where('list_id', '=', listId)
    .where('client_id', '=', client),
)

/** Writes a client's row. */
export const storeProgress = statement((db, progress: Progress) =>
  db
    .insertInto('client')
    .values({
      list_id: progress.listId,
      client_id: progress.client,
      account_id: progress.accountId,
      last_seq: progress.last,
      refused: progress.refused,
      at: progress.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['list_id', 'client_id'])
        .doUpdateSet({ last_seq: progress.last, refused: progress.refused, at: progress.now }),
    ),
)

const columns = [
  ...(['list_id', 'op_id', 'client_id', 'seq', 'status', 'why', 'ver', 'at'] as const),
] as const

type Wanted = ClientOfList & { first: number; end: number; opIds: readonly string[] }

const recorded = statement((db, { listId, client, first, end, opIds }: Wanted) => {
  const ofList = db.selectFrom('operation').select(columns).where('list_id', '=', listId)
  const inPlace = ofList.where('client_id', '=', client).where('seq', '>=', first).where('seq', '<', end)
  // A union, because an OR would make SQLite scan all operations of the list.
  return ofList.where(isOneOf(db, 'op_id', opIds)).union(inPlace)
})

/** Reads the records of operations with the same ids, or at the same places in this client's sequence. */
export async function loadOperations(
  trx: Trx,
  of: ClientOfList,
  ops: readonly SentOperation[],
): Promise<Operation[]> {
  if (ops.length === 0) return []
  const first = Math.min(...ops.map((op) => op.seq))
  const opIds = [...new Set(ops.map((op) => op.opId))]
  return recorded.rows(trx, { ...of, first, end: first + limits.batchOps, opIds })
}

const insertOperations = insertion('operation', columns, (operations) =>
  operations.onConflict((conflict) =>
    conflict.columns(['list_id', 'op_id']).doUpdateSet((set) => ({
      client_id: set.ref('excluded.client_id'),
      seq: set.ref('excluded.seq'),
    })),
  ),
)

/** Records operations. One that is recorded already gets its new client id and sequence number. */
export async function storeOperations(trx: Trx, records: readonly Operation[]): Promise<void> {
  if (records.length > 0) await run(trx, insertOperations(trx, records))
}
