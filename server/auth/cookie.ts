import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services/services.ts'
import { isOwnOrigin } from '../base/origin.ts'

export function isSecure(services: Services, request: FastifyRequest): boolean {
  return request.protocol === 'https' || services.config.publicUrl.startsWith('https:')
}

/**
 * Returns the cookie's full name. Over https its prefix keeps anybody from setting it over http, even from a sibling
 * host.
 */
export function cookieName(services: Services, request: FastifyRequest, name: string): string {
  return isSecure(services, request) ? `__Secure-${name}` : name
}

// Decision 016: scripts reach no token in a cookie.
export function cookieOptions(services: Services, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/oauth', httpOnly: true, sameSite: 'strict', secure: isSecure(services, request) }
}

/** Returns whether a request may set or use the session cookie: a form on a foreign page must do neither. */
export function mayUseCookie(services: Services, request: FastifyRequest): boolean {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  return isJson && request.headers.origin !== undefined && isOwnOrigin(services.config, request)
}
