import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { emailKey, parseEmail } from '../core/text.ts'
import { isSqlite, type Trx } from './db/open.ts'
import { type Deps, hashCode, secret } from './deps.ts'
import { hashPassword, isPassword, passwordError } from './password.ts'
import { invalid, problem } from './problem.ts'
import { answers, tell, writes } from './route.ts'
import { endSessionsOf } from './session.ts'
import type { Throttle } from './throttle.ts'

const hour = 3_600_000
const resetsPerDay = 20

/** Whether this is the account's password, and the hash that it was held against. */
export async function tryPassword(
  { db }: Deps,
  throttle: Throttle,
  accountId: string,
  password: string,
): Promise<{ right: boolean; hash: string }> {
  const wait = throttle.attempt(accountId)
  if (wait > 0) throw problem('tooManyRequests', { retryAfter: Math.ceil(wait / 1_000) })
  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const right = await isPassword(password, password_hash).catch((error: unknown) => {
    throttle.unjudged(accountId)
    throw error
  })
  if (right) throttle.passed(accountId)
  return { right, hash: password_hash }
}

/** Forgotten and changed passwords. Hashing stays outside the transactions: nobody waits for it there. */
export async function passwordRoutes(app: FastifyInstance, deps: Deps, throttle: Throttle): Promise<void> {
  const { db, now } = deps

  answers(app, deps, 'changePassword', async ({ user, body, request }) => {
    const wrong = passwordError(body.newPassword)
    if (wrong) throw invalid({ newPassword: wrong })
    const { right, hash } = await tryPassword(deps, throttle, user.id, body.oldPassword)
    if (!right) {
      // Sent again after its answer was lost. A hash of the whole body, as other writes keep it,
      // would be a password that is easy to guess.
      const isRepeated = request.headers['idempotency-key'] !== undefined
      if (isRepeated && (await isPassword(body.newPassword, hash))) return {}
      throw problem('oldPasswordIncorrect')
    }
    const password_hash = await hashPassword(body.newPassword)
    const ended = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set({ password_hash })
        .where('id', '=', user.id)
        .where('password_hash', '=', hash)
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw problem('oldPasswordIncorrect')
      await dropResets(trx, user.id)
      return endSessionsOf(trx, user.id, now(), user.sessionId)
    })
    tell(deps, request, { ended })
    return {}
  })

  writes(app, deps, 'requestReset', async (trx, { body }) => {
    const email = parseEmail(body.email)
    if (!email.ok) throw invalid({ email: email.error })
    await mailReset(trx, deps, email.value)
    return { answer: {} }
  })

  answers(app, deps, 'resetPassword', async ({ params, body, request }) => {
    const wrong = passwordError(body.password)
    if (wrong) throw invalid({ password: wrong })
    const code_hash = hashCode(params.code)
    const found = await db
      .selectFrom('reset')
      .innerJoin('account', 'account.id', 'reset.account_id')
      .select('account.id')
      .where('code_hash', '=', code_hash)
      .where('expires_at', '>', now())
      .where('email_key', '=', emailKey(body.email))
      .executeTakeFirst()
    if (!found) throw problem('invalidResetLink')
    const password_hash = await hashPassword(body.password)
    const ended = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('reset')
        .set({ expires_at: 0 })
        .where('code_hash', '=', code_hash)
        .where('expires_at', '>', now())
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw problem('invalidResetLink')
      await setPassword(trx, found.id, password_hash)
      await dropResets(trx, found.id)
      return endSessionsOf(trx, found.id, now())
    })
    tell(deps, request, { ended })
    return {}
  })
}

/** The mailbox is proved. A deleted account stays deleted until its owner logs in. */
async function setPassword(trx: Trx, id: string, password_hash: string): Promise<void> {
  const account = trx.updateTable('account').where('id', '=', id)
  await account.set({ password_hash }).execute()
  await account.set({ status: 'A' }).where('status', '=', 'N').execute()
  await account.set({ status_before: 'A' }).where('status', '=', 'D').execute()
}

export async function dropResets(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable('reset').set({ expires_at: 0 }).where('account_id', '=', accountId).execute()
}

/** An unknown address costs the same statements: time must not tell who has an account. */
async function mailReset(trx: Trx, deps: Deps, email: string): Promise<void> {
  const at = deps.now()
  const account = await trx
    .selectFrom('account')
    .select(['id', 'email', 'language'])
    .where('email_key', '=', emailKey(email))
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  const id = account?.id ?? createHmac('sha256', deps.key).update(emailKey(email)).digest('base64url')
  await trx
    .deleteFrom('reset')
    .where('created_at', '<', at - 24 * hour)
    .execute()
  const today = await trx
    .selectFrom('reset')
    .select('created_at')
    .where('account_id', '=', id)
    .limit(resetsPerDay)
    .execute()
  // Nobody's mailbox is filled by somebody else; the newest link goes on working.
  if (today.length >= resetsPerDay) return deps.mailer.enqueueNothing(trx)
  const code = secret(deps)
  await dropResets(trx, id)
  await trx
    .insertInto('reset')
    .values({ code_hash: hashCode(code), account_id: id, created_at: at, expires_at: at + hour })
    .execute()
  if (!account) return deps.mailer.enqueueNothing(trx)
  const link = `${deps.config.publicUrl}/auth/reset-password/${code}`
  const { language } = account
  await deps.mailer.enqueue(trx, { to: account.email, kind: 'reset', language, data: { link } })
}
