import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '../base/config.ts'
import type { Db } from '../db/open.ts'
import type { Live } from '../live/live.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Hooks } from '../hooks/send-hooks.ts'
import type { Push } from '../push/push.ts'
import type { createSecurityEvents } from './security-events.ts'
import type { SharedThrottle, Throttle } from '../limits/throttle.ts'
import type { createQueuesBy } from '../limits/queue.ts'
import type { watchDescriptors } from './descriptors.ts'

/** The dependencies of every area. Time and randomness are injected, so that a test controls them. */
export interface Services {
  db: Db
  config: Config
  /** epoch ms */
  now: () => number
  randomBytes: (length: number) => Buffer
  /** from 0 to below 1 */
  random: () => number
  /** a new UUIDv7 */
  newId: () => string
  security: ReturnType<typeof createSecurityEvents>
  /** opens the pages for the person who started the server; new at each start */
  startToken: string
  throttle: SharedThrottle
  throttleHere: Throttle
  /** Counts a call of an account or a network as the rate limit does. `ttl` is in ms, `most` is the limit. */
  countCall: (key: string) => { current: number; ttl: number; most: number }
  live: Live
  /** queues calls by account; a few of each account run at a time */
  inQueueOf: ReturnType<typeof createQueuesBy>
  mailer: Mailer
  push: Push
  hooks: Hooks
  /** true once a shutdown has begun */
  draining: { now: boolean }
  /** when something could last not be stored because the disk is full, epoch ms */
  storageFull: { at: number }
  descriptors: ReturnType<typeof watchDescriptors>
}

/** Returns a random id for a request in the log. Nothing else depends on it, so its randomness is not injected. */
export function newRequestId(): string {
  // One call for thousands of random bytes costs less than many calls for 9.
  if (used + 9 > supply.length) {
    supply = randomBytes(9 * 512)
    used = 0
  }
  used += 9
  return supply.toString('base64url', used - 9, used)
}

let supply: Buffer = Buffer.alloc(0)
let used = 0

/** Compares in constant time. An empty secret never matches. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return secret !== '' && timingSafeEqual(digest(given), digest(secret))
}
