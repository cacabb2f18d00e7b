import type { FastifyInstance } from 'fastify'
import { fieldColumns } from '../store/field-columns.ts'
import { api } from '../../../core/contract/api.ts'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import { fromHundredths } from '../../../core/product/money.ts'
import { can } from '../../../core/product/permissions.ts'
import { emailKey, parseEmail } from '../../../core/text/normalise.ts'
import { accept, accessList } from '../store/access.ts'
import { type Db, isSqlite, type Trx } from '../../db/open.ts'
import type { Services } from '../../services/services.ts'
import { summaries } from '../store/list-queries.ts'
import { revokeInvitesTo, revokeLinks } from '../store/invite-rows.ts'
import { everybody } from '../store/list-store.ts'
import {
  householdFrom,
  householdOf,
  type HouseholdRow,
  membersOf,
  peopleOf,
  removeMember,
  storeHousehold,
} from '../store/members.ts'
import { takeOver } from '../store/people/owners.ts'
import { invalid, problem } from '../../base/problem.ts'
import { holdAccount } from '../../limits/quota.ts'
import { endTrip, shoppersOf } from '../../live/trips.ts'
import { clockDifference } from '../../base/times.ts'
import { mailGuest, mailGuestOrRefuse } from '../../mail/guest-mail.ts'
import { shownListName } from '../../../core/product/list-copies.ts'
import { givenName } from '../../../core/text/person-name.ts'
import { answers, type Context, writes } from '../../http/route.ts'

const perDay = { share: 30, mail: 20, email: 5 }
const day = 86_400_000
/** A longer list is cut here, because a mail program would cut it anywhere in the mail. */
const mostMailed = 500

export async function sharingRoutes(app: FastifyInstance, services: Services): Promise<void> {
  writes(app, services, 'share', async (trx, { user, query, body }) => {
    const { permission = 'view', ...who } = { ...query, ...body }
    const { listId, email } = target(who)
    const list = await accessList(trx, listId, user.id)
    if (list.role !== 'owner') throw problem('cannotShare')
    await countAttempt(trx, services, user.id, 'share')
    const other = await accountBy(trx, email)
    if (other?.status !== 'A') return { answer: {}, status: 204 }
    const added =
      other.id !== user.id &&
      (await trx
        .insertInto('member')
        .values({
          list_id: list.id,
          account_id: other.id,
          permission,
          created_at: services.now(),
          accepted: 0,
        })
        .onConflict((conflict) => conflict.columns(['list_id', 'account_id']).doNothing())
        .executeTakeFirstOrThrow())
    if (!added || !added.numInsertedOrUpdatedRows) throw problem('alreadyHasAccess')
    await services.push.noteShared(trx, { listId: list.id, actorId: user.id, to: [other.id] })
    await revokeInvitesTo(trx, list.id, email, services.now())
    const link = `${services.config.publicUrl}/app/details/${list.id}`
    const { email: to, language } = other
    const listName = shownListName(list.name, list.created_at, language)
    const data = { link, listName, ownerName: givenName(user) }
    // If too many mails already wait for the address, the list is shared without a mail.
    await mailGuest(trx, services, { from: user.id, to, kind: 'shared', listId: list.id, language, data })
    return { answer: {}, affected: { overview: await everybody(trx, list) } }
  })

  writes(app, services, 'setPermission', async (trx, { user, params, query, body }) => {
    const { email_address: email, permission } = { ...query, ...body }
    const list = await accessList(trx, params.id, user.id, api.setPermission.who)
    const member = email === undefined ? undefined : await memberBy(trx, list.id, email)
    if (!member || !permissions.includes(permission as Permission)) throw problem('noData')
    if (member.permission === permission) return { answer: {} }
    await trx
      .updateTable('member')
      .set({ permission: permission as Permission, changed_at: services.now() })
      .where('list_id', '=', list.id)
      .where('account_id', '=', member.id)
      .execute()
    const ends = !can(permission as Permission, 'tick') && (await endTrip(trx, list.id, member.id))
    const trips = ends ? [{ list: list.id, account: member.id }] : []
    return { answer: {}, affected: { overview: [member.id], trips } }
  })

  writes(app, services, 'unshare', async (trx, { user, query, body }) => {
    const { listId, email } = target({ ...query, ...body })
    const list = await accessList(trx, listId, user.id)
    if (list.role !== 'owner' && emailKey(email) !== emailKey(user.email)) throw problem('forbidden')
    const member = await memberBy(trx, list.id, email)
    if (!member) throw problem('notFound')
    // A member who leaves may come back. A removed member may know other open invitation links, so those are revoked.
    if (member.id !== user.id) await revokeLinks(trx, list.id, services.now())
    const overview = await everybody(trx, list)
    const trips = await removeMember(trx, services, list, { id: member.id, email })
    return { answer: null, affected: { overview, trips } }
  })

  writes(app, services, 'takeOver', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id, api.takeOver.who)
    if (list.role === 'owner') return { answer: {} }
    const overview = await everybody(trx, list)
    await takeOver(trx, services, list, user)
    return { answer: {}, affected: { overview } }
  })

  writes(app, services, 'sendListMail', async (trx, { user, params, query, body }) => {
    const email = parseEmail({ ...query, ...body }._email_address ?? '')
    if (!email.ok) throw invalid({ _email_address: email.error })
    const list = await accessList(trx, params.id, user.id, api.sendListMail.who)
    await countAttempt(trx, services, user.id, 'mail')
    const { language } = (await accountBy(trx, email.value)) ?? user
    const { productCount, sum, currency } = (await summaries(trx, [list]))(list, 'owner')
    const products = await trx
      .selectFrom('product')
      .select(fieldColumns)
      .where('list_id', '=', list.id)
      .where('deleted_at', '=', 0)
      .orderBy('position')
      .orderBy('id')
      .limit(mostMailed)
      .execute()
    await mailGuestOrRefuse(trx, services, {
      from: user.id,
      to: email.value,
      kind: 'list',
      listId: list.id,
      language,
      data: {
        listName: shownListName(list.name, list.created_at, language),
        ownerName: givenName(user),
        link: list.hash && `${services.config.publicUrl}/read/${list.hash}`,
        sum,
        currency,
        left: productCount - products.length,
        products: products.map((product) => ({
          ...product,
          quantity: fromHundredths(product.quantity),
          bought: product.bought === 1,
        })),
      },
    })
    return { answer: {} }
  })

  writes(app, services, 'acceptList', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id)
    const isFirst = await accept(trx, list, user.id)
    if (!isFirst) return { answer: {} }
    // Who has not opened a list hears of no trips.
    const trips = await shoppersOf(trx, list.id, services.now())
    return { answer: {}, affected: { overview: [list.owner_id], trips } }
  })

  answers(app, services, 'listUsers', async ({ user, params }) => {
    const list = await accessList(services.db, params.id, user.id, api.listUsers.who, 'read')
    return membersOf(services.db, list.id)
  })

  answers(app, services, 'people', ({ user }) => peopleOf(services.db, user.id))
  answers(app, services, 'household', ({ user }) => householdOf(services.db, user.id))
  const prepare = ({ user, body }: Context<'setHousehold'>) => householdFrom(services.db, user.id, body)
  const store = async (trx: Trx, { user }: Context<'setHousehold'>, household: HouseholdRow[]) => {
    // Without the lock, two concurrent changes could both insert the same person.
    await holdAccount(trx, user.id)
    await storeHousehold(trx, user.id, household)
    return { answer: await householdOf(trx, user.id) }
  }
  writes(app, services, 'setHousehold', store, { prepare })
}

function target({ _list_id, _email_address }: { _list_id?: string; _email_address?: string }) {
  const email = parseEmail(_email_address ?? '')
  if (_list_id === undefined || !email.ok)
    throw invalid({
      ...(_list_id === undefined && { _list_id: 'required' }),
      ...(!email.ok && { _email_address: email.error }),
    })
  return { listId: _list_id, email: email.value }
}

export function accountBy(trx: Db | Trx, email: string) {
  return trx
    .selectFrom('account')
    .select(['id', 'email', 'status', 'language'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
}

export function memberBy(trx: Trx, listId: string, email: string) {
  return trx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.id', 'member.permission'])
    .where('list_id', '=', listId)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
}

/** Counts an attempt. Those for unknown addresses count too: otherwise sharing would reveal who has an account. */
export async function countAttempt(
  trx: Trx,
  services: Services,
  accountId: string,
  kind: keyof typeof perDay,
): Promise<void> {
  const now = services.now()
  // The row lock makes concurrent attempts count one after the other.
  if (!isSqlite(trx))
    await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const recent = await trx
    .selectFrom('attempt')
    .select('at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('at', '>', now - day)
    // An attempt dated later than the clocks of other instances allow was made before the clock was set back.
    .where('at', '<=', now + clockDifference)
    .orderBy('at')
    .execute()
  const [oldest] = recent
  if (oldest && recent.length >= perDay[kind])
    throw problem('tooManyRequests', { retryAfter: Math.ceil((oldest.at + day - now) / 1_000) })
  await trx
    .insertInto('attempt')
    .values({ id: services.newId(), account_id: accountId, kind, at: now })
    .execute()
}
