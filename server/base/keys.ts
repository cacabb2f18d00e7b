import type { Db } from '../db/open.ts'

const day = 86_400_000
// Decision 020: signing keys rotate every 90 days.
const signsMs = 90 * day
/** How far the clocks of two instances may differ, in ms. */
export const clockDifference = day / 24
/** The longest lifetime of anything that a key signs (refresh tokens and device tokens), in ms. */
export const signedMs = 60 * day

/**
 * The keys that sign tokens. They are in the database, so that the program's files alone do not allow forging tokens.
 */
export interface Keys {
  /** the current key; a new one is made after 90 days */
  signing: () => Promise<Buffer>
  /** the newest loaded key, without checking whether a new one is due */
  last: () => Buffer
  /**
   * Returns the keys whose tokens may still be valid, newest first. `isFresh`: also look for keys of other instances.
   */
  accepted: (isFresh?: boolean) => Promise<Buffer[]>
}

type Row = { number: number; secret: string; from_at: number }

export async function openKeys(db: Db, now: () => number, randomBytes: (n: number) => Buffer): Promise<Keys> {
  let known: Row[] = []
  let loadedAt = 0
  const load = async () => {
    loadedAt = now()
    known = await db.selectFrom('signing_key').selectAll().orderBy('number', 'desc').execute()
  }
  const dueAt = () => (known[0] ? known[0].from_at + signsMs : 0)
  const isDue = () => dueAt() <= now()
  const signing = async () => {
    if (isDue()) await load()
    if (isDue()) {
      // If several instances try at once, the first one's key is stored and all use it.
      const next = {
        number: (known[0]?.number ?? 0) + 1,
        secret: randomBytes(32).toString('base64url'),
        from_at: now(),
      }
      await db
        .insertInto('signing_key')
        .values(next)
        .onConflict((conflict) => conflict.column('number').doNothing())
        .execute()
      await load()
    }
    return last()
  }
  const last = () => bytes(known[0]?.secret ?? '')
  await signing()
  return {
    signing,
    last,
    async accepted(isFresh = false) {
      // Forged tokens may come in any number, so the keys are reloaded at most once per second, except when a new key
      // is due or soon will be.
      const mayBeNewer = Math.abs(now() - loadedAt) >= 1_000 || dueAt() - clockDifference <= now()
      if (isFresh && mayBeNewer) await load()
      return known
        .filter((_, i) => now() < (known[i - 1]?.from_at ?? Infinity) + signedMs)
        .map(({ secret }) => bytes(secret))
    },
  }
}

function bytes(secret: string): Buffer {
  return Buffer.from(secret, 'base64url')
}

/** Deletes the keys whose last tokens have expired. */
export async function pruneKeys(db: Db, now: number): Promise<void> {
  const keys = await db.selectFrom('signing_key').select(['number', 'from_at']).orderBy('number').execute()
  for (const [i, { number }] of keys.entries())
    if ((keys[i + 1]?.from_at ?? Infinity) + signedMs <= now)
      await db.deleteFrom('signing_key').where('number', '=', number).execute()
}
