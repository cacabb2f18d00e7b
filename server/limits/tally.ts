import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { clockDifference } from '../base/times.ts'
import { type Db, openForLimits, type Trx } from '../db/open.ts'
import { insertion, isOneOf, run, statement } from '../db/statement.ts'
import { createQueue } from './queue.ts'
import {
  addTo,
  guessing,
  hashed,
  type Limit,
  none,
  type SharedThrottle,
  type State,
  type Throttle,
  tooMany,
  window,
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
  local: Throttle,
): SharedThrottle {
  if ('sqlite' in database)
    return {
      count: async (limits) => void local.count(limits),
      guess: local.guess,
      guessCode: local.guess,
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
        const [, tallies] = await Promise.all([
          lock.rows(trx, { locks: keys.map(lockOf).toSorted() }),
          readTally.rows(trx, { keys }),
        ])
        const states = new Map(tallies.map(({ key, count, ends_at }) => [key, { count, endsAt: ends_at }]))
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
    const knownWait = Math.max(...limits.map(({ key }) => (reached.get(key) ?? 0) - time))
    // No wait is longer, so the clock was set back.
    if (knownWait > 0 && knownWait < longestWait) throw tooMany(knownWait)
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
export const readTally = statement((db, { keys }: { keys: string[] }) =>
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

interface Filling {
  key: string
  now: number
  /** what ends later was begun before the clock was set back, and begins anew */
  latest: number
  /** when a row that begins ends */
  fresh: number
  /** how much later another event makes the row end, in ms */
  cost: number
  /** the latest end after that */
  most: number
}

/** Counts one more event in a row, in one statement: parallel ones are counted one after the other, on all instances. */
export const fill = statement((db, { key, now, latest, fresh, cost, most }: Filling) =>
  db
    .insertInto('tally')
    .values({ key, count: 1, ends_at: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => {
        const isOver = set.or([set('tally.ends_at', '<=', now), set('tally.ends_at', '>', latest)])
        const later = set('tally.ends_at', '+', cost)
        return {
          count: set
            .case()
            .when(isOver)
            .then(1)
            .else(set('tally.count', '+', 1))
            .end(),
          ends_at: set
            .case()
            .when(isOver)
            .then(fresh)
            .when(set(later, '>', most))
            .then(most)
            .else(later)
            .end(),
        }
      }),
    )
    .returning(['count', 'ends_at']),
)

type Count = { current: number; ttl: number }

/**
 * Counts one more `what` for all instances, in a window of `windowMs` that began with the first one. `ttl` is in ms.
 */
export async function countInDatabase(
  db: Db | Trx,
  what: string,
  now: number,
  windowMs: number,
): Promise<Count> {
  // Another instance's clock may be ahead.
  const latest = now + windowMs + Math.min(windowMs, clockDifference)
  const fresh = now + windowMs
  const row = await fill.first(db, { key: hashed(what), now, latest, fresh, cost: 0, most: latest })
  return { current: row?.count ?? 1, ttl: (row?.ends_at ?? fresh) - now }
}

/** Returns how often `what` was counted in its window, for all instances. */
export async function countedInDatabase(db: Db | Trx, what: string, now: number): Promise<number> {
  const [row] = await readTally.rows(db, { keys: [hashed(what)] })
  return row && row.ends_at > now ? row.count : 0
}

/** Windows of at least this many ms are counted in the table: for all instances together, and across restarts. */
const sharedMs = 60_000

/** Returns the store of @fastify/rate-limit, which counts short windows in memory. */
export function rateLimitStore(db: Db, local: Throttle, now: () => number): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #route: string

    constructor(params: { routeInfo?: { method?: string | string[]; url?: string } }) {
      const { method = '', url = '' } = params.routeInfo ?? {}
      this.#route = `${String(method)} ${url}`
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void, windowMs: number): void {
      if (windowMs < sharedMs) done(null, countHere(local, key, windowMs, now()))
      else callbackify(() => countInDatabase(db, `${this.#route} ${key}`, now(), windowMs))(done)
    }

    child(params: object): Store {
      return new Store(params)
    }
  }
}

/** Does the same as `countInDatabase`, for this instance alone. */
export function countHere(local: Throttle, what: string, windowMs: number, now: number): Count {
  const [state = none] = local.count([window(what, windowMs)])
  return { current: state.count, ttl: state.endsAt - now }
}
