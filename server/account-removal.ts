import type { FastifyInstance } from 'fastify'
import { dropResets, tryPassword } from './account-password.ts'
import { removeAvatar } from './avatars.ts'
import type { Db } from './db/open.ts'
import type { Deps } from './deps.ts'
import type { Affected } from './live.ts'
import { dropMails, removeMailFiles } from './mail-store.ts'
import { problem } from './problem.ts'
import { answers, tell } from './route.ts'
import { endSessionsOf, keepMs } from './session.ts'

export async function removalRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, now } = deps

  answers(app, deps, 'deleteMe', async ({ user, body, request }) => {
    const { right, hash } = await tryPassword(deps, user, body.password)
    if (!right) throw problem('incorrectPassword')
    const ended = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set((set) => ({
          status: 'D',
          status_before: set.ref('status').$castTo<'A' | 'N'>(),
          deleted_at: now(),
        }))
        .where('id', '=', user.id)
        .where('status', '<>', 'D')
        .where('password_hash', '=', hash)
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw problem('alreadySubmittedForDeletion')
      await dropResets(trx, user)
      return endSessionsOf(trx, user.id, now())
    })
    tell(deps, request, { ended })
    return {}
  })
}

/**
 * Removes for good whoever asked for it 30 days ago and did not log in since: the account, its lists,
 * memberships, mails and picture. What it added to the lists of others stays there, by nobody.
 * An account that another process removes at this moment is left to that one. Answers whose
 * overview changed.
 */
export async function removeDeletedAccounts(db: Db, now: number, dataDir?: string): Promise<Affected> {
  const due = await db
    .selectFrom('account')
    .select('id')
    .where('status', '=', 'D')
    .where('deleted_at', '<=', now - keepMs)
    .execute()
  const overview: string[] = []
  for (const { id } of due) {
    const removed = await removeAccount(db, id, now)
    if (!removed) continue
    overview.push(...removed.members)
    if (dataDir && removed.imageName) await removeAvatar(dataDir, removed.imageName)
    if (dataDir) await removeMailFiles(dataDir, { to: removed.email })
  }
  return { overview }
}

async function removeAccount(db: Db, id: string, now: number) {
  return db.transaction().execute(async (trx) => {
    const members = await trx
      .selectFrom('member')
      .innerJoin('list', 'list.id', 'member.list_id')
      .select('member.account_id')
      .distinct()
      .where('list.owner_id', '=', id)
      .execute()
    // Asked again here: the owner may have logged in, or another process been quicker.
    const account = await trx
      .deleteFrom('account')
      .where('id', '=', id)
      .where('status', '=', 'D')
      .where('deleted_at', '<=', now - keepMs)
      .returning(['email', 'image_name'])
      .executeTakeFirst()
    if (!account) return null
    // What refers to the account went with it; the rest has no foreign key.
    await trx.updateTable('product').set({ added_by: '' }).where('added_by', '=', id).execute()
    await trx.deleteFrom('client').where('account_id', '=', id).execute()
    await trx.deleteFrom('reset').where('account_id', '=', id).execute()
    await dropMails(trx, account.email)
    const { email, image_name: imageName } = account
    return { members: members.map((member) => member.account_id), imageName, email }
  })
}
