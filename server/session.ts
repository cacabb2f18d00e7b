import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../core/entities.ts'
import { type Db, isSqlite, type Trx } from './db/open.ts'
import type { Deps } from './deps.ts'
import { problem } from './problem.ts'

const second = 1_000
const day = 86_400 * second
export const accessMs = 4 * 3_600 * second
export const refreshMs = 60 * day
const sessionMs = 180 * day
/** How long a deleted account waits for its owner to log in again. */
export const keepMs = 30 * day
const graceMs = 10 * second
/** Parallel refreshes get one pair; much later ones a pair that still lives. */
const sameAccessMs = 60 * second

export interface SessionUser {
  id: string
  sessionId: string
  status: 'A' | 'N'
  language: Language
  email: string
  name: string
  surname: string
  /** when this access token ends, epoch ms */
  expiresAt: number
}

export interface Pair {
  accountId: string
  access: string
  refresh: string
  /** ms */
  expiresIn: number
}

type Kind = 'access' | 'refresh'

/** `n` is the time of making for an access token and the generation for a refresh token. */
function mint(key: Buffer, kind: Kind, sessionId: string, n: number): string {
  const plain = `${kind[0]}.${sessionId}.${n.toString(36)}`
  return `${plain}.${createHmac('sha256', key).update(plain).digest('base64url')}`
}

function read(key: Buffer, token: string): { kind: Kind; sessionId: string; n: number } | null {
  const [short, sessionId, n, mac] = token.split('.')
  if (!sessionId || !n || !mac || token.length > 200) return null
  const kind = short === 'a' ? 'access' : 'refresh'
  const expected = Buffer.from(mint(key, kind, sessionId, Number.parseInt(n, 36)))
  const given = Buffer.from(token)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { kind, sessionId, n: Number.parseInt(n, 36) }
}

interface SessionState {
  id: string
  account_id: string
  access_at: number
  generation: number
}

function pair(key: Buffer, session: SessionState, now: number): Pair {
  return {
    accountId: session.account_id,
    access: mint(key, 'access', session.id, session.access_at),
    refresh: mint(key, 'refresh', session.id, session.generation),
    expiresIn: session.access_at + accessMs - now,
  }
}

export async function startSession(trx: Trx, deps: Deps, accountId: string, device: string): Promise<Pair> {
  const now = deps.now()
  const session = {
    id: deps.newId(),
    account_id: accountId,
    created_at: now,
    access_at: now,
    refreshed_at: now,
    generation: 1,
    device,
  }
  await trx.insertInto('session').values(session).execute()
  return pair(deps.key, session, now)
}

/**
 * A new pair for a refresh token. A lost answer may be asked for again: the token before gets the
 * same successor until that one was used, plus 10 s. Later somebody else must hold it, and the
 * session ends: `ended` is its id.
 */
export async function refreshSession(
  trx: Trx,
  deps: Deps,
  token: string,
): Promise<{ pair: Pair | null; ended?: string }> {
  const now = deps.now()
  const parts = read(deps.key, token)
  if (parts?.kind !== 'refresh') return { pair: null }
  const session = await trx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('session')
    .where('session.id', '=', parts.sessionId)
    .where('session.ended_at', '=', 0)
    // Only the password brings a deleted account back.
    .where('account.status', '<>', 'D')
    .$if(!isSqlite(trx), (query) => query.forUpdate('session'))
    .executeTakeFirst()
  if (!session) return { pair: null }
  if (now >= session.refreshed_at + refreshMs || now >= session.created_at + sessionMs) return { pair: null }
  // After a restored backup the owner may hold a newer token than we remember, and we did sign it.
  session.generation = Math.max(session.generation, parts.n)
  const behind = session.generation - parts.n
  const isSuccessorFresh = behind === 1 || (behind === 2 && now <= session.refreshed_at + graceMs)
  if (behind !== 0 && !isSuccessorFresh) {
    await endSessions(trx, [session.id], now)
    return { pair: null, ended: session.id }
  }
  if (behind === 0) {
    session.generation++
    session.refreshed_at = now
    session.access_at = now
  } else if (now > session.access_at + sameAccessMs) session.access_at = now
  const { generation, refreshed_at, access_at } = session
  await trx
    .updateTable('session')
    .set({ generation, refreshed_at, access_at })
    .where('id', '=', session.id)
    .execute()
  return { pair: pair(deps.key, { ...session, generation: parts.n + 1 }, now) }
}

export async function endSessions(db: Db | Trx, ids: string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('session').set({ ended_at: now }).where('id', 'in', ids).execute()
}

/** Ends every session of an account but one; answers which, so that their streams end too. */
export async function endSessionsOf(trx: Trx, accountId: string, now: number, butId = ''): Promise<string[]> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', '=', 0)
    .where('id', '<>', butId)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** The sessions that still live, the newest first. */
export function livingSessions(db: Db | Trx, accountId: string, now: number) {
  return db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'refreshed_at', 'access_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', '=', 0)
    .where('refreshed_at', '>', now - refreshMs)
    .where('created_at', '>', now - sessionMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The session that an access or refresh token belongs to, or null for what is no token of ours. */
export function sessionOf(deps: Deps, token: string): string | null {
  return read(deps.key, token)?.sessionId ?? null
}

/** Who asks, by the Authorization header alone: a token in an address never counts. */
export async function requireSession(deps: Deps, request: FastifyRequest): Promise<SessionUser> {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const parts = token ? read(deps.key, token) : null
  if (parts?.kind !== 'access' || parts.n + accessMs <= deps.now()) throw problem('sessionExpired')
  const found = await deps.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.status', 'account.language', 'account.email'])
    .select(['account.name', 'account.surname'])
    .where('session.id', '=', parts.sessionId)
    .where('session.ended_at', '=', 0)
    .executeTakeFirst()
  if (!found || found.status === 'D') throw problem('sessionExpired')
  return { ...found, status: found.status, sessionId: parts.sessionId, expiresAt: parts.n + accessMs }
}
