import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isOwnOrigin } from '../http/origin.ts'

export function isSecure(deps: Deps, request: FastifyRequest): boolean {
  return request.protocol === 'https' || deps.config.publicUrl.startsWith('https:')
}

/** With the prefix nobody can plant it over http, nor from a neighbouring name. */
export function cookieName(deps: Deps, request: FastifyRequest, name: string): string {
  return isSecure(deps, request) ? `__Secure-${name}` : name
}

export function cookieOptions(deps: Deps, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/oauth', httpOnly: true, sameSite: 'strict', secure: isSecure(deps, request) }
}

/** A form on a foreign page must neither plant a session nor use one. */
export function mayUseCookie(deps: Deps, request: FastifyRequest): boolean {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  return isJson && request.headers.origin !== undefined && isOwnOrigin(deps.config, request)
}
