import { unseenMs } from '../../core/product/trip.ts'
import { sql } from 'kysely'
import type { Metric } from 'prom-client'
import { displayName } from '../../core/text/person-name.ts'
import type { Affected, Here } from '../db/affected.ts'
import { type Db, oneOf } from '../db/open.ts'
import { timelineOf } from '../db/timeline.ts'
import type { Told } from './batch.ts'
import { type NatsRelay, openNatsRelay } from './nats-relay.ts'
import { openPostgresRelay } from './postgres-relay.ts'
import type { Relay } from './relay.ts'
import type { Config } from '../base/config.ts'
import { createPresence, type Presence } from './presence.ts'
import { hearersOf, type Shopper, shoppersFor, shoppersIn, tripsLastSeen } from './trips.ts'

/** One open event stream. */
export interface Listener {
  accountId: string
  sessionId: string
  send: (event: string, data: object) => void
  end: (retryMs?: number) => void
}

export interface Live {
  publish: (affected: Affected) => Promise<void>
  /** `ready` resolves when the listener gets every event from then on. `remove` removes it. */
  add: (listener: Listener) => { ready: Promise<void>; remove: () => void }
  /** how many streams are open here */
  size: () => number
  hello: () => void
  /** Sends a new stream the trips of others on the lists of its account. */
  sendTrips: (listener: Pick<Listener, 'accountId' | 'send'>) => Promise<void>
  /** Returns whether the account has the list open on some instance. It may have lost access to it meanwhile. */
  isOpen: (listId: string, accountId: string) => Promise<boolean>
  /** Returns the accounts that have the list open, as far as this instance knows: over NATS it hears only of some. */
  openers: (listId: string) => Set<string>
  /**
   * Forgets who has not said for long that a list is open, and tells the others; also of trips that end that way. If
   * another machine has become the database's primary, or an earlier call to refresh failed, all clients refresh.
   */
  sweep: () => Promise<void>
  /** Ends all streams. Each client gets its own reconnect delay, so that they do not all return at once. */
  drain: () => void
  close: () => Promise<void>
  metrics: readonly Metric[]
}

const streamsPerAccount = 20
/** Lists that an account opens while it has a stream here. Presence of those beyond is up to 20 s late. */
const mostAskedAbout = 200
/** How often trips are looked for of whose person nothing was seen for long, in ms. */
const unseenEveryMs = 30_000
const returnMs = { least: 1_000, most: 10_000 }

/**
 * Starts the event streams. Instances on one PostgreSQL notify each other, by NATS if there is one; a SQLite file has
 * only one instance. `away` is called when NATS does not answer.
 */
export async function createLive(
  db: Db,
  { database, nats }: Pick<Config, 'database' | 'nats'>,
  { random, now, away }: { random: () => number; now: () => number; away: (error: unknown) => void },
): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const present = createPresence(now)
  let byNats: NatsRelay | null = null
  /** by account: the lists of which other instances were asked who has them open, since its first stream here */
  const askedAbout = new Map<string, Set<string>>()
  const all = () => [...listeners.values()].flatMap((ofAccount) => [...ofAccount])

  // Members are read after the commit, so that a member who was just removed is not notified.
  const membersOf = (lists: string[]) => {
    const ids = oneOf(lists)
    const owners = db.selectFrom('list').select(['id as list', 'owner_id as account']).where('id', 'in', ids)
    return owners
      .unionAll(
        db
          .selectFrom('member')
          .select(['list_id as list', 'account_id as account'])
          .where('list_id', 'in', ids),
      )
      .execute()
  }

  /** `to`: the only account that may learn of it. Without it, members are read. */
  const deliver = async (news: Told, to?: string) => {
    const { ended = [], trips = [], asks = [] } = news
    if (ended.length > 0) for (const listener of all()) if (ended.includes(listener.sessionId)) listener.end()
    if (to !== undefined) for (const ask of asks) introduce(to, ask)
    await deliverPokes(news, to)
    await deliverPresence(news, to)
    await inOrder(async () =>
      deliverTrips(ended.length > 0 ? [...trips, ...(await tripsEndedWith(ended))] : trips, to),
    )
  }
  // An older state must not arrive after a newer one.
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<void>) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const deliverPokes = async ({ pokes = [], overview = [] }: Affected, to?: string) => {
    for (const account of new Set(overview))
      for (const listener of listeners.get(account) ?? []) listener.send('lists', {})
    if (pokes.length === 0 || listeners.size === 0) return
    const lists = pokes.map(({ list }) => list)
    const members = to === undefined ? await membersOf(lists) : lists.map((list) => ({ list, account: to }))
    for (const poke of pokes)
      for (const { list, account } of members)
        if (list === poke.list)
          for (const listener of listeners.get(account) ?? []) listener.send('poke', poke)
  }

  /** Tells members of trips that started or ended. Whether a trip is on is read now, after the commit. */
  const deliverTrips = async (trips: NonNullable<Affected['trips']>, to?: string) => {
    if (trips.length === 0 || listeners.size === 0) return
    const lists = oneOf(trips.map(({ list }) => list))
    const members = await hearersOf(db, lists)
    const shoppers = await shoppersIn(db, now(), lists)
    const accounts = await db
      .selectFrom('account')
      .select(['id', 'name', 'surname', 'email', 'image_name'])
      .where('id', 'in', oneOf(trips.map(({ account }) => account)))
      .execute()
    for (const { list, account } of trips) {
      const shopping = shoppers.find((shopper) => shopper.list === list && shopper.account === account)
      const named = accounts.find(({ id }) => id === account)
      if (!named) continue
      const ended = { list, name: displayName(named), imageName: named.image_name || null, shopping: false }
      for (const member of members)
        if (member.list === list && member.account !== account && member.account === (to ?? member.account))
          for (const listener of listeners.get(member.account) ?? [])
            listener.send('trip', shopping ? tripEvent(shopping, now()) : ended)
    }
  }

  /** Returns the trips that ended with these sessions. */
  const tripsEndedWith = async (sessions: readonly string[]) => {
    if (listeners.size === 0) return []
    const trips = await db
      .selectFrom('trip_device')
      .select(['list_id as list', 'account_id as account'])
      .distinct()
      .where('session_id', 'in', oneOf(sessions))
      .execute()
    if (trips.length === 0) return []
    const still = await shoppersIn(
      db,
      now(),
      trips.map(({ list }) => list),
    )
    return trips.filter(
      ({ list, account }) => !still.some((one) => one.list === list && one.account === account),
    )
  }

  const deliverPresence = async ({ presence = [], overview = [], ended = [] }: Affected, to?: string) => {
    askAbout(presence)
    const changed = present.endSessions(ended)
    for (const account of overview) for (const list of present.listsOf(account)) changed.add(list)
    /** Who only says again that a list is open: their page may have missed who else has it. */
    const asking = new Map<string, Set<string>>()
    for (const device of presence)
      if (present.note(device)) changed.add(device.list)
      else if (
        device.state !== 'left' &&
        device.ageMs === undefined &&
        device.account === (to ?? device.account)
      )
        asking.set(device.list, (asking.get(device.list) ?? new Set()).add(device.account))
    for (const list of changed) asking.set(list, new Set(present.peopleIn(list).keys()))
    await inOrder(() => sendPeople(asking))
  }

  /**
   * Over NATS, an instance hears of a list only while it has a stream of a member. When a person with a stream here opens
   * a list, the others tell which of their people have it open.
   */
  const askAbout = (presence: readonly Here[]) => {
    if (!byNats) return
    const asks: { list: string; account: string }[] = []
    for (const { list, account, state, ageMs } of presence) {
      if (state === 'left' || ageMs !== undefined || !listeners.has(account)) continue
      const lists = askedAbout.get(account) ?? new Set()
      if (lists.has(list) || lists.size >= mostAskedAbout) continue
      askedAbout.set(account, lists.add(list))
      asks.push({ list, account })
    }
    if (asks.length > 0) byNats.publish({ asks })
  }
  const introduce = (account: string, ask: { list: string; account: string }) => {
    const devices = present.devicesIn(ask.list).filter((device) => device.account === account)
    if (devices.length > 0) byNats?.introduce(ask.account, devices)
  }

  /** Sends each of these accounts who else has the list open. Who lost access is neither told nor named. */
  const sendPeople = async (readers: Map<string, Set<string>>) => {
    const isHere = (account: string) => listeners.has(account)
    const people = new Map<string, Map<string, boolean>>()
    for (const [list, accounts] of readers) {
      if (![...accounts].some(isHere)) continue
      const states = present.peopleIn(list)
      if (states.size > 1) people.set(list, states)
      else
        for (const account of accounts)
          for (const listener of listeners.get(account) ?? []) listener.send('presence', { list, people: [] })
    }
    if (people.size === 0) return
    const members = await namedMembers(db, people)
    for (const [list, states] of people) {
      const inList = members.filter((member) => member.list === list)
      for (const reader of inList) {
        if (!readers.get(list)?.has(reader.account)) continue
        const others = inList
          .filter(({ account, isAccepted }) => account !== reader.account && isAccepted)
          .map(({ account, name, imageName }) => ({
            name,
            imageName,
            shopping: states.get(account) === true,
          }))
        for (const listener of listeners.get(reader.account) ?? [])
          listener.send('presence', { list, people: others })
      }
    }
  }

  /** the trips whose devices were last seen before this have been told as over, epoch ms */
  let toldUntil = now() - unseenMs
  /** Tells that trips are over of whose person nothing was seen. */
  const tellUnseen = async () => {
    const until = now() - unseenMs
    // Of a clock that was set back, the time until it has caught up is left out.
    if (Math.abs(until - toldUntil) < unseenEveryMs) return
    const after = toldUntil
    toldUntil = until
    if (listeners.size === 0) return
    const unseen = await tripsLastSeen(db, { after, until })
    await inOrder(() => deliverTrips(unseen))
  }

  /** the timeline of the database, see timeline.ts, when all clients refreshed last */
  let timeline = timelineOf(db)
  /**
   * All clients refresh, and the streams of ended sessions are closed: notifications were missed, or those of a primary
   * that died were never sent. Until the database answers, clients are told nothing: they could not refresh.
   */
  const catchUp = async () => {
    const waiting = all()
    if (waiting.length === 0) return
    const living = await db
      .selectFrom('session')
      .select('id')
      .where('ended_at', '=', 0)
      .where('id', 'in', [...new Set(waiting.map((listener) => listener.sessionId))])
      .execute()
    timeline = timelineOf(db)
    const ids = new Set(living.map((session) => session.id))
    for (const listener of waiting)
      if (ids.has(listener.sessionId)) listener.send('lists', {})
      else listener.end()
    askedAbout.clear()
    // Presence comes by itself: every page soon says again what it has open.
    for (const listener of all()) listener.send('trips', {})
    await inOrder(async () => deliverTrips(await shoppersIn(db, now())))
  }
  let mustCatchUp = false
  const catchUpOrLater = async () => {
    mustCatchUp = false
    try {
      await catchUp()
    } catch {
      mustCatchUp = true
    }
  }

  const isOpenHere = (list: string, account: string) => present.peopleIn(list).has(account)
  // After a lost poke, the device pulls at the next poke or by itself.
  const lost = () => undefined
  const listener = {
    heard: (news: Told, to?: string) => void deliver(news, to).catch(lost),
    missed: () => void catchUpOrLater(),
  }
  if (nats) byNats = await openNatsRelay(nats, { ...listener, membersOf, isOpen: isOpenHere, away })
  const relay: Relay | null =
    byNats ?? ('postgres' in database ? await openPostgresRelay(database.postgres, listener) : null)

  return {
    async publish(affected) {
      relay?.publish(affected)
      await deliver(affected)
    },
    add(listener) {
      const ofAccount = listeners.get(listener.accountId) ?? new Set()
      const [oldest] = ofAccount
      if (ofAccount.size >= streamsPerAccount) oldest?.end()
      ofAccount.add(listener)
      listeners.set(listener.accountId, ofAccount)
      return {
        ready: byNats?.follow(listener.accountId) ?? Promise.resolve(),
        remove() {
          ofAccount.delete(listener)
          if (ofAccount.size > 0 || listeners.get(listener.accountId) !== ofAccount) return
          listeners.delete(listener.accountId)
          askedAbout.delete(listener.accountId)
          byNats?.unfollow(listener.accountId)
        },
      }
    },
    size: () => all().length,
    async sendTrips({ accountId, send }) {
      for (const shopper of await shoppersFor(db, accountId, now())) send('trip', tripEvent(shopper, now()))
    },
    // What this instance knows of an account is complete only while it has a stream of it.
    isOpen: async (listId, accountId) =>
      ((!byNats || listeners.has(accountId)) && isOpenHere(listId, accountId)) ||
      (byNats?.isOpen(listId, accountId) ?? false),
    openers: (listId) => new Set(present.peopleIn(listId).keys()),
    async sweep() {
      const changed = present.sweep()
      const readers = [...changed].map((list) => [list, new Set(present.peopleIn(list).keys())] as const)
      await inOrder(() => sendPeople(new Map(readers)))
      await tellUnseen()
      // 0 is not known yet: the first connection of an instance tells it.
      const isNew = timeline !== 0 && timelineOf(db) !== timeline
      timeline = timelineOf(db)
      if (isNew || mustCatchUp) await catchUpOrLater()
    },
    hello() {
      for (const listener of all()) listener.send('hello', {})
    },
    drain() {
      const span = returnMs.most - returnMs.least
      for (const listener of all()) listener.end(Math.round(returnMs.least + random() * span))
    },
    close: async () => relay?.close(),
    metrics: byNats?.metrics ?? [],
  }
}

function tripEvent({ list, name, imageName, shop, startedAt, seenAt }: Shopper, now: number) {
  const ageMs = Math.max(0, now - seenAt)
  return {
    list,
    name,
    imageName,
    ...(shop !== '' && { shop }),
    startedAt: new Date(startedAt).toISOString(),
    ...(ageMs > 0 && { ageMs }),
    shopping: true,
  }
}

/** Returns those of `people` that are members of their list, in a fixed order. */
async function namedMembers(db: Db, people: ReadonlyMap<string, ReturnType<Presence['peopleIn']>>) {
  const accounts = oneOf([...people.values()].flatMap((states) => [...states.keys()]))
  const lists = oneOf([...people.keys()])
  const columns = ['account.name', 'account.surname', 'account.email', 'account.image_name'] as const
  const rows = await db
    .selectFrom('list')
    .innerJoin('account', 'account.id', 'list.owner_id')
    .select(['list.id as list', 'account.id as account', sql<number>`1`.as('accepted'), ...columns])
    .where('list.id', 'in', lists)
    .where('account.id', 'in', accounts)
    .where('list.deleted_at', '=', 0)
    .unionAll(
      db
        .selectFrom('member')
        .innerJoin('list', 'list.id', 'member.list_id')
        .innerJoin('account', 'account.id', 'member.account_id')
        .select(['list.id as list', 'account.id as account', 'member.accepted', ...columns])
        .where('list.id', 'in', lists)
        .where('account.id', 'in', accounts)
        .where('list.deleted_at', '=', 0),
    )
    .execute()
  return rows
    .filter(({ list, account }) => people.get(list)?.has(account))
    .map((row) => ({
      list: row.list,
      account: row.account,
      name: displayName(row),
      imageName: row.image_name || null,
      isAccepted: row.accepted === 1,
    }))
    .toSorted((a, b) => (a.account < b.account ? -1 : 1))
}
