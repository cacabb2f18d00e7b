import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { problem } from './problem.ts'

const free = 5
const forgetMs = 3_600_000
const longestMs = 15 * 60_000

interface State {
  count: number
  /** when the last one was counted; for a bucket, when it is empty again. Epoch ms */
  at: number
  /** from then on the state no longer matters, epoch ms */
  endsAt: number
}

/** A limit for events that are counted together under `key`. */
export interface Limit {
  key: string
  /** Returns the state with one more event, or how long that one must still wait, in ms. */
  add: (state: State, now: number) => number | State
  /** Returns the state without the last event, or null to forget all of them. */
  takeBack: (state: State, wasRight: boolean) => State | null
}

/**
 * A limit with 5 free failures; each further one doubles the wait, from 1 s up to 15 min. It is forgotten after 1 h.
 */
export function growing(key: string): Limit {
  return {
    key: short(`growing ${key}`),
    add({ count: before, at }, now) {
      // A state from the future was counted before the clock was set back; nobody waits for the clock to catch up.
      const count = at <= now && now - at < forgetMs ? before : 0
      const delay = count < free ? 0 : Math.min(longestMs, 1_000 * 2 ** (count - free))
      const left = count > 0 ? at + delay - now : 0
      return left > 0 ? left : { count: count + 1, at: now, endsAt: now + forgetMs }
    },
    takeBack: (state, wasRight) =>
      wasRight || state.count <= 1 ? null : { ...state, count: state.count - 1 },
  }
}

/** A limit of `atOnce` events at once, then one every `everyMs`. Nobody is shut out for longer than `everyMs`. */
export function bucket(key: string, atOnce: number, everyMs: number): Limit {
  return {
    key: short(`bucket ${key}`),
    add({ at }, now) {
      // No bucket is ever fuller than this, so the clock was set back: start again.
      const isFromFuture = at > now + atOnce * everyMs
      const full = isFromFuture ? now : Math.max(at, now)
      const left = full - now - (atOnce - 1) * everyMs
      const next = full + everyMs
      return left > 0 ? left : { count: 0, at: next, endsAt: next }
    },
    takeBack: ({ at }) => ({ count: 0, at: at - everyMs, endsAt: at - everyMs }),
  }
}

/** Returns the limits of one network and, at 5× the rate, of the site that it belongs to (see `network` and `site`). */
export function byNetwork(what: string, address: string, atOnce: number, everyMs: number): Limit[] {
  const wide = site(address)
  return [
    bucket(`${what} ${network(address)}`, atOnce, everyMs),
    ...(wide === network(address) ? [] : [bucket(`${what} site ${wide}`, atOnce * 5, everyMs / 5)]),
  ]
}

export interface Throttle {
  /** Counts one event against all limits. If one of them is reached, counts none and throws tooManyRequests. */
  count: (limits: Limit[]) => void
  /**
   * Runs `judge`, which checks a secret, unless there were too many wrong ones. `judge` returns null for a wrong one.
   */
  guess: <T>(limits: Limit[], judge: () => Promise<T | null>) => Promise<T | null>
  /** how many states are remembered */
  size: () => number
}

const remembered = 100_000

/**
 * Keeps the states of all limits in memory. A state ends within some hours, its size does not depend on what was typed,
 * and nobody can make many from one place. When there are too many, states that currently slow nobody down are dropped,
 * the oldest first. So nobody can use new tries to make the server forget old ones.
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
      // If the check itself fails, the try does not count.
      const judged = await judge().catch((error: unknown) => {
        takeBack(limits, false)
        throw error
      })
      if (judged !== null) takeBack(limits, true)
      return judged
    },
  }
}

/** Hashes a key, so that it has the same length for every name, even for one of 1 MB. */
function short(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Returns the /64 of an IPv6 address: one household or one attacker usually has all of it. IPv4 stays as it is. */
export function network(address: string): string {
  return prefix(address, 4)
}

/** Returns the /48 of an IPv6 address, the most that a provider gives to a customer. IPv4 stays as it is. */
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
