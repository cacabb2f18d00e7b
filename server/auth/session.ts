import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { revokeHandle } from '../../core/sync/revoke.ts'
import { type Db, isSqlite, oneOf, type Trx } from '../db/open.ts'
import { hashCode } from '../db/codes.ts'
import { statement } from '../db/statement.ts'
import type { SessionTable } from '../db/schema.ts'
import type { Services } from '../services/services.ts'
import { refreshMs } from '../base/times.ts'
import { inTime } from '../base/in-time.ts'
import { problem } from '../base/problem.ts'
import { accountOfToken, sentToken, type TokenRights } from './personal-token.ts'
import { byNetwork, site } from '../limits/throttle.ts'

const second = 1_000
const day = 86_400 * second
const sessionMs = 180 * day
/** How long an access token is valid, in ms. */
export const accessMs = 4 * 3_600 * second
/** How often a session is refreshed at most: 1 080 times in 180 days if it is used all day. More steps would take long. */
const mostRefreshes = 3_000
/** How many hashes a session keeps: those of its newest pair, of the one that its device showed, and three more. */
const mostStored = 9
/** How long a log-in restores a deleted account, in ms. */
export const keepMs = 30 * day
/** How many active sessions an account may have. */
const mostSessions = 50
/** How many ended sessions of an account are kept until the nightly job, and how many older ones a log-in removes. */
const mostEnded = { kept: 500, removed: 500 }
const graceMs = 10 * second
/** Repeated refreshes within this time get the same pair; later ones get a new access token. In ms. */
const sameAccessMs = 60 * second

export interface SessionUser {
  id: string
  sessionId: string
  /** the site of this call's address, see throttle.ts */
  site: string
  status: 'A' | 'N'
  language: Language
  email: string
  name: string
  surname: string
  /** the only list of a guest; '' for a person with an account */
  guest_of: string
  /** when this access token expires, or before that a guest's link, epoch ms */
  expiresAt: number
  /** of a call with a personal token: what it may do; its id stands for the session */
  rights?: TokenRights
}

export interface Pair {
  accountId: string
  access: string
  refresh: string
  /** ms */
  expiresIn: number
}

interface TokenParts {
  kind: 'a' | 'r'
  /** the session's id */
  id: string
  /** when an access token was made, or the number of a refresh token */
  n: number
}

/** Reads a token, `<kind>.<session id>.<n>.<secret>`. Nothing in it may be trusted before `isOurs` (decision 156). */
function partsOf(token: string): TokenParts | null {
  const [kind, id, number, end] = token.split('.')
  if ((kind !== 'a' && kind !== 'r') || !id || !number || !end || token.length > 200) return null
  return { kind, id, n: Number.parseInt(number, 36) }
}

type Session = Pick<
  Selectable<SessionTable>,
  'id' | 'account_id' | 'salt' | 'tokens' | 'refreshes' | 'access_at'
>

const named = ({ kind, id, n }: TokenParts, end: string) => `${kind}.${id}.${n.toString(36)}.${end}`
const derived = (salt: string, from: string) => createHmac('sha256', salt).update(from).digest('base64url')

/**
 * Returns the refresh token after this one. Whoever repeats a call after a lost answer must get the same one, and only
 * its hash is stored: so it is derived, with a salt that no client knows, from the token that the client shows.
 */
function successor({ id, salt }: Session, token: string, n: number): string {
  return named({ kind: 'r', id, n: n + 1 }, derived(salt, token))
}

function accessOf({ id, salt, access_at: n }: Session, refresh: string): string {
  return named({ kind: 'a', id, n }, derived(salt, `${n} ${refresh}`))
}

const isStored = ({ tokens }: Pick<Session, 'tokens'>, token: string) =>
  tokens.split(' ').includes(hashCode(token))
/** Half an access token is stored under another name, so that it is never taken for a whole one. */
const halfOf = (handle: string) => `half ${handle}`

/** Returns whether the session made this token. An older refresh token leads to the newest one, step by step. */
function isOurs(session: Session, token: string, { kind, n }: TokenParts): boolean {
  if (isStored(session, token)) return true
  if (kind === 'a' || !(n > 0 && n < session.refreshes)) return false
  let newest = token
  for (let at = n; at < session.refreshes; at++) newest = successor(session, newest, at)
  return isStored(session, newest)
}

/** The hashes by which a pair is known. */
const hashesOf = (refresh: string, access: string) =>
  [refresh, access, halfOf(revokeHandle(access))].map(hashCode)

/**
 * Returns the pair that belongs to a refresh token, and the session's stored tokens with it. Of those, the ones that the
 * client has shown come first: however many answers it does not get, it goes on showing these.
 */
function pairOf(
  services: Services,
  session: Session,
  refresh: string,
  shown: readonly string[] = [],
): { pair: Pair; tokens: string } {
  const access = accessOf(session, refresh)
  const stored = session.tokens.split(' ')
  const hashes = new Set([
    ...hashesOf(refresh, access),
    ...stored.filter((hash) => shown.includes(hash)),
    ...stored,
  ])
  return {
    pair: {
      accountId: session.account_id,
      access,
      refresh,
      expiresIn: session.access_at + accessMs - services.now(),
    },
    tokens: [...hashes].slice(0, mostStored).join(' ').trim(),
  }
}

export async function startSession(
  trx: Trx,
  services: Services,
  accountId: string,
  device: string,
  bound = false,
): Promise<Pair> {
  const now = services.now()
  const random = () => services.randomBytes(32).toString('base64url')
  const session = {
    id: services.newId(),
    account_id: accountId,
    created_at: now,
    access_at: now,
    refreshed_at: now,
    refreshes: 1,
    salt: random(),
    tokens: '',
    device,
    bound: bound ? 1 : 0,
    plain_cookie: 0,
  }
  const { pair, tokens } = pairOf(services, session, named({ kind: 'r', id: session.id, n: 1 }, random()))
  await trx
    .insertInto('session')
    .values({ ...session, tokens })
    .execute()
  return pair
}

/** How a refresh token was presented. */
export interface Presented {
  /** the cookie it came in, if not in the body; 'plain' is the name without the prefix */
  cookie?: 'secure' | 'plain'
  /** the access token that is to be replaced, if it was sent along */
  access?: string
}

interface Refreshed {
  pair: Pair | null
  /** the id of the session that this refresh ended */
  ended?: string
  /** the user had ended the session before */
  signedOut?: boolean
}

// Decision 019: a refresh token that two devices use ends its session.
/**
 * Returns a new pair for a refresh token. After a lost response the client may retry: the previous token gets the same
 * successor until 10 s after the first use of one of the new tokens. If it comes later, somebody else must have the
 * token, so the session ends and `ended` is its id. A client that also presents the newest access token did get the
 * response and lost only the new cookie, such as after a crash, so it may refresh too.
 */
export async function refreshSession(
  services: Services,
  token: string,
  presented: Presented = {},
): Promise<Refreshed> {
  const parts = partsOf(token)
  if (parts?.kind !== 'r') return { pair: null }
  return services.db.transaction().execute((trx) => rotate(trx, services, token, parts, presented))
}

async function rotate(
  trx: Trx,
  services: Services,
  token: string,
  parts: TokenParts,
  { cookie, access = '' }: Presented,
): Promise<Refreshed> {
  const now = services.now()
  const session = await trx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('session')
    .select(['account.status', 'account.guest_of'])
    .where('session.id', '=', parts.id)
    .$if(!isSqlite(trx), (query) => query.forUpdate('session'))
    .executeTakeFirst()
  if (!session || !isOurs(session, token, parts)) return { pair: null }
  if (session.ended_at > 0) return { pair: null, signedOut: session.signed_out === 1 }
  // Only a log-in with the password restores a deleted account.
  if (session.status === 'D') return { pair: null }
  if (session.guest_of !== '' && (await guestEndsAt(trx, session.account_id)) <= now) return { pair: null }
  if (now >= session.refreshed_at + refreshMs || now >= session.created_at + sessionMs) return { pair: null }
  if (session.refreshes >= mostRefreshes) return { pair: null }
  const proof = partsOf(access)
  const shownAt = proof?.kind === 'a' && isOurs(session, access, proof) ? proof.n : null
  if (cookie && session.bound && shownAt === null) return { pair: null }
  if (cookie === 'plain' && !session.plain_cookie) return { pair: null }
  if (cookie === 'secure') session.plain_cookie = 0
  const behind = session.refreshes - parts.n
  if (behind !== 0 && !mayAskAgain(session, behind, shownAt, now)) {
    await endSessions(trx, [session.id], now, 'server')
    return { pair: null, ended: session.id }
  }
  if (behind === 0) {
    session.refreshes++
    session.refreshed_at = now
    session.access_at = now
    session.used_at = 0
  } else {
    if (now > session.access_at + sameAccessMs) session.access_at = now
    if (now > session.refreshed_at + graceMs) session.doubled = session.refreshes
  }
  const next = successor(session, token, parts.n)
  const { pair, tokens } = pairOf(services, session, next, hashesOf(token, access))
  const { refreshes, refreshed_at, access_at, used_at, doubled, plain_cookie } = session
  await trx
    .updateTable('session')
    .set({ refreshes, refreshed_at, access_at, used_at, doubled, plain_cookie, tokens })
    .where('id', '=', session.id)
    .execute()
  return { pair }
}

type Followed = Pick<Selectable<SessionTable>, 'refreshes' | 'refreshed_at' | 'used_at' | 'doubled'>

/** Returns whether presenting a refresh token that has a successor may be a retry after a lost response. */
function mayAskAgain(session: Followed, behind: number, shownAt: number | null, now: number): boolean {
  if (now <= session.refreshed_at + graceMs) return behind <= 2
  if (behind !== 1) return false
  if (shownAt !== null && shownAt >= session.refreshed_at) return true
  // Its pair was issued again and not used, and now the token comes once more: two clients hold it.
  if (session.doubled === session.refreshes - 1 && session.doubled > 0) return false
  return session.used_at === 0 || now <= session.used_at + graceMs
}

/**
 * Who ends a session. If its user ended it, its device clears what it stored. If the server or the operator ended it,
 * the device keeps everything until the user logs in again.
 */
export type EndedBy = 'person' | 'server'

const endedNow = (now: number, by: EndedBy) => ({ ended_at: now, signed_out: by === 'person' ? 1 : 0 })

export async function endSessions(db: Db | Trx, ids: string[], now: number, by: EndedBy): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('session').set(endedNow(now, by)).where('id', 'in', ids).execute()
  await endPushes(db, ids)
}

/** A device gets notifications only as long as its session lasts. */
async function endPushes(db: Db | Trx, sessionIds: string[]): Promise<void> {
  await db.deleteFrom('push_device').where('session_id', 'in', oneOf(sessionIds)).execute()
}

/** Ends all sessions of an account except `butId`. Returns their ids, so that their streams can be closed too. */
export async function endSessionsOf(
  trx: Trx,
  accountId: string,
  now: number,
  by: EndedBy,
  butId = '',
): Promise<string[]> {
  const ended = await trx
    .updateTable('session')
    .set(endedNow(now, by))
    .where('account_id', '=', accountId)
    .where('ended_at', '=', 0)
    .where('id', '<>', butId)
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await endPushes(trx, ids)
  return ids
}

/**
 * Ends the sessions beyond an account's limit, those first that have not been renewed for the longest time, and returns
 * their ids. Of ended sessions only the newest are kept: otherwise log-ins would fill the disk, and each reads them
 * all.
 */
export async function endOldestSessions(trx: Trx, accountId: string, now: number): Promise<string[]> {
  const living = await livingSessions(trx, accountId, now)
  const ended = living.toSorted((a, b) => b.refreshed_at - a.refreshed_at).slice(mostSessions)
  await endSessions(
    trx,
    ended.map(({ id }) => id),
    now,
    'server',
  )
  await removeEndedSessions(trx, accountId)
  return ended.map(({ id }) => id)
}

async function removeEndedSessions(trx: Trx, accountId: string): Promise<void> {
  const old = await trx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', '>', 0)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEnded.removed)
    .offset(mostEnded.kept)
    // Concurrent log-ins of one account must not wait for each other.
    .$if(!isSqlite(trx), (query) => query.forUpdate().skipLocked())
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('session').where('id', 'in', ids).execute()
}

/** Returns the sessions that are still valid, newest first. */
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

/** Returns the session id of an access or refresh token or of its revoke handle; null if we did not make it. */
export async function sessionOf(db: Db | Trx, token: string): Promise<string | null> {
  const parts = partsOf(token)
  const session =
    parts && (await db.selectFrom('session').selectAll().where('id', '=', parts.id).executeTakeFirst())
  if (!session) return null
  return isStored(session, halfOf(token)) || isOurs(session, token, parts) ? session.id : null
}

const sessionById = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.status', 'account.language', 'account.email'])
    .select(['account.name', 'account.surname', 'account.guest_of'])
    .select(['session.tokens', 'session.refreshes', 'session.refreshed_at', 'session.used_at'])
    .select(['session.ended_at', 'session.signed_out'])
    .where('session.id', '=', id),
)

/** Returns when a guest ends, epoch ms: with the link that made them; 0 if it was revoked. */
async function guestEndsAt(db: Db | Trx, guestId: string): Promise<number> {
  const link = await db
    .selectFrom('account')
    .innerJoin('guest_link', 'guest_link.code', 'account.guest_link')
    .select(['guest_link.expires_at', 'guest_link.revoked_at'])
    .where('account.id', '=', guestId)
    .executeTakeFirst()
  return link?.revoked_at === 0 ? link.expires_at : 0
}

/** Authenticates by the Authorization header only: a token in the URL is never accepted. */
export async function requireSession(services: Services, request: FastifyRequest): Promise<SessionUser> {
  const personal = sentToken(request)
  if (personal) return byToken(services, request, personal)
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const parts = partsOf(token)
  if (parts?.kind !== 'a') return refuse(services, request)
  const { id, n } = parts
  const session = await sessionById.first(services.db, { id })
  if (!session || !isStored(session, token)) return refuse(services, request)
  // Who comes with a token of before must learn whether the device was signed out.
  if (session.ended_at > 0 || n + accessMs <= services.now())
    return refuse(services, request, session.signed_out === 1)
  if (session.status === 'D') return refuse(services, request)
  // The session of a guest ends with the link, also before the job that ends it.
  const endsAt = session.guest_of === '' ? Infinity : await guestEndsAt(services.db, session.id)
  if (endsAt <= services.now()) return refuse(services, request)
  const {
    tokens: _tokens,
    refreshes,
    refreshed_at,
    used_at,
    ended_at: _ended,
    signed_out: _signedOut,
    ...user
  } = session
  // The first pair has no predecessor whose refresh could be retried, so its use need not be noted.
  const isNews = refreshes > 1 && used_at === 0 && n >= refreshed_at
  if (isNews) await inTime(markUsed(services, request, id, refreshed_at), noteMs)
  return {
    ...user,
    status: session.status,
    sessionId: id,
    site: site(request.ip),
    expiresAt: Math.min(n + accessMs, endsAt),
  }
}

async function byToken(
  services: Services,
  request: FastifyRequest,
  sent: NonNullable<ReturnType<typeof sentToken>>,
): Promise<SessionUser> {
  const found = await accountOfToken(services, sent)
  if (!found) return refuse(services, request)
  const { account, tokenId: sessionId, rights, expiresAt } = found
  const { status } = account
  if (status === 'D') return refuse(services, request)
  return { ...account, status, sessionId, site: site(request.ip), expiresAt, rights }
}

/** How many refusals one network gets. A household whose sessions ended makes a few calls with each device. */
const refusals = { atOnce: 200, everyMs: 100 }

/** Throws sessionExpired, or tooManyRequests for a network that gets this answer too often. */
function refuse({ throttleHere }: Services, { ip }: FastifyRequest, isSignedOut = false): never {
  // Nobody can guess a token. This protects the instance, so each counts for itself: a count in the database would cost
  // more than the refusal, and whoever has a thousand addresses would hold up the log-ins of others.
  throttleHere.count(byNetwork('no session', ip, refusals.atOnce, refusals.everyMs))
  throw problem('sessionExpired', isSignedOut ? { more: { signedOut: true } } : {})
}

/** How long a request waits until the use of its session is noted, in ms. Reads go on where nothing can be written. */
const noteMs = 300
const noting = new Set<string>()

/**
 * Notes that the newest pair has arrived, once per pair. If that fails or takes long, the request continues anyway.
 */
async function markUsed(
  services: Services,
  request: FastifyRequest,
  id: string,
  refreshedAt: number,
): Promise<void> {
  if (noting.has(id)) return
  noting.add(id)
  await services.db
    .updateTable('session')
    .set({ used_at: services.now(), doubled: 0 })
    .where('id', '=', id)
    .where('used_at', '=', 0)
    .where('refreshed_at', '=', refreshedAt)
    .execute()
    .catch((error: unknown) => request.log.error(error, 'the use of a session was not noted'))
  noting.delete(id)
}
