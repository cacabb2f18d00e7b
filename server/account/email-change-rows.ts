import type { Answer } from '../../core/contract/api.ts'
import type { Db, Trx } from '../db/open.ts'
import { dropMails } from '../mail/mail-store.ts'

/** The change that waits for its codes, as its owner may see it; null where none does. */
export async function emailChangeOf(
  db: Db | Trx,
  accountId: string,
  now: number,
): Promise<Answer<'emailChange'>['change']> {
  const found = await db
    .selectFrom('email_change')
    .select(['email', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ? { email: found.email, expiresAt: new Date(found.expires_at).toISOString() } : null
}

/**
 * Ends a change that waits. Its code for the old address leaves the outbox too. The one for the new address stays, and
 * confirms nothing: another account may have caused a mail of the same kind to the same address.
 */
export async function endEmailChange(trx: Trx, account: { id: string; email: string }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_change')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows) await dropMails(trx, account.email, 'emailCode')
}
