import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { cookieOptions, cookieName } from './cookie.ts'
import { mintToken, readToken, refreshMs } from './session.ts'

const name = 'device'
/** A household may share a tablet. */
const mostAccounts = 4

const held = (deps: Deps, request: FastifyRequest) =>
  (request.cookies[cookieName(deps, request, name)] ?? '').split('~').slice(0, mostAccounts)

/** The token by which this device shows that the account's owner signed in on it before, or null. */
export async function knownDevice(
  deps: Deps,
  request: FastifyRequest,
  accountId: string,
): Promise<string | null> {
  for (const token of held(deps, request)) {
    const parts = await readToken(deps, token)
    const isLiving = parts?.kind === 'device' && deps.now() < parts.n + refreshMs
    if (isLiving && parts.id === accountId) return token
  }
  return null
}

/** From now on a log-in to this account from here goes ahead of those from elsewhere; it opens nothing by itself. */
export async function rememberDevice(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  await deps.keys.signing()
  const others = held(deps, request).filter((token) => token !== '' && token.split('.')[1] !== accountId)
  const tokens = [mintToken(deps, 'device', accountId, deps.now()), ...others].slice(0, mostAccounts)
  reply.setCookie(cookieName(deps, request, name), tokens.join('~'), {
    ...cookieOptions(deps, request),
    maxAge: Math.floor(refreshMs / 1_000),
  })
}
