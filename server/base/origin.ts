import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** Returns whether a request comes from a page of this server, or from no page at all. */
export function isOwnOrigin(config: Config, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === config.publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}
