import { createHash } from 'node:crypto'
import type { Db, Trx } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { problem } from '../http/problem.ts'
import { site } from '../http/throttle.ts'

const day = 86_400_000

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

/** What a product takes that is copied inside the database. */
export const bytesOfProduct = 1_024

/** The longest Retry-After, in seconds: a device waits so long, and the account may be activated meanwhile. */
const mostWait = 300

/** Something whose writes are counted together: an account, or the accounts of a network that nobody activated. */
export interface Quota {
  key: string
  /** bytes in a day */
  most: number
}

/** The quotas that a write of this account counts against. `address` is where the request came from. */
export function quotasOf({ id, status }: { id: string; status: 'A' | 'N' }, address: string): Quota[] {
  if (status === 'A') return [{ key: `bytes ${id}`, most: mostBytes.ofAccount }]
  // An account of its own for every 16 MB would be no limit; where people live behind one address, they activate theirs.
  return [
    { key: `bytes until activated ${id}`, most: mostBytes.untilActivated },
    { key: `bytes until activated ${site(address)}`, most: mostBytes.ofNetwork },
  ]
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
  for (const { key, most } of quotas) {
    // A bucket that runs empty within a day: one number, the time at which it is empty, says how full it is.
    const cost = Math.ceil((day * (bytes + bytesOfCall)) / most)
    const row = { key: createHash('sha256').update(key).digest('base64url'), now, end: now + day, cost }
    const found = await fill.first(trx, { ...row, fresh: now + cost })
    const wait = (found?.ends_at ?? 0) - day - now
    if (wait > 0) throw problem('quotaReached', { retryAfter: Math.min(mostWait, Math.ceil(wait / 1_000)) })
  }
}

interface Filling {
  key: string
  now: number
  end: number
  cost: number
  fresh: number
}

const fill = statement((db, { key, now, end, cost, fresh }: Filling) =>
  db
    .insertInto('tally')
    .values({ key, count: 0, ends_at: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({
        ends_at: set
          .case()
          // Nothing is stored that ends later than in a day, so the clock was set back: it begins anew.
          .when(set.or([set('tally.ends_at', '<=', now), set('tally.ends_at', '>', end)]))
          .then(fresh)
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
