import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import { isOwnOrigin } from '../base/origin.ts'

export function isSecure(services: Services, request: FastifyRequest): boolean {
  return request.protocol === 'https' || services.config.publicUrl.startsWith('https:')
}

/** With the prefix nobody can set the cookie over http, not even from a neighbouring host name. */
export function cookieName(services: Services, request: FastifyRequest, name: string): string {
  return isSecure(services, request) ? `__Secure-${name}` : name
}

export function cookieOptions(services: Services, request: FastifyRequest): CookieSerializeOptions {
  return { path: '/oauth', httpOnly: true, sameSite: 'strict', secure: isSecure(services, request) }
}

/** A form on a foreign page must neither set a session cookie nor use one. */
export function mayUseCookie(services: Services, request: FastifyRequest): boolean {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  return isJson && request.headers.origin !== undefined && isOwnOrigin(services.config, request)
}
