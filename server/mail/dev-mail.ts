import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameSecret, type Services } from '../services/services.ts'
import { mailFiles, mailFolder } from './mail-store.ts'
import { escapeHtml } from './mail-page.ts'
import { contentPolicy } from '../base/headers.ts'
import { problem } from '../base/problem.ts'

const shown = 50

/** Returns whether a proxy forwarded this request; most proxies add such a header. */
export function isForwarded(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some((name) => /^(x-forwarded-.*|forwarded|x-real-ip|via)$/.test(name))
}

// Decision 109: a loopback address proves nothing.
/**
 * Returns whether the request has the token of the link that the start prints. The client's address proves nothing: a
 * proxy that adds no header and rewrites Host looks like a client on this machine.
 */
export function hasStartToken({ startToken }: Services, request: FastifyRequest): boolean {
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' && isSameSecret(token, startToken)
}

/** Serves a page with the newest mails, for a server that is used only on its own machine. */
export async function devMailRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services
  if (config.smtp || config.isPublic) return
  app.get('/dev/mail', async (request, reply) => {
    if (!hasStartToken(services, request)) throw problem('notFound')
    const newest = (await mailFiles(config.dataDir)).slice(0, shown)
    const mails = await Promise.all(
      newest.map(async ({ at, name }) => ({
        at,
        // The file may have been removed meanwhile or may not be complete yet.
        mail: await readFile(join(mailFolder(config.dataDir), `${name}.txt`), 'utf8').catch(() => null),
      })),
    )
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy())
      .type('text/html; charset=utf-8')
      .send(mailPage(mails.flatMap(({ mail, at }) => (mail === null ? [] : [article(mail, at)]))))
  })
}

function article(mail: string, time: number): string {
  const [to = '', subject = '', , ...text] = mail.split('\n')
  const at = new Date(time).toISOString()
  const body = escapeHtml(text.join('\n')).replace(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a href="${url}">${url}</a>`,
  )
  return `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, <time>${at}</time></p><pre>${body}</pre></article>`
}

function mailPage(articles: string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title></head>
<body><h1>Mails</h1>
${articles.join('\n<hr>\n') || '<p>No mail yet.</p>'}
</body></html>
`
}
