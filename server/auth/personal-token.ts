import type { FastifyRequest } from 'fastify'
import { emailKey } from '../../core/text/normalise.ts'
import type { Scope } from '../../core/product/scopes.ts'
import { hashCode } from '../db/codes.ts'
import { statement } from '../db/statement.ts'
import type { Services } from '../services/services.ts'

/** How a personal token begins, so that people and scanners recognise one that was published by mistake. */
export const tokenPrefix = 'koszyk_'

/** How far the time of the last use may lie behind, in ms: otherwise each reading call would write. */
const usedMs = 5 * 60_000

/** What a personal token may do. */
export interface TokenRights {
  name: string
  scope: Scope
  /** the only lists that it opens; empty: all */
  lists: readonly string[]
}

/** A token of a request, and the address that was sent with it. */
interface Sent {
  token: string
  email?: string
}

/** Returns the personal token of a request: sent as Bearer, or as the password of Basic with the address as the user. */
export function sentToken({ headers }: FastifyRequest): Sent | null {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme) && value.startsWith(tokenPrefix)) return { token: value }
  if (!/^basic$/i.test(scheme) || value.length > 1_000) return null
  const plain = Buffer.from(value, 'base64').toString('utf8')
  const at = plain.indexOf(':')
  const token = plain.slice(at + 1)
  return at > 0 && token.startsWith(tokenPrefix) ? { token, email: plain.slice(0, at) } : null
}

const byHash = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select(['account.id', 'account.status', 'account.language', 'account.email'])
    .select(['account.name', 'account.surname', 'account.guest_of'])
    .select(['token.id as token_id', 'token.name as token_name', 'token.scope', 'token.lists'])
    .select(['token.expires_at', 'token.used_at'])
    .where('token.hash', '=', hash),
)

/** Returns the account of a token, and what it may do; null for an unknown or expired one. */
export async function accountOfToken(services: Services, { token, email }: Sent) {
  const now = services.now()
  const row = await byHash.first(services.db, { hash: hashCode(token) })
  if (!row || (row.expires_at > 0 && row.expires_at <= now)) return null
  if (email !== undefined && emailKey(email) !== emailKey(row.email)) return null
  const { token_id: tokenId, token_name: name, scope, lists, expires_at, used_at, ...account } = row
  if (now - used_at >= usedMs)
    services.db
      .updateTable('token')
      .set({ used_at: now })
      .where('id', '=', tokenId)
      .execute()
      // Reads go on where nothing can be written.
      .catch(() => undefined)
  const rights: TokenRights = { name, scope, lists: JSON.parse(lists) as string[] }
  return { account, tokenId, rights, expiresAt: expires_at || Infinity }
}
