import type { Selectable } from 'kysely'
import { emailKey } from '../../../core/text/normalise.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import type { InviteTable } from '../../db/schema.ts'
import { problem } from '../../base/problem.ts'
import { byNetwork } from '../../base/throttle.ts'
import { hashCode } from '../../db/codes.ts'

export type InviteRow = Selectable<InviteTable>

/** How long the link works. */
export const inviteMs = 7 * 86_400_000

/** Columns of an invitation that is used or revoked: the address is not needed any more. */
export const withoutAddress = { email: '', email_key: '' } as const

/** The invitations that can still be accepted, oldest first. */
export function openInvites(db: Db | Trx, listId: string, now: number): Promise<InviteRow[]> {
  return db
    .selectFrom('invite')
    .selectAll()
    .where('list_id', '=', listId)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('code')
    .execute()
}

/** Takes back the open invitations of a list that were mailed to this address. */
export async function revokeInvitesTo(trx: Trx, listId: string, email: string, now: number): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ revoked_at: now, ...withoutAddress })
    .where('list_id', '=', listId)
    .where('email_key', '=', emailKey(email))
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Takes back the open links of a list that were mailed to nobody: whoever has one could pass it on, or use it. */
export async function revokeLinks(trx: Trx, listId: string, now: number): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ revoked_at: now })
    .where('list_id', '=', listId)
    .where('email_key', '=', '')
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Takes back every invitation that can still be accepted. Returns how many there were. */
export async function revokeOpenInvites(trx: Trx, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('invite')
    .set({ revoked_at: now, ...withoutAddress })
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Lets the open invitations to a person's old address count as those to the new one: a member who is removed under the
 * new address must not come back by one. The owner of the list still reads the address that they wrote to.
 */
export async function moveInvitesTo(trx: Trx, oldEmail: string, newEmail: string): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ email_key: emailKey(newEmail) })
    .where('email_key', '=', emailKey(oldEmail))
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Forgets what invitations say about an account that is removed. */
export async function forgetInvited(trx: Trx, accountId: string, email: string): Promise<void> {
  await trx.updateTable('invite').set({ used_by: '' }).where('used_by', '=', accountId).execute()
  await trx.updateTable('invite').set(withoutAddress).where('email_key', '=', emailKey(email)).execute()
}

export function inviteBy(db: Db | Trx, code: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invite').selectAll().where('code', '=', hashCode(code)).executeTakeFirst()
}

/** For the owner of its list, who knows its id; whoever made it knows its code too. */
export function ownInvite(db: Db | Trx, listId: string, idOrCode: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom('invite')
    .selectAll()
    .where('code', 'in', [idOrCode, hashCode(idOrCode)])
    .where('list_id', '=', listId)
    .executeTakeFirst()
}

export function refuseEnded(
  { revoked_at, expires_at }: Pick<InviteRow, 'revoked_at' | 'expires_at'>,
  now: number,
): void {
  if (revoked_at > 0) throw problem('inviteRevoked')
  if (expires_at <= now) throw problem('inviteExpired')
}

/** The list and its owner. Like the read link, an invitation works only while the owner's account is active. */
export async function inviting(db: Db | Trx, { list_id }: InviteRow, lock: 'lock' | 'read' = 'read') {
  return db
    .selectFrom('list')
    .innerJoin('account', 'account.id', 'list.owner_id')
    .select(['list.id', 'list.owner_id', 'list.name as listName'])
    .select(['account.name', 'account.surname', 'account.email'])
    .where('list.id', '=', list_id)
    .where('list.deleted_at', '=', 0)
    .where('account.status', '=', 'A')
    .$if(lock === 'lock' && !isSqlite(db), (query) => query.forUpdate('list'))
    .executeTakeFirst()
}

/** Codes that lead nowhere, from one network: some are links that were copied badly, more are guesses. */
export const wrongCodes = (address: string) => byNetwork('invitation', address, 60, 10_000)
