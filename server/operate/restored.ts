import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/open.ts'

/**
 * Run once after restoring a backup, before serving anybody: the new epochs make the devices resend what the
 * backup lacks. Returns the number of lists.
 */
export async function markRestored(db: Db, now: number): Promise<number> {
  const [epoch, head] = [sql.ref('epoch'), sql`cast(head as text)`]
  return db.transaction().execute(async (trx) => {
    // All lists or none, however long it takes.
    if (!isSqlite(trx)) await sql`set local statement_timeout = 0`.execute(trx)
    const { numUpdatedRows } = await trx
      .updateTable('list')
      .set({ epoch: sql<string>`${epoch} || '/' || ${head} || ${`.${now}`}` })
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
