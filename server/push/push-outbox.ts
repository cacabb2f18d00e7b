import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { noteWritten } from '../limits/daily-quota.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import type { PushEventTable } from '../db/schema.ts'
import { isOneOf, run, statement } from '../db/statement.ts'
import { mostProducts, short } from './push-texts.ts'

// Decision 131: notifications come from an outbox in the same transaction.
/**
 * The outbox of the notifications: one row for each event and device (`push_event`). A note is written in the
 * transaction that causes it, so it is sent if and only if that transaction commits, even if the process dies in
 * between. push.ts sends them.
 */
export interface PushNotes {
  /** `to` was given access to a list; without `to`, everybody who has access */
  noteShared: (trx: Trx, news: { listId: string; actorId: string; to?: readonly string[] }) => Promise<void>
  /** everything on a list is bought; with an `amount`, somebody ended a trip to `shop` with so many things */
  noteDone: (
    trx: Trx,
    news: { listId: string; actorId: string; shop?: string; amount?: number },
  ) => Promise<void>
  /** products were added: for those who are shopping from the list */
  noteAdded: (trx: Trx, news: { listId: string; actorId: string; names: readonly string[] }) => Promise<void>
  /** somebody goes shopping with a list; `shop` is '' if it is not known */
  noteTrip: (trx: Trx, news: { listId: string; actorId: string; shop: string }) => Promise<void>
}

/** Added products are collected until none was added for `quiet`, but not longer than `longest`, in ms. */
const collect = { quiet: 2_000, longest: 10_000 }
/** Whoever goes shopping is asked where, and mostly answers within this time; one message says both. */
const askMs = 10_000
const isAsked = ({ kind, shop }: Pick<News, 'kind' | 'shop'>) => kind === 'trips' && shop === ''
/** Events of one kind and list that wait for a device, and of one sender; more would say the same. */
const mostWaiting = { shared: 1, trips: 20, added: 20, done: 20 } as const satisfies Record<PushKind, number>
const mostOfSender = 100
/** Longer than a request takes. If the process dies while sending, the events are due again after this time. */
const claimMs = 30_000
/** The row itself, its key in two indexes, and its texts, in bytes. */
const bytesOfEvent = 700

/** Returns the functions that write to the outbox, and one that says when something was last written, in epoch ms. */
export function createNotes({ now, newId }: { now: () => number; newId: () => string }): {
  notes: PushNotes
  lastNotedAt: () => number
} {
  let notedAt = -Infinity
  const insert = async (trx: Trx, news: Omit<News, 'id' | 'at' | 'nextAt'>, to?: readonly string[]) => {
    const at = now()
    const values = {
      ...news,
      id: newId(),
      at,
      nextAt: at + (news.kind === 'added' ? collect.quiet : isAsked(news) ? askMs : 0),
      most: mostWaiting[news.kind],
    }
    const { numAffectedRows = 0n } = await run(
      trx,
      to ? insertFor.with(trx, { ...values, to }) : insertForAll.with(trx, values),
    )
    if (numAffectedRows === 0n) return
    noteWritten(trx, Number(numAffectedRows) * bytesOfEvent)
    notedAt = at
  }
  const nothing = { names: '[]', amount: 0, shop: '' }

  const notes: PushNotes = {
    noteShared: (trx, { to, ...news }) => insert(trx, { ...news, ...nothing, kind: 'shared' }, to),
    noteDone: (trx, news) => insert(trx, { ...nothing, ...news, kind: 'done' }),
    noteTrip: (trx, news) => insert(trx, { ...news, ...nothing, shop: news.shop, kind: 'trips' }),
    async noteAdded(trx, { names, ...news }) {
      const trips = await tripsOn.rows(trx, news)
      if (trips.length === 0) return
      const to = trips.map(({ account_id }) => account_id)
      const first = JSON.stringify(names.slice(0, mostProducts).map(short))
      await insert(trx, { ...news, names: first, amount: names.length, shop: '', kind: 'added' }, to)
    },
  }
  return { notes, lastNotedAt: () => notedAt }
}

interface News {
  listId: string
  kind: PushKind
  actorId: string
  names: string
  amount: number
  shop: string
  id: string
  at: number
  nextAt: number
}

type Insert = News & { most: number }

/**
 * Inserts an event for each device of those who have access to the list, except whoever caused it. Who has not opened
 * the list hears only that it was shared.
 */
function inserted(db: Db, v: Insert, whom: RawBuilder<unknown>) {
  // The casts tell PostgreSQL the types of the parameters.
  const text = (value: string) => sql`cast(${value} as text)`
  const number = (value: number) => sql`cast(${value} as bigint)`
  const columns = ['account_id', 'device_id', 'id', 'list_id', 'kind', 'actor_id'] as const
  const values = [v.id, v.listId, v.kind, v.actorId, v.names].map(text)
  const select = sql`select account_id, device_id, ${sql.join(values)}, ${number(v.amount)}, ${text(v.shop)},
    ${number(v.at)}, ${number(v.nextAt)} from push_device
    where account_id <> ${v.actorId} and ${whom} and account_id in
      (select owner_id from list where id = ${v.listId}
      union all select account_id from member where list_id = ${v.listId}
        and (accepted = 1 or ${text(v.kind)} = 'shared'))
    and (select count(*) from push_event e where e.account_id = push_device.account_id
      and e.device_id = push_device.device_id and e.list_id = ${v.listId} and e.kind = ${v.kind})
      < ${number(v.most)}
    and (select count(*) from push_event e where e.account_id = push_device.account_id
      and e.device_id = push_device.device_id and e.actor_id = ${v.actorId}) < ${sql.lit(mostOfSender)}`
  return db
    .insertInto('push_event')
    .columns([...columns, 'names', 'amount', 'shop', 'at', 'next_at'])
    .expression(select as never)
}
const insertForAll = statement((db, values: Insert) => inserted(db, values, sql`1 = 1`))
const insertFor = statement((db, values: Insert & { to: readonly string[] }) =>
  inserted(db, values, isOneOf(db, 'push_device.account_id', values.to)),
)

const tripsOn = statement((db, { listId }: { listId: string }) =>
  db.selectFrom('trip').select('account_id').where('list_id', '=', listId),
)

/** The events of one kind and list for one device: they become one notification. */
export interface Group {
  account_id: string
  device_id: string
  list_id: string
  kind: PushKind
  host: string
  /** the site of its push service, and whether the device has ever got a message, see sites.ts */
  site: string
}
export type Event = Pick<
  Selectable<PushEventTable>,
  'account_id' | 'device_id' | 'id' | 'actor_id' | 'names' | 'amount' | 'shop' | 'at' | 'attempts'
>

const keyOf = ([one]: readonly Event[]) =>
  sql<boolean>`account_id = ${one?.account_id ?? ''} and device_id = ${one?.device_id ?? ''}`

/** Those that have as many requests at a time as they may. */
export interface Full {
  accounts: string[]
  sites: string[]
}

// Devices of an older version have no site.
const site = sql<string>`case when d.site = '' then d.host else d.site end || ' ' || d.worked`

/** Returns groups that may be sent now, those that wait longest first. */
export async function dueGroups(
  db: Db,
  time: number,
  { accounts, sites }: Full,
  most: number,
): Promise<Group[]> {
  const key = ['e.account_id', 'e.device_id', 'e.list_id', 'e.kind', 'd.host'] as const
  const ofSite = ['d.site', 'd.worked'] as const
  return db
    .selectFrom('push_event as e')
    .innerJoin('push_device as d', (join) =>
      join.onRef('d.account_id', '=', 'e.account_id').onRef('d.device_id', '=', 'e.device_id'),
    )
    .select(key)
    .select(site.as('site'))
    .where('d.retry_at', '<=', time)
    .$if(accounts.length > 0, (query) => query.where('e.account_id', 'not in', oneOf(accounts)))
    .$if(sites.length > 0, (query) => query.where(site, 'not in', oneOf(sites)))
    .groupBy([...key, ...ofSite])
    .having((having) => {
      const { max, min } = having.fn
      return having.and([
        having(max('e.claimed_until'), '<=', time),
        having.or([
          having(max('e.next_at'), '<=', time),
          // Products that are added without a pause must not put it off for ever.
          having.and([having('e.kind', '=', 'added'), having(min('e.at'), '<=', time - collect.longest)]),
        ]),
      ])
    })
    .orderBy((order) => order.fn.min('e.at'))
    .limit(most)
    .execute()
}

/** Takes a group for this instance; returns no events if another one was faster. */
export async function claim(db: Db, group: Group, time: number): Promise<Event[]> {
  const events = await db
    .updateTable('push_event')
    .set({ claimed_until: time + claimMs })
    .where('account_id', '=', group.account_id)
    .where('device_id', '=', group.device_id)
    .where('list_id', '=', group.list_id)
    .where('kind', '=', group.kind)
    .where('claimed_until', '<=', time)
    .returning(['account_id', 'device_id', 'id', 'actor_id', 'names', 'amount', 'shop', 'at', 'attempts'])
    .execute()
  return events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

/** Returns when the next event is due, in epoch ms; null if none waits. `held`: sites that are left alone now. */
export async function nextDue(db: Db, time: number, held: readonly string[]): Promise<number | null> {
  const { next } = await db
    .selectFrom('push_event as e')
    .innerJoin('push_device as d', (join) =>
      join.onRef('d.account_id', '=', 'e.account_id').onRef('d.device_id', '=', 'e.device_id'),
    )
    .select((select) => select.fn.min<number | null>('e.next_at').as('next'))
    .where('e.claimed_until', '<=', time)
    .where('d.retry_at', '<=', time)
    .$if(held.length > 0, (query) => query.where(site, 'not in', oneOf(held)))
    .executeTakeFirstOrThrow()
  return next
}

/** Removes events of one device. */
export async function removeEvents(db: Db, events: readonly Event[]): Promise<void> {
  await db
    .deleteFrom('push_event')
    .where(keyOf(events))
    .where('id', 'in', oneOf(events.map(({ id }) => id)))
    .execute()
}

/** Puts events of one device off until then, in epoch ms; `attempts`: how many to add to their count. */
export async function putOff(db: Db, events: readonly Event[], until: number, attempts = 0): Promise<void> {
  await db
    .updateTable('push_event')
    .set((set) => ({ next_at: until, claimed_until: 0, attempts: set('attempts', '+', attempts) }))
    .where(keyOf(events))
    .where('id', 'in', oneOf(events.map(({ id }) => id)))
    .execute()
}
