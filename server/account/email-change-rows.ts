import type { Answer } from '../../core/contract/api.ts'
import type { Db, Trx } from '../db/open.ts'
import { dropMails } from '../mail/mail-store.ts'

/** Returns the pending change of the address as its owner may see it; null if there is none. */
export async function emailChangeOf(
  db: Db | Trx,
  accountId: string,
  now: number,
): Promise<Answer<'emailChange'>['change']> {
  const change = await db
    .selectFrom('email_change')
    .select(['email', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return change ? { email: change.email, expiresAt: new Date(change.expires_at).toISOString() } : null
}

/**
 * Ends a pending change. The code for the old address is removed from the mail outbox too. The mail to the new address
 * stays, and its code no longer works: another account may have caused a mail of the same kind to that address.
 */
export async function endEmailChange(trx: Trx, account: { id: string; email: string }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_change')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows) await dropMails(trx, account.email, 'emailCode')
}
