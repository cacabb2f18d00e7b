import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { revokeHandle } from '../../core/sync/revoke.ts'
import { type Db, isSqlite, oneOf, type Trx } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import type { SessionTable } from '../db/schema.ts'
import type { Services } from '../services/services.ts'
import { signedMs } from '../base/keys.ts'
import { inTime } from '../base/in-time.ts'
import { problem } from '../base/problem.ts'
import { bucket, byNetwork, site } from '../limits/throttle.ts'

const second = 1_000
const day = 86_400 * second
export const refreshMs = signedMs
const sessionMs = 180 * day
/** How long an access token is valid, in ms. */
export const accessMs = 4 * 3_600 * second
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
}

export interface Pair {
  accountId: string
  access: string
  refresh: string
  /** ms */
  expiresIn: number
}

const kinds = { a: 'access', r: 'refresh', d: 'device' } as const
type Kind = (typeof kinds)[keyof typeof kinds]

export interface TokenParts {
  kind: Kind
  /** the session id; for a device token, see `nameOf` in known-device.ts */
  id: string
  n: number
}

/** Makes a token. `n` is the creation time of an access or device token and the generation of a refresh token. */
function mint(key: Buffer, { kind, id, n }: TokenParts): string {
  const plain = `${kind[0]}.${id}.${n.toString(36)}`
  return `${plain}.${createHmac('sha256', key).update(plain).digest('base64url')}`
}

/** Makes a token synchronously, so that a transaction can use it. Call `services.keys.signing()` before. */
export function mintToken(services: Services, kind: Kind, id: string, n: number): string {
  return mint(services.keys.last(), { kind, id, n })
}

/**
 * Returns the parts of a token that we signed, else null. `cut` returns the part of a whole token that must be present.
 */
export async function readToken(
  services: Services,
  token: string,
  cut = (whole: string) => whole,
): Promise<TokenParts | null> {
  const [short, id, number, mac] = token.split('.')
  const kind = kinds[short as keyof typeof kinds] as Kind | undefined
  if (!kind || !id || !number || !mac || token.length > 200) return null
  const parts = { kind, id, n: Number.parseInt(number, 36) }
  const isOurs = (key: Buffer) => {
    const expected = Buffer.from(cut(mint(key, parts)))
    const given = Buffer.from(token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if ((await services.keys.accepted()).some(isOurs)) return parts
  // Another instance may have made a new key.
  return (await services.keys.accepted(true)).some(isOurs) ? parts : null
}

interface SessionState {
  id: string
  account_id: string
  access_at: number
  generation: number
}

function pair(services: Services, session: SessionState): Pair {
  return {
    accountId: session.account_id,
    access: mintToken(services, 'access', session.id, session.access_at),
    refresh: mintToken(services, 'refresh', session.id, session.generation),
    expiresIn: session.access_at + accessMs - services.now(),
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
  const session = {
    id: services.newId(),
    account_id: accountId,
    created_at: now,
    access_at: now,
    refreshed_at: now,
    generation: 1,
    device,
    bound: bound ? 1 : 0,
    plain_cookie: 0,
  }
  await trx.insertInto('session').values(session).execute()
  return pair(services, session)
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
  const parts = await readToken(services, token)
  if (parts?.kind !== 'refresh') return { pair: null }
  const proof = presented.access ? await readToken(services, presented.access) : null
  const shownAt = proof?.kind === 'access' && proof.id === parts.id ? proof.n : null
  await services.keys.signing()
  return services.db.transaction().execute((trx) => rotate(trx, services, parts, presented.cookie, shownAt))
}

async function rotate(
  trx: Trx,
  services: Services,
  parts: TokenParts,
  cookie: Presented['cookie'],
  shownAt: number | null,
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
  if (!session) return { pair: null }
  if (session.ended_at > 0) return { pair: null, signedOut: session.signed_out === 1 }
  // Only a log-in with the password restores a deleted account.
  if (session.status === 'D') return { pair: null }
  if (session.guest_of !== '' && (await guestEndsAt(trx, session.account_id)) <= now) return { pair: null }
  if (now >= session.refreshed_at + refreshMs || now >= session.created_at + sessionMs) return { pair: null }
  if (cookie && session.bound && shownAt === null) return { pair: null }
  if (cookie === 'plain' && !session.plain_cookie) return { pair: null }
  if (cookie === 'secure') session.plain_cookie = 0
  // After a restored backup, the client may have a newer token than the database knows. We signed it, so it is valid.
  session.generation = Math.max(session.generation, parts.n)
  const behind = session.generation - parts.n
  if (behind !== 0 && !mayAskAgain(session, behind, shownAt, now)) {
    await endSessions(trx, [session.id], now, 'server')
    return { pair: null, ended: session.id }
  }
  if (behind === 0) {
    session.generation++
    session.refreshed_at = now
    session.access_at = now
    session.used_at = 0
  } else {
    if (now > session.access_at + sameAccessMs) session.access_at = now
    if (now > session.refreshed_at + graceMs) session.doubled = session.generation
  }
  const { generation, refreshed_at, access_at, used_at, doubled, plain_cookie } = session
  await trx
    .updateTable('session')
    .set({ generation, refreshed_at, access_at, used_at, doubled, plain_cookie })
    .where('id', '=', session.id)
    .execute()
  return { pair: pair(services, { ...session, generation: parts.n + 1 }) }
}

type Followed = Pick<Selectable<SessionTable>, 'generation' | 'refreshed_at' | 'used_at' | 'doubled'>

/** Returns whether presenting a refresh token that has a successor may be a retry after a lost response. */
function mayAskAgain(session: Followed, behind: number, shownAt: number | null, now: number): boolean {
  if (now <= session.refreshed_at + graceMs) return behind <= 2
  if (behind !== 1) return false
  if (shownAt !== null && shownAt >= session.refreshed_at) return true
  // Its pair was issued again and not used, and now the token comes once more: two clients hold it.
  if (session.doubled === session.generation - 1 && session.doubled > 0) return false
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

/** Returns the session id of an access or refresh token or of its revoke handle; null if we did not sign it. */
export async function sessionOf(services: Services, token: string): Promise<string | null> {
  const parts = (await readToken(services, token)) ?? (await readToken(services, token, revokeHandle))
  return parts && parts.kind !== 'device' ? parts.id : null
}

const sessionById = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.status', 'account.language', 'account.email'])
    .select(['account.name', 'account.surname', 'account.guest_of'])
    .select(['session.generation', 'session.refreshed_at', 'session.used_at'])
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
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const parts = token ? await readToken(services, token) : null
  if (parts?.kind !== 'access') return refuse(services, request)
  const { id } = parts
  let isSignedOut = false
  const living = async () => {
    const session = await sessionById.first(services.db, { id })
    isSignedOut = session?.signed_out === 1
    return session && session.ended_at === 0 && parts.n + accessMs > services.now() ? session : null
  }
  // Expired tokens with our signature are looked up too: their device must learn whether it was signed out. The
  // throttle limits look-ups of a session that has ended.
  const found = await services.throttleHere.guess([ended(id)], living)
  if (!found || found.status === 'D') return refuse(services, request, isSignedOut)
  // The session of a guest ends with the link, also before the job that ends it.
  const endsAt = found.guest_of === '' ? Infinity : await guestEndsAt(services.db, found.id)
  if (endsAt <= services.now()) return refuse(services, request)
  const { generation, refreshed_at, used_at, ended_at: _ended, signed_out: _signedOut, ...user } = found
  // The first pair has no predecessor whose refresh could be retried, so its use need not be noted.
  const isNews = generation > 1 && used_at === 0 && parts.n >= refreshed_at
  if (isNews) await inTime(markUsed(services, request, parts.id, refreshed_at), noteMs)
  return {
    ...user,
    status: found.status,
    sessionId: parts.id,
    site: site(request.ip),
    expiresAt: Math.min(parts.n + accessMs, endsAt),
  }
}

/** How many refusals one network gets. A household whose sessions ended makes a few calls with each device. */
const refusals = { atOnce: 200, everyMs: 100 }
/** In-flight look-ups count too: with a new token, a device may request 100 lists at once. */
const ended = (sessionId: string) => bucket(`session ended ${sessionId}`, 150, 1_000)

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
