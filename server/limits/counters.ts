import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { clockDifference } from '../base/keys.ts'
import type { Db, Trx } from '../db/open.ts'

type Count = { current: number; ttl: number }

/** Windows of at least this many ms are counted in the database: for all instances together, and across restarts. */
const sharedMs = 60_000
const remembered = 20_000

/** Counts a request in a short window, in this process's memory. */
export type CountHere = (key: string, windowMs: number) => Count

/** Returns the store of @fastify/rate-limit, and `here`, the same counter for requests that bypass the plugin. */
export function counters(db: Db, now: () => number): { here: CountHere; store: FastifyRateLimitStoreCtor } {
  const counts = new Map<string, { count: number; endsAt: number }>()
  const here: CountHere = (key, windowMs) => {
    const time = now()
    const known = counts.get(key)
    // A window that ends later than one that begins now was begun before the clock was set back.
    if (known && known.endsAt > time && known.endsAt <= time + windowMs)
      return { current: ++known.count, ttl: known.endsAt - time }
    // Deleting first keeps the map in the order in which windows began.
    counts.delete(key)
    counts.set(key, { count: 1, endsAt: time + windowMs })
    if (counts.size > remembered) {
      const [oldest] = counts.keys()
      if (oldest !== undefined) counts.delete(oldest)
    }
    return { current: 1, ttl: windowMs }
  }
  const store = class Counter implements FastifyRateLimitStore {
    readonly #route: string

    constructor(params: { routeInfo?: { method?: string | string[]; url?: string } }) {
      const { method = '', url = '' } = params.routeInfo ?? {}
      this.#route = `${String(method)} ${url}`
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void, windowMs: number): void {
      if (windowMs < sharedMs) done(null, here(key, windowMs))
      else callbackify(() => countInDatabase(db, `${this.#route} ${key}`, now(), windowMs))(done)
    }

    child(params: object): Counter {
      return new Counter(params)
    }
  }
  return { here, store }
}

/**
 * Counts one more `what` for all instances, in a window of `windowMs` that began with the first one. `ttl` is in ms.
 */
export async function countInDatabase(
  db: Db | Trx,
  what: string,
  now: number,
  windowMs: number,
): Promise<Count> {
  // Another instance's clock may be ahead. A window that ends even later was begun before the clock was set back.
  const latest = now + windowMs + Math.min(windowMs, clockDifference)
  const key = keyOf(what)
  const { count, ends_at } = await db
    .insertInto('tally')
    .values({ key, count: 1, ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => {
        const isOver = set.or([set('tally.ends_at', '<=', now), set('tally.ends_at', '>', latest)])
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
            .then(now + windowMs)
            .else(set.ref('tally.ends_at'))
            .end(),
        }
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
  return { current: count, ttl: ends_at - now }
}

/** Returns how often `what` was counted in its window, for all instances. */
export async function countedInDatabase(db: Db | Trx, what: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('tally')
    .select('count')
    .where('key', '=', keyOf(what))
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Hashed, so that no address is stored readably. */
const keyOf = (what: string) => createHash('sha256').update(what).digest('base64url')
