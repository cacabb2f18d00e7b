import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { cookieOptions, cookieName } from './cookie.ts'
import { mintToken, readToken, refreshMs } from './session.ts'

const name = 'device'
/** Accounts per device: a household may share a tablet. */
const mostAccounts = 4

const held = (services: Services, request: FastifyRequest) =>
  (request.cookies[cookieName(services, request, name)] ?? '').split('~').slice(0, mostAccounts)

/** The token that proves that the account's owner signed in on this device before, or null. */
export async function knownDevice(
  services: Services,
  request: FastifyRequest,
  accountId: string,
): Promise<string | null> {
  for (const token of held(services, request)) {
    const parts = await readToken(services, token)
    const isLiving = parts?.kind === 'device' && services.now() < parts.n + refreshMs
    if (isLiving && parts.id === accountId) return token
  }
  return null
}

/** From now on, failures elsewhere do not limit log-ins to it from this device. The token alone grants no access. */
export async function rememberDevice(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  await services.keys.signing()
  const others = held(services, request).filter((token) => token !== '' && token.split('.')[1] !== accountId)
  const tokens = [mintToken(services, 'device', accountId, services.now()), ...others].slice(0, mostAccounts)
  reply.setCookie(cookieName(services, request, name), tokens.join('~'), {
    ...cookieOptions(services, request),
    maxAge: Math.floor(refreshMs / 1_000),
  })
}
