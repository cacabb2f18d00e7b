import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage } from '../base/language.ts'
import type { Services } from '../services/services.ts'
import { contentPolicy } from '../base/headers.ts'
import { manifestIn } from './manifest.ts'
import { problem } from '../base/problem.ts'
import { network } from '../limits/throttle.ts'

const noncePlaceholder = '__CSP_NONCE__'

/** Serves the built page: existing files, and index.html for every other address that a person may open. */
export async function staticRoutes(app: FastifyInstance, services: Services, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    cacheControl: false,
    // The build writes a .br and a .gz beside files that are worth compressing.
    preCompressed: true,
  })

  // What is shared is taken by the service worker. Where there is none yet, the page asks for the file.
  app.route({
    method: 'POST',
    url: '/app/share',
    onRequest: async (_request, reply) => reply.redirect('/app/edit-profile/import', 303),
    handler: () => Promise.resolve(),
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    // These prefixes never mean a page, in whatever spelling.
    if (/^[/\\]+(api|oauth|uploads|dev|metrics|healthz|readyz)\b/i.test(path)) throw problem('notFound')
    const isDocument = path === '/' || path === '/index.html'
    if (!isDocument && (await isFile(join(dist, path), dist))) {
      const isHashed = path.startsWith('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path === '/manifest.webmanifest') {
        refuseFlood(services, request)
        const language = acceptedLanguage(request.headers['accept-language'])
        reply.header('vary', 'accept-language').type('application/manifest+json; charset=utf-8')
        return reply.send(await manifestIn(language, dist))
      }
      // A worker's policy is that of its own script.
      if (path === '/sw.js') reply.header('content-security-policy', contentPolicy())
      return reply.sendFile(path.slice(1))
    }
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    if (isMissingFile(path, wantsPage)) throw problem('notFound')
    refuseFlood(services, request)
    return sendPage(services, reply, dist)
  })
}

/** Limits page requests per network: unlike files, pages are made and compressed for each request. */
export function refuseFlood(services: Services, { ip }: FastifyRequest): void {
  const { current, ttl, most } = services.countCall(`pages ${network(ip)}`)
  if (current > most) throw problem('tooManyRequests', { retryAfter: Math.ceil(ttl / 1_000) })
}

/**
 * Returns whether this is the address of a missing file, such as a script of an older build. Only for a name with a dot
 * at the root does it depend on what the caller accepts: `/robots.txt` is a file to a crawler, `/index.php` a mistyped
 * page to a person. Every other address is a page for all callers, because link checkers, previews and `curl` accept
 * anything.
 */
function isMissingFile(path: string, wantsPage: boolean): boolean {
  const [, first = ''] = /^[/\\]*([^/\\]*)/.exec(path) ?? []
  if (['assets', 'icons', 'screenshots'].includes(first)) return true
  return first.includes('.') && first !== 'index.html' && !wantsPage
}

async function isFile(path: string, dist: string): Promise<boolean> {
  if (!path.startsWith(dist) || path.includes('\0')) return false
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

async function sendPage(services: Services, reply: FastifyReply, dist: string): Promise<FastifyReply> {
  const html = await readFile(join(dist, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  reply.header('cache-control', 'no-cache')
  if (html === null)
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send('The page is not built yet: npm run build makes it.\n')
  const nonce = services.randomBytes(16).toString('base64url')
  return reply
    .header('content-security-policy', contentPolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce))
}
