import type { FastifyInstance } from 'fastify'
import { type Language, limits } from '../../core/product/entities.ts'
import type { Profile } from '../../core/contract/shapes.ts'
import { emailKey, parseEmail, parseText } from '../../core/text/normalise.ts'
import { admissionRoutes, admit, registrations, usePass } from './admission.ts'
import { invitedRoutes } from './invited.ts'
import { passwordRoutes } from './account-password.ts'
import { emailChangeRoutes } from './email-change.ts'
import { removalRoutes } from './account-removal.ts'
import { sessionRoutes } from './account-sessions.ts'
import { isSqlite, type Trx } from '../db/open.ts'
import { hashCode, secret } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import { exportRoutes } from './export.ts'
import { pushRoutes } from './push-devices.ts'
import { tokenRoutes } from './tokens.ts'
import { wayInRoutes } from './ways-in.ts'
import { hookRoutes } from './webhooks.ts'
import { settingsRoutes } from './settings.ts'
import { insertAccount, newAccount } from './new-account.ts'
import { passwordError } from '../auth/password-hash.ts'
import { invalid, problem } from '../base/problem.ts'
import { answers, writes } from '../http/route.ts'
import { accountBy } from '../lists/rest/sharing.ts'
import { activateAccount } from '../lists/store/invite-rows.ts'
import { lockGuestLists, makeGuestsGiveWay } from '../lists/store/people/guest-names.ts'
import { endSessionsOf, sessionOf } from '../auth/session.ts'
import { site } from '../limits/throttle.ts'

const minute = 60_000
const day = 86_400_000
const activationMs = 7 * day

export async function accountRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(
    app,
    services,
    'register',
    async ({ body, request }) => {
      const email = parseEmail(body.email)
      const password = passwordError(body.password, body.email)
      const wrong = { ...(!email.ok && { email: email.error }), ...(password && { password }) }
      if (!email.ok || password) throw invalid(wrong)
      const pass = await admit(services, request.ip, body.invitation)
      if (await accountBy(db, email.value)) throw problem('emailTaken')
      const account = await newAccount(services, request, { ...body, email: email.value })
      await db.transaction().execute(async (trx) => {
        if (pass) await usePass(trx, pass, now())
        await insertAccount(trx, account)
        await mailActivation(trx, services, account)
      })
      services.mailer.wake()
      return { id: account.id }
    },
    { config: { rateLimit: { ...registrations, keyGenerator: ({ ip }) => site(ip) } } },
  )

  writes(app, services, 'activate', async (trx, { params, request }) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const current = token === undefined ? null : await sessionOf(trx, token)
    const code_hash = hashCode(params.code)
    const activation = await trx
      .selectFrom('activation')
      .innerJoin('account', 'account.id', 'activation.account_id')
      .select(['account.id', 'account.email', 'account.status'])
      .select(['activation.expires_at', 'activation.used_at'])
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
    if (!activation) throw problem('notFound')
    if (activation.status === 'D') throw problem('accountDeleted')
    if (activation.used_at > 0 || activation.expires_at <= now()) throw problem('activationExpired')
    const overview = await activateAccount(trx, activation, now())
    await trx.updateTable('activation').set({ used_at: now() }).where('code_hash', '=', code_hash).execute()
    // Somebody else may have registered the address, so only the session that followed the mailed link continues.
    const ended = await endSessionsOf(trx, activation.id, now(), 'person', current ?? '')
    services.security.note('accountActivated')
    // `overview` makes the pages that wait for the activation reload their data.
    return { answer: {}, affected: { ended, overview } }
  })

  writes(app, services, 'resendActivation', async (trx, { body, request }) => {
    const isSignedIn = request.user !== null
    const email = body?.email
    if (!isSignedIn && email === undefined) throw invalid({ email: 'required' })
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'language', 'status', 'activation_mailed_at'])
      .$if(isSignedIn, (query) => query.where('id', '=', request.user?.id ?? ''))
      .$if(!isSignedIn, (query) => query.where('email_key', '=', emailKey(email ?? '')))
      // The row lock makes concurrent requests run one after the other.
      .$if(!isSqlite(trx), (query) => query.forUpdate())
      .executeTakeFirst()
    const mailed = await trx
      .selectFrom('activation')
      .select('code_hash')
      .where('account_id', '=', account?.id ?? '')
      .execute()
    // A short pause after the registration mail, because that one may have been lost.
    const pause = mailed.length <= 1 ? minute : day
    const mailedAt = account?.activation_mailed_at ?? 0
    // A date in the future was stored before the clock was set back.
    const wait = mailedAt <= now() ? mailedAt + pause - now() : 0
    if (account?.status === 'N' && wait <= 0) await mailActivation(trx, services, account)
    else if (account?.status === 'N' && isSignedIn)
      throw problem('activationAlreadySent', { retryAfter: Math.ceil(wait / 1_000) })
    // Without a session, neither the response nor its time may reveal whether the account exists.
    else if (!isSignedIn) await services.mailer.enqueueNothing(trx)
    return { answer: {} }
  })

  answers(app, services, 'me', async ({ user }) => profileOf(db, user.id))

  writes(app, services, 'updateProfile', async (trx, { user, body }) => {
    const { language, ...given } = body
    const wrong: Record<string, string> = {}
    const changes: { language?: Language; name?: string; surname?: string; city?: string } = {}
    for (const field of ['name', 'surname', 'city'] as const) {
      if (given[field] === undefined) continue
      const parsed = parseText(given[field], 0, limits.label)
      if (parsed.ok) changes[field] = parsed.value
      else wrong[field] = parsed.error
    }
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    if (language) changes.language = language
    const isRenamed = changes.name !== undefined || changes.surname !== undefined
    const lists = isRenamed ? await lockGuestLists(trx, user.id, now()) : []
    if (Object.keys(changes).length > 0)
      await trx.updateTable('account').set(changes).where('id', '=', user.id).execute()
    await makeGuestsGiveWay(trx, lists, user.id)
    return { answer: await profileOf(trx, user.id) }
  })

  await app.register(async (scope) => passwordRoutes(scope, services))
  await app.register(async (scope) => invitedRoutes(scope, services))
  await emailChangeRoutes(app, services)
  await admissionRoutes(app, services)
  await removalRoutes(app, services)
  await sessionRoutes(app, services)
  await settingsRoutes(app, services)
  await pushRoutes(app, services)
  await exportRoutes(app, services)
  await tokenRoutes(app, services)
  await wayInRoutes(app, services)
  await hookRoutes(app, services)
}

async function profileOf(db: Pick<Trx, 'selectFrom'>, id: string): Promise<Profile> {
  const { image_name, ...profile } = await db
    .selectFrom('account')
    .select(['id', 'email', 'city', 'image_name', 'language', 'name', 'status', 'surname'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...profile, imageName: image_name || null }
}

/**
 * Mails a new code, which invalidates older ones. Only its hash is stored, and the code itself until the mail is sent.
 */
async function mailActivation(
  trx: Trx,
  services: Services,
  account: { id: string; email: string; language: Language },
): Promise<void> {
  const code = secret(services)
  const at = services.now()
  await trx.updateTable('activation').set({ expires_at: 0 }).where('account_id', '=', account.id).execute()
  await trx
    .insertInto('activation')
    .values({ code_hash: hashCode(code), account_id: account.id, expires_at: at + activationMs })
    .execute()
  await trx.updateTable('account').set({ activation_mailed_at: at }).where('id', '=', account.id).execute()
  const link = `${services.config.publicUrl}/activate/${code}`
  await services.mailer.enqueue(trx, {
    to: account.email,
    kind: 'activation',
    language: account.language,
    data: { link },
  })
}
