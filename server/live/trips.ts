import { sql } from 'kysely'
import { type Db, isSqlite, oneOf, type Trx } from '../db/open.ts'
import { tripMs, unseenMs } from '../../core/product/trip.ts'
import { displayName } from '../../core/text/person-name.ts'

/** A shopper's page says every 20 s that it is there; it is stored, and the others hear it, less often. In ms. */
const seenEveryMs = 2 * 60_000

/** Somebody who is shopping from a list. */
export interface Shopper {
  list: string
  account: string
  name: string
  imageName: string | null
  /** '' if it is not known */
  shop: string
  /** epoch ms */
  startedAt: number
  /** when one of the shopper's devices last said that it is there, epoch ms */
  seenAt: number
}

// Decision 130: a trip is stored, and presence is not.
/**
 * The trips that count: not too old, on a list that is not archived, of an account that may still tick on it, and with a
 * device that was seen lately and whose session is open.
 */
function trips(db: Db | Trx, now: number) {
  return db
    .selectFrom('trip')
    .innerJoin('list', 'list.id', 'trip.list_id')
    .innerJoin('account', 'account.id', 'trip.account_id')
    .innerJoin('trip_device', (join) =>
      join
        .onRef('trip_device.list_id', '=', 'trip.list_id')
        .onRef('trip_device.account_id', '=', 'trip.account_id'),
    )
    .innerJoin('session', 'session.id', 'trip_device.session_id')
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'trip.list_id').onRef('member.account_id', '=', 'trip.account_id'),
    )
    .select(shown)
    .select((select) => select.fn.max('trip_device.seen_at').as('seen_at'))
    .where('trip.started_at', '>', now - tripMs)
    .where('trip_device.seen_at', '>', now - unseenMs)
    .where('session.ended_at', '=', 0)
    .where('list.deleted_at', '=', 0)
    .where('list.status', '<>', 'archiwum')
    .where('account.status', '<>', 'D')
    .where((where) =>
      where.or([
        where('list.owner_id', '=', where.ref('trip.account_id')),
        where('member.permission', 'in', ['edit', 'shopping']),
      ]),
    )
    .groupBy(shown)
    .orderBy('trip.started_at')
    .orderBy('trip.account_id')
}

const shown = [
  ...(['trip.list_id', 'trip.account_id', 'trip.shop', 'trip.started_at'] as const),
  ...(['account.name', 'account.surname', 'account.email', 'account.image_name'] as const),
] as const

type Row = Awaited<ReturnType<ReturnType<typeof trips>['execute']>>[number]

function shopper(row: Row): Shopper {
  return {
    list: row.list_id,
    account: row.account_id,
    name: displayName(row),
    imageName: row.image_name || null,
    shop: row.shop,
    startedAt: row.started_at,
    seenAt: row.seen_at,
  }
}

/** Returns who is shopping from the list now, whoever began first comes first. */
export async function shoppersOf(db: Db | Trx, listId: string, now: number): Promise<Shopper[]> {
  const rows = await trips(db, now).where('trip.list_id', '=', listId).execute()
  return rows.map(shopper)
}

/** Returns all trips on these lists; without `lists` those on all lists. */
export async function shoppersIn(db: Db, now: number, lists?: readonly string[]): Promise<Shopper[]> {
  const rows = await trips(db, now)
    .$if(lists !== undefined, (query) => query.where('trip.list_id', 'in', oneOf(lists ?? [])))
    .execute()
  return rows.map(shopper)
}

/** Returns the trips of others on the lists of an account that it has opened. Guests hear of none. */
export async function shoppersFor(db: Db, accountId: string, now: number): Promise<Shopper[]> {
  const owned = db.selectFrom('list').select('id').where('owner_id', '=', accountId)
  const shared = db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select('member.list_id as id')
    .where('member.account_id', '=', accountId)
    .where('member.accepted', '=', 1)
    .where('account.guest_of', '=', '')
  const rows = await trips(db, now)
    .where('trip.account_id', '<>', accountId)
    .where('trip.list_id', 'in', owned.unionAll(shared))
    .execute()
  return rows.map(shopper)
}

/** Returns who hears of trips on these lists: their owners, and the members who have opened them, without guests. */
export function hearersOf(db: Db, lists: string[]): Promise<{ list: string; account: string }[]> {
  return db
    .selectFrom('list')
    .select(['id as list', 'owner_id as account'])
    .where('id', 'in', lists)
    .unionAll(
      db
        .selectFrom('member')
        .innerJoin('account', 'account.id', 'member.account_id')
        .select(['member.list_id as list', 'member.account_id as account'])
        .where('member.list_id', 'in', lists)
        .where('member.accepted', '=', 1)
        .where('account.guest_of', '=', ''),
    )
    .execute()
}

/** A device of somebody who is shopping from a list. */
export interface TripDevice {
  list: string
  account: string
  session: string
}

/** Returns the devices that are on a trip and were seen lately. */
function devicesOn(trx: Trx, { list, account }: Omit<TripDevice, 'session'>, now: number) {
  return trx
    .selectFrom('trip_device')
    .innerJoin('session', 'session.id', 'trip_device.session_id')
    .select(['session_id', 'seen_at'])
    .where('list_id', '=', list)
    .where('trip_device.account_id', '=', account)
    .where('seen_at', '>', now - unseenMs)
    .where('session.ended_at', '=', 0)
    .execute()
}

/**
 * Starts a trip, joins the one that another device of the person began, or changes its shop. Returns false if the others
 * see no change. `mayStart` is called before a change and may throw.
 */
export async function startTrip(
  trx: Trx,
  { shop, ...device }: TripDevice & { shop: string },
  now: number,
  mayStart: () => void,
): Promise<boolean> {
  const { list, account, session } = device
  const before = await trx
    .selectFrom('trip')
    .select(['shop', 'started_at'])
    .where('list_id', '=', list)
    .where('account_id', '=', account)
    .executeTakeFirst()
  const devices = await devicesOn(trx, device, now)
  const thisDevice = devices.find(({ session_id }) => session_id === session)
  // A trip from the future began before the clock was set back.
  const isOn =
    before !== undefined && devices.length > 0 && before.started_at > now - tripMs && before.started_at <= now
  if (isOn && thisDevice && before.shop === shop) {
    await seeTrip(trx, device, now)
    return false
  }
  mayStart()
  if (!isOn) {
    await endTrip(trx, list, account)
    await trx
      .insertInto('trip')
      .values({ list_id: list, account_id: account, shop, started_at: now, session_id: session })
      .execute()
  }
  // A device that joins knows less of where its person is than the one that began.
  const isChanged = isOn && before.shop !== shop && (thisDevice !== undefined || before.shop === '')
  if (isChanged)
    await trx
      .updateTable('trip')
      .set({ shop })
      .where('list_id', '=', list)
      .where('account_id', '=', account)
      .execute()
  await seeTrip(trx, device, now)
  return !isOn || isChanged
}

/**
 * Notes that a shopper's device is there. A trip that ended because nothing was seen of its person goes on. Returns
 * whether the others must hear of it.
 */
export async function seeTrip(db: Db | Trx, device: TripDevice, now: number): Promise<boolean> {
  const { list: list_id, account: account_id, session: session_id } = device
  const found = await db
    .selectFrom('trip')
    .leftJoin('trip_device', (join) =>
      join
        .onRef('trip_device.list_id', '=', 'trip.list_id')
        .onRef('trip_device.account_id', '=', 'trip.account_id')
        .on('trip_device.session_id', '=', session_id),
    )
    .select('trip_device.seen_at')
    .where('trip.list_id', '=', list_id)
    .where('trip.account_id', '=', account_id)
    .where('trip.started_at', '>', now - tripMs)
    .executeTakeFirst()
  if (!found || Math.abs(now - (found.seen_at ?? 0)) < seenEveryMs) return false
  await db
    .insertInto('trip_device')
    .columns(['list_id', 'account_id', 'session_id', 'seen_at'])
    // The last product may end the trip at this moment.
    .expression((eb) =>
      eb
        .selectFrom('trip')
        .select(['list_id', 'account_id'])
        .select([sql<string>`cast(${session_id} as text)`.as('session_id')])
        .select([sql<number>`cast(${now} as bigint)`.as('seen_at')])
        .where('list_id', '=', list_id)
        .where('account_id', '=', account_id)
        .$if(!isSqlite(db), (query) => query.forKeyShare()),
    )
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'account_id', 'session_id']).doUpdateSet({ seen_at: now }),
    )
    .execute()
  return true
}

/** Takes a device off a trip; without its last one, the trip ends. Returns whether it did. */
export async function leaveTrip(trx: Trx, device: TripDevice, now: number): Promise<boolean> {
  const { list, account, session } = device
  await trx
    .deleteFrom('trip_device')
    .where('list_id', '=', list)
    .where('account_id', '=', account)
    .where('session_id', '=', session)
    .execute()
  return (await devicesOn(trx, device, now)).length === 0 && endTrip(trx, list, account)
}

/** Ends a trip. Returns whether there was one. */
export async function endTrip(trx: Trx, list: string, account: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trip')
    .where('list_id', '=', list)
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Ends all trips on a list. Returns them. */
export async function endTripsOn(trx: Trx, list: string): Promise<{ list: string; account: string }[]> {
  const ended = await trx.deleteFrom('trip').where('list_id', '=', list).returning('account_id').execute()
  return ended.map(({ account_id }) => ({ list, account: account_id }))
}

/** Returns the trips with a device that was last seen in this time: `after` is excluded, `until` included. */
export async function tripsLastSeen(
  db: Db,
  { after, until }: { after: number; until: number },
): Promise<{ list: string; account: string }[]> {
  return db
    .selectFrom('trip_device')
    .select(['list_id as list', 'account_id as account'])
    .distinct()
    .where('seen_at', '>', after)
    .where('seen_at', '<=', until)
    .execute()
}
