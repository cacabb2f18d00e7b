import { clockDifference } from '../base/times.ts'
import { problem, ProblemError } from '../base/problem.ts'
import type { Db, Trx } from '../db/open.ts'
import { fill, readTally } from './tally.ts'
import { hashed, site } from './throttle.ts'

const day = 86_400_000

/** Bytes that writes may take in the database in a day. 1 000 added products take about 1 MB. */
export const mostBytes = {
  /** enough for 24 pasted lists of 5 000 products, and for resending 100 000 products after a restored backup */
  ofAccount: 128 << 20,
  /** an account may have 5 000 products before it is activated: enough for 3 such lists */
  untilActivated: 16 << 20,
  /** for all accounts of one network that are not activated, together */
  ofNetwork: 96 << 20,
} as const

/** Bytes of one write beside the product rows: its log entry, its idempotency key, or a row in another table. */
const bytesOfCall = 512

/** The longest Retry-After, in seconds. Devices wait that long, and the account may be activated in the meantime. */
const mostWait = 300

/** A limit for writes that are counted together: those of an account, or of a network's accounts before activation. */
export interface Quota {
  key: string
  /** bytes in a day */
  most: number
}

/**
 * Returns the quotas that a write of this account counts against. `address` is the client's IP address. Removals have
 * quotas of their own, of the same size: an account whose quota is full, or used up by strangers on the same network,
 * can still delete. Removals are not free, because each leaves a record too.
 */
export function quotasOf(
  { id, status }: { id: string; status: 'A' | 'N' },
  address: string,
  isRemoval = false,
): Quota[] {
  const what = isRemoval ? 'removals' : 'bytes'
  if (status === 'A') return [{ key: `${what} ${id}`, most: mostBytes.ofAccount }]
  // A limit per account alone could be evaded with a new account for every 16 MB, so there is one per network as well.
  // People who share an address can activate their accounts.
  return [
    { key: `${what} until activated ${id}`, most: mostBytes.untilActivated },
    { key: `${what} until activated ${site(address)}`, most: mostBytes.ofNetwork },
  ]
}

/** A refusal by `spend`, with the bytes that the write would have taken. */
class OverQuota extends ProblemError {
  readonly bytes: number
  constructor(wait: number, bytes: number) {
    super('quotaReached', retryAfter(wait))
    this.bytes = bytes
  }
}

const retryAfter = (wait: number) => ({ retryAfter: Math.min(mostWait, Math.ceil(wait / 1_000)) })

/**
 * Returns how long a write that takes at least `bytes` must wait, in ms; 0 if it may begin. Call it before the work,
 * because the work of a write that `spend` refuses is wasted.
 */
export async function waitFor(
  db: Db | Trx,
  quotas: readonly Quota[],
  bytes: number,
  now: number,
): Promise<number> {
  const waits = quotas.map(async (quota) => {
    const tally = await readTally.first(db, { keys: [hashed(quota.key)] })
    const isCounted = tally && tally.ends_at > now && tally.ends_at <= now + day + clockDifference
    return (isCounted ? tally.ends_at - now : 0) + costOf(quota, bytes) - day
  })
  return Math.max(0, ...(await Promise.all(waits)))
}

/** Throws quotaReached if `waitFor` returned a wait. */
export function refuseFull(wait: number): void {
  if (wait > 0) throw problem('quotaReached', retryAfter(wait))
}

/**
 * Does the work of a write. If `spend` refuses it in the end, 1% of its bytes are counted all the same: otherwise an
 * account with little quota left could repeat it all day, and each time it would be written and rolled back.
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
    const [quota] = quotas
    if (quota && error instanceof OverQuota) await add(db, quota, error.bytes / 100, { now, most: now + day })
    throw error
  }
}

/**
 * Counts the bytes of a write in its transaction, so that a failed write costs nothing and parallel writes are counted
 * one after the other, on all instances. Call it late in the transaction: it locks rows that other writes wait for.
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
 * Adds bytes to a leaky bucket that empties within a day. The bucket is stored as one number, the time at which it is
 * empty (epoch ms). Returns that time, which is at most `most`.
 */
async function add(
  db: Db | Trx,
  quota: Quota,
  bytes: number,
  { now, most }: { now: number; most: number },
): Promise<number> {
  const cost = costOf(quota, bytes)
  // A bucket ends at most a day from now, or a little later if another request was counted at the same time, or by an
  // instance whose clock is ahead.
  const latest = now + day + clockDifference
  const fresh = Math.min(now + cost, most)
  const tally = await fill.first(db, { key: hashed(quota.key), now, latest, fresh, cost, most })
  return tally?.ends_at ?? 0
}

function costOf({ most }: Quota, bytes: number): number {
  return Math.ceil((day * (bytes + bytesOfCall)) / most)
}

const written = new WeakMap<Db | Trx, number>()

/** Adds to the bytes written in this transaction; the code that began it counts them against the quotas. */
export function noteWritten(trx: Db | Trx, bytes: number): void {
  written.set(trx, writtenIn(trx) + bytes)
}

/** Estimates the bytes of rows as the length of their JSON; the column names in it make up for the indexes. */
export function bytesOf(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0)
}

export function writtenIn(trx: Db | Trx): number {
  return written.get(trx) ?? 0
}
