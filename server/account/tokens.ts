import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import { limits } from '../../core/product/entities.ts'
import { widest } from '../../core/product/scopes.ts'
import { parseText } from '../../core/text/normalise.ts'
import { tokenPrefix } from '../auth/personal-token.ts'
import { invalid, problem } from '../base/problem.ts'
import { hashCode } from '../db/codes.ts'
import type { Db, Trx } from '../db/open.ts'
import { answers, writes } from '../http/route.ts'
import { holdAccount } from '../limits/quota.ts'
import { accessList } from '../lists/store/access.ts'
import { mailNotice } from '../mail/notices.ts'
import type { Services } from '../services/services.ts'

/** The longest time that a token may be valid, if it ends at all, in ms. */
const longest = 10 * 366 * 86_400_000

/** Makes, lists and ends the personal tokens of an account. */
export async function tokenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'tokens', ({ user }) => tokensOf(db, user.id))

  writes(app, services, 'createToken', async (trx, { user, body }) => {
    const name = parseText(body.name, 1, limits.label)
    const expires = body.expires === undefined ? 0 : Date.parse(body.expires)
    const isOver = body.expires !== undefined && !(expires > now() && expires <= now() + longest)
    if (!name.ok || isOver)
      throw invalid({ ...(!name.ok && { name: name.error }), ...(isOver && { expires: 'outOfRange' }) })
    for (const id of body.lists ?? []) await accessList(trx, id, user.id, 'see', 'read')
    await holdAccount(trx, user.id)
    const { count } = await trx
      .selectFrom('token')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('account_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.tokens) throw problem('limitReached')
    const id = services.newId()
    const token = tokenPrefix + services.randomBytes(32).toString('base64url')
    await trx
      .insertInto('token')
      .values({
        id,
        account_id: user.id,
        name: name.value,
        hash: hashCode(token),
        scope: widest(body.scopes),
        lists: JSON.stringify(body.lists ?? []),
        created_at: now(),
        expires_at: expires,
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
