import { sql } from 'kysely'
import { type Db, isSqlite } from '../db/open.ts'

/**
 * To be run once after a backup was put back, before anybody is served: what the devices know beyond it
 * they send again. Answers how many lists there are.
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
