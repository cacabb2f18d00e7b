import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api, type Body, type CallName, type Params, type Query } from '../../core/contract/api.ts'
import { requireSession } from '../auth/session.ts'
import { problem } from '../base/problem.ts'
import type { Services } from '../services/services.ts'

/** A call was refused; the message is its problem as JSON. */
export class Refused extends Error {
  readonly status: number
  /** seconds, '' if there is nothing to wait for */
  readonly retryAfter: string
  constructor(problem: string, status: number, retryAfter: unknown = '') {
    super(problem)
    this.status = status
    this.retryAfter = String(retryAfter)
  }
}

/** Admits only whoever sends a personal token: what an app does stands under its name. `challenge`: how to send it. */
export function requireToken(services: Services, challenge: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('www-authenticate', challenge)
    request.user = await requireSession(services, request)
    if (!request.user.rights) throw problem('sessionExpired')
    reply.removeHeader('www-authenticate')
  }
}

export interface Parts<N extends CallName> {
  params?: Params<N>
  query?: Query<N>
  body?: Body<N>
}

// Decision 159: other ways in make the calls of the contract.
/**
 * Returns what makes calls of the REST contract within this process, with the authorization and the address of
 * `request`, and returns the answers as they came: scopes, permissions, quotas, history, notifications and webhooks are
 * those of any other app. Throws `Refused`.
 */
export function callsOf(app: FastifyInstance, request: FastifyRequest) {
  return async <N extends CallName>(name: N, { params, query, body }: Parts<N> = {}): Promise<string> => {
    const { method, path } = api[name]
    const url = path.replace(/:(\w+)/gu, (_, key: string) =>
      encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[key])),
    )
    const reply = await app.inject({
      method,
      url,
      query: { ...(query as Record<string, string>) },
      headers: { authorization: request.headers.authorization },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    })
    if (reply.statusCode >= 400) throw new Refused(reply.body, reply.statusCode, reply.headers['retry-after'])
    return reply.body
  }
}
