import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services.ts'
import { problem } from '../http/problem.ts'
import { answers, writes } from '../http/route.ts'
import { endSessions, endSessionsOf, livingSessions } from './session.ts'

/** Lists and ends the sessions of an account. */
export async function sessionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'sessions', async ({ user }) => sessionsOf(db, user.id, user.sessionId, now()))

  writes(app, services, 'endSession', async (trx, { user, params }) => {
    const found = await trx
      .selectFrom('session')
      .select('ended_at')
      .where('id', '=', params.id)
      .where('account_id', '=', user.id)
      .executeTakeFirst()
    if (!found) throw problem('notFound')
    if (found.ended_at === 0) await endSessions(trx, [params.id], now())
    return { answer: {}, affected: { ended: [params.id] } }
  })

  writes(app, services, 'endOtherSessions', async (trx, { user }) => {
    const ended = await endSessionsOf(trx, user.id, now(), user.sessionId)
    return { answer: {}, affected: { ended } }
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
