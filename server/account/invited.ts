import cookies from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { mayUseCookie } from '../auth/cookie.ts'
import { rememberDevice } from '../auth/known-device.ts'
import { passwordError } from '../auth/password-hash.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Services } from '../services/services.ts'
import { site } from '../limits/throttle.ts'
import { answers, tell } from '../http/route.ts'
import { accountBy } from '../lists/rest/sharing.ts'
import { hashCode } from '../db/codes.ts'
import {
  activateAccount,
  inviteBy,
  inviting,
  type InviteRow,
  isProof,
  joinBy,
  lockInvitesTo,
  refuseEnded,
  wrongCodes,
} from '../lists/store/invite-rows.ts'
import { admit, registrations, usePass } from './admission.ts'
import { insertAccount, newAccount } from './new-account.ts'

// Decision 053: a mailed invitation proves its mailbox.
/**
 * Registers a person who was invited by mail. The mailed link contains a secret that nobody else has seen, so it proves
 * the mailbox as an activation link does: the account is active at once and needs no second mail.
 */
export async function invitedRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  await app.register(cookies)

  answers(app, services, 'mailedInvite', async ({ params, body, request }) => {
    const { email } = await mailedInvite(services, params.code, body.proof, request.ip)
    // Whoever reads the mailbox may learn that it has an account.
    const hasAccount = (await accountBy(db, email)) !== undefined
    // Whether a registration would be accepted, before anybody fills in the form.
    if (!hasAccount) await admit(services, request.ip, params.code)
    return { email, hasAccount }
  })

  // Does not use `writes`, which stores a hash of the body for retries: this body contains the password.
  answers(
    app,
    services,
    'registerInvited',
    async ({ params, body, request, reply }) => {
      const { email } = await mailedInvite(services, params.code, body.proof, request.ip)
      const password = passwordError(body.password, email)
      const name = parseText(body.name ?? '', 0, limits.label)
      if (password || !name.ok)
        throw invalid({ ...(password && { password }), ...(!name.ok && { name: name.error }) })
      const pass = await admit(services, request.ip, params.code)
      if (await accountBy(db, email)) throw problem('emailTaken')
      const person = await newAccount(services, request, { ...body, email })
      const account = { ...person, status: 'A' as const, name: name.value }
      const done = await db.transaction().execute(async (trx) => {
        // Read again under the list's lock: it may have been used, revoked or moved to another address meanwhile.
        const invites = await lockInvitesTo(trx, email, now())
        const invite = invites.find((one) => one.code === hashCode(params.code) && isProof(one, body.proof))
        if (!invite || invite.email !== email) throw problem('inviteUsed')
        if (pass) await usePass(trx, pass, now())
        await insertAccount(trx, account)
        await joinBy(trx, invite, account.id, now())
        // What else was mailed to this address.
        return { id: invite.list_id, overview: await activateAccount(trx, account, now()) }
      })
      services.security.note('accountActivated')
      // Otherwise the log-in that follows would mail a notice of an unknown device.
      if (mayUseCookie(services, request)) rememberDevice(services, request, reply, account)
      tell(services, request, { overview: done.overview })
      return { id: done.id }
    },
    { config: { rateLimit: { ...registrations, keyGenerator: ({ ip }) => site(ip) } } },
  )
}

/**
 * Returns the open invitation whose mailed link has this secret. Everything else is answered alike, and counts as a
 * wrong code: a guessed or replayed secret, that of another invitation, and a link that was not mailed.
 */
async function mailedInvite(
  { db, throttle, now }: Services,
  code: string,
  proof: string,
  address: string,
): Promise<InviteRow> {
  const invite = await throttle.guessCode(wrongCodes(address), async () => {
    const invitation = await inviteBy(db, code)
    return invitation && isProof(invitation, proof) ? invitation : null
  })
  if (!invite || !(await inviting(db, invite))) throw problem('notFound')
  refuseEnded(invite, now())
  return invite
}
