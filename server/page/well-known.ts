import type { FastifyInstance } from 'fastify'
import type { Services } from '../services/services.ts'

const halfYear = 182 * 86_400_000

/** Serves the addresses where password managers and security researchers look first. */
export async function wellKnownRoutes(app: FastifyInstance, { config, now }: Services): Promise<void> {
  // W3C, 'A Well-Known URL for Changing Passwords'.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect('/app/edit-profile/change-password', 302),
  )
  if (config.securityContact === '') return
  // RFC 9116 recommends an expiry date within a year. It is computed for each answer, so it never passes.
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${new Date(now() + halfYear).toISOString()}`,
      'Preferred-Languages: en, pl',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
