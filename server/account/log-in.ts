import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Answer, Body } from '../../core/contract/api.ts'
import type { OAuthProblem } from '../../core/contract/problem-codes.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import { clientIdOf } from '../../core/product/scopes.ts'
import { emailKey } from '../../core/text/normalise.ts'
import { cookieName, cookieOptions, isSecure, mayUseCookie } from '../auth/cookie.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import type { Services } from '../services/services.ts'
import { deviceName } from '../auth/device-name.ts'
import { knownDevice, rememberDevice } from '../auth/known-device.ts'
import { mailNotice } from '../mail/notices.ts'
import { accountByPasskey, passkeyRequest, passkeySite } from '../auth/passkeys.ts'
import { hasPassword, isPassword } from '../auth/password-hash.ts'
import { newStep, spendCode, takeStep } from '../auth/proofs.ts'
import { link, newProvided, noPassword, takeProvided } from './provider.ts'
import { tokenOfGrant } from './tokens.ts'
import { waysInOf } from './ways-in.ts'
import { hashCode } from '../db/codes.ts'
import { asProblem, problem } from '../base/problem.ts'
import { refreshMs } from '../base/times.ts'
import { answers, tell } from '../http/route.ts'
import { guestBySession, letGuestLeave } from '../lists/store/guest-rows.ts'
import { activateAccount } from '../lists/store/invite-rows.ts'
import { everybody } from '../lists/store/list-store.ts'
import { bringListsBack, lockListsOf, readersOfLists } from '../lists/store/people/owners.ts'
import {
  endOldestSessions,
  endSessions,
  endSessionsOf,
  keepMs,
  type Pair,
  refreshSession,
  sessionOf,
  startSession,
} from '../auth/session.ts'
import { bucket, byNetwork, growing, network, site } from '../limits/throttle.ts'

type More = Omit<OAuthProblem, 'error' | 'error_description'>

class OAuthError extends Error {
  readonly code: string
  readonly more: More
  constructor(code: string, description: string, more: More = {}) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
    this.more = more
  }
}

const client = { id: 'web', secret: 'public' }
const refreshCookie = 'refresh'
const wrongPair = 'Invalid username or password'

/** Serves the calls under /oauth: bodies as JSON or form, and errors in the format of RFC 6749. */
export async function authRoutes(app: FastifyInstance, services: Services): Promise<void> {
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
    if (error instanceof OAuthError) {
      const refusal: OAuthProblem = { error: error.code, error_description: error.message, ...error.more }
      return reply.code(400).send(refusal)
    }
    const { code, status, extras } = asProblem(error)
    if (status === 500) request.log.error(error, 'log-in failed')
    if (extras.retryAfter) reply.header('retry-after', extras.retryAfter)
    return reply
      .code(status)
      .send({ error: oauthError(status), error_description: problemTitles[code], code, ...extras.more })
  })

  answers(app, services, 'token', async ({ body, request, reply }) => {
    if (body.grant_type === 'authorization_code') {
      const answer = await tokenOfGrant(services, body)
      if (!answer) throw new OAuthError('invalid_grant', 'The code is not valid, or was used')
      return answer
    }
    if (body.client_id !== client.id || body.client_secret !== client.secret)
      throw new OAuthError('invalid_client', 'The client is not known')
    const inCookie = mayUseCookie(services, request)
    const logIn = Object.hasOwn(grants, body.grant_type) && grants[body.grant_type]
    if (logIn) {
      const isKept = body.remember === true && inCookie
      const opened = await logIn({ services, request, body, bound: isKept && body.bound === true })
      const { account, pair, reactivated } = opened
      const answer = tokens(services, pair, reply, request, isKept)
      if (inCookie) rememberDevice(services, request, reply, account)
      const email = body.username === undefined && { email: account.email }
      return { ...answer, ...email, ...(reactivated && { reactivated }) }
    }
    if (body.grant_type !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'There is no such grant here')
    const held = body.refresh_token === undefined && inCookie ? heldToken(services, request) : undefined
    const token = body.refresh_token ?? held?.token
    if (!token && !held) throw new OAuthError('invalid_request', 'The refresh token is missing')
    const { pair, ended, signedOut } = await refreshSession(services, token ?? '', {
      cookie: held?.cookie,
      access: body.access_token,
    })
    if (ended) {
      services.security.note('sessionReplayed')
      tell(services, request, { ended: [ended] })
    }
    if (!pair) {
      if (held) forget(services, request, reply)
      throw new OAuthError(
        'invalid_grant',
        'The refresh token is no longer valid',
        signedOut ? { signedOut } : {},
      )
    }
    const answer = tokens(services, pair, reply, request, held !== undefined)
    if (held) {
      const { accountId: id } = pair
      const account = await accountWith(services.db, 'id', id)
      if (account) rememberDevice(services, request, reply, account)
    }
    return answer
  })

  // After the sign, the router of the page leaves it as it is: a state of digits would become another number.
  app.get('/oauth/v2/authorize', async ({ url }, reply) =>
    reply.redirect(`/app/edit-profile/connect#${url.slice(url.indexOf('?') + 1)}`, 302),
  )

  answers(app, services, 'registerClient', async ({ body }) => {
    const { client_name = '', redirect_uris } = body
    const id = clientIdOf(client_name, redirect_uris)
    if (id === null) throw new OAuthError('invalid_redirect_uri', 'Only https, or http on the same device')
    return { client_id: id, client_name, redirect_uris, token_endpoint_auth_method: 'none' } as const
  })

  answers(app, services, 'passkeyLogIn', ({ request }) => passkeyRequest(services, request.ip))

  answers(app, services, 'revoke', async ({ body, request, reply }) => {
    if (body.client_id !== undefined && body.client_id !== client.id)
      throw new OAuthError('invalid_client', 'The client is not known')
    const held = mayUseCookie(services, request) ? heldToken(services, request).token : ''
    const session = await sessionOf(services.db, body.token ?? held)
    if (session) {
      const overview = await services.db.transaction().execute(async (trx) => {
        await endSessions(trx, [session], services.now(), 'person')
        const guest = await guestBySession(trx, session)
        if (!guest) return []
        // A guest is no more than this session. Gone, the name is free for whoever comes back by the link.
        await letGuestLeave(trx, guest, services.now())
        return everybody(trx, { id: guest.list, owner_id: guest.owner_id })
      })
      tell(services, request, { ended: [session], overview })
    }
    forget(services, request, reply)
    return {}
  })
}

function oauthError(status: number): string {
  if (status === 429) return 'slow_down'
  if (status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** Returns the refresh token from the cookie. Over https, an older cookie may have the name without the prefix. */
function heldToken(
  services: Services,
  request: FastifyRequest,
): { token: string; cookie: 'secure' | 'plain' } {
  const token = request.cookies[cookieName(services, request, refreshCookie)]
  if (token !== undefined || !isSecure(services, request)) return { token: token ?? '', cookie: 'secure' }
  return { token: request.cookies[refreshCookie] ?? '', cookie: 'plain' }
}

export function tokens(
  services: Services,
  pair: Pair,
  reply: FastifyReply,
  request: FastifyRequest,
  inCookie: boolean,
): Answer<'token'> {
  if (inCookie) {
    reply.setCookie(cookieName(services, request, refreshCookie), pair.refresh, {
      ...cookieOptions(services, request),
      maxAge: Math.floor(refreshMs / 1_000),
    })
    forgetPlain(services, request, reply)
  }
  return {
    access_token: pair.access,
    token_type: 'bearer',
    expires_in: Math.floor(pair.expiresIn / 1_000),
    refresh_token: inCookie ? undefined : pair.refresh,
    user_id: pair.accountId,
  }
}

function forget(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(services, request, refreshCookie), cookieOptions(services, request))
  forgetPlain(services, request, reply)
}

function forgetPlain(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (isSecure(services, request) && request.cookies[refreshCookie] !== undefined)
    reply.clearCookie(refreshCookie, cookieOptions(services, request))
}

const asBefore = sql<
  'A' | 'N'
>`case when status <> 'D' then status when status_before = 'A' then 'A' else 'N' end`

function accountWith(db: Db, column: 'id' | 'email_key', value: string) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'language', 'status', 'password_hash', 'deleted_at'])
    .where(column, '=', value)
    .executeTakeFirst()
}

/** Wrong passwords for one account from anywhere, and from one network for any account. */
// Decision 018: guessing is throttled, but never locks out the owner of a known device.
const most = { account: 20, network: 30, everyMs: 3 * 60_000, codeEveryMs: 15 * 60_000 }

/**
 * Returns the limits of a log-in. On a device where the account's owner logged in before, failures elsewhere do not
 * count. All such devices of an account share one more limit, because each renewal of a session makes another device
 * token, with 5 free guesses.
 */
function limitsOf(request: FastifyRequest, who: string, device: string | null, everyMs = most.everyMs) {
  if (device !== null)
    return [growing(`log-in ${who} ${device}`), bucket(`known devices of ${who}`, most.account, everyMs)]
  return [
    growing(`log-in ${who} ${network(request.ip)}`),
    bucket(`account ${who}`, most.account, everyMs),
    ...byNetwork('log-in', request.ip, most.network, most.everyMs),
  ]
}

type Account = NonNullable<Awaited<ReturnType<typeof accountWith>>>

interface Attempt {
  services: Services
  request: FastifyRequest
  body: Body<'token'>
  /** see `TokenRequest` */
  bound: boolean
}

/** Ways to log in, by the grant's type. Each proves an account, and `open` does the rest. */
const grants: Readonly<Record<string, (attempt: Attempt) => Promise<Opened>>> = {
  async password(attempt) {
    const { username, password } = attempt.body
    refuseLocal(attempt)
    if (!username || !password) throw new OAuthError('invalid_request', 'The username or password is missing')
    return byPassword(attempt, username, password)
  },
  async passkey(attempt) {
    const { services, body } = attempt
    refuseLocal(attempt)
    const id = await accountByPasskey(services, body.passkey ?? {})
    const account = id === null ? undefined : await accountWith(services.db, 'id', id)
    return entered(attempt, account ? await open(attempt, account) : null, problem('wayInRefused'))
  },
  // Decision 164: what the second factor is, and what switches it off.
  async second_factor(attempt) {
    const { services, request, body } = attempt
    const { ticket = '', code, passkey } = body
    const held = await takeStep(services, 'second factor', ticket)
    const account = held && (await accountWith(services.db, 'id', held.account_id))
    const [hash, linked = ''] = held?.secret.split(/ (.*)/s) ?? []
    // A new password ends the steps that the old one began.
    if (!account || hash !== hashCode(account.password_hash))
      throw new OAuthError('second_factor_over', 'Begin again with the password')
    const { id } = account
    const device = knownDevice(services, request, account)
    const limits = limitsOf(request, `second factor ${id}`, device, most.codeEveryMs)
    const openNow = () => open(attempt, account, linked)
    // Nobody can guess a passkey, so nobody's guesses keep its owner out.
    const trying = passkey
      ? accountByPasskey(services, passkey, id).then((right) => (right ? openNow() : null))
      : services.throttle.guess(limits, async () =>
          (await spendCode(services, id, code ?? '')) ? openNow() : null,
        )
    const opened = await trying.catch(async (error: unknown) => {
      const { code: why, extras } = asProblem(error)
      if (why !== 'tooManyRequests') throw error
      // The ticket is used up, and the right code may come later.
      throw problem(why, { ...extras, more: { ...(await nextTry(attempt, account, linked)) } })
    })
    if (opened) return entered(attempt, opened)
    services.security.note('secondFactorRefused')
    throw new OAuthError('invalid_grant', wrongPair, await nextTry(attempt, account, linked))
  },
  async provider(attempt) {
    const { services, request, body } = attempt
    const { db } = services
    const provided = await takeProvided(services, request, body.ticket ?? '')
    if (!provided) throw problem('wayInRefused')
    const { key, email, again } = provided
    const linked = db.selectFrom('proof').select('account_id').where('kind', '=', 'linked')
    const id = (await linked.where('key', '=', key).executeTakeFirst())?.account_id
    if (id === undefined && email === '') throw problem('emailNotVerified')
    const account = await accountWith(db, id ? 'id' : 'email_key', id ?? emailKey(email))
    if (!account || id !== undefined) {
      const own = account ?? (await newProvided(services, request, provided))
      return entered(attempt, await open(attempt, own))
    }
    if (await isNobodysElse(db, account, key)) {
      const own = await takeOver(services, account)
      return entered(attempt, await open(attempt, own, key))
    }
    const { password } = body
    if (password === undefined)
      throw new OAuthError('link_required', 'Is this your account?', { ticket: await again(), email })
    const linking = byPassword(attempt, email, password, key)
    return linking.catch(async (error: unknown) => {
      const isWrong = error instanceof OAuthError && error.code === 'invalid_grant'
      throw isWrong ? new OAuthError(error.code, wrongPair, { ticket: await again(), email }) : error
    })
  },
}

/**
 * Returns whether nobody but the owner of the mailbox, which the provider has proved, can be meant: the account was never
 * activated, or has no password and no link of this issuer, because the operator has changed it.
 */
async function isNobodysElse(db: Db, { id, status, password_hash }: Account, key: string): Promise<boolean> {
  if (status === 'N') return true
  if (hasPassword(password_hash)) return false
  const links = db.selectFrom('proof').select('key').where('kind', '=', 'linked').where('account_id', '=', id)
  const issuer = key.split(' ', 1)[0]
  return (await links.execute()).every((one) => one.key.split(' ', 1)[0] !== issuer)
}

/** Gives an account to the owner of its mailbox: whoever registered it before cannot log in any more. */
async function takeOver(services: Services, account: Account): Promise<Account> {
  if (account.status !== 'N') return account
  const password_hash = noPassword(services)
  await services.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ password_hash }).where('id', '=', account.id).execute()
    await activateAccount(trx, account, services.now())
    await endSessionsOf(trx, account.id, services.now(), 'server')
  })
  return { ...account, status: 'A', password_hash }
}

const refuseLocal = ({ services }: Attempt) => {
  if (!services.config.localLogIn) throw problem('localLogInOff')
}

/** Logs in with a password, or throws. `linked`: the account of the provider that is linked with it, if any. */
async function byPassword(
  attempt: Attempt,
  username: string,
  password: string,
  linked = '',
): Promise<Opened> {
  const { services, request } = attempt
  const account = await accountWith(services.db, 'email_key', emailKey(username))
  const device = account ? knownDevice(services, request, account) : null
  const limits = limitsOf(request, emailKey(username), device)
  const opened = await services.throttle.guess(limits, async () => {
    // A guest and a removed account have no password.
    const right = await isPassword(password, account?.password_hash, { site: site(request.ip) })
    if (!account || !right || isGone(services, account)) return null
    if ((await waysInOf(services.db, account.id)).secondFactor) return 'half'
    return open(attempt, account, linked)
  })
  if (opened !== 'half' || !account) return entered(attempt, opened === 'half' ? null : opened)
  const more = await nextTry(attempt, account, linked)
  throw new OAuthError('second_factor_required', 'A second factor is needed', more)
}

/** Returns what the next try of a second factor needs. Each ticket is good for one. */
async function nextTry(
  { services, request: { ip } }: Attempt,
  { id, password_hash }: Account,
  linked: string,
) {
  const bound = { account_id: id, secret: `${hashCode(password_hash)} ${linked}` }
  const ticket = await newStep(services, 'second factor', ip, bound)
  const { passkeys } = await waysInOf(services.db, id)
  const isAsked = passkeys.length > 0 && passkeySite(services.config) !== null
  return { ticket, ...(isAsked && { passkey: await passkeyRequest(services, ip, id) }) }
}

const isGone = ({ now }: Services, { status, deleted_at }: Account) =>
  status === 'D' && now() >= deleted_at + keepMs

type Opened = NonNullable<Awaited<ReturnType<typeof open>>>

/**
 * Opens a session for whoever has proved to own an account, and brings a deleted one back. Returns null if its password
 * has changed meanwhile: what was proved may count no longer. `linked`: the account of the provider to link, if any.
 */
async function open({ services, request, bound }: Attempt, account: Account, linked = '') {
  if (isGone(services, account)) return null
  const isKnown = knownDevice(services, request, account) !== null
  return services.db.transaction().execute(async (trx) => {
    // Lists are locked before accounts, as everywhere.
    if (account.status === 'D') await lockListsOf(trx, account.id)
    // The lock is shared, so that log-ins of one account do not wait for each other.
    const unchanged = await trx
      .selectFrom('account')
      .select('status')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .$if(!isSqlite(trx), (query) => (account.status === 'D' ? query.forUpdate() : query.forShare()))
      .executeTakeFirst()
    if (!unchanged) return null
    const { status } =
      unchanged.status === 'D'
        ? await trx
            .updateTable('account')
            .set({ status: asBefore, status_before: '', deleted_at: 0 })
            .where('id', '=', account.id)
            .returning('status')
            .executeTakeFirstOrThrow()
        : unchanged
    const isBack = unchanged.status === 'D'
    const lists = isBack ? await bringListsBack(trx, account.id, services.now()) : []
    if (linked !== '') {
      await link(trx, services, { key: linked }, account.id)
      const provider = services.config.provider.name || services.config.provider.issuer
      await mailNotice(trx, services, account, { what: 'wayInAdded', device: provider })
    }
    const device = deviceName(request.headers['user-agent'])
    if (!isKnown) await tellNewDevice(trx, services, account.id, device)
    const pair = await startSession(trx, services, account.id, device, bound)
    const ended = await endOldestSessions(trx, account.id, services.now())
    const overview = await readersOfLists(trx, lists)
    return { pair, account: { ...account, status }, ended, overview, reactivated: isBack }
  })
}

/** Notes a log-in and tells those concerned. Throws if there was none. */
function entered(
  { services, request }: Attempt,
  opened: Opened | null,
  refusal: Error = new OAuthError('invalid_grant', wrongPair),
): Opened {
  services.security.note(opened ? 'loggedIn' : 'logInRefused')
  if (!opened) throw refusal
  services.mailer.wake()
  const { ended, overview } = opened
  if (ended.length > 0) tell(services, request, { ended })
  if (overview.length > 0) tell(services, request, { overview })
  return opened
}

/**
 * Mails the owner that somebody logged in on an unknown device. The first log-in counts too: somebody else may have
 * registered the address. Nothing is mailed before the account is activated.
 */
async function tellNewDevice(trx: Trx, services: Services, id: string, device: string): Promise<void> {
  services.security.note('newDevice')
  const account = await trx
    .selectFrom('account')
    .select(['email', 'language', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (account.status === 'A') await mailNotice(trx, services, account, { what: 'newDevice', device })
}
