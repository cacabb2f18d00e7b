import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services/services.ts'
import { cookieOptions, cookieName } from './cookie.ts'
import { mintToken, readToken, refreshMs } from './session.ts'

const name = 'device'
/** Accounts per device: a household may share a tablet. */
const mostAccounts = 4
/** A separator that does not occur in account ids. */
const between = '_'

const held = (services: Services, request: FastifyRequest) =>
  (request.cookies[cookieName(services, request, name)] ?? '').split('~').slice(0, mostAccounts)

/** The properties of an account on which its device tokens depend. */
export interface KnownTo {
  id: string
  password_hash: string
  status: 'A' | 'N' | 'D'
}

/**
 * Returns the id in a device token: the account id and a hash of its stored password hash. Setting a password makes a
 * new salt, so older tokens become invalid; the id reveals nothing about the password, because that hash is salted.
 * Activation also changes the id: before it, somebody else may have registered the address.
 */
const nameOf = ({ id, password_hash, status }: KnownTo) => {
  const known = status === 'N' ? `${password_hash} not activated` : password_hash
  return `${id}${between}${createHash('sha256').update(known).digest('base64url').slice(0, 16)}`
}

/** Returns the token that proves a log-in on this device with the account's current password, or null. */
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

/**
 * Stores a device token in a cookie, so that failures elsewhere do not limit log-ins here. It grants no access itself.
 */
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
