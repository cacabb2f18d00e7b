import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { emailKey, parseEmail } from '../../core/text/normalise.ts'
import type { Trx } from '../db/open.ts'
import type { EmailChangeTable } from '../db/schema.ts'
import { countInDatabase } from '../limits/tally.ts'
import { invalid, problem } from '../base/problem.ts'
import { answers, readersOf, writes } from '../http/route.ts'
import { lockGuestLists, makeGuestsGiveWay } from '../lists/store/people/guest-names.ts'
import { moveInvitesTo } from '../lists/store/invite-rows.ts'
import { accountBy, countAttempt } from '../lists/rest/sharing.ts'
import { resetMs as codeMs } from '../mail/mail.ts'
import { mailNotice } from '../mail/notices.ts'
import type { Services } from '../services/services.ts'
import { dropMailedCodes, tryPassword } from './account-password.ts'
import { deviceName } from '../auth/device-name.ts'
import { emailChangeOf, endEmailChange } from './email-change-rows.ts'
import { hashPassword, isPassword, passwordError } from '../auth/password-hash.ts'
import { endSessionsOf, type SessionUser } from '../auth/session.ts'

const day = 86_400_000
/** Mails to one new address in a day, for all accounts together. */
const mostToAddress = 3
/** Tries before the change ends: 5 guesses at 8 digits, and 5 changes a day. */
const mostTries = 5

// Decision 118: codes from both mailboxes, typed and not linked.
/**
 * Changes the address of an account. Both mailboxes get a code, and both codes are needed: a thief with session and
 * password cannot move the account to another mailbox, and nobody can enter somebody else's address.
 */
export async function emailChangeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'emailChange', async ({ user }) => ({
    change: await emailChangeOf(db, user.id, now()),
  }))

  // Does not use `writes`, which stores a hash of the body for retries: this body contains the password.
  answers(app, services, 'requestEmailChange', async ({ user, body, request }) => {
    const email = parseEmail(body.email)
    if (!email.ok) throw invalid({ email: email.error })
    if (emailKey(email.value) === emailKey(user.email)) throw invalid({ email: 'sameEmail' })
    const { right, hash } = await tryPassword(services, user, body.password)
    if (!right) {
      services.security.note('passwordRefused')
      throw problem('incorrectPassword')
    }
    if (passwordError(body.password, email.value) === 'ownEmail') throw invalid({ password: 'ownEmail' })
    const codes = { old: newCode(services), new: newCode(services) }
    const change = {
      account_id: user.id,
      email: email.value,
      email_key: emailKey(email.value),
      old_code: await hashPassword(codes.old, user),
      new_code: await hashPassword(codes.new, user),
      expires_at: now() + codeMs,
    }
    const device = deviceName(request.headers['user-agent'])
    await db.transaction().execute(async (trx) => {
      await countAttempt(trx, services, user.id, 'email')
      // The password check above no longer counts if a reset or a confirmed change happened since.
      const isSame = await trx
        .selectFrom('account')
        .select('id')
        .where('id', '=', user.id)
        .where('password_hash', '=', hash)
        .where('email', '=', user.email)
        .executeTakeFirst()
      if (!isSame) throw problem('incorrectPassword')
      await countTo(trx, email.value, now())
      await endEmailChange(trx, user)
      await trx.insertInto('email_change').values(change).execute()
      await mailCodes(trx, services, { user, email: email.value, codes, device })
    })
    services.security.note('emailChangeAsked')
    services.mailer.wake()
    return { email: change.email, expiresAt: new Date(change.expires_at).toISOString() }
  })

  writes(
    app,
    services,
    'confirmEmailChange',
    async (trx, { user, request }, change: Change) => {
      const { numDeletedRows } = await trx
        .deleteFrom('email_change')
        .where('account_id', '=', user.id)
        .where('new_code', '=', change.new_code)
        .executeTakeFirstOrThrow()
      if (!numDeletedRows) throw problem('emailChangeOver')
      // Whoever has the codes owns the mailbox, so they may learn that it has an account.
      if (await accountBy(trx, change.email)) throw problem('emailTaken')
      const { email, email_key } = change
      // Who has no name is called like the beginning of the address.
      const lists = await lockGuestLists(trx, user.id, now())
      await trx.updateTable('account').set({ email, email_key }).where('id', '=', user.id).execute()
      // A link that was mailed to the old address must not set the password any more.
      await dropMailedCodes(trx, user)
      await moveInvitesTo(trx, user.email, email)
      await makeGuestsGiveWay(trx, lists, user.id)
      const device = deviceName(request.headers['user-agent'])
      await mailNotice(trx, services, user, { what: 'emailLeft', device })
      await mailNotice(trx, services, { ...user, email }, { what: 'emailChanged', device })
      const ended = await endSessionsOf(trx, user.id, now(), 'person', user.sessionId)
      services.security.note('emailChanged')
      return { answer: {}, affected: { ended, overview: await readersOf(trx, user.id) } }
    },
    { prepare: async ({ user, body }) => checkCodes(services, user, body) },
  )

  answers(app, services, 'cancelEmailChange', async ({ user }) => {
    await db.transaction().execute((trx) => endEmailChange(trx, user))
    return {}
  })
}

/** Returns 8 random digits, few enough to copy by hand from another device. */
function newCode({ randomBytes }: Services): string {
  return String(randomBytes(6).readUIntBE(0, 6) % 100_000_000).padStart(8, '0')
}

/** Format a code for display, and read a typed one. */
const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
const digits = (typed: string) => typed.slice(0, 100).replace(/\D/g, '')

/**
 * Limits the mails to a new address, to protect strangers' mailboxes. They are counted apart from other mails to the
 * address: some of those go only to accounts, so a refusal here would reveal who has one.
 */
async function countTo(trx: Trx, email: string, now: number): Promise<void> {
  const { current, ttl } = await countInDatabase(trx, `email change to ${emailKey(email)}`, now, day)
  if (current > mostToAddress) throw problem('tooManyRequests', { retryAfter: Math.ceil(ttl / 1_000) })
}

type Change = Selectable<EmailChangeTable>

interface Asked {
  user: SessionUser
  email: string
  codes: { old: string; new: string }
  device: string
}

/**
 * Mails both codes. If the new address belongs to another account, only that account's owner is told, instead of a
 * code. The answer and its time are the same in both cases.
 */
async function mailCodes(trx: Trx, services: Services, { user, email, codes, device }: Asked): Promise<void> {
  const { mailer, config, now } = services
  const taken = await accountBy(trx, email)
  const link = `${config.publicUrl}/auth/forgot-password`
  const { language } = user
  const old = { address: 'old' as const, code: grouped(codes.old), newEmail: email, link, device, at: now() }
  await mailer.enqueue(trx, { to: user.email, kind: 'emailCode', language, data: old })
  if (taken)
    await mailer.enqueue(trx, {
      to: taken.email,
      kind: 'emailTaken',
      language: taken.language,
      data: { link },
    })
  else {
    const data = { ...old, address: 'new' as const, code: grouped(codes.new) }
    await mailer.enqueue(trx, { to: email, kind: 'emailCode', language, data })
  }
}

/**
 * Returns the change if both codes are right, else throws. Counts a try before checking, so that parallel ones count.
 */
async function checkCodes(
  { db, now, security }: Services,
  user: SessionUser,
  { oldCode, newCode }: { oldCode: string; newCode: string },
): Promise<Change> {
  const change = await db
    .updateTable('email_change')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('account_id', '=', user.id)
    .where('expires_at', '>', now())
    .where('tries', '<', mostTries)
    .returningAll()
    .executeTakeFirst()
  if (!change) throw problem('emailChangeOver')
  const isOld = await isPassword(digits(oldCode), change.old_code, user)
  const isNew = await isPassword(digits(newCode), change.new_code, user)
  if (isOld && isNew) return change
  security.note('emailCodeRefused')
  if (change.tries >= mostTries) {
    await db.transaction().execute((trx) => endEmailChange(trx, user))
    throw problem('emailChangeOver')
  }
  throw invalid({ ...(!isOld && { oldCode: 'wrongCode' }), ...(!isNew && { newCode: 'wrongCode' }) })
}
