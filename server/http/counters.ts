import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Db } from '../db/open.ts'

type Count = { current: number; ttl: number }

/** Windows from here on are counted in the database: by all instances together, and also over a restart. */
const sharedMs = 60_000
const remembered = 20_000

/** Where @fastify/rate-limit counts requests. */
export function counters(db: Db, now: () => number): FastifyRateLimitStoreCtor {
  return class Counter implements FastifyRateLimitStore {
    readonly #route: string
    readonly #counts = new Map<string, { count: number; endsAt: number }>()

    constructor(params: { routeInfo?: { method?: string | string[]; url?: string } }) {
      const { method = '', url = '' } = params.routeInfo ?? {}
      this.#route = `${String(method)} ${url}`
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void, windowMs: number): void {
      if (windowMs < sharedMs) done(null, this.#here(key, windowMs))
      else callbackify(() => countInDatabase(db, `${this.#route} ${key}`, now(), windowMs))(done)
    }

    child(params: object): Counter {
      return new Counter(params)
    }

    #here(key: string, windowMs: number): Count {
      const time = now()
      const known = this.#counts.get(key)
      const isOver = known === undefined || known.endsAt <= time
      const { count, endsAt } = isOver ? { count: 0, endsAt: time + windowMs } : known
      this.#counts.delete(key)
      this.#counts.set(key, { count: count + 1, endsAt })
      const [oldest] = this.#counts.keys()
      if (this.#counts.size > remembered && oldest !== undefined) this.#counts.delete(oldest)
      return { current: count + 1, ttl: endsAt - time }
    }
  }
}

async function countInDatabase(db: Db, what: string, now: number, windowMs: number): Promise<Count> {
  // No address is kept as it is.
  const key = createHash('sha256').update(what).digest('base64url')
  const { count, ends_at } = await db
    .insertInto('tally')
    .values({ key, count: 1, ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({
        count: set
          .case()
          .when('tally.ends_at', '<=', now)
          .then(1)
          .else(set('tally.count', '+', 1))
          .end(),
        ends_at: set
          .case()
          .when('tally.ends_at', '<=', now)
          .then(now + windowMs)
          .else(set.ref('tally.ends_at'))
          .end(),
      })),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
  return { current: count, ttl: ends_at - now }
}
