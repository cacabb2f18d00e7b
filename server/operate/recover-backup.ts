import { sql } from 'kysely'
import { revokeAdmissions } from '../account/admission.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import { revokeGuestLinks } from '../lists/store/guest-rows.ts'
import { revokeOpenInvites } from '../lists/store/invite-rows.ts'

/**
 * Marks all lists as restored. Must run once after restoring a backup, before anybody is served: the new epochs make
 * the devices resend what the backup lacks. All open invitations are revoked, because it is unknown which of them were
 * used or revoked since the backup.
 */
export async function markRestored(db: Db, now: number): Promise<{ lists: number; invites: number }> {
  return db.transaction().execute((trx) => markRestoredIn(trx, now))
}

/** Does the same as `markRestored` inside the transaction that restores. */
export async function markRestoredIn(trx: Trx, now: number): Promise<{ lists: number; invites: number }> {
  const [epoch, head] = [sql.ref('epoch'), sql`cast(head as text)`]
  // All lists must change in one statement, however long it takes.
  if (!isSqlite(trx)) await sql`set local statement_timeout = 0`.execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('list')
    .set({ epoch: sql<string>`${epoch} || '/' || ${head} || ${`.${now}`}` })
    .executeTakeFirst()
  const invites = (await revokeOpenInvites(trx, now)) + (await revokeAdmissions(trx, now))
  const links = await revokeGuestLinks(trx, now)
  return { lists: Number(numUpdatedRows), invites: invites + links }
}
