import type { Affected } from '../db/affected.ts'
import type { DatabaseAddress, Db } from '../db/open.ts'
import { openRelay, type Relay } from '../db/relay.ts'

/** One open event stream. */
export interface Listener {
  accountId: string
  sessionId: string
  send: (event: string, data: object) => void
  end: (retryMs?: number) => void
}

export interface Live {
  publish: (affected: Affected) => Promise<void>
  /** Returns a function that removes the listener. */
  add: (listener: Listener) => () => void
  /** how many streams are open here */
  size: () => number
  hello: () => void
  /** Ends all streams. Each client gets its own reconnect delay, so that they do not all return at once. */
  drain: () => void
  close: () => Promise<void>
}

const streamsPerAccount = 20
const returnMs = { least: 1_000, most: 10_000 }

/** Starts the event streams. Instances on one PostgreSQL notify each other; a SQLite file has only one instance. */
export async function createLive(db: Db, database: DatabaseAddress, random: () => number): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const all = () => [...listeners.values()].flatMap((own) => [...own])

  // Members are read after the commit, so that a member who was just removed is not notified.
  const membersOf = async (ids: string[]) => {
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

  const deliver = async ({ pokes = [], overview = [], ended = [] }: Affected) => {
    for (const listener of all()) if (ended.includes(listener.sessionId)) listener.end()
    for (const account of new Set(overview))
      for (const listener of listeners.get(account) ?? []) listener.send('lists', {})
    if (pokes.length === 0 || listeners.size === 0) return
    const members = await membersOf(pokes.map((poke) => poke.list))
    for (const poke of pokes)
      for (const { list, account } of members)
        if (list === poke.list)
          for (const listener of listeners.get(account) ?? []) listener.send('poke', poke)
  }

  /** After missed notifications: all clients refresh, and the streams of ended sessions are closed. */
  const catchUp = async () => {
    const waiting = all()
    for (const listener of waiting) listener.send('lists', {})
    if (waiting.length === 0) return
    const living = await db
      .selectFrom('session')
      .select('id')
      .where('ended_at', '=', 0)
      .where('id', 'in', [...new Set(waiting.map((listener) => listener.sessionId))])
      .execute()
    const ids = new Set(living.map((session) => session.id))
    for (const listener of waiting) if (!ids.has(listener.sessionId)) listener.end()
  }

  // After a lost poke, the device pulls at the next poke or by itself.
  const lost = () => undefined
  const relay: Relay | null =
    'postgres' in database
      ? await openRelay(database.postgres, {
          heard: (affected) => void deliver(affected).catch(lost),
          missed: () => void catchUp().catch(lost),
        })
      : null

  return {
    async publish(affected) {
      relay?.publish(affected)
      await deliver(affected)
    },
    add(listener) {
      const own = listeners.get(listener.accountId) ?? new Set()
      const [oldest] = own
      if (own.size >= streamsPerAccount) oldest?.end()
      own.add(listener)
      listeners.set(listener.accountId, own)
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(listener.accountId) === own) listeners.delete(listener.accountId)
      }
    },
    size: () => all().length,
    hello() {
      for (const listener of all()) listener.send('hello', {})
    },
    drain() {
      const span = returnMs.most - returnMs.least
      for (const listener of all()) listener.end(Math.round(returnMs.least + random() * span))
    },
    close: async () => relay?.close(),
  }
}
