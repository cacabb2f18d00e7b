import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Answer, Body } from '../../core/contract/api.ts'
import { limits } from '../../core/product/entities.ts'
import { nameOfClient, widest } from '../../core/product/scopes.ts'
import { parseText } from '../../core/text/normalise.ts'
import { tokenPrefix } from '../auth/personal-token.ts'
import { newStep, stepMs, takeStep } from '../auth/proofs.ts'
import { invalid, problem } from '../base/problem.ts'
import { hashCode } from '../db/codes.ts'
import type { Db, Trx } from '../db/open.ts'
import { answers, writes } from '../http/route.ts'
import { holdAccount, refuseFull } from '../limits/quota.ts'
import { accessList } from '../lists/store/access.ts'
import { mailNotice } from '../mail/notices.ts'
import { isSameSecret, type Services } from '../services/services.ts'

/** The longest time that a token may be valid, if it ends at all, in ms. */
const longest = 10 * 366 * 86_400_000

/** Makes, lists and ends the personal tokens of an account. */
export async function tokenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'tokens', ({ user }) => tokensOf(db, user.id))

  writes(app, services, 'createToken', async (trx, { user, body, request }) => {
    const name = parseText(body.name, 1, limits.label)
    const expires = body.expires === undefined ? 0 : Date.parse(body.expires)
    const isOver = body.expires !== undefined && !(expires > now() && expires <= now() + longest)
    if (!name.ok || isOver)
      throw invalid({ ...(!name.ok && { name: name.error }), ...(isOver && { expires: 'outOfRange' }) })
    for (const id of body.lists ?? []) await accessList(trx, id, user.id, 'see', 'read')
    await holdAccount(trx, user.id)
    await refuseFull(trx.selectFrom('token').where('account_id', '=', user.id), limits.tokens)
    const id = services.newId()
    const secret = newSecret(services)
    // What an app does not come for is gone with the code.
    const token = body.grant
      ? await newGrant({ ...services, db: trx }, request.ip, body.grant, { id, expires })
      : secret
    const expiresAt = body.grant ? now() + stepMs : expires
    await trx
      .insertInto('token')
      .values({
        id,
        account_id: user.id,
        name: name.value,
        hash: hashCode(secret),
        scope: widest(body.scopes),
        lists: JSON.stringify(body.lists ?? []),
        created_at: now(),
        expires_at: expiresAt,
        used_at: 0,
      })
      .execute()
    // Whoever has stolen a session must not keep a way in that its owner does not hear of.
    await mailNotice(trx, services, user, { what: 'tokenMade', device: name.value })
    services.security.note('tokenMade')
    return { answer: { id, token } }
  })

  writes(app, services, 'deleteToken', async (trx, { user, params }) => {
    const { numDeletedRows } = await trx
      .deleteFrom('token')
      .where('id', '=', params.id)
      .where('account_id', '=', user.id)
      .executeTakeFirst()
    if (!numDeletedRows) throw problem('notFound')
    return { answer: {} }
  })
}

const newSecret = ({ randomBytes }: Services) => tokenPrefix + randomBytes(32).toString('base64url')

type Grant = NonNullable<Body<'createToken'>['grant']>

/** Makes the code that an app exchanges for the token. */
async function newGrant(
  services: Parameters<typeof newStep>[0],
  ip: string,
  grant: Grant,
  token: { id: string; expires: number },
): Promise<string> {
  if (nameOfClient(grant.client, grant.redirect) === null || !URL.canParse(grant.redirect))
    throw invalid({ redirect: 'invalid' })
  if (!/^[\w-]{43}$/.test(grant.challenge)) throw invalid({ challenge: 'invalid' })
  return newStep(services, 'grant', ip, { secret: JSON.stringify({ ...grant, ...token }) })
}

/**
 * Exchanges a code for its token (RFC 6749, 4.1.3; RFC 7636), once. Returns null for a code that is unknown, used, too
 * old or of another app.
 */
export async function tokenOfGrant(services: Services, body: Body<'token'>): Promise<Answer<'token'> | null> {
  const { db, now } = services
  const taken = await takeStep(services, 'grant', body.code ?? '')
  if (!taken) return null
  const grant = JSON.parse(taken.secret) as Grant & { id: string; expires: number }
  const challenge = createHash('sha256')
    .update(body.code_verifier ?? '')
    .digest('base64url')
  const isAsked = grant.client === body.client_id && grant.redirect === body.redirect_uri
  if (!isAsked || !isSameSecret(challenge, grant.challenge)) return null
  if (grant.expires > 0 && grant.expires <= now()) return null
  const secret = newSecret(services)
  const given = await db
    .updateTable('token')
    .set({ hash: hashCode(secret), expires_at: grant.expires })
    .where('id', '=', grant.id)
    .returning(['account_id', 'scope'])
    .executeTakeFirst()
  if (!given) return null
  const validMs = grant.expires > 0 ? grant.expires - now() : longest
  return {
    access_token: secret,
    token_type: 'bearer',
    expires_in: Math.floor(validMs / 1_000),
    user_id: given.account_id,
    scope: given.scope,
  }
}

export async function tokensOf(db: Db | Trx, accountId: string): Promise<Answer<'tokens'>> {
  const rows = await db
    .selectFrom('token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const time = (at: number) => (at > 0 ? new Date(at).toISOString() : null)
  return rows.map(({ id, name, scope, lists, created_at, expires_at, used_at }) => ({
    id,
    name,
    scope,
    ...(lists !== '[]' && { lists: JSON.parse(lists) as string[] }),
    createdAt: new Date(created_at).toISOString(),
    expiresAt: time(expires_at),
    lastUsedAt: time(used_at),
  }))
}
