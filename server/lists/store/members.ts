import { sql } from 'kysely'
import type { Answer, Body } from '../../../core/contract/api.ts'
import type { Member } from '../../../core/contract/shapes.ts'
import { limits, type Permission } from '../../../core/product/entities.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { emailKey } from '../../../core/text/normalise.ts'
import { invalid } from '../../base/problem.ts'
import type { Services } from '../../services/services.ts'
import { endTrip } from '../../live/trips.ts'
import { secret } from '../../db/codes.ts'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import type { HouseholdTable } from '../../db/schema.ts'
import type { ListRecord } from './access.ts'
import { revokeInvitesTo } from './invite-rows.ts'

/**
 * Removes a member from a list, which is locked, with their settings for it. The links to it that they know stop working.
 * Returns the trip that ended with it.
 */
export async function removeMember(
  trx: Trx,
  services: Pick<Services, 'now' | 'randomBytes'>,
  list: Pick<ListRecord, 'id' | 'hash'>,
  member: { id: string; email: string },
): Promise<{ list: string; account: string }[]> {
  await revokeInvitesTo(trx, list.id, member.email, services.now())
  for (const table of ['member', 'list_setting'] as const)
    await trx.deleteFrom(table).where('list_id', '=', list.id).where('account_id', '=', member.id).execute()
  if (list.hash)
    await trx
      .updateTable('list')
      .set({ hash: secret(services) })
      .where('id', '=', list.id)
      .execute()
  return (await endTrip(trx, list.id, member.id)) ? [{ list: list.id, account: member.id }] : []
}

/** Returns the members of a list. A member's name is empty until that member has opened the list. */
export async function membersOf(db: Db | Trx, listId: string): Promise<Member[]> {
  const members = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.name', 'account.surname', 'account.email', 'member.permission', 'member.accepted'])
    .where('list_id', '=', listId)
    // The owner sees guests with their links.
    .where('account.guest_of', '=', '')
    .orderBy('member.created_at')
    .orderBy('account.id')
    .execute()
  return members.map((member) => ({
    name: member.accepted === 1 ? displayName(member) : '',
    email: member.email,
    permission: member.permission,
    accepted: member.accepted === 1,
  }))
}

/**
 * Shares a new list with the members of another list of the same owner, under their permissions there. Left out is who
 * has never opened that list: nobody gets more lists from somebody whose first one they did not want. Notes that the one
 * goes on as the other, so that whoever looks at it is led there.
 */
export async function copyMembers(
  trx: Trx,
  from: string,
  to: Pick<ListRecord, 'id' | 'owner_id'>,
): Promise<void> {
  await trx
    .insertInto('member')
    .columns(['list_id', 'account_id', 'permission', 'created_at', 'accepted'])
    .expression((insert) =>
      insert
        .selectFrom('member')
        .innerJoin('list', 'list.id', 'member.list_id')
        .innerJoin('account', 'account.id', 'member.account_id')
        .select((select) => [
          select.val(to.id).as('list_id'),
          'member.account_id',
          'member.permission',
          'member.created_at',
          'member.accepted',
        ])
        .where('list.id', '=', from)
        .where('list.owner_id', '=', to.owner_id)
        .where('list.deleted_at', '=', 0)
        .where('member.accepted', '=', 1)
        .where('account.guest_of', '=', ''),
    )
    .execute()
  const ofSameOwner = trx
    .selectFrom('list')
    .select('id')
    .where('id', '=', from)
    .where('owner_id', '=', to.owner_id)
  await trx
    .updateTable('list')
    .set({ again_of: from })
    .where('id', '=', to.id)
    .where((where) => where.exists(ofSameOwner))
    .execute()
}

/** Shares a new list with its owner's household. Whoever no longer shares any list with the owner is left out. */
export async function shareWithHousehold(
  trx: Trx,
  { id, owner_id: ownerId }: Pick<ListRecord, 'id' | 'owner_id'>,
  now: number,
): Promise<void> {
  const household = await trx
    .selectFrom('household')
    .innerJoin('account', 'account.id', 'household.person_id')
    .select(['person_id', 'permission'])
    .where('account_id', '=', ownerId)
    .where('permission', '<>', '')
    // A deleted account leaves all lists of others, so it gets no new ones.
    .where('account.status', '<>', 'D')
    .where((where) => {
      // One list is enough, so that a household costs little, however many lists it shares.
      const shared = where
        .selectFrom('member')
        .innerJoin('list', 'list.id', 'member.list_id')
        .select('list.id')
        .where('list.deleted_at', '=', 0)
        .where('member.accepted', '=', 1)
      return where.or([
        where.exists(
          shared
            .whereRef('member.account_id', '=', 'household.person_id')
            .where('list.owner_id', '=', ownerId),
        ),
        where.exists(
          shared
            .where('member.account_id', '=', ownerId)
            .whereRef('list.owner_id', '=', 'household.person_id'),
        ),
      ])
    })
    .execute()
  if (household.length === 0) return
  const members = household.map((one) => ({
    list_id: id,
    account_id: one.person_id,
    permission: one.permission as Permission,
    created_at: now,
    accepted: 1,
  }))
  await trx.insertInto('member').values(members).execute()
}

interface Sharer {
  id: string
  /** epoch ms of the last time one shared a list with the other, or changed the permission */
  at: number
  permission: Permission
  lists: number
}

/** Returns who shares a list with the account that the invited one of the two has opened; the most recent first. */
async function sharersOf(db: Db, accountId: string): Promise<Sharer[]> {
  const at = sql<number>`case when member.changed_at > 0 then member.changed_at else member.created_at end`
  const given = await db
    .selectFrom((from) =>
      from
        .selectFrom('member')
        .innerJoin('list', 'list.id', 'member.list_id')
        .select([
          'member.account_id as id',
          'member.permission',
          at.as('at'),
          sql<number>`row_number() over (partition by member.account_id order by ${at} desc, list.id)`.as(
            'nth',
          ),
          sql<number>`count(*) over (partition by member.account_id)`.as('lists'),
          sql<number>`max(member.accepted) over (partition by member.account_id)`.as('opened'),
        ])
        .where('list.owner_id', '=', accountId)
        .where('list.deleted_at', '=', 0)
        .as('given'),
    )
    .select(['id', 'permission', 'at', 'lists'])
    .where('nth', '=', 1)
    .where('opened', '=', 1)
    .execute()
  const received = await db
    .selectFrom('member')
    .innerJoin('list', 'list.id', 'member.list_id')
    .select((select) => [
      'list.owner_id as id',
      select.fn.max('member.created_at').as('at'),
      select.fn.countAll<number>().as('lists'),
    ])
    .where('member.account_id', '=', accountId)
    .where('member.accepted', '=', 1)
    .where('list.deleted_at', '=', 0)
    .groupBy('list.owner_id')
    .execute()
  const sharers = new Map<string, Sharer>()
  for (const one of given) sharers.set(one.id, { ...one, at: Number(one.at), lists: Number(one.lists) })
  for (const one of received) {
    const { at: before = 0, lists = 0, permission = 'edit' } = sharers.get(one.id) ?? {}
    const recent = Math.max(before, Number(one.at))
    sharers.set(one.id, { id: one.id, at: recent, permission, lists: lists + Number(one.lists) })
  }
  return [...sharers.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

type People = Answer<'people'>

/** Returns the people with whom the account shares lists, for the screen. */
export async function peopleOf(db: Db, accountId: string): Promise<People> {
  const sharers = (await sharersOf(db, accountId)).slice(0, limits.people)
  const accounts = await activeAccounts(
    db,
    sharers.map(({ id }) => id),
  )
  return sharers.flatMap(({ id, permission, lists }) => {
    const account = accounts.get(id)
    if (!account) return []
    const { email, image_name } = account
    return [{ name: displayName(account), email, imageName: image_name || null, permission, lists }]
  })
}

async function activeAccounts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email', 'email_key', 'image_name'])
    .where('id', 'in', oneOf(ids))
    .where('status', '=', 'A')
    .execute()
  return new Map(accounts.map((account) => [account.id, account]))
}

/** Returns the people with whom the account shares every new list, and those with whom it chose not to. */
export async function householdOf(db: Db | Trx, accountId: string): Promise<Answer<'household'>> {
  const rows = await db
    .selectFrom('household')
    .innerJoin('account', 'account.id', 'household.person_id')
    .select(['account.name', 'account.surname', 'account.email', 'household.permission'])
    .where('household.account_id', '=', accountId)
    .orderBy('account.email_key')
    .execute()
  return {
    members: rows.map((row) => ({
      name: displayName(row),
      email: row.email,
      permission: row.permission || null,
    })),
  }
}

export type HouseholdRow = Pick<HouseholdTable, 'person_id' | 'permission'>

/**
 * Returns the rows of a new household. Throws invalidRequest if somebody new in it shares no list with the account.
 * Whoever is in it already may stay, also while the account is to be deleted.
 */
export async function householdFrom(
  db: Db,
  accountId: string,
  { members }: Body<'setHousehold'>,
): Promise<HouseholdRow[]> {
  const before = await db
    .selectFrom('household')
    .innerJoin('account', 'account.id', 'household.person_id')
    .select(['account.id', 'account.email_key'])
    .where('household.account_id', '=', accountId)
    .execute()
  const sharers = (await sharersOf(db, accountId)).slice(0, limits.people)
  const accounts = await activeAccounts(
    db,
    sharers.map(({ id }) => id),
  )
  const idOf = new Map([...before, ...accounts.values()].map(({ id, email_key }) => [email_key, id]))
  const wanted = new Map<string, HouseholdRow>()
  for (const { email, permission } of members) {
    const person_id = idOf.get(emailKey(email))
    if (person_id === undefined) throw invalid({ members: 'outOfRange' })
    wanted.set(person_id, { person_id, permission: permission ?? '' })
  }
  return [...wanted.values()]
}

export async function storeHousehold(
  trx: Trx,
  accountId: string,
  household: readonly HouseholdRow[],
): Promise<void> {
  await trx.deleteFrom('household').where('account_id', '=', accountId).execute()
  if (household.length === 0) return
  const rows = household.map((row) => ({ ...row, account_id: accountId }))
  await trx.insertInto('household').values(rows).execute()
}
