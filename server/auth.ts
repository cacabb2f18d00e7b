import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Answer } from '../core/api.ts'
import { problems } from '../core/errors.ts'
import { emailKey } from '../core/text.ts'
import { isSqlite } from './db/open.ts'
import type { Deps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { isOwnOrigin } from './origin.ts'
import { isPassword } from './password.ts'
import { asProblem, problem } from './problem.ts'
import { answers, tell } from './route.ts'
import {
  endSessions,
  keepMs,
  type Pair,
  refreshMs,
  refreshSession,
  sessionOf,
  startSession,
} from './session.ts'
import { createThrottle, network } from './throttle.ts'

type OAuthCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type'

class OAuthError extends Error {
  readonly code: OAuthCode
  constructor(code: OAuthCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}

const client = { id: 'web', secret: 'public' }
const cookie = { name: 'refresh', path: '/oauth' }
const wrongPair = 'Invalid username or password'

/** The calls under /oauth: bodies as JSON or form, and errors in the shape of RFC 6749. */
export async function authRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const throttle = createThrottle(deps.now)
  await app.register(cookies)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      const { remember: _, ...fields } = Object.fromEntries(new URLSearchParams(body))
      return fields
    },
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthError)
      return reply.code(400).send({ error: error.code, error_description: error.message })
    const { code, status, extras } = asProblem(error)
    if (status === 500) request.log.error(error, 'log-in failed')
    if (extras.retryAfter) reply.header('retry-after', extras.retryAfter)
    return reply.code(status).send({ error: oauthError(status), error_description: problems[code][1], code })
  })

  answers(app, deps, 'token', async ({ body, request, reply }) => {
    if (body.client_id !== client.id || body.client_secret !== client.secret)
      throw new OAuthError('invalid_client', 'The client is not known')
    const inCookie = mayUseCookie(deps, request)
    if (body.grant_type === 'password') {
      const { username, password } = body
      if (!username || !password)
        throw new OAuthError('invalid_request', 'The username or password is missing')
      const { pair, reactivated } = await logIn(deps, throttle, request, username, password)
      const answer = tokens(deps, pair, reply, request, body.remember === true && inCookie)
      return reactivated ? { ...answer, reactivated } : answer
    }
    if (body.grant_type !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'Only password and refresh_token are supported')
    const fromCookie = body.refresh_token === undefined && inCookie
    const token = body.refresh_token ?? (fromCookie ? request.cookies[cookie.name] : undefined)
    if (!token && !fromCookie) throw new OAuthError('invalid_request', 'The refresh token is missing')
    const { pair, ended } = await deps.db
      .transaction()
      .execute((trx) => refreshSession(trx, deps, token ?? ''))
    if (ended) tell(deps, request, { ended: [ended] })
    if (!pair) {
      if (fromCookie) forget(reply)
      throw new OAuthError('invalid_grant', 'The refresh token is no longer valid')
    }
    return tokens(deps, pair, reply, request, fromCookie)
  })

  answers(app, deps, 'revoke', async ({ body, request, reply }) => {
    if (body.client_id !== undefined && body.client_id !== client.id)
      throw new OAuthError('invalid_client', 'The client is not known')
    const held = mayUseCookie(deps, request) ? request.cookies[cookie.name] : undefined
    const session = sessionOf(deps, body.token ?? held ?? '')
    if (session) {
      await endSessions(deps.db, [session], deps.now())
      tell(deps, request, { ended: [session] })
    }
    forget(reply)
    return {}
  })
}

function oauthError(status: number): string {
  if (status === 429) return 'slow_down'
  if (status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** A form on a foreign page must neither plant a session nor use one. */
function mayUseCookie(deps: Deps, request: FastifyRequest): boolean {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  return isJson && request.headers.origin !== undefined && isOwnOrigin(deps.config, request)
}

function tokens(
  deps: Deps,
  pair: Pair,
  reply: FastifyReply,
  request: FastifyRequest,
  inCookie: boolean,
): Answer<'token'> {
  if (inCookie)
    reply.setCookie(cookie.name, pair.refresh, {
      path: cookie.path,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https' || deps.config.publicUrl.startsWith('https:'),
      maxAge: Math.floor(refreshMs / 1_000),
    })
  return {
    access_token: pair.access,
    token_type: 'bearer',
    expires_in: Math.floor(pair.expiresIn / 1_000),
    refresh_token: inCookie ? undefined : pair.refresh,
    user_id: pair.accountId,
  }
}

function forget(reply: FastifyReply): void {
  reply.clearCookie(cookie.name, { path: cookie.path, httpOnly: true, sameSite: 'strict' })
}

const asBefore = sql<
  'A' | 'N'
>`case when status <> 'D' then status when status_before = 'A' then 'A' else 'N' end`

async function logIn(
  deps: Deps,
  throttle: ReturnType<typeof createThrottle>,
  request: FastifyRequest,
  username: string,
  password: string,
): Promise<{ pair: Pair; reactivated: boolean }> {
  const key = `${emailKey(username)} ${network(request.ip)}`
  const wait = throttle.attempt(key)
  if (wait > 0) throw problem('tooManyRequests', { retryAfter: Math.ceil(wait / 1_000) })
  const account = await deps.db
    .selectFrom('account')
    .select(['id', 'status', 'password_hash', 'deleted_at'])
    .where('email_key', '=', emailKey(username))
    .executeTakeFirst()
  const right = await isPassword(password, account?.password_hash).catch((error: unknown) => {
    throttle.unjudged(key)
    throw error
  })
  const isGone = account?.status === 'D' && deps.now() >= account.deleted_at + keepMs
  if (!account || !right || isGone) throw new OAuthError('invalid_grant', wrongPair)
  const opened = await deps.db.transaction().execute(async (trx) => {
    // A password that was changed while this one was checked opens nothing. Shared, so that log-ins
    // of one account do not wait for one another.
    const unchanged = await trx
      .selectFrom('account')
      .select('status')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .$if(!isSqlite(trx), (query) => (account.status === 'D' ? query.forUpdate() : query.forShare()))
      .executeTakeFirst()
    if (!unchanged) throw new OAuthError('invalid_grant', wrongPair)
    if (unchanged.status === 'D')
      await trx
        .updateTable('account')
        .set({ status: asBefore, status_before: '', deleted_at: 0 })
        .where('id', '=', account.id)
        .execute()
    const pair = await startSession(trx, deps, account.id, deviceName(request.headers['user-agent']))
    return { pair, reactivated: unchanged.status === 'D' }
  })
  throttle.passed(key)
  return opened
}
