import type { Selectable } from 'kysely'
import { emailKey } from '../../../core/text/normalise.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import type { InviteTable } from '../../db/schema.ts'
import { problem } from '../../base/problem.ts'
import { byNetwork } from '../../limits/throttle.ts'
import { hashCode } from '../../db/codes.ts'
import { readersOf } from '../../http/route.ts'
import { makeGuestsGiveWay } from './people/guest-names.ts'

// Decision 053: an invitation is for the first person who uses it, whatever their address.
export type InviteRow = Selectable<InviteTable>

/** How long an invitation link works, in ms. */
export const inviteMs = 7 * 86_400_000

/** Columns of an invitation that is used or revoked: nobody's address is needed any more, nor what proves it. */
export const withoutAddress = { email: '', email_key: '', proof_hash: '', asked_by: '' } as const

/** Returns the invitations that can still be accepted, oldest first. */
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

/** Revokes the open invitations of a list that were mailed to this address. */
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

/** Revokes the open links of a list that were not mailed to anybody: anybody who has one could use it or pass it on. */
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

/** Revokes all open invitations to a list, those that were mailed too. */
export async function revokeAllInvites(trx: Trx, listId: string, now: number): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ revoked_at: now, ...withoutAddress })
    .where('list_id', '=', listId)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Revokes every invitation that can still be accepted. Returns how many there were. */
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
 * Assigns the open invitations to a person's old address to the new one, so that a member who is removed under the new
 * address cannot come back with one. The list's owner still sees the address that they invited. The mailed links no
 * longer register anybody.
 */
export async function moveInvitesTo(trx: Trx, oldEmail: string, newEmail: string): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ email_key: emailKey(newEmail), proof_hash: '' })
    .where('email_key', '=', emailKey(oldEmail))
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Erases an account that is being removed from the invitations that name it. */
export async function forgetInvited(trx: Trx, accountId: string, email: string, now: number): Promise<void> {
  await trx.updateTable('invite').set({ used_by: '' }).where('used_by', '=', accountId).execute()
  await withdrawRequests(trx, accountId)
  // Without its address it would be a link for anybody.
  await trx
    .updateTable('invite')
    .set({ revoked_at: now, ...withoutAddress })
    .where('email_key', '=', emailKey(email))
    .execute()
}

/** Takes back what an account asked of the owners of lists whose invitations were mailed to somebody else. */
export async function withdrawRequests(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('invite')
    .set({ asked_by: '' })
    .where('asked_by', '=', accountId)
    // Must match the condition of the partial index exactly, or SQLite does not use the index.
    .where('asked_by', '<>', '')
    .execute()
}

export function inviteBy(db: Db | Trx, code: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invite').selectAll().where('code', '=', hashCode(code)).executeTakeFirst()
}

/**
 * Returns an invitation of a list by its id, which the list's owner sees, or by its code, which its maker also knows.
 */
export function ownInvite(db: Db | Trx, listId: string, idOrCode: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom('invite')
    .selectAll()
    .where('code', 'in', [idOrCode, hashCode(idOrCode)])
    .where('list_id', '=', listId)
    .executeTakeFirst()
}

/** Returns whether an invitation is for the account with this address: it was mailed there, or to nobody. */
export function isFor({ email_key }: InviteRow, email: string): boolean {
  return email_key === '' || email_key === emailKey(email)
}

/**
 * Makes a person a member with the invitation's permission, and marks the invitation as used. Its list is locked.
 * `accepted` is 0 for somebody who has not opened the invitation.
 */
export async function joinBy(trx: Trx, invite: InviteRow, accountId: string, now: number, accepted = 1) {
  const { code, list_id, permission } = invite
  await trx
    .insertInto('member')
    .values({ list_id, account_id: accountId, permission, created_at: now, accepted })
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'account_id']).doUpdateSet({ permission, accepted, changed_at: now }),
    )
    .execute()
  await trx
    .updateTable('invite')
    .set({ used_at: now, used_by: accountId, ...withoutAddress })
    .where('code', '=', code)
    .execute()
  await makeGuestsGiveWay(trx, [list_id], accountId)
}

/** Returns the open invitations that were mailed to an address, and locks their lists, in an order that never deadlocks. */
export async function lockInvitesTo(trx: Trx, email: string, now: number): Promise<InviteRow[]> {
  const mailed = trx
    .selectFrom('invite')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .orderBy('list_id')
  const living = new Set<string>()
  for (const { list_id } of await mailed.execute())
    if (!living.has(list_id) && (await inviting(trx, { list_id }, 'lock'))) living.add(list_id)
  // Read again under the locks: one may have been used or revoked meanwhile.
  return (await mailed.execute()).filter(({ list_id }) => living.has(list_id))
}

/**
 * Activates an account whose mailbox is proved, and gives it the lists to which its address was invited: nobody has to
 * look for that mail. Call it before the account is locked. Returns whose overview changes.
 */
export async function activateAccount(trx: Trx, { id, email }: { id: string; email: string }, now: number) {
  const invites = await lockInvitesTo(trx, email, now)
  await trx
    .updateTable('account')
    .set({ status: 'A' })
    .where('id', '=', id)
    .where('status', '=', 'N')
    .execute()
  for (const invite of invites) await joinBy(trx, invite, id, now, 0)
  return readersOf(trx, id)
}

/**
 * Returns whether `proof` is the secret of the mailed link. The invitation's maker knows its code but not this secret,
 * so only the mailbox's owner can register with it. It ends with the invitation, and is used once.
 */
export function isProof({ proof_hash }: InviteRow, proof: string): boolean {
  return proof_hash !== '' && proof_hash === hashCode(proof)
}

export function refuseEnded(
  { revoked_at, expires_at }: Pick<InviteRow, 'revoked_at' | 'expires_at'>,
  now: number,
): void {
  if (revoked_at > 0) throw problem('inviteRevoked')
  if (expires_at <= now) throw problem('inviteExpired')
}

/** Returns the invitation's list and owner. Like the read link, it works only while the owner's account is active. */
export async function inviting(
  db: Db | Trx,
  { list_id }: Pick<InviteRow, 'list_id'>,
  lock: 'lock' | 'read' = 'read',
) {
  return db
    .selectFrom('list')
    .innerJoin('account', 'account.id', 'list.owner_id')
    .select(['list.id', 'list.owner_id', 'list.name as listName', 'list.created_at'])
    .select(['account.name', 'account.surname', 'account.email'])
    .where('list.id', '=', list_id)
    .where('list.deleted_at', '=', 0)
    .where('account.status', '=', 'A')
    .$if(lock === 'lock' && !isSqlite(db), (query) => query.forUpdate('list'))
    .executeTakeFirst()
}

/** Returns the limits of wrong codes from one network: a few are badly copied links, more are guesses. */
export const wrongCodes = (address: string) => byNetwork('invitation', address, 60, 10_000)
