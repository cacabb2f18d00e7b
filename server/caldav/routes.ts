import type { FastifyInstance } from 'fastify'
import { limits } from '../../core/product/entities.ts'
import { Refused, requireToken } from '../http/own-calls.ts'
import type { Services } from '../services/services.ts'
import { DavRequest } from './dav-request.ts'
import { rootHref } from './properties.ts'

const methods = ['GET', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL'] as const
const capabilities = { dav: '1, 3, calendar-access', allow: ['OPTIONS', 'HEAD', ...methods].join(', ') }

// Decision 161: calendars are a way in to the calls of the contract.
/**
 * Serves lists as calendars of to-dos (RFC 4791, RFC 6578), for a personal token as the password of Basic. What is
 * written becomes calls of the REST contract.
 */
export async function caldavRoutes(root: FastifyInstance, services: Services): Promise<void> {
  for (const method of methods.slice(3)) root.addHttpMethod(method, { hasBody: true })
  await root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.route({
      method: ['GET', 'OPTIONS', 'PROPFIND'],
      url: '/.well-known/caldav',
      handler: async (_request, reply) => reply.redirect(rootHref, 301),
    })
    // Some programs ask at the address that was typed, and for nothing else.
    for (const url of ['/', '/dav', '/dav/*']) {
      if (url !== '/') app.options(url, async (_request, reply) => reply.headers(capabilities).send())
      app.route({
        method: url === '/' ? 'PROPFIND' : [...methods],
        url,
        bodyLimit: limits.largeBodyBytes,
        onRequest: requireToken(services, 'Basic realm="Koszyk", charset="UTF-8"'),
        handler: async (request, reply) => {
          try {
            return await new DavRequest(app, services, request, reply).answer()
          } catch (error) {
            if (!(error instanceof Refused)) throw error
            if (error.retryAfter) reply.header('retry-after', error.retryAfter)
            return reply
              .code(error.status)
              .type('application/problem+json; charset=utf-8')
              .send(error.message)
          }
        },
      })
    }
  })
}
