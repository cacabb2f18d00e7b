import type { Affected } from './affected.ts'
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
  /** Answers how to take the listener out again. */
  add: (listener: Listener) => () => void
  hello: () => void
  /** Ends all streams; each client comes back after its own delay, so that they do not come all at once. */
  drain: () => void
  close: () => Promise<void>
}

const streamsPerAccount = 20
const returnMs = { least: 1_000, most: 10_000 }

/** Instances on one PostgreSQL tell one another; a SQLite file has only one. */
export async function createLive(db: Db, database: DatabaseAddress, random: () => number): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const all = () => [...listeners.values()].flatMap((own) => [...own])

  // Who is a member is asked after the commit, so that somebody just removed hears nothing.
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

  /** After silence between the instances: everybody looks, and whoever was signed out meanwhile leaves. */
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

  // A poke that is lost here is repaired by the next one, or when the device looks by itself.
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
