import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import { cookieOptions, cookieName } from './cookie.ts'
import { mintToken, readToken, refreshMs } from './session.ts'

const name = 'device'
/** Accounts per device: a household may share a tablet. */
const mostAccounts = 4
/** No id has it in it. */
const between = '_'

const held = (services: Services, request: FastifyRequest) =>
  (request.cookies[cookieName(services, request, name)] ?? '').split('~').slice(0, mostAccounts)

/** The account, and the hash of the password that a device token stands for. */
export interface KnownTo {
  id: string
  password_hash: string
  status: 'A' | 'N' | 'D'
}

/**
 * Names the account, its password's generation, and whether it was activated: somebody else may have registered the
 * address, so no device from before the activation is known. A stored hash has a new salt whenever a password is set, so the
 * tokens of before end with it; and the name tells nothing of the password, because only the salted hash is behind it.
 */
const nameOf = ({ id, password_hash, status }: KnownTo) => {
  const known = status === 'N' ? `${password_hash} not activated` : password_hash
  return `${id}${between}${createHash('sha256').update(known).digest('base64url').slice(0, 16)}`
}

/** The token that proves that somebody signed in on this device with the account's present password, or null. */
export async function knownDevice(
  services: Services,
  request: FastifyRequest,
  account: KnownTo,
): Promise<string | null> {
  for (const token of held(services, request)) {
    const parts = await readToken(services, token)
    const isLiving = parts?.kind === 'device' && services.now() < parts.n + refreshMs
    if (isLiving && parts.id === nameOf(account)) return token
  }
  return null
}

/** From now on, failures elsewhere do not limit log-ins to it from this device. The token alone grants no access. */
export async function rememberDevice(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownTo,
): Promise<void> {
  await services.keys.signing()
  const isOf = (token: string) => token.split('.')[1]?.split(between)[0] === account.id
  const others = held(services, request).filter((token) => token !== '' && !isOf(token))
  const own = mintToken(services, 'device', nameOf(account), services.now())
  const tokens = [own, ...others].slice(0, mostAccounts)
  reply.setCookie(cookieName(services, request, name), tokens.join('~'), {
    ...cookieOptions(services, request),
    maxAge: Math.floor(refreshMs / 1_000),
  })
}
