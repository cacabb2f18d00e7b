import type { FastifyInstance } from 'fastify'
import { api } from '../../../core/contract/api.ts'
import type { Invite } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'
import { allowsMore } from '../../../core/product/permissions.ts'
import { givenName } from '../../../core/text/person-name.ts'
import { shownListName } from '../../../core/product/list-copies.ts'
import { emailKey, parseEmail } from '../../../core/text/normalise.ts'
import { acceptedLanguage } from '../../base/language.ts'
import { invalid, problem } from '../../base/problem.ts'
import { mailGuest, mailGuestOrRefuse } from '../../mail/guest-mail.ts'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import { answers, writes } from '../../http/route.ts'
import { hashCode, secret } from '../../db/codes.ts'
import type { Services } from '../../services/services.ts'
import { accessList } from '../store/access.ts'
import { endSessionsOf } from '../../auth/session.ts'
import {
  activateAccount,
  inviteBy,
  inviteMs,
  inviting,
  isFor,
  isProof,
  joinBy,
  openInvites,
  ownInvite,
  refuseEnded,
  revokeInvitesTo,
  withoutAddress,
  wrongCodes,
} from '../store/invite-rows.ts'
import { everybody } from '../store/list-store.ts'
import { accountBy, countAttempt, memberBy } from './sharing.ts'

export async function inviteRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  /** With `proof`, the secret of the mailed link must be right too: a wrong one counts as a wrong code does. */
  const find = async (at: Db | Trx, code: string, address: string, proof?: string) =>
    services.throttle.guessCode(wrongCodes(address), async () => {
      const invite = await inviteBy(at, code)
      return invite && (proof === undefined || isProof(invite, proof)) ? invite : null
    })

  writes(app, services, 'createInvite', async (trx, { user, params, body }) => {
    const email = body.email === undefined ? null : parseEmail(body.email)
    if (email && !email.ok) throw invalid({ email: email.error })
    const address = email?.value ?? ''
    const list = await accessList(trx, params.id, user.id, api.createInvite.who)
    await countAttempt(trx, services, user.id, 'share')
    if (address !== '') {
      const isIn =
        emailKey(address) === emailKey(user.email) || (await memberBy(trx, list.id, address)) !== undefined
      if (isIn) throw problem('alreadyHasAccess')
      // As with activation links, a new invitation replaces the old one.
      await revokeInvitesTo(trx, list.id, address, now())
    }
    if ((await openInvites(trx, list.id, now())).length >= limits.openInvites) throw problem('limitReached')
    const code = secret(services)
    // Only the mail contains it: the answer does not, so the person who invites cannot register the address.
    const proof = address === '' ? '' : secret(services)
    const invite = {
      code: hashCode(code),
      list_id: list.id,
      email: address,
      email_key: address && emailKey(address),
      permission: body.permission,
      created_at: now(),
      expires_at: now() + inviteMs,
      proof_hash: proof && hashCode(proof),
    }
    await trx.insertInto('invite').values(invite).execute()
    const url = `${services.config.publicUrl}/invite/${code}`
    if (address !== '') {
      // The response is the same for an address with an account: only the mail's language differs.
      const { language } = (await accountBy(trx, address)) ?? user
      // Behind the '#', so that no server and no log sees it.
      const listName = shownListName(list.name, list.created_at, language)
      const data = { link: `${url}#${proof}`, listName, ownerName: givenName(user) }
      const about = { from: user.id, to: address, kind: 'invite' as const, listId: list.id }
      await mailGuestOrRefuse(trx, services, { ...about, language, data })
    }
    return { answer: { id: invite.code, code, url }, affected: { overview: [user.id] } }
  })

  answers(app, services, 'invites', async ({ user, params }) => {
    const list = await accessList(db, params.id, user.id, api.invites.who, 'read')
    const open = await openInvites(db, list.id, now())
    const askers = new Map(
      (
        await accountsBy(
          db,
          open.map(({ asked_by }) => asked_by),
        )
      ).map((account) => [account.id, account]),
    )
    const askedBy = ({ asked_by, asked_at }: (typeof open)[number]) => {
      const asker = askers.get(asked_by)
      return asker && { name: givenName(asker), email: asker.email, at: new Date(asked_at).toISOString() }
    }
    return open.map((row): Invite => ({
      id: row.code,
      code: row.code,
      ...(row.email !== '' && { email: row.email }),
      permission: row.permission,
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
      asked: askedBy(row),
    }))
  })

  writes(app, services, 'revokeInvite', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id, api.revokeInvite.who)
    const invite = await ownInvite(trx, list.id, params.code)
    if (!invite) throw problem('notFound')
    // The invited person is a member now; the owner can remove them instead.
    if (invite.used_at > 0) throw problem('inviteUsed')
    if (invite.revoked_at > 0) return { answer: {} }
    await trx
      .updateTable('invite')
      .set({ revoked_at: now(), ...withoutAddress })
      .where('code', '=', invite.code)
      .execute()
    return { answer: {}, affected: { overview: [user.id] } }
  })

  answers(app, services, 'invite', async ({ params, request }) => {
    const invite = await find(db, params.code, request.ip)
    const list = invite && (await inviting(db, invite))
    if (!list) throw problem('notFound')
    if (invite.used_at > 0) throw problem('inviteUsed')
    refuseEnded(invite, now())
    const language = acceptedLanguage(request.headers['accept-language'])
    return {
      id: list.id,
      listName: shownListName(list.listName, list.created_at, language),
      ownerName: givenName(list),
      permission: invite.permission,
      expiresAt: new Date(invite.expires_at).toISOString(),
    }
  })

  /**
   * Locks the list of an invitation and returns both; `isDone` if the person need not use it up: they have used it, or
   * gain nothing by it.
   */
  const openFor = async (trx: Trx, user: { id: string }, code: string, address: string) => {
    const invitation = await find(trx, code, address)
    const locked = invitation && (await inviting(trx, invitation, 'lock'))
    // Read again under the list's lock: somebody else may have accepted it meanwhile, or the owner may have left.
    const list = locked && (await inviting(trx, invitation))
    const invite = list && (await inviteBy(trx, code))
    if (!invite) throw problem('notFound')
    const member = await trx
      .selectFrom('member')
      .select('permission')
      .where('list_id', '=', list.id)
      .where('account_id', '=', user.id)
      .executeTakeFirst()
    if (invite.used_at > 0) {
      // The same person may repeat the request. A member who was removed cannot use it to come back.
      if (invite.used_by === user.id && member) return { list, invite, isDone: true }
      throw problem('inviteUsed')
    }
    refuseEnded(invite, now())
    // The owner, or a member who gains no permission, does not use up the invitation: it is meant for somebody else.
    const gainsNothing =
      list.owner_id === user.id || (member && !allowsMore(invite.permission, member.permission))
    return { list, invite, isDone: gainsNothing === true }
  }

  writes(app, services, 'acceptInvite', async (trx, { user, params, body, request }) => {
    const isNew = user.status !== 'A'
    const proved = isNew && body.proof ? await find(trx, params.code, request.ip, body.proof) : null
    if (isNew && !(proved && isFor(proved, user.email))) throw problem('accountNotActivated')
    // Gives them this list too. If the invitation is over, what follows throws, and they are not activated.
    const overview = isNew ? await activateAccount(trx, user, now()) : []
    const { list, invite, isDone } = await openFor(trx, user, params.code, request.ip)
    const answer = { id: list.id }
    if (isNew) {
      services.security.note('accountActivated')
      // As with an activation link: somebody else may have registered the address, and be logged in.
      const ended = await endSessionsOf(trx, user.id, now(), 'person', user.sessionId)
      return { answer, affected: { ended, overview } }
    }
    if (isDone) return { answer }
    if (!isFor(invite, user.email)) throw problem('inviteForOther')
    await joinBy(trx, invite, user.id, now())
    return { answer, affected: { overview: await everybody(trx, list) } }
  })

  writes(app, services, 'askInvite', async (trx, { user, params, request }) => {
    const { list, invite, isDone } = await openFor(trx, user, params.code, request.ip)
    // Who can accept it need not ask.
    if (isDone || isFor(invite, user.email) || invite.asked_by === user.id) return { answer: {} }
    // It is for one person, so one person asks. The owner can take it back and send others.
    if (invite.asked_by !== '') throw problem('inviteUsed')
    await trx
      .updateTable('invite')
      .set({ asked_by: user.id, asked_at: now() })
      .where('code', '=', invite.code)
      .execute()
    const owner = (await accountsBy(trx, [list.owner_id]))[0]
    if (owner) {
      const { email: to, language } = owner
      const link = `${services.config.publicUrl}/app/details/${list.id}`
      const data = {
        link,
        listName: shownListName(list.listName, list.created_at, language),
        name: givenName(user),
        email: user.email,
        sentTo: invite.email,
      }
      // If too many mails already wait for the owner, the share panel alone tells them.
      await mailGuest(trx, services, { from: user.id, to, kind: 'asked', listId: list.id, language, data })
    }
    return { answer: {}, affected: { overview: [list.owner_id] } }
  })

  writes(app, services, 'admitInvited', async (trx, { user, params, body }) => {
    const list = await accessList(trx, params.id, user.id, api.admitInvited.who)
    const invite = await ownInvite(trx, list.id, params.code)
    if (!invite) throw problem('notFound')
    if (invite.used_at > 0) throw problem('inviteUsed')
    refuseEnded(invite, now())
    const [asker] = await accountsBy(trx, [invite.asked_by])
    // The address may have changed since the owner saw it.
    if (asker?.status !== 'A' || emailKey(asker.email) !== emailKey(body.email)) throw problem('notFound')
    const member = await memberBy(trx, list.id, asker.email)
    // The owner may have shared the list with them meanwhile, and allowed more.
    const isMore = !member || allowsMore(invite.permission, member.permission)
    await joinBy(trx, isMore ? invite : { ...invite, permission: member.permission }, asker.id, now())
    return { answer: {}, affected: { overview: await everybody(trx, list) } }
  })
}

async function accountsBy(db: Db | Trx, ids: readonly string[]) {
  const accountIds = ids.filter((id) => id !== '')
  if (accountIds.length === 0) return []
  return db
    .selectFrom('account')
    .select(['id', 'email', 'language', 'name', 'surname', 'status'])
    .where('id', 'in', oneOf(accountIds))
    .execute()
}
