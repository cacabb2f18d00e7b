import { sql } from 'kysely'
import type { Db } from './db/open.ts'

/**
 * To be run once after a backup was put back, before anybody is served: what the devices know beyond it
 * they send again. Answers how many lists there are.
 */
export async function markRestored(db: Db, now: number): Promise<number> {
  const [epoch, head] = [sql.ref('epoch'), sql`cast(head as text)`]
  const { numUpdatedRows } = await db
    .updateTable('list')
    .set({ epoch: sql<string>`${epoch} || '/' || ${head} || ${`.${now}`}` })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
