import { isIPv6 } from 'node:net'

const free = 5
const forgetMs = 3_600_000
const longestMs = 15 * 60_000
const remembered = 20_000

export interface Throttle {
  /** How long this one must still wait, in ms; 0 lets it try, and counts the try as failed until `passed`. */
  attempt: (key: string) => number
  passed: (key: string) => void
  /** Takes back a try that was never judged. */
  unjudged: (key: string) => void
}

/** Five failures are free, then each makes the next wait longer. Only this key waits: nobody is locked out elsewhere. */
export function createThrottle(now: () => number): Throttle {
  const failures = new Map<string, { count: number; at: number }>()
  return {
    attempt(key) {
      const time = now()
      const known = failures.get(key)
      const count = known && time - known.at < forgetMs ? known.count : 0
      const delay = count < free ? 0 : Math.min(longestMs, 1_000 * 2 ** (count - free))
      const left = known && count > 0 ? known.at + delay - time : 0
      if (left > 0) return left
      failures.delete(key)
      failures.set(key, { count: count + 1, at: time })
      const [oldest] = failures.keys()
      if (failures.size > remembered && oldest !== undefined) failures.delete(oldest)
      return 0
    },
    passed(key) {
      failures.delete(key)
    },
    unjudged(key) {
      const known = failures.get(key)
      if (known) known.count--
    },
  }
}

/** One household or one attacker usually holds a whole /64, so that counts as one address. */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
