import { Secret, TOTP } from 'otpauth'
import { hashCode } from '../db/codes.ts'
import type { Db, Trx } from '../db/open.ts'
import type { StepKind } from '../db/schema.ts'
import { byNetwork } from '../limits/throttle.ts'
import type { Services } from '../services/services.ts'

/** How long the next step may take, in ms. */
export const stepMs = 10 * 60_000
/** Codes that one network gets; each is a row until it ends. */
const most = { atOnce: 60, everyMs: 1_000 }

// Decision 163: one kind of code leads from each step of a log-in to the next.
/** Makes a code that is good once, for one kind of step and one account ('': nobody's yet). Only its hash is stored. */
export async function newStep(
  {
    db,
    now,
    randomBytes,
    throttleHere,
  }: Pick<Services, 'now' | 'randomBytes' | 'throttleHere'> & { db: Db | Trx },
  kind: StepKind,
  ip: string,
  { account_id = '', secret = '' } = {},
): Promise<string> {
  throttleHere.count(byNetwork('steps', ip, most.atOnce, most.everyMs))
  const code = randomBytes(32).toString('base64url')
  const row = { kind, key: hashCode(code), account_id, secret, created_at: now(), expires_at: now() + stepMs }
  await db.insertInto('proof').values(row).execute()
  return code
}

/** Ends a code, and returns what it was made for; null for an unknown, used or expired one, or that of another step. */
export async function takeStep({ db, now }: Services, kind: StepKind, code: string) {
  const row = db.deleteFrom('proof').where('kind', '=', kind).where('key', '=', hashCode(code))
  const taken = row.where('expires_at', '>', now()).returning(['account_id', 'secret'])
  return (await taken.executeTakeFirst()) ?? null
}

const plain = (typed: string) => typed.replace(/[^a-z0-9]/gi, '').toUpperCase()

/** Returns the period of 30 s that a code belongs to: this one or one beside it; null for a wrong code. */
export function totpPeriod(secret: string, typed: string, now: number): number | null {
  const token = plain(typed)
  if (!/^[A-Z2-7]{32}$/.test(secret) || !/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, window: 1, timestamp: now })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** Returns whether a code of an app or a recovery code is right, and ends it: each is good once. */
export async function spendCode({ db, now }: Services, accountId: string, typed: string): Promise<boolean> {
  const ofAccount = db.selectFrom('proof').select('secret').where('account_id', '=', accountId)
  const totp = await ofAccount.where('kind', '=', 'totp').executeTakeFirst()
  const period = totpPeriod(totp?.secret ?? '', typed, now())
  const own = db.updateTable('proof').where('account_id', '=', accountId)
  const recovery = own.where('kind', '=', 'recovery').where('key', '=', hashCode(plain(typed)))
  const unused =
    period === null
      ? recovery.where('used_at', '=', 0)
      : own.where('kind', '=', 'totp').where('counter', '<', period)
  return (await unused.set({ used_at: now(), counter: period ?? 0 }).executeTakeFirst()).numUpdatedRows > 0
}

/** Replaces the recovery codes of an account, and returns the new ones as a person reads them. */
export async function newRecoveryCodes(trx: Trx, { now, randomBytes }: Services, account_id: string) {
  await trx.deleteFrom('proof').where('account_id', '=', account_id).where('kind', '=', 'recovery').execute()
  // 80 random bits each: a plain hash keeps them.
  const newCode = () => new Secret({ buffer: Uint8Array.from(randomBytes(10)).buffer }).base32
  const codes = Array.from({ length: 10 }, newCode)
  const common = { kind: 'recovery', account_id, created_at: now() } as const
  const rows = codes.map((code) => ({ ...common, key: hashCode(code) }))
  await trx.insertInto('proof').values(rows).execute()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}
