import { type Selectable, sql } from 'kysely'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import type { GuestLinkTable } from '../../db/schema.ts'
import { endSessionsOf } from '../../auth/session.ts'
import { hashCode } from '../../db/codes.ts'

/**
 * A guest is an account without an address and a password, made by a link, and a member of one list. So the engine, the
 * history and the names treat guests as they treat everybody; route.ts keeps their sessions to the few calls for guests.
 */
export type GuestLinkRow = Selectable<GuestLinkTable>

/** How long a link and its guests may change the list, in ms. */
export const guestMs = 7 * 86_400_000
/** Links of a list that work, guests of one link at a time, and in all: those who left are kept for a month. */
export const mostGuests = { links: 10, ofLink: 10, ofLinkEver: 100 }

export function guestLinkBy(db: Db | Trx, code: string): Promise<GuestLinkRow | undefined> {
  return db.selectFrom('guest_link').selectAll().where('code', '=', hashCode(code)).executeTakeFirst()
}

/** Returns the links of a list that work, oldest first. */
export function openGuestLinks(db: Db | Trx, listId: string, now: number): Promise<GuestLinkRow[]> {
  return db
    .selectFrom('guest_link')
    .selectAll()
    .where('list_id', '=', listId)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('code')
    .execute()
}

/** Returns the guests of a list that have not ended, whoever came first is first. */
export function guestsOf(db: Db | Trx, listId: string) {
  return (
    db
      .selectFrom('account')
      .select(['id', 'name', 'guest_link', 'created_at'])
      .where('guest_of', '=', listId)
      // Must match the condition of the partial index exactly, or SQLite does not use the index.
      .where('guest_of', '<>', '')
      .where('status', '<>', 'D')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  )
}

/** Returns all links of a list, oldest first, with the names of those who joined, also of links that are over. */
export async function guestLinksOf(db: Db, listId: string) {
  const links = await db
    .selectFrom('guest_link')
    .selectAll()
    .where('list_id', '=', listId)
    .orderBy('created_at')
    .orderBy('code')
    .execute()
  const guests = await db
    .selectFrom('account')
    .select(['name', 'guest_link'])
    .where('guest_of', '=', listId)
    .where('guest_of', '<>', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return links.map((link) => ({
    ...link,
    guests: guests.filter(({ guest_link }) => guest_link === link.code).map(({ name }) => name),
  }))
}

/**
 * Ends guests: their sessions, their membership, and their account, whose name stays in the history until the nightly
 * job removes it 30 days later. Returns the sessions that ended.
 */
export async function endGuests(
  trx: Trx,
  guests: readonly { id: string; list: string }[],
  now: number,
): Promise<string[]> {
  const ended: string[] = []
  for (const { id, list } of guests) {
    ended.push(...(await endSessionsOf(trx, id, now, 'server')))
    await trx.deleteFrom('member').where('list_id', '=', list).where('account_id', '=', id).execute()
    await trx
      .updateTable('account')
      .set({ status: 'D', status_before: 'N', deleted_at: now })
      .where('id', '=', id)
      .where('status', '<>', 'D')
      .execute()
  }
  return ended
}

/**
 * Ends a guest who leaves. Of one who has changed nothing, no name needs to be kept, so the place is free again; of the
 * others the account stays, as for every guest who ended.
 */
export async function letGuestLeave(
  trx: Trx,
  guest: { id: string; list: string },
  now: number,
): Promise<void> {
  await endGuests(trx, [guest], now)
  const did = (table: 'product' | 'change_log', column: 'added_by' | 'changed_by' | 'account_id') =>
    sql<boolean>`exists (select 1 from ${sql.table(table)}
      where list_id = ${guest.list} and ${sql.ref(column)} = ${guest.id})`
  await trx
    .deleteFrom('account')
    .where('id', '=', guest.id)
    .where('guest_of', '<>', '')
    .where(sql<boolean>`not ${did('product', 'added_by')}`)
    .where(sql<boolean>`not ${did('product', 'changed_by')}`)
    .where(sql<boolean>`not ${did('change_log', 'account_id')}`)
    .execute()
}

/** How many guests each link of a list has now, and has had in all. */
export async function countGuests(db: Db | Trx, listId: string): Promise<Map<string, GuestCount>> {
  const rows = await db
    .selectFrom('account')
    .select(['guest_link', ({ fn }) => fn.countAll<number | string>().as('ever')])
    .select(sql<number | string>`sum(case when status <> 'D' then 1 else 0 end)`.as('present'))
    .where('guest_of', '=', listId)
    .where('guest_of', '<>', '')
    .groupBy('guest_link')
    .execute()
  return new Map(
    rows.map((row) => [row.guest_link, { present: Number(row.present), ever: Number(row.ever) }] as const),
  )
}

interface GuestCount {
  present: number
  ever: number
}

/** Returns whether a link takes no more guests: 'now' until one leaves, 'over' for good; null if it does. */
export function fullness(count: GuestCount | undefined): 'now' | 'over' | null {
  if (count && count.ever >= mostGuests.ofLinkEver) return 'over'
  return count && count.present >= mostGuests.ofLink ? 'now' : null
}

/** Returns the guest whose session this is; undefined for a session of an account. */
export function guestBySession(
  trx: Trx,
  sessionId: string,
): Promise<{ id: string; list: string; owner_id: string } | undefined> {
  return trx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('list', 'list.id', 'account.guest_of')
    .select(['account.id', 'list.id as list', 'list.owner_id'])
    .where('session.id', '=', sessionId)
    .where('account.guest_of', '<>', '')
    .executeTakeFirst()
}

/** Ends all guests of these lists. Returns the sessions that ended. */
export async function endGuestsIn(trx: Trx, listIds: readonly string[], now: number): Promise<string[]> {
  const guests = await trx
    .selectFrom('account')
    .select(['id', 'guest_of as list'])
    .where('guest_of', 'in', oneOf(listIds))
    .where('guest_of', '<>', '')
    .where('status', '<>', 'D')
    .execute()
  return endGuests(trx, guests, now)
}

/**
 * Ends the guests whose link is over, or whose list's owner deletes the account. Returns the sessions that ended. Runs
 * every 15 min, on any instance.
 */
export async function endOverdueGuests(db: Db, now: number): Promise<string[]> {
  const ended: string[] = []
  for (;;) {
    const some = await overdueGuests(db, now)
    if (some.length === 0) return ended
    ended.push(...(await db.transaction().execute((trx) => endGuests(trx, some, now))))
  }
}

function overdueGuests(db: Db, now: number): Promise<{ id: string; list: string }[]> {
  return db
    .selectFrom('account')
    .innerJoin('guest_link', 'guest_link.code', 'account.guest_link')
    .innerJoin('list', 'list.id', 'account.guest_of')
    .innerJoin('account as owner', 'owner.id', 'list.owner_id')
    .select(['account.id', 'account.guest_of as list'])
    .where('account.guest_of', '<>', '')
    .where('account.status', '<>', 'D')
    .where((where) =>
      where.or([
        where('guest_link.expires_at', '<=', now),
        where('guest_link.revoked_at', '>', 0),
        where('owner.status', '=', 'D'),
      ]),
    )
    .limit(100)
    .execute()
}

/** Revokes all links of a list. Its guests must have been ended. */
export async function revokeAllLinks(trx: Trx, listId: string, now: number): Promise<void> {
  await trx
    .updateTable('guest_link')
    .set({ revoked_at: now })
    .where('list_id', '=', listId)
    .where('revoked_at', '=', 0)
    .execute()
}

/** Revokes all links that still work. Returns how many there were. */
export async function revokeGuestLinks(trx: Trx, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('guest_link')
    .set({ revoked_at: now })
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
