import type { FastifyInstance } from 'fastify'
import { problem } from '../../base/problem.ts'
import type { Services } from '../../services/services.ts'
import { accessMs, requireSession } from '../../auth/session.ts'
import { sweepMs } from '../../live/presence.ts'

const helloMs = 25_000
/** A stream with more unread bytes is closed; the client reconnects and pulls. */
const mostUnread = 64 << 10

/** Serves GET /api/v3/events, which says that something changed, never what. */
export async function eventRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { live, now } = services
  const beat = setInterval(live.hello, helloMs)
  beat.unref()
  // Who a lost sweep does not name is gone with the next one.
  const sweep = setInterval(() => void live.sweep().catch(() => undefined), sweepMs)
  sweep.unref()
  app.addHook('onClose', async () => {
    clearInterval(beat)
    clearInterval(sweep)
  })

  app.get('/api/v3/events', { exposeHeadRoute: false }, async (request, reply) => {
    const user = await requireSession(services, request)
    if (user.rights) throw problem('insufficientScope')
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...headersOf(reply.getHeaders()),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    raw.flushHeaders()
    // If the clock was set back, `expiresAt` may be farther away than a timer can wait. Such a timer fires at once.
    const left = Math.min(accessMs, Math.max(0, user.expiresAt - now()))
    const expiry = setTimeout(() => end(), left)
    expiry.unref()
    const end = (retryMs?: number) => {
      if (!raw.writableEnded) raw.end(retryMs === undefined ? undefined : `retry: ${retryMs}\n\n`)
      leave()
    }
    const send = (event: string, data: object) => {
      if (raw.writableEnded) return
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (raw.writableLength > mostUnread) end()
    }
    const { ready, remove } = live.add({ accountId: user.id, sessionId: user.sessionId, send, end })
    const leave = () => {
      clearTimeout(expiry)
      remove()
    }
    raw.on('close', leave)
    raw.on('error', leave)
    // The device pulls after the first hello. Nothing may be missed from then on.
    await ready
    send('hello', {})
    // The session may have ended between the check above and the registration of this listener.
    await requireSession(services, request)
      .then(() => live.sendTrips({ accountId: user.id, send }))
      .catch(() => end())
  })
}

function headersOf(headers: Record<string, string | number | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
