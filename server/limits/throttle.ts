import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { problem } from '../base/problem.ts'

const free = 5
const forgetMs = 3_600_000
const longestMs = 15 * 60_000

export interface State {
  count: number
  /** from then on the state no longer matters; a bucket is empty. Epoch ms */
  endsAt: number
}

export const none: State = { count: 0, endsAt: 0 }

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
    key: hashed(`growing ${key}`),
    add({ count: before, endsAt }, now) {
      const at = endsAt - forgetMs
      // A state from the future was counted before the clock was set back; nobody waits for the clock to catch up.
      const count = at <= now && now - at < forgetMs ? before : 0
      const delay = count < free ? 0 : Math.min(longestMs, 1_000 * 2 ** (count - free))
      const left = count > 0 ? at + delay - now : 0
      return left > 0 ? left : { count: count + 1, endsAt: now + forgetMs }
    },
    takeBack: (state, wasRight) =>
      wasRight || state.count <= 1 ? null : { ...state, count: state.count - 1 },
  }
}

/** A limit of `atOnce` events at once, then one every `everyMs`. Nobody is shut out for longer than `everyMs`. */
export function bucket(key: string, atOnce: number, everyMs: number): Limit {
  return {
    key: hashed(`bucket ${key}`),
    add({ endsAt }, now) {
      // No bucket is ever fuller than this, so the clock was set back: start again.
      const isFromFuture = endsAt > now + atOnce * everyMs
      const full = isFromFuture ? now : Math.max(endsAt, now)
      const left = full - now - (atOnce - 1) * everyMs
      return left > 0 ? left : { count: 0, endsAt: full + everyMs }
    },
    takeBack: ({ endsAt }) => ({ count: 0, endsAt: endsAt - everyMs }),
  }
}

/** Counts events in windows of `ms` that begin with their first event. Refuses none: the caller compares the count. */
export function window(key: string, ms: number): Limit {
  return {
    key: hashed(`window ${key}`),
    add({ count, endsAt }, now) {
      // A window that ends later than one that begins now was begun before the clock was set back.
      const isOpen = endsAt > now && endsAt <= now + ms
      return isOpen ? { count: count + 1, endsAt } : { count: 1, endsAt: now + ms }
    },
    takeBack: (state) => state,
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

/** Limits of this instance alone, for what it is asked too often to ask the database. */
export interface Throttle {
  /** Counts one event against all limits, and returns their states. If one is reached, counts none and throws. */
  count: (limits: Limit[]) => State[]
  guess: Guess
  /** how many states are remembered */
  size: () => number
}

/** Limits of all instances together. */
export interface SharedThrottle {
  count: (limits: Limit[]) => Promise<void>
  guess: Guess
  /** Like `guess`, for the code of a link: while many are guessed, further ones are refused, so that log-ins go on. */
  guessCode: Guess
  close: () => Promise<void>
}

/** Runs `judge`, which checks a secret, unless there were too many wrong ones. `judge` returns null for a wrong one. */
export type Guess = <T>(limits: Limit[], judge: () => Promise<T | null>) => Promise<T | null>

/** Returns the wait until every limit takes one more event, in ms, or the states that then hold. */
export function addTo(
  limits: readonly Limit[],
  stateOf: (limit: Limit) => State,
  now: number,
): number | State[] {
  const next = limits.map((limit) => limit.add(stateOf(limit), now))
  const waits = next.filter((state) => typeof state === 'number')
  return waits.length > 0 ? Math.max(...waits) : (next as State[])
}

export const tooMany = (wait: number) => problem('tooManyRequests', { retryAfter: Math.ceil(wait / 1_000) })

interface Counting {
  count: (limits: Limit[]) => unknown
  takeBack: (limits: Limit[], wasRight: boolean) => void | Promise<void>
}

export function guessing({ count, takeBack }: Counting): Guess {
  return async (limits, judge) => {
    await count(limits)
    // If the check itself fails, the try does not count.
    const judged = await judge().catch(async (error: unknown) => {
      await takeBack(limits, false)
      throw error
    })
    if (judged !== null) await takeBack(limits, true)
    return judged
  }
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
  const stateOf = (limit: Limit) => states.get(limit.key)?.state ?? none
  const makeRoom = () => {
    const time = now()
    for (const [key, { state }] of states) if (state.endsAt <= time) states.delete(key)
    const few = most / 2
    for (const [key, { limit, state }] of states)
      if (states.size > few && typeof limit.add(state, time) !== 'number') states.delete(key)
    for (const key of states.keys()) if (states.size > most) states.delete(key)
  }
  const count: Throttle['count'] = (limits) => {
    const next = addTo(limits, stateOf, now())
    if (typeof next === 'number') throw tooMany(next)
    for (const [i, limit] of limits.entries()) put(limit, next[i] ?? null)
    if (states.size > most) makeRoom()
    return next
  }
  const takeBack = (limits: Limit[], wasRight: boolean) => {
    for (const limit of limits) put(limit, limit.takeBack(stateOf(limit), wasRight))
  }
  return { count, guess: guessing({ count, takeBack }), size: () => states.size }
}

/** Hashes a key: so it has one length, even for a name of 1 MB, and no address is stored readably. */
export function hashed(key: string): string {
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
