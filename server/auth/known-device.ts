import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services/services.ts'
import { cookieOptions, cookieName } from './cookie.ts'
import { refreshMs } from '../base/times.ts'
import { isSameSecret } from '../services/services.ts'

const name = 'device'
/** Accounts per device: a household may share a tablet. */
const mostAccounts = 4

const held = (services: Services, request: FastifyRequest) =>
  (request.cookies[cookieName(services, request, name)] ?? '').split('~').slice(0, mostAccounts)

/** The properties of an account on which its device tokens depend. */
export interface KnownTo {
  id: string
  password_hash: string
  status: 'A' | 'N' | 'D'
}

/**
 * Makes a device token, `d.<account id>.<time>.<signature>`. Its key is the stored hash of the password, which contains a
 * random salt. Setting a password makes a new one, so older tokens become invalid. Activation also changes the key:
 * before it, somebody else may have registered the address.
 */
function mint({ id, password_hash, status }: KnownTo, at: number): string {
  const key = status === 'N' ? `${password_hash} not activated` : password_hash
  const plain = `d.${id}.${at.toString(36)}`
  return `${plain}.${createHmac('sha256', key).update(plain).digest('base64url')}`
}

/** Returns the token that proves a log-in on this device with the account's current password, or null. */
export function knownDevice(services: Services, request: FastifyRequest, account: KnownTo): string | null {
  if (account.password_hash === '') return null
  const isKnown = (token: string) => {
    const at = Number.parseInt(token.split('.')[2] ?? '', 36)
    return services.now() < at + refreshMs && isSameSecret(token, mint(account, at))
  }
  return held(services, request).find(isKnown) ?? null
}

/**
 * Stores a device token in a cookie, so that failures elsewhere do not limit log-ins here. It grants no access itself.
 */
export function rememberDevice(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownTo,
): void {
  // Those of before had more than the account's id there.
  const isOf = (token: string) => token.split('.')[1]?.split('_')[0] === account.id
  const others = held(services, request).filter((token) => token !== '' && !isOf(token))
  const newToken = mint(account, services.now())
  const tokens = [newToken, ...others].slice(0, mostAccounts)
  reply.setCookie(cookieName(services, request, name), tokens.join('~'), {
    ...cookieOptions(services, request),
    maxAge: Math.floor(refreshMs / 1_000),
  })
}
