import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { dropMailedCodes, tryPassword } from './account-password.ts'
import { replaceAvatar } from '../files/avatars.ts'
import { type Db, isSqlite, oneOf, type Trx } from '../db/open.ts'
import type { Services } from '../services/services.ts'
import { forgetInvited, withdrawRequests } from '../lists/store/invite-rows.ts'
import { dropContents, markDeleted } from '../lists/store/list-removal.ts'
import type { Affected } from '../db/affected.ts'
import { dropMails, removeMailFiles } from '../mail/mail-store.ts'
import { usualLanguage } from '../../core/text/language.ts'
import { problem } from '../base/problem.ts'
import { countInDatabase } from '../limits/tally.ts'
import { can } from '../../core/product/permissions.ts'
import { givenName } from '../../core/text/person-name.ts'
import { endGuestsIn } from '../lists/store/guest-rows.ts'
import { removeMember } from '../lists/store/members.ts'
import { alignEnds, lockListsOf, readersOfLists } from '../lists/store/people/owners.ts'
import { answers, tell } from '../http/route.ts'
import { endSessionsOf, keepMs } from '../auth/session.ts'
import { inChunks, deleteInChunks } from '../db/chunks.ts'

const day = 86_400_000

export async function removalRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  answers(app, services, 'deleteMe', async ({ user, body, request }) => {
    const { right, hash } = await tryPassword(services, user, body.password)
    if (!right) throw problem('incorrectPassword')
    const affected = await db.transaction().execute((trx) => submitForDeletion(trx, services, user, { hash }))
    if (!affected) throw problem('alreadySubmittedForDeletion')
    services.security.note('accountDeleted')
    services.mailer.wake()
    tell(services, request, affected)
    return {}
  })
}

/**
 * Starts the 30 days in which a log-in restores the account. Its sessions end, and the guests of its lists; it leaves
 * the lists of others for good. The members of its lists are told by mail, unless the account goes `atOnce`. Returns who
 * is affected, or null if the 30 days have already begun or the password has changed. `hash` is the stored hash that
 * the user's password was checked against; the operator passes none.
 */
export async function submitForDeletion(
  trx: Trx,
  services: Pick<Services, 'now' | 'randomBytes' | 'mailer' | 'config'>,
  account: { id: string; email: string },
  { hash, atOnce = false }: { hash?: string; atOnce?: boolean } = {},
): Promise<Affected | null> {
  const now = services.now()
  // Before the account, as everywhere; and so that nobody joins or takes over a list meanwhile.
  const lists = await lockListsOf(trx, account.id)
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set((set) => ({
      status: 'D',
      status_before: set.ref('status').$castTo<'A' | 'N'>(),
      deleted_at: now,
    }))
    .where('id', '=', account.id)
    .where('status', '<>', 'D')
    .$if(hash !== undefined, (query) => query.where('password_hash', '=', hash ?? ''))
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return null
  await dropMailedCodes(trx, account)
  const ended = await endSessionsOf(trx, account.id, now, hash === undefined ? 'server' : 'person')
  const overview = await readersOfLists(
    trx,
    lists.map(({ id }) => id),
  )
  const trips: NonNullable<Affected['trips']> = []
  for (const list of lists)
    if (list.owner_id !== account.id) trips.push(...(await removeMember(trx, services, list, account)))
  await withdrawRequests(trx, account.id)
  const ownedLists = lists.filter((list) => list.owner_id === account.id)
  const ids = ownedLists.map(({ id }) => id)
  ended.push(...(await endGuestsIn(trx, ids, now)))
  await trx
    .updateTable('list')
    .set({ ends_at: now + keepMs })
    .where('id', 'in', oneOf(ids))
    .execute()
  if (!atOnce) await tellMembers(trx, services, account.id, ownedLists)
  return { ended, overview, trips }
}

/** How many lists a mail names. */
const mostNamed = 20

/**
 * Mails the members of these lists that the lists are about to end. Only those who have opened one: nobody else knows
 * them. Once a day, so that deleting and restoring an account in turns fills nobody's mailbox.
 */
async function tellMembers(
  trx: Trx,
  { mailer, config, now }: Pick<Services, 'now' | 'mailer' | 'config'>,
  ownerId: string,
  lists: readonly { id: string; name: string }[],
): Promise<void> {
  if (lists.length === 0) return
  const members = await trx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.list_id', 'member.permission', 'account.id', 'account.email', 'account.language'])
    .where('member.list_id', 'in', oneOf(lists.map(({ id }) => id)))
    .where('member.accepted', '=', 1)
    .where('account.status', '=', 'A')
    .where('account.guest_of', '=', '')
    .orderBy('account.id')
    .execute()
  if (members.length === 0) return
  const { current } = await countInDatabase(trx, `mails of a deletion ${ownerId}`, now(), day)
  if (current > 1) return
  const owner = await trx
    .selectFrom('account')
    .select(['name', 'surname'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  for (const memberships of Map.groupBy(members, ({ id }) => id).values()) {
    const [{ email: to, language } = { email: '', language: usualLanguage }] = memberships
    const shared = lists.filter(({ id }) => memberships.some(({ list_id }) => list_id === id))
    const [only] = shared.length === 1 ? shared : []
    const data = {
      link: `${config.publicUrl}/app/${only ? `details/${only.id}` : 'shared'}`,
      ownerName: givenName(owner),
      lists: shared.slice(0, mostNamed).map(({ name }) => name),
      left: Math.max(0, shared.length - mostNamed),
      mayTakeOver: memberships.some(({ permission }) => can(permission, 'takeOver')),
      at: now() + keepMs,
    }
    await mailer.enqueue(trx, { to, kind: 'ending', language, data })
  }
}

/**
 * Permanently removes accounts whose deletion was requested 30 days ago and that nobody logged in to since: the
 * account, its lists, memberships, mails and picture. Products it added to others' lists stay, without an
 * author. Returns whose overview changed.
 */
export async function removeDeletedAccounts(db: Db, now: number, dataDir?: string): Promise<Affected> {
  const due = await db
    .selectFrom('account')
    .select('id')
    .where('status', '=', 'D')
    .where('deleted_at', '<=', now - keepMs)
    .execute()
  await alignEnds(db)
  const overview: string[] = []
  for (const { id } of due) overview.push(...(await removeAccount(db, id, now, dataDir)))
  return { overview }
}

/** Removes one account if it is due. Returns the accounts whose overview changed. */
export async function removeAccount(db: Db, id: string, now: number, dataDir?: string): Promise<string[]> {
  const closed = await db.transaction().execute((trx) => closeAccount(trx, id, now))
  if (!closed) return []
  if (dataDir && closed.email !== '') await removeMailFiles(dataDir, { to: closed.email })
  await emptyAccount(db, id)
  return closed.members
}

/**
 * Makes log-in impossible and deletes the account's lists and picture. The rest is removed in slices, the account row last,
 * so that an interrupted removal is found again the next night.
 */
async function closeAccount(trx: Trx, id: string, now: number) {
  // Otherwise a member could take over a list between the reading of the lists below and their deletion.
  await lockListsOf(trx, id)
  // Checked again here: the owner may have logged in, or another process may have been faster.
  const account = await trx
    .selectFrom('account')
    .select('email')
    .where('id', '=', id)
    .where('status', '=', 'D')
    .where('deleted_at', '<=', now - keepMs)
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!account) return null
  const members = await trx
    .selectFrom('member')
    .innerJoin('list', 'list.id', 'member.list_id')
    .select('member.account_id')
    .distinct()
    .where('list.owner_id', '=', id)
    .execute()
  await trx
    .updateTable('account')
    .set({ email: '', email_key: `removed ${id}`, password_hash: '', name: '', surname: '' })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('list')
    .set({ taken_from: '' })
    .where('taken_from', '=', id)
    .where('taken_from', '<>', '')
    .execute()
  await replaceAvatar(trx, id, null)
  // The address is empty if an earlier run was interrupted after this point.
  if (account.email !== '') {
    await dropMails(trx, account.email)
    await forgetInvited(trx, id, account.email, now)
  }
  await trx.deleteFrom('reset').where('account_id', '=', id).execute()
  const lists = await trx
    .selectFrom('list')
    .select('id')
    .where('owner_id', '=', id)
    .where('deleted_at', '=', 0)
    .execute()
  if (lists.length > 0)
    await markDeleted(
      trx,
      lists.map((list) => list.id),
      now,
    )
  return { members: members.map((member) => member.account_id), email: account.email }
}

/** Tables with many rows per account: the column of the account, and the key that identifies a row. */
const owned = [
  ['client', 'account_id', ['list_id', 'client_id']],
  ['idempotency', 'account_id', ['account_id', 'key']],
  ['member', 'account_id', ['list_id', 'account_id']],
  ['barcode', 'account_id', ['account_id', 'code']],
  ['list_setting', 'account_id', ['account_id', 'list_id']],
  ['shop_setting', 'account_id', ['account_id', 'shop']],
  ['product_setting', 'account_id', ['account_id', 'name']],
  ['trip', 'account_id', ['list_id', 'account_id']],
  ['purchase_reader', 'account_id', ['account_id', 'list_id']],
  ['attempt', 'account_id', ['id']],
  ['session', 'account_id', ['id']],
  ['token', 'account_id', ['id']],
  ['proof', 'account_id', ['kind', 'key']],
  ['list', 'owner_id', ['id']],
] as const

async function emptyAccount(db: Db, id: string): Promise<void> {
  const idsOf = async (table: 'list' | 'template') =>
    (await db.selectFrom(table).select('id').where('owner_id', '=', id).execute()).map((row) => row.id)
  await dropContents(db, await idsOf('list'))
  const template = { table: 'template_product', column: 'template_id', key: ['template_id', 'id'] } as const
  await deleteInChunks(db, { ...template, values: await idsOf('template') })
  for (const column of ['added_by', 'ticked_by', 'changed_by'] as const) {
    const named = { table: 'product', column, values: [id], key: ['list_id', 'id'] } as const
    const empty = (some: RawBuilder<unknown>) =>
      sql`update product set ${sql.ref(column)} = '' where ${some}`.execute(db)
    await inChunks(named, empty)
  }
  for (const [table, column, key] of owned) await deleteInChunks(db, { table, column, values: [id], key })
  // The few remaining rows are deleted by cascade.
  await db.deleteFrom('account').where('id', '=', id).execute()
}
