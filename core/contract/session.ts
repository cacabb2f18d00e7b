import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { call, ClientCredentials, TokenRequest, TokenAnswer } from './schemas.ts'
import { Closed, Objects, Time } from './wire.ts'

/** What browser and server tell each other about a passkey, in the JSON form of the WebAuthn standard. */
const Webauthn = Type.Unsafe<object>({ type: 'object', description: 'see WebAuthn, level 3' })

export const WaysIn = Type.Object({
  passkeys: Objects({
    id: Type.String(),
    name: Type.String(),
    createdAt: Time,
    lastUsedAt: Type.Optional(Time),
  }),
  totp: Type.Boolean({ description: 'an app shows codes' }),
  secondFactor: Type.Boolean({ description: 'a log-in with the password also asks for a code or passkey' }),
  recoveryCodes: Type.Integer({ description: 'how many are left' }),
  provider: Type.Union([Type.String(), Type.Null()], { description: 'the issuer of a linked account' }),
  hasPassword: Type.Boolean({ description: 'without one, the first 10 minutes of a session stand for it' }),
})

const own = { who: 'self', bodyBytes: limits.smallBodyBytes } as const
/** Only of activated accounts: whoever registered an address that is not theirs gets no way in. */
const changing = {
  ...own,
  method: 'POST',
  activated: true,
  refuses: ['incorrectPassword', 'wayInRefused'],
} as const
const password = { password: Type.String() }
const Codes = Type.Object({ codes: Type.Array(Type.String(), { description: 'shown only now' }) })

export const sessionCalls = {
  token: call({
    method: 'POST',
    path: '/oauth/v2/token',
    session: false,
    bodyBytes: limits.smallBodyBytes,
    body: TokenRequest,
    answer: TokenAnswer,
  }),
  revoke: call({
    method: 'POST',
    path: '/oauth/v2/revoke',
    session: false,
    bodyBytes: limits.smallBodyBytes,
    body: Type.Object({
      token: Type.Optional(Type.String()),
      ...Type.Partial(Type.Object(ClientCredentials)).properties,
    }),
  }),
  /** What another app says of itself before it asks for a token (RFC 7591). Nothing is stored: the id says it again. */
  registerClient: call({
    method: 'POST',
    path: '/oauth/v2/register',
    session: false,
    refuses: ['invalidRequest'],
    bodyBytes: limits.smallBodyBytes,
    body: Type.Object({
      client_name: Type.Optional(Type.String()),
      redirect_uris: Type.Array(Type.String(), { description: 'https, or http on the same device' }),
    }),
    status: 201,
    answer: Type.Object({
      client_id: Type.String(),
      client_name: Type.Optional(Type.String()),
      redirect_uris: Type.Array(Type.String()),
      token_endpoint_auth_method: Type.Literal('none'),
    }),
  }),
  waysIn: call({ ...own, path: '/api/v3/me/ways-in', answer: WaysIn }),
  passkeyOptions: call({
    ...changing,
    path: '/api/v3/me/passkeys/options',
    body: Closed(password),
    answer: Webauthn,
  }),
  addPasskey: call({
    ...changing,
    path: '/api/v3/me/passkeys/verify',
    body: Closed({ name: Type.String(), passkey: Webauthn }),
  }),
  /** Turns the second factor on. */
  addTotp: call({
    ...changing,
    path: '/api/v3/me/totp',
    body: Closed({ ...password, secret: Type.String(), code: Type.String() }),
    answer: Codes,
  }),
  /** Makes ten in place of the old ones, and turns the second factor on. */
  recoveryCodes: call({
    ...changing,
    path: '/api/v3/me/recovery-codes',
    body: Closed(password),
    answer: Codes,
  }),
  removeWayIn: call({
    ...changing,
    method: 'DELETE',
    path: '/api/v3/me/ways-in/:id',
    params: Type.Object({ id: Type.String({ description: 'of a passkey; `provider`; or `second-factor`' }) }),
    body: Closed(password),
  }),
  linkProvider: call({
    ...changing,
    path: '/api/v3/me/provider',
    body: Closed({ ticket: Type.String() }),
  }),
  passkeyLogIn: call({
    method: 'POST',
    path: '/oauth/v2/passkey/options',
    session: false,
    isLocal: true,
    answer: Webauthn,
  }),
} as const
