import { sql } from 'kysely'
import { revokeAdmissions } from '../account/admission.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import { revokeOpenInvites } from '../lists/store/invite-rows.ts'

/**
 * Run once after restoring a backup, before serving anybody: the new epochs make the devices resend what the
 * backup lacks. Which invitations were taken back or used since, nobody knows any more, so all open ones end.
 */
export async function markRestored(db: Db, now: number): Promise<{ lists: number; invites: number }> {
  return db.transaction().execute((trx) => markRestoredIn(trx, now))
}

/** The same inside the transaction that restores. */
export async function markRestoredIn(trx: Trx, now: number): Promise<{ lists: number; invites: number }> {
  const [epoch, head] = [sql.ref('epoch'), sql`cast(head as text)`]
  // All lists or none, however long it takes.
  if (!isSqlite(trx)) await sql`set local statement_timeout = 0`.execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('list')
    .set({ epoch: sql<string>`${epoch} || '/' || ${head} || ${`.${now}`}` })
    .executeTakeFirst()
  const invites = (await revokeOpenInvites(trx, now)) + (await revokeAdmissions(trx, now))
  return { lists: Number(numUpdatedRows), invites }
}
