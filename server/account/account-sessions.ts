import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services/services.ts'
import { problem } from '../base/problem.ts'
import { answers, tell } from '../http/route.ts'
import { askPassword } from './account-password.ts'
import { endSessions, endSessionsOf, livingSessions } from '../auth/session.ts'

/** Lists and ends the sessions of an account. */
export async function sessionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'sessions', async ({ user }) => sessionsOf(db, user.id, user.sessionId, now()))

  answers(app, services, 'endSession', async ({ user, params, body, request }) => {
    const session = await db
      .selectFrom('session')
      .select('ended_at')
      .where('id', '=', params.id)
      .where('account_id', '=', user.id)
      .executeTakeFirst()
    if (!session) throw problem('notFound')
    const isOwn = params.id === user.sessionId
    if (!isOwn || body?.password !== undefined) await askPassword(services, user, body?.password)
    if (session.ended_at === 0) await endSessions(db, [params.id], now(), 'person')
    services.security.note('sessionsEnded')
    tell(services, request, { ended: [params.id] })
    return {}
  })

  answers(app, services, 'endOtherSessions', async ({ user, body, request }) => {
    await askPassword(services, user, body.password)
    const ended = await db
      .transaction()
      .execute((trx) => endSessionsOf(trx, user.id, now(), 'person', user.sessionId))
    services.security.note('sessionsEnded')
    tell(services, request, { ended })
    return {}
  })
}

export async function sessionsOf(
  db: Db,
  accountId: string,
  currentId: string,
  now: number,
): Promise<Answer<'sessions'>> {
  const sessions = await livingSessions(db, accountId, now)
  return sessions.map(({ id, device, created_at, refreshed_at, access_at }) => ({
    id,
    device,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: new Date(Math.max(refreshed_at, access_at)).toISOString(),
    current: id === currentId,
  }))
}
