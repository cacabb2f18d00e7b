import type { FastifyInstance } from 'fastify'
import { api } from '../../../core/contract/api.ts'
import { limits } from '../../../core/product/entities.ts'
import { parseText } from '../../../core/text/normalise.ts'
import type { Here } from '../../db/affected.ts'
import { invalid } from '../../base/problem.ts'
import type { Services } from '../../services/services.ts'
import { bucket } from '../../limits/throttle.ts'
import { leaveTrip, seeTrip, startTrip } from '../../live/trips.ts'
import { answers, type Context, tell, writes } from '../../http/route.ts'
import { accessList } from '../store/access.ts'

/** Serves trips and presence: who is shopping from a list, and who has it open. */
export async function togetherRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now, throttleHere } = services

  writes(app, services, 'startTrip', async (trx, { user, params, body }) => {
    const shop = parseText(body?.shop ?? '', 0, limits.label)
    if (!shop.ok) throw invalid({ shop: shop.error })
    const { id: list, status } = await accessList(trx, params.id, user.id, api.startTrip.who)
    if (status === 'archiwum') return { answer: null }
    // Every member hears of each start, so starting and ending in turns must not become a flood.
    const mayStart = () => throttleHere.count([bucket(`trip ${user.id}`, 10, 30_000)])
    const trip = { list, account: user.id, session: user.sessionId, shop: shop.value }
    const isNew = await startTrip(trx, trip, now(), mayStart)
    if (!isNew) return { answer: null }
    await services.push.noteTrip(trx, { listId: list, actorId: user.id, shop: shop.value })
    return { answer: null, affected: { trips: [{ list, account: user.id }] } }
  })

  writes(app, services, 'endTrip', async (trx, { user, params }) => {
    const { id: list } = await accessList(trx, params.id, user.id, api.endTrip.who)
    const isOver = await leaveTrip(trx, { list, account: user.id, session: user.sessionId }, now())
    return { answer: null, affected: isOver ? { trips: [{ list, account: user.id }] } : undefined }
  })

  // A change costs the others an event, and each instance a notification. Enough for 20 devices.
  const note = async ({ user, params, request }: Context<'here' | 'left'>, state: Here['state']) => {
    throttleHere.count([bucket(`${state === 'left' ? 'left' : 'here'} ${user.id}`, 30, 1_000)])
    const { id: list } = await accessList(db, params.id, user.id, api.here.who, 'read')
    const device = { list, account: user.id, session: user.sessionId }
    tell(services, request, { presence: [{ ...device, state }] })
    // Last: on a full disk, presence goes on.
    if (state !== 'shopping' || !(await seeTrip(db, device, now()))) return
    tell(services, request, { trips: [{ list, account: user.id }] })
  }
  answers(app, services, 'here', async (context) => {
    await note(context, context.body?.shopping ? 'shopping' : 'open')
    return context.reply.send()
  })
  answers(app, services, 'left', async (context) => {
    await note(context, 'left')
    return context.reply.send()
  })
}
