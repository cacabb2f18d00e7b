import { sql } from 'kysely'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import { displayName } from '../../core/text/person-name.ts'

/** How long a trip counts that nobody ended, in ms. */
export const tripMs = 4 * 3_600_000

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
}

/** The trips that count: not too old, their session still open, of an account that may still tick on the list. */
function trips(db: Db | Trx, now: number) {
  return db
    .selectFrom('trip')
    .innerJoin('list', 'list.id', 'trip.list_id')
    .innerJoin('account', 'account.id', 'trip.account_id')
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'trip.list_id').onRef('member.account_id', '=', 'trip.account_id'),
    )
    .select(['trip.list_id', 'trip.account_id', 'trip.shop', 'trip.started_at'])
    .select(['account.name', 'account.surname', 'account.email', 'account.image_name'])
    .where('trip.started_at', '>', now - tripMs)
    .where('list.deleted_at', '=', 0)
    .where('account.status', '<>', 'D')
    .where((where) =>
      where.or([
        where('list.owner_id', '=', where.ref('trip.account_id')),
        where('member.permission', 'in', ['edit', 'shopping']),
      ]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('session')
          .select('session.id')
          .whereRef('session.account_id', '=', 'trip.account_id')
          .where('session.ended_at', '=', 0)
          .where(endsTripWith),
      ),
    )
    .orderBy('trip.started_at')
    .orderBy('trip.account_id')
}

/** Whether the trip ends with the session; one of an older version ends with the last session of its account. */
export const endsTripWith = sql<boolean>`trip.session_id in ('', session.id)`

type Row = Awaited<ReturnType<ReturnType<typeof trips>['execute']>>[number]

function shopper(row: Row): Shopper {
  return {
    list: row.list_id,
    account: row.account_id,
    name: displayName(row),
    imageName: row.image_name || null,
    shop: row.shop,
    startedAt: row.started_at,
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

/** Returns the trips of others on the lists of an account. */
export async function shoppersFor(db: Db, accountId: string, now: number): Promise<Shopper[]> {
  const own = db.selectFrom('list').select('id').where('owner_id', '=', accountId)
  const shared = db.selectFrom('member').select('list_id as id').where('account_id', '=', accountId)
  const rows = await trips(db, now)
    .where('trip.account_id', '<>', accountId)
    .where('trip.list_id', 'in', own.unionAll(shared))
    .execute()
  return rows.map(shopper)
}

/**
 * Starts a trip, or changes its shop. It ends with the session that said so last. Returns false if the others see no
 * change. `mayStart` is called before a change and may throw.
 */
export async function startTrip(
  trx: Trx,
  { list, account, session, shop }: { list: string; account: string; session: string; shop: string },
  now: number,
  mayStart: () => void,
): Promise<boolean> {
  const before = await trx
    .selectFrom('trip')
    .leftJoin('session', 'session.id', 'trip.session_id')
    .select(['trip.shop', 'trip.started_at', 'trip.session_id', 'session.ended_at'])
    .where('trip.list_id', '=', list)
    .where('trip.account_id', '=', account)
    .executeTakeFirst()
  const isOpen = before?.session_id === '' || before?.ended_at === 0
  // A trip from the future began before the clock was set back.
  const isOn = before !== undefined && isOpen && before.started_at > now - tripMs && before.started_at <= now
  if (isOn && before.shop === shop && before.session_id === session) return false
  mayStart()
  const values = { shop, started_at: isOn ? before.started_at : now, session_id: session }
  await trx
    .insertInto('trip')
    .values({ list_id: list, account_id: account, ...values })
    .onConflict((conflict) => conflict.columns(['list_id', 'account_id']).doUpdateSet(values))
    .execute()
  return !isOn || before.shop !== shop
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
