import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../core/product/entities.ts'
import { emailKey, parseEmail, parseText } from '../../core/text/normalise.ts'
import { cookieName, cookieOptions } from '../auth/cookie.ts'
import { newStep, takeStep } from '../auth/proofs.ts'
import { problem } from '../base/problem.ts'
import { hashCode } from '../db/codes.ts'
import type { Trx } from '../db/open.ts'
import { answers } from '../http/route.ts'
import { activateAccount } from '../lists/store/invite-rows.ts'
import type { Services } from '../services/services.ts'
import { admit } from './admission.ts'
import { insertAccount, newAccount } from './new-account.ts'
import { changeWaysIn, insertProof } from './ways-in.ts'

/** Whom the provider has let in: `key` is its issuer and subject, `email` is '' unless it has verified it. */
type Provided = Record<'key' | 'email' | 'name', string>

/** The code of the browser that was sent to the provider: another one cannot come back in its place. */
const cookie = (services: Services, request: FastifyRequest) => cookieName(services, request, 'provider')
const browserOf = (services: Services, request: FastifyRequest) =>
  request.cookies[cookie(services, request)] ?? ''

// Decision 165: who logs in at a provider is known by issuer and subject.
/** Leads to the provider and back, and links an account of it to the account that is logged in. */
export async function providerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { issuer, clientId, clientSecret } = services.config.provider
  await app.register(cookies)

  answers(app, services, 'linkProvider', async ({ user, body, request }) => {
    const provided = await takeProvided(services, request, body.ticket)
    // A verified address, so that a stolen session does not link an account of its thief.
    if (!provided || emailKey(provided.email) !== emailKey(user.email)) throw problem('wayInRefused')
    await changeWaysIn(services, user, 'wayInAdded', nameOf(services), (trx) =>
      link(trx, services, provided, user.id),
    )
    return {}
  })

  if (issuer === '') return
  const redirect_uri = `${services.config.publicUrl}/auth/oidc/callback`

  /** Loads the library, which most servers never need, and asks the provider about itself. */
  async function ask() {
    const library = await import('openid-client')
    const execute = issuer.startsWith('http:') ? [library.allowInsecureRequests] : []
    const options = [undefined, { timeout: 5, execute }] as const
    return {
      ...library,
      server: await library.discovery(new URL(issuer), clientId, clientSecret, ...options),
    }
  }

  app.get<{ Querystring: { link?: string } }>('/auth/oidc/start', async (request, reply) => {
    const code = services.randomBytes(32).toString('base64url')
    const code_challenge = hashCode(code)
    const secret = `${code_challenge}${request.query.link === undefined ? '' : ' link'}`
    const state = await newStep(services, 'sent to provider', request.ip, { secret })
    // After the code, whose making is counted.
    const provider = await ask().catch((err: unknown) => request.log.warn({ err }, 'the provider is away'))
    if (!provider) return reply.redirect(`${pageOf(request.query.link !== undefined)}#provider=`)
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    const asked = { redirect_uri, scope: 'openid email profile', state, nonce: hashCode(state), ...pkce }
    const url = provider.buildAuthorizationUrl(provider.server, asked)
    // Lax: the provider leads back from its own site.
    const options = { ...cookieOptions(services, request), path: '/', sameSite: 'lax', maxAge: 600 } as const
    return reply.setCookie(cookie(services, request), code, options).redirect(url.href)
  })

  app.get<{ Querystring: { state?: string } }>('/auth/oidc/callback', async (request, reply) => {
    const expectedState = String(request.query.state)
    const pkceCodeVerifier = browserOf(services, request)
    const sent = await takeStep(services, 'sent to provider', expectedState)
    const [challenge = '', isLink] = sent?.secret.split(' ') ?? []
    const letIn = async () => {
      if (challenge !== hashCode(pkceCodeVerifier)) return ''
      const { server, ...provider } = await ask()
      const expectedNonce = hashCode(expectedState)
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
      const url = new URL(request.url.slice(request.url.indexOf('?')), redirect_uri)
      const tokens = await provider.authorizationCodeGrant(server, url, checks)
      const { iss, sub = '' } = tokens.claims() ?? {}
      const about = await provider.fetchUserInfo(server, tokens.access_token, sub)
      const address = parseEmail(about.email_verified === true ? about.email : '')
      const called = parseText(about.name, 0, limits.label)
      const [email, name] = [address, called].map((text) => (text.ok ? text.value : ''))
      const secret = `${challenge} ${JSON.stringify({ key: `${iss} ${sub}`, email, name })}`
      return newStep(services, 'provider', request.ip, { secret })
    }
    const ticket = await letIn().catch((err: unknown) => request.log.warn({ err }, 'nobody was let in'))
    return reply.redirect(`${pageOf(isLink !== undefined)}#provider=${ticket ?? ''}`)
  })
}

const pageOf = (isLink: boolean) => (isLink ? '/app/edit-profile/ways-in' : '/auth/login')

/** Ends a ticket and returns whom the provider has let in, in this browser, with how to get the next ticket. */
export async function takeProvided(services: Services, request: FastifyRequest, ticket: string) {
  const secret = (await takeStep(services, 'provider', ticket))?.secret ?? ''
  const [challenge = '', json = ''] = secret.split(/ (.*)/s)
  if (challenge !== hashCode(browserOf(services, request))) return null
  const again = () => newStep(services, 'provider', request.ip, { secret })
  return { ...(JSON.parse(json) as Provided), again }
}

/** Returns what stands for the hash of no password: nothing hashes to '!'. */
export const noPassword = ({ randomBytes }: Services) => `!${randomBytes(18).toString('base64url')}`

/** Makes an account for somebody whom the provider has let in. */
export async function newProvided(services: Services, request: FastifyRequest, provided: Provided) {
  const { email, name } = provided
  // The provider leads back without the code of an invitation.
  await admit(services, request.ip)
  const password_hash = noPassword(services)
  const person = await newAccount(services, request, { email, password: password_hash })
  const account = { ...person, name, password_hash, status: 'A' as const, deleted_at: 0 }
  await services.db.transaction().execute(async (trx) => {
    await insertAccount(trx, account)
    // The provider has proved the mailbox, as a mailed link does.
    await activateAccount(trx, account, services.now())
    await link(trx, services, provided, account.id)
  })
  return account
}

const nameOf = ({ config: { provider } }: Services) => provider.name || provider.issuer

/** Links an account of the provider, in place of an earlier one. Throws if it is linked to another account. */
export async function link(trx: Trx, services: Services, { key }: Pick<Provided, 'key'>, account_id: string) {
  await trx.deleteFrom('proof').where('kind', '=', 'linked').where('account_id', '=', account_id).execute()
  const row = { kind: 'linked', key, account_id, name: nameOf(services), created_at: services.now() } as const
  return insertProof(trx, row)
}
