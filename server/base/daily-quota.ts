import { createHash } from 'node:crypto'
import type { Db, Trx } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { problem, ProblemError } from './problem.ts'
import { site } from './throttle.ts'

const day = 86_400_000
/** How far the clocks of two instances may differ, and how long a request may take from its first look at the clock. */
const clockDifference = day / 24

/** Bytes that writes may take in the database in a day. 1 000 added products take about 1 MB. */
export const mostBytes = {
  /** room for 24 pasted lists of 5 000, and for bringing back 100 000 products after a restored backup */
  ofAccount: 128 << 20,
  /** when an account may have 5 000 products: room for three such lists */
  untilActivated: 16 << 20,
  /** all accounts of one network that are not activated */
  ofNetwork: 96 << 20,
} as const

/** What one write takes beside the rows of products: its log entry, its idempotency key, or a row somewhere else. */
const bytesOfCall = 512

/** What a product takes beside its texts when it is copied inside the database. */
export const bytesOfCopy = 768

/** The longest Retry-After, in seconds: a device waits so long, and the account may be activated meanwhile. */
const mostWait = 300

/** Something whose writes are counted together: an account, or the accounts of a network that nobody activated. */
export interface Quota {
  key: string
  /** bytes in a day */
  most: number
}

/**
 * The quotas that a write of this account counts against. `address` is where the request came from. Removals are counted
 * apart, as many bytes again: somebody whose quota is full, or used up by strangers on the same network, can still delete.
 * They are not free, because each leaves a record too.
 */
export function quotasOf(
  { id, status }: { id: string; status: 'A' | 'N' },
  address: string,
  isRemoval = false,
): Quota[] {
  const what = isRemoval ? 'removals' : 'bytes'
  if (status === 'A') return [{ key: `${what} ${id}`, most: mostBytes.ofAccount }]
  // An account of its own for every 16 MB would be no limit; where people live behind one address, they activate theirs.
  return [
    { key: `${what} until activated ${id}`, most: mostBytes.untilActivated },
    { key: `${what} until activated ${site(address)}`, most: mostBytes.ofNetwork },
  ]
}

/** A refusal of `spend`, with what the write would have taken. */
class OverQuota extends ProblemError {
  readonly bytes: number
  constructor(wait: number, bytes: number) {
    super('quotaReached', retryAfter(wait))
    this.bytes = bytes
  }
}

const retryAfter = (wait: number) => ({ retryAfter: Math.min(mostWait, Math.ceil(wait / 1_000)) })

/**
 * Returns how long a write that takes at least `bytes` must wait, in ms; 0 when it may begin. Asked before the work,
 * because a write that `spend` refuses was done for nothing.
 */
export async function waitFor(
  db: Db | Trx,
  quotas: readonly Quota[],
  bytes: number,
  now: number,
): Promise<number> {
  const waits = quotas.map(async (quota) => {
    const found = await endOf.first(db, { key: storedKey(quota) })
    const isCounted = found && found.ends_at > now && found.ends_at <= now + day + clockDifference
    return (isCounted ? found.ends_at - now : 0) + costOf(quota, bytes) - day
  })
  return Math.max(0, ...(await Promise.all(waits)))
}

/** Throws quotaReached where `waitFor` says so. */
export function refuseFull(wait: number): void {
  if (wait > 0) throw problem('quotaReached', retryAfter(wait))
}

/**
 * Does the work of a write. If `spend` refused it in the end, a hundredth of its bytes counts nevertheless: otherwise
 * an account with little left could repeat it all day, and each time it would be written and rolled back.
 */
export async function countingRefusals<T>(
  db: Db,
  quotas: readonly Quota[],
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const [own] = quotas
    if (own && error instanceof OverQuota) await add(db, own, error.bytes / 100, { now, most: now + day })
    throw error
  }
}

/**
 * Counts the bytes of a write in its transaction, so that a write that fails costs nothing and parallel ones are
 * counted one after the other, on any instance. Comes late in the transaction, because others wait for these rows.
 * Throws quotaReached.
 */
export async function spend(
  trx: Db | Trx,
  quotas: readonly Quota[],
  bytes: number,
  now: number,
): Promise<void> {
  for (const quota of quotas) {
    const wait = (await add(trx, quota, bytes, { now, most: Number.MAX_SAFE_INTEGER })) - day - now
    if (wait > 0) throw new OverQuota(wait, bytes)
  }
}

/**
 * A bucket that runs empty within a day: one number, the time at which it is empty, says how full it is. Returns it;
 * nothing that is added makes it later than `most`.
 */
async function add(
  db: Db | Trx,
  quota: Quota,
  bytes: number,
  { now, most }: { now: number; most: number },
): Promise<number> {
  const cost = costOf(quota, bytes)
  const last = now + day + clockDifference
  const fresh = Math.min(now + cost, most)
  const found = await fill.first(db, { key: storedKey(quota), now, last, cost, fresh, most })
  return found?.ends_at ?? 0
}

function costOf({ most }: Quota, bytes: number): number {
  return Math.ceil((day * (bytes + bytesOfCall)) / most)
}

function storedKey({ key }: Quota): string {
  return createHash('sha256').update(key).digest('base64url')
}

const endOf = statement((db, { key }: { key: string }) =>
  db.selectFrom('tally').select('ends_at').where('key', '=', key),
)

interface Filling {
  key: string
  now: number
  last: number
  cost: number
  fresh: number
  most: number
}

const fill = statement((db, { key, now, last, cost, fresh, most }: Filling) =>
  db
    .insertInto('tally')
    .values({ key, count: 0, ends_at: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({
        ends_at: set
          .case()
          // Nothing ends later than in a day. Far beyond that, the clock was set back, so it begins anew. A little beyond
          // it, another request was counted meanwhile, or by an instance whose clock is ahead.
          .when(set.or([set('tally.ends_at', '<=', now), set('tally.ends_at', '>', last)]))
          .then(fresh)
          .when(set(set('tally.ends_at', '+', cost), '>', most))
          .then(most)
          .else(set('tally.ends_at', '+', cost))
          .end(),
      })),
    )
    .returning('ends_at'),
)

const written = new WeakMap<Db | Trx, number>()

/** Notes what was stored in this transaction; whoever began it counts it against the quotas. */
export function noteWritten(trx: Db | Trx, bytes: number): void {
  written.set(trx, writtenIn(trx) + bytes)
}

/** About what these rows take: their indexes as much as the names of their columns. */
export function bytesOf(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0)
}

export function writtenIn(trx: Db | Trx): number {
  return written.get(trx) ?? 0
}
