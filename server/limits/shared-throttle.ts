import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { openForLimits } from '../db/open.ts'
import { insertion, isOneOf, run, statement } from '../db/statement.ts'
import { createQueue } from './queue.ts'
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

/** How many codes are counted at a time. Log-ins share the connections with them and must not wait behind a flood. */
const mostCodes = 20

// Decision 135: limits of several instances are rows, on connections of their own.
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
    return {
      count: async (limits) => here.count(limits),
      guess: here.guess,
      guessCode: here.guess,
      close: async () => undefined,
    }
  // With connections of its own: a call inside a transaction would wait for another one while it holds its own.
  const db = openForLimits(database.postgres)
  const reached = new Map<string, number>()

  /** Changes the states of limits in two round trips: one to lock and read, one to write and commit. */
  const change = <T>(
    limits: readonly Limit[],
    decide: (stateOf: (limit: Limit) => State) => { result: T; states?: State[] },
  ) =>
    // The states are read after the locks were waited for, which another isolation level would not show.
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        const keys = limits.map(({ key }) => key)
        const [, found] = await Promise.all([
          lock.rows(trx, { locks: keys.map(lockOf).toSorted() }),
          read.rows(trx, { keys }),
        ])
        const states = new Map(found.map(({ key, count, ends_at }) => [key, { count, endsAt: ends_at }]))
        const { result, states: next } = decide(({ key }) => states.get(key) ?? none)
        if (next) {
          const rows = next.map(({ count, endsAt }, i) => ({ key: keys[i] ?? '', count, ends_at: endsAt }))
          // The commit is sent right behind it, and fails if this does.
          run(trx, write(trx, rows)).catch(() => undefined)
        }
        return result
      })

  const count = async (limits: Limit[]) => {
    const time = now()
    const known = Math.max(...limits.map(({ key }) => (reached.get(key) ?? 0) - time))
    // No wait is longer, so the clock was set back.
    if (known > 0 && known < longestWait) throw tooMany(known)
    const wait = await change(limits, (stateOf) => {
      const next = addTo(limits, stateOf, time)
      if (typeof next !== 'number') return { result: 0, states: next }
      for (const limit of limits) note(limit, limit.add(stateOf(limit), time), time)
      return { result: next }
    })
    if (wait > 0) throw tooMany(wait)
  }
  const note = ({ key }: Limit, added: number | State, time: number) => {
    if (typeof added !== 'number') return
    reached.delete(key)
    reached.set(key, time + added)
    const [oldest] = reached.keys()
    if (reached.size > remembered && oldest !== undefined) reached.delete(oldest)
  }
  const takeBack = (limits: Limit[], wasRight: boolean) =>
    change(limits, (stateOf) => ({
      result: undefined,
      states: limits.map((limit) => limit.takeBack(stateOf(limit), wasRight) ?? none),
    }))
  const inTurn = createQueue(mostCodes, 0)
  return {
    count,
    guess: guessing({ count, takeBack }),
    guessCode: guessing({ count: (limits) => inTurn(() => count(limits)), takeBack }),
    close: () => db.destroy(),
  }
}

const longestWait = 3_600_000

/**
 * Locks limits until the end of the transaction, whether they have rows or not, and sorted, so that nobody waits in a
 * circle. What is counted may be lost with the database, so its commit does not wait for the disk.
 */
const lock = statement((db, { locks }: { locks: string[] }) =>
  db
    .selectFrom(sql<{ lock: string }>`unnest(${locks}::bigint[])`.as<'wanted'>(sql`wanted(lock)`))
    .select([
      sql`set_config('synchronous_commit', 'off', true)`.as('setting'),
      sql`pg_advisory_xact_lock(lock)`.as('locked'),
    ]),
)
const lockOf = (key: string) => createHash('sha256').update(key).digest().readBigInt64BE().toString()
const read = statement((db, { keys }: { keys: string[] }) =>
  db
    .selectFrom('tally')
    .select(['key', 'count', 'ends_at'])
    .where(isOneOf(db, 'key', keys)),
)
const write = insertion('tally', ['key', 'count', 'ends_at'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('key').doUpdateSet((set) => ({
      count: set.ref('excluded.count'),
      ends_at: set.ref('excluded.ends_at'),
    })),
  ),
)
