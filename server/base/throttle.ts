import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { problem } from './problem.ts'

const free = 5
const forgetMs = 3_600_000
const longestMs = 15 * 60_000

interface State {
  count: number
  /** of the last one; of a bucket: when it is empty again */
  at: number
  /** from then on this says nothing any more */
  endsAt: number
}

/** What is counted together, and how many of it may be how soon. */
export interface Limit {
  key: string
  /** how long this one must still wait, in ms, or what it is with one more */
  add: (state: State, now: number) => number | State
  /** What it is without the one that was added; null forgets everything. */
  takeBack: (state: State, wasRight: boolean) => State | null
}

/** Five failures are free, then each makes the next wait longer. */
export function growing(key: string): Limit {
  return {
    key: short(`growing ${key}`),
    add({ count: before, at }, now) {
      // An entry from the future was made before the clock was set back: nobody waits until it comes round again.
      const count = at <= now && now - at < forgetMs ? before : 0
      const delay = count < free ? 0 : Math.min(longestMs, 1_000 * 2 ** (count - free))
      const left = count > 0 ? at + delay - now : 0
      return left > 0 ? left : { count: count + 1, at: now, endsAt: now + forgetMs }
    },
    takeBack: (state, wasRight) =>
      wasRight || state.count <= 1 ? null : { ...state, count: state.count - 1 },
  }
}

/** So many at once, then one every `everyMs`: it slows down, and shuts nobody out for longer than that. */
export function bucket(key: string, atOnce: number, everyMs: number): Limit {
  return {
    key: short(`bucket ${key}`),
    add({ at }, now) {
      // No bucket is ever filled further, so the clock was set back since: begins anew.
      const isFromFuture = at > now + atOnce * everyMs
      const full = isFromFuture ? now : Math.max(at, now)
      const left = full - now - (atOnce - 1) * everyMs
      const next = full + everyMs
      return left > 0 ? left : { count: 0, at: next, endsAt: next }
    },
    takeBack: ({ at }) => ({ count: 0, at: at - everyMs, endsAt: at - everyMs }),
  }
}

/** What comes from one network, and from the site that it belongs to. */
export function byNetwork(what: string, address: string, atOnce: number, everyMs: number): Limit[] {
  const wide = site(address)
  return [
    bucket(`${what} ${network(address)}`, atOnce, everyMs),
    ...(wide === network(address) ? [] : [bucket(`${what} site ${wide}`, atOnce * 5, everyMs / 5)]),
  ]
}

export interface Throttle {
  /** Counts one against every limit, or none: throws tooManyRequests where one is reached. */
  count: (limits: Limit[]) => void
  /** Lets `judge` look at a password, unless there were too many wrong ones. It answers null for a wrong one. */
  guess: <T>(limits: Limit[], judge: () => Promise<T | null>) => Promise<T | null>
  /** how much is remembered */
  size: () => number
}

const remembered = 100_000

/**
 * An entry ends within some hours and has the same size whatever was typed; nobody makes many from one
 * place. When there are too many, those go that slow nobody down, the oldest first: with new
 * tries nobody can make it forget the old ones.
 */
export function createThrottle(now: () => number, most = remembered): Throttle {
  const states = new Map<string, { limit: Limit; state: State }>()
  const put = (limit: Limit, state: State | null) => {
    states.delete(limit.key)
    if (state) states.set(limit.key, { limit, state })
  }
  const stateOf = (limit: Limit) => states.get(limit.key)?.state ?? { count: 0, at: 0, endsAt: 0 }
  const makeRoom = () => {
    const time = now()
    for (const [key, { state }] of states) if (state.endsAt <= time) states.delete(key)
    const few = most / 2
    for (const [key, { limit, state }] of states)
      if (states.size > few && typeof limit.add(state, time) !== 'number') states.delete(key)
    for (const key of states.keys()) if (states.size > most) states.delete(key)
  }
  const count: Throttle['count'] = (limits) => {
    const next = limits.map((limit) => ({ limit, state: limit.add(stateOf(limit), now()) }))
    const wait = Math.max(...next.map(({ state }) => (typeof state === 'number' ? state : 0)))
    if (wait > 0) throw problem('tooManyRequests', { retryAfter: Math.ceil(wait / 1_000) })
    for (const { limit, state } of next) if (typeof state !== 'number') put(limit, state)
    if (states.size > most) makeRoom()
  }
  const takeBack = (limits: Limit[], wasRight: boolean) => {
    for (const limit of limits) put(limit, limit.takeBack(stateOf(limit), wasRight))
  }
  return {
    count,
    size: () => states.size,
    async guess(limits, judge) {
      count(limits)
      // A try that was never judged does not count.
      const judged = await judge().catch((error: unknown) => {
        takeBack(limits, false)
        throw error
      })
      if (judged !== null) takeBack(limits, true)
      return judged
    },
  }
}

/** Of the same length for every name, also for one of a megabyte. */
function short(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** One household or one attacker usually holds a whole /64, so that counts as one address. */
export function network(address: string): string {
  return prefix(address, 4)
}

/** A provider gives a customer up to a /48. Of IPv4 it is the address itself, as above. */
export function site(address: string): string {
  return prefix(address, 3)
}

function prefix(address: string, length: number): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
