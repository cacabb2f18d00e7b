import { createHash, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { Keys } from './account/keys.ts'
import type { Live } from './sync/live.ts'
import type { Mailer } from './mail/mail.ts'
import type { Throttle } from './http/throttle.ts'
import type { createQueuesBy } from './http/queue.ts'

/** What every area works with. Time and chance are given, so that a test holds them. */
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
  throttle: Throttle
  live: Live
  /** an account's calls, some at a time */
  inQueueOf: ReturnType<typeof createQueuesBy>
  mailer: Mailer
  /** true from the first sign of an end */
  draining: { now: boolean }
}

/** Tells answers apart in the log; nothing hangs on it, so a test need not hold it. */
export function newRequestId(): string {
  return randomBytes(9).toString('base64url')
}

/** A code with 144 bits, as it stands in links. */
export function secret(services: Pick<Services, 'randomBytes'>): string {
  return services.randomBytes(18).toString('base64url')
}

/** What is kept of a code: who reads the database cannot use it. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
