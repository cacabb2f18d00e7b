import type { FastifyInstance } from 'fastify'
import type { Db, Trx } from '../db/open.ts'
import { problem } from '../base/problem.ts'
import { answers } from '../http/route.ts'
import { inviteBy, inviting, refuseEnded, wrongCodes } from '../lists/store/invite-rows.ts'
import { hashCode } from '../db/codes.ts'
import type { Services } from '../services/services.ts'

/** the limit of registrations for one site, the widest prefix that a provider gives to one customer */
export const registrations = { max: 60, timeWindow: 60 * 60_000 }

/** A code by which one person may register, as its hash. Its row is marked as used together with the new account. */
type Pass = { admission: string } | { invite: string }

/** Tells the registration page whether its form will be accepted, before anybody fills it in. */
export async function admissionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  answers(app, services, 'registration', async () => {
    const { registration, localLogIn, provider } = services.config
    return { registration, localLogIn, provider: provider.issuer === '' ? null : provider.name }
  })

  answers(app, services, 'registrationWith', async ({ params, request }) => {
    await admit(services, request.ip, params.code)
    return {}
  })
}

/**
 * Throws if the caller may not register. Returns the pass to mark as used, or null if nobody needs a code. Looks only
 * at the code, so that a caller without one does not learn which addresses have an account.
 */
export async function admit({ config, db, throttle, now }: Services, address: string, code = '') {
  const { registration } = config
  if (registration === 'open') return null
  const admission =
    code && (await throttle.guessCode(wrongCodes(address), () => passBy(db, code, registration)))
  if (!admission) throw problem(registration === 'closed' ? 'registrationClosed' : 'invitationNeeded')
  if (admission.registered_at > 0 || admission.used_at > 0) throw problem('inviteUsed')
  refuseEnded(admission, now())
  return admission.pass
}

async function passBy(db: Db, code: string, registration: 'invite' | 'closed') {
  const code_hash = hashCode(code)
  const admission = await db
    .selectFrom('admission')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  if (admission) return { ...admission, used_at: 0, pass: { admission: code_hash } satisfies Pass }
  const invite = registration === 'invite' && (await inviteBy(db, code))
  const list = invite && (await inviting(db, invite))
  return list ? { ...invite, pass: { invite: invite.code } satisfies Pass } : null
}

/** Marks a pass as used. If two people register with it at once, one is refused and nothing of theirs is stored. */
export async function usePass(trx: Trx, pass: Pass, now: number): Promise<void> {
  const open = { registered_at: now }
  const { numUpdatedRows } =
    'invite' in pass
      ? await trx
          .updateTable('invite')
          .set(open)
          .where('code', '=', pass.invite)
          .where('registered_at', '=', 0)
          .where('used_at', '=', 0)
          .where('revoked_at', '=', 0)
          .executeTakeFirstOrThrow()
      : await trx
          .updateTable('admission')
          .set({ ...open, email_key: '' })
          .where('code_hash', '=', pass.admission)
          .where('registered_at', '=', 0)
          .where('revoked_at', '=', 0)
          .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw problem('inviteUsed')
}

/** Revokes the operator's unused links: all, or those for one address. Returns how many. */
export async function revokeAdmissions(trx: Trx, now: number, emailKey?: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('admission')
    .set({ revoked_at: now, email_key: '' })
    .where('registered_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now)
    .$if(emailKey !== undefined, (query) => query.where('email_key', '=', emailKey ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
