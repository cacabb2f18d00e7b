import type { FastifyInstance } from 'fastify'
import { scopes } from '../../core/product/scopes.ts'
import type { Services } from '../services/services.ts'

const halfYear = 182 * 86_400_000

/** Serves the addresses where password managers and security researchers look first. */
export async function wellKnownRoutes(app: FastifyInstance, { config, now }: Services): Promise<void> {
  // W3C, 'A Well-Known URL for Changing Passwords'.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect('/app/edit-profile/change-password', 302),
  )
  // How an app that knows only the address gets a token: RFC 9728 and RFC 8414.
  const { publicUrl: issuer } = config
  for (const end of ['', '/mcp'])
    app.get(`/.well-known/oauth-protected-resource${end}`, async () => ({
      resource: `${issuer}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: scopes,
    }))
  app.get('/.well-known/oauth-authorization-server', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/oauth/v2/authorize`,
    token_endpoint: `${issuer}/oauth/v2/token`,
    registration_endpoint: `${issuer}/oauth/v2/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: scopes,
  }))
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
