import { sql } from 'kysely'
import type { Config } from './config.ts'
import { openForLimits, type Trx } from '../db/open.ts'
import {
  addTo,
  guessing,
  type Limit,
  none,
  type SharedThrottle,
  type State,
  type Throttle,
  tooMany,
} from './throttle.ts'

/** The most limits that this instance remembers as reached. */
const remembered = 100_000

/**
 * Keeps limits in the database, for all instances together. SQLite has one instance, so its memory is enough. A limit
 * that is reached is remembered here until its wait is over, so that whoever goes on costs nothing.
 */
export function createSharedThrottle(
  database: Config['database'],
  now: () => number,
  here: Throttle,
): SharedThrottle {
  if ('sqlite' in database)
    return { count: async (limits) => here.count(limits), guess: here.guess, close: async () => undefined }
  // With connections of its own: a call inside a transaction would wait for another one while it holds its own.
  const db = openForLimits(database.postgres)
  const reached = new Map<string, number>()

  const change = <T>(limits: readonly Limit[], work: (trx: Trx, states: Map<string, State>) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      // What is counted may be lost with the database, and need not wait for its disk.
      await sql`set local synchronous_commit = off`.execute(trx)
      const keys = limits.map(({ key }) => key).toSorted()
      const empty = keys.map((key) => ({ key, count: 0, ends_at: 0 }))
      // A row can only be locked when it is there.
      await trx
        .insertInto('tally')
        .values(empty)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const rows = await trx
        .selectFrom('tally')
        .selectAll()
        .where('key', 'in', keys)
        .orderBy('key')
        .forUpdate()
        .execute()
      return work(trx, new Map(rows.map(({ key, count, ends_at }) => [key, { count, endsAt: ends_at }])))
    })

  const put = async (trx: Trx, { key }: Limit, { count, endsAt }: State) => {
    const row = { count, ends_at: endsAt }
    await trx
      .insertInto('tally')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }

  const count = async (limits: Limit[]) => {
    const time = now()
    const known = Math.max(...limits.map(({ key }) => (reached.get(key) ?? 0) - time))
    // No wait is longer, so the clock was set back.
    if (known > 0 && known < longestWait) throw tooMany(known)
    const wait = await change(limits, async (trx, states) => {
      const stateOf = ({ key }: Limit) => states.get(key) ?? none
      const next = addTo(limits, stateOf, time)
      if (typeof next !== 'number')
        for (const [i, limit] of limits.entries()) await put(trx, limit, next[i] ?? none)
      else for (const limit of limits) note(limit, limit.add(stateOf(limit), time), time)
      return next
    })
    if (typeof wait === 'number') throw tooMany(wait)
  }
  const note = ({ key }: Limit, added: number | State, time: number) => {
    if (typeof added !== 'number') return
    reached.delete(key)
    reached.set(key, time + added)
    const [oldest] = reached.keys()
    if (reached.size > remembered && oldest !== undefined) reached.delete(oldest)
  }
  const takeBack = (limits: Limit[], wasRight: boolean) =>
    change(limits, async (trx, states) => {
      for (const limit of limits)
        await put(trx, limit, limit.takeBack(states.get(limit.key) ?? none, wasRight) ?? none)
    })
  return { count, guess: guessing({ count, takeBack }), close: () => db.destroy() }
}

const longestWait = 3_600_000
