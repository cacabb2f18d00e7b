import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import type { Db } from '../db/open.ts'
import type { KnownTokens } from './known-tokens.ts'
import type { Keys } from './keys.ts'
import type { Live } from './live.ts'
import type { Mailer } from '../mail/mail.ts'
import type { createSecurityEvents } from './security-events.ts'
import type { Throttle } from './throttle.ts'
import type { createQueuesBy } from './queue.ts'

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
  keys: Keys
  security: ReturnType<typeof createSecurityEvents>
  /** opens the pages that are for whoever started the server; a new one at each start */
  startToken: string
  throttle: Throttle
  knownTokens: KnownTokens
  /** counts a call of an account (or a network), as the limit of calls does, and says how many there may be */
  countCall: (key: string) => { current: number; ttl: number; most: number }
  live: Live
  /** queues calls by account; a few of each account run at a time */
  inQueueOf: ReturnType<typeof createQueuesBy>
  mailer: Mailer
  /** true once a shutdown has begun */
  draining: { now: boolean }
}

/** Identifies requests in the log; nothing else depends on it, so it is not injected. */
export function newRequestId(): string {
  // Asking the system for nine bytes takes longer than for thousands.
  if (used + 9 > supply.length) {
    supply = randomBytes(9 * 512)
    used = 0
  }
  used += 9
  return supply.toString('base64url', used - 9, used)
}

let supply: Buffer = Buffer.alloc(0)
let used = 0

/** Compares without telling by its time how much was right. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return secret !== '' && timingSafeEqual(digest(given), digest(secret))
}
