import cookies from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { emailKey, parseEmail } from '../../core/text/normalise.ts'
import { mayUseCookie } from '../auth/cookie.ts'
import { isSqlite, type Trx } from '../db/open.ts'
import { hashCode, secret } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import { rememberDevice } from '../auth/known-device.ts'
import { mailNotice } from '../mail/notices.ts'
import { deviceName } from '../auth/device-name.ts'
import { endEmailChange } from './email-change-rows.ts'
import { dropMails } from '../mail/mail-store.ts'
import { resetMs } from '../mail/mail.ts'
import { hashPassword, hasPassword, isPassword, passwordError } from '../auth/password-hash.ts'
import { invalid, problem } from '../base/problem.ts'
import { answers, tell } from '../http/route.ts'
import { endSessionsOf, type SessionUser } from '../auth/session.ts'
import { activateAccount } from '../lists/store/invite-rows.ts'
import { bucket, byNetwork, growing, site } from '../limits/throttle.ts'

const hour = 3_600_000
const minute = 60_000
/** Reset mails to one address in a day: this many at once, further ones after growing pauses. */
const resetsAtOnce = 5
const longestPause = 15 * minute
/** Reset requests from one network, for any address. */
const most = { asked: 60, everyMs: minute }

/** How long a session stands for the password of who has none, in ms. */
const freshMs = 10 * minute

/** Wrong passwords for one account in all of its sessions together. */
const guesses = { most: 20, everyMs: 3 * minute }

/**
 * Checks the account's password and returns the hash that it was checked against. Failures are limited per session: a
 * stolen session cannot try out passwords, and its failures do not block the owner's other sessions. All sessions of an
 * account together have a wider limit, so that many sessions do not allow many guesses. Who has no
 * password, because a provider logs them in, logs in anew instead.
 */
export async function tryPassword(
  services: Services,
  { id, sessionId, site }: Pick<SessionUser, 'id' | 'sessionId' | 'site'>,
  password: string,
): Promise<{ right: boolean; hash: string }> {
  const { password_hash } = await services.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const limits = [growing(`session ${sessionId}`), bucket(`sessions of ${id}`, guesses.most, guesses.everyMs)]
  const isNew = async () => {
    const query = services.db.selectFrom('session').select('created_at').where('id', '=', sessionId)
    const age = services.now() - ((await query.executeTakeFirst())?.created_at ?? 0)
    return age >= 0 && age < freshMs
  }
  const isRight = () =>
    hasPassword(password_hash) ? isPassword(password, password_hash, { id, site }) : isNew()
  const right = await services.throttle.guess(limits, async () => ((await isRight()) ? true : null))
  return { right: right === true, hash: password_hash }
}

/** Throws unless the password is right: a stolen session must not shut its owner out. */
export async function askPassword(services: Services, user: SessionUser, password = ''): Promise<void> {
  if ((await tryPassword(services, user, password)).right) return
  services.security.note('passwordRefused')
  throw problem('incorrectPassword')
}

/** Serves forgotten and changed passwords. Hashing happens outside the transactions, so that no writer waits for it. */
export async function passwordRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  await app.register(cookies)

  answers(app, services, 'changePassword', async ({ user, body, request }) => {
    const wrong = passwordError(body.newPassword, user.email)
    if (wrong) throw invalid({ newPassword: wrong })
    const { right, hash } = await tryPassword(services, user, body.oldPassword)
    if (!right) {
      services.security.note('passwordRefused')
      // A retry after a lost response. Other writes store a hash of the body for retries; here it would make the
      // password easy to guess.
      const isRepeated = request.headers['idempotency-key'] !== undefined
      if (!isRepeated || !(await isPassword(body.newPassword, hash, user)))
        throw problem('oldPasswordIncorrect')
      await db.transaction().execute((trx) => storeAgain(trx, user.id, hash))
      return {}
    }
    const password_hash = await hashPassword(body.newPassword, user)
    const ended = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set({ password_hash })
        .where('id', '=', user.id)
        .where('password_hash', '=', hash)
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw problem('oldPasswordIncorrect')
      await dropMailedCodes(trx, user)
      const device = deviceName(request.headers['user-agent'])
      if (user.status === 'A') await mailNotice(trx, services, user, { what: 'passwordChanged', device })
      return endSessionsOf(trx, user.id, now(), 'person', user.sessionId)
    })
    services.security.note('passwordChanged')
    services.mailer.wake()
    tell(services, request, { ended })
    return {}
  })

  answers(app, services, 'requestReset', async ({ body, request }) => {
    const email = parseEmail(body.email)
    if (!email.ok) throw invalid({ email: email.error })
    await services.throttle.count(byNetwork('reset', request.ip, most.asked, most.everyMs))
    await db.transaction().execute((trx) => mailReset(trx, services, email.value))
    services.security.note('resetAsked')
    services.mailer.wake()
    return {}
  })

  answers(app, services, 'resetPassword', async ({ params, body, request, reply }) => {
    const wrong = passwordError(body.password, body.email)
    if (wrong) throw invalid({ password: wrong })
    const code_hash = hashCode(params.code)
    const account = await db
      .selectFrom('reset')
      .innerJoin('account', 'account.id', 'reset.account_id')
      .select(['account.id', 'account.email', 'account.language', 'account.status'])
      .where('code_hash', '=', code_hash)
      .where('expires_at', '>', now())
      .where('email_key', '=', emailKey(body.email))
      .executeTakeFirst()
    if (!account) throw problem('invalidResetLink')
    const password_hash = await hashPassword(body.password, { site: site(request.ip) })
    const { ended, overview } = await db.transaction().execute(async (trx) => {
      const overview = account.status === 'N' ? await activateAccount(trx, account, now()) : []
      const { numUpdatedRows } = await trx
        .updateTable('reset')
        .set({ expires_at: 0 })
        .where('code_hash', '=', code_hash)
        .where('expires_at', '>', now())
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw problem('invalidResetLink')
      await setPassword(trx, account.id, password_hash)
      await dropMailedCodes(trx, account)
      await trx.deleteFrom('token').where('account_id', '=', account.id).execute()
      await trx.deleteFrom('webhook').where('account_id', '=', account.id).execute()
      // Whoever had the password alone may have added a way in. With a second factor they could not.
      const proofs = trx.selectFrom('proof').select('key').where('account_id', '=', account.id)
      if (!(await proofs.where('kind', 'in', ['totp', 'recovery']).executeTakeFirst()))
        await trx.deleteFrom('proof').where('account_id', '=', account.id).execute()
      const device = deviceName(request.headers['user-agent'])
      await mailNotice(trx, services, account, { what: 'passwordReset', device })
      return { ended: await endSessionsOf(trx, account.id, now(), 'person'), overview }
    })
    services.security.note('passwordReset')
    services.mailer.wake()
    tell(services, request, { ended, overview })
    // Makes the device a known one, so that other people's wrong guesses do not delay its log-in.
    if (mayUseCookie(services, request))
      rememberDevice(services, request, reply, { ...account, password_hash, status: 'A' })
    return {}
  })
}

/** Stores the password that is there already: without a write, the answer would not wait for a standby to have it. */
async function storeAgain(trx: Trx, id: string, password_hash: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/**
 * Sets a password after a reset, which proves the mailbox and therefore also activates the account. A deleted account
 * stays deleted until its owner logs in.
 */
async function setPassword(trx: Trx, id: string, password_hash: string): Promise<void> {
  const account = trx.updateTable('account').where('id', '=', id)
  await account.set({ password_hash }).execute()
  await account.set({ status: 'A' }).where('status', '=', 'N').execute()
  await account.set({ status_before: 'A' }).where('status', '=', 'D').execute()
}

/**
 * Invalidates mailed links and codes: reset links, including those in the mail outbox, and a pending change of the
 * address.
 */
export async function dropMailedCodes(trx: Trx, account: { id: string; email: string }): Promise<void> {
  await trx.updateTable('reset').set({ expires_at: 0 }).where('account_id', '=', account.id).execute()
  await dropMails(trx, account.email, 'reset')
  await endEmailChange(trx, account)
}

/**
 * Mails a reset link, unless one already waits to be mailed. So everybody who asks gets a link, and nobody can fill
 * another person's mailbox. The newest mailed link works until the next one is mailed: a flood of requests delays that
 * mail by at most 15 minutes and invalidates no link. An unknown address runs the same statements, because the response
 * time must not reveal who has an account.
 */
async function mailReset(trx: Trx, services: Services, email: string): Promise<void> {
  const now = services.now()
  const account = await trx
    .selectFrom('account')
    .select(['id', 'email', 'language'])
    .where('email_key', '=', emailKey(email))
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  const id = account?.id ?? hashCode(emailKey(email))
  await trx
    .deleteFrom('reset')
    .where('created_at', '<', now - 24 * hour)
    .execute()
  const today = await trx
    .selectFrom('reset')
    .select('created_at')
    .where('account_id', '=', id)
    // No mail waits longer than the longest pause. A later date was stored before the clock was set back.
    .where('created_at', '<=', now + longestPause)
    .orderBy('created_at', 'desc')
    .execute()
  const at = Math.max(now, (today[0]?.created_at ?? 0) + pauseAfter(today.length))
  if ((today[0]?.created_at ?? 0) > now) return services.mailer.enqueueNothing(trx)
  const code = await newReset(trx, services, id, at)
  if (!account) return services.mailer.enqueueNothing(trx)
  const link = `${services.config.publicUrl}/auth/reset-password/${code}`
  const { language } = account
  await services.mailer.enqueue(trx, { to: account.email, kind: 'reset', language, data: { link }, at })
}

/**
 * Stores and returns the code of a new reset link, which replaces older ones and works for 1 h from `at` (epoch ms).
 */
export async function newReset(
  trx: Trx,
  services: Pick<Services, 'randomBytes'>,
  id: string,
  at: number,
): Promise<string> {
  const code = secret(services)
  await trx
    .updateTable('reset')
    .set({ expires_at: at })
    .where('account_id', '=', id)
    .where('expires_at', '>', at)
    .execute()
  await trx
    .insertInto('reset')
    .values({ code_hash: hashCode(code), account_id: id, created_at: at, expires_at: at + resetMs })
    .execute()
  return code
}

/** Returns the pause before the next mail, in ms. */
function pauseAfter(mails: number): number {
  return mails < resetsAtOnce ? 0 : Math.min(longestPause, minute * 2 ** (mails - resetsAtOnce))
}
