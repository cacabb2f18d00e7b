import ky from 'ky'
import type { Answer, Api, Body, CallName, Params, Query } from '../core/contract/api.ts'
import { isProblemCode, type OAuthProblem, type Problem } from '../core/contract/problem-codes.ts'
import type { Session } from './storage/app-db.ts'
import { isSessionExpired, OAuthError, ProblemError, Unreachable } from './failures.ts'
import { webClient } from './web-client.ts'

/** A call is named by its method and path, so that the browser loads only the contract's types and none of its code. */
type KeyOf<N extends CallName> = `${Api[N]['method']} ${Api[N]['path']}`
export type CallKey = { [N in CallName]: KeyOf<N> }[CallName]
type Named<K extends CallKey> = { [N in CallName]: K extends KeyOf<N> ? N : never }[CallName]

type Given<Name extends string, T> = [T] extends [undefined]
  ? { [_ in Name]?: undefined }
  : undefined extends T
    ? { [_ in Name]?: T }
    : { [_ in Name]: T }
type Parts<N extends CallName> = Given<'params', Params<N>> & { query?: Query<N> } & Given<'body', Body<N>>
export type CallOptions<K extends CallKey> = Parts<Named<K>> & {
  signal?: AbortSignal
  /** milliseconds until the call fails as Unreachable */
  timeout?: number
  /** makes a write that is not idempotent by nature safe to repeat */
  idempotencyKey?: string
  /** an upload, sent instead of a JSON body */
  form?: FormData
  /** the body itself */
  file?: Blob
  /** answers by ETag; an unchanged answer is not transferred again */
  kept?: TaggedAnswers
}

/**
 * Matches the calls that work without a session. A test compares it with the contract, whose code is not loaded in the
 * browser.
 */
export const openCalls =
  /oauth|v3.(profile$|profile.reset|registration|me.activate|resend|invite.:code(?!.a[cs])|guest|list.hash|catalogue|templates?.public)/

export type TaggedAnswers = Map<string, { tag: string; answer: unknown }>

const defaultTimeout = 15_000
/** characters; longer bodies are compressed */
const packFrom = 8 << 10

/** Returns the error that the server would give for a call without a session, for a call that is not sent. */
function signedOut(): ProblemError {
  const code = 'sessionExpired'
  return new ProblemError({ type: 'about:blank', title: code, status: 401, code, requestId: '' }, null)
}

export interface HttpOptions {
  /** ends with '/' */
  baseUrl: string
  fetch: typeof fetch
  session: { get(): Promise<Session | null>; put(session: Session): Promise<void> }
  now: () => number
  /** allows one refresh at a time across all tabs and the worker */
  exclusive: <T>(run: () => Promise<T>) => Promise<T>
  /** called when the server reports maintenance; null: it did not say for how long */
  maintenance?: (retryAfterMs: number | null) => void
}

export type Refreshed = 'yes' | 'no' | 'later'

export type Http = ReturnType<typeof createHttp>

export function createHttp({ baseUrl, fetch, session, now, exclusive, maintenance }: HttpOptions) {
  /** the last access token that the server refused; no further call is sent with it */
  let refused: string | null = null
  /** the access token whose session, as the server said, was ended by the person */
  let endedByPerson: string | null = null
  const prepared = new WeakMap<object, Promise<string | ArrayBuffer>>()

  /** Compresses a body ahead of its call. The body must not change until then. */
  function prepare(body: object): void {
    const packing = pack(body)
    packing.catch(() => undefined) // the call itself reports the failure
    prepared.set(body, packing)
  }

  async function request(key: string, options: CallOptions<CallKey>, token: string | null) {
    const [method = 'GET', path = '/'] = key.split(' ')
    const filled = path.slice(1).replace(/:(\w+)/g, (_, name: string) => {
      const value = (options.params as Record<string, string> | undefined)?.[name]
      return encodeURIComponent(value ?? '')
    })
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token) headers['authorization'] = `Bearer ${token}`
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    const tag = options.kept?.get(keptAs(key, options))?.tag
    if (tag) headers['if-none-match'] = tag
    const packed =
      options.body === undefined ? undefined : await (prepared.get(options.body) ?? pack(options.body))
    if (packed !== undefined) headers['content-type'] = 'application/json'
    if (packed instanceof ArrayBuffer) headers['content-encoding'] = 'gzip'
    let response: Response
    let text: string
    try {
      const answer = ky(filled, {
        method,
        baseUrl,
        fetch,
        headers,
        searchParams: options.query as Record<string, string> | undefined,
        body: packed ?? options.form ?? options.file,
        retry: 0, // the outbox and the pages repeat a call when there is a reason to
        timeout: false,
        // Ends after the last byte, not after the headers: an answer may begin and never end.
        totalTimeout: options.timeout ?? defaultTimeout,
        ...(options.signal && { signal: options.signal }),
        throwHttpErrors: false,
        // A captive portal redirects; our server never does.
        redirect: 'error',
        credentials: 'same-origin',
        cache: 'no-store',
      })
      response = await answer
      text = await answer.text()
    } catch (error) {
      throw new Unreachable(error instanceof Error ? error.message : String(error))
    }
    return { response, text }
  }

  function read(response: Response, text: string): unknown {
    if (response.ok && text === '') return undefined
    const retryAfterMs = retryAfter(response.headers.get('retry-after'))
    const type = response.headers.get('content-type') ?? ''
    let body: unknown
    try {
      body = /^application\/(problem\+)?json\b/.test(type) ? JSON.parse(text) : undefined
    } catch {
      body = undefined // truncated on the way, so not a valid answer
    }
    if (body !== undefined && response.ok) return body
    if (isProblem(body)) {
      if (body.code === 'maintenance') maintenance?.(retryAfterMs)
      throw new ProblemError(body, retryAfterMs)
    }
    if (isOAuthProblem(body)) throw new OAuthError(body, response.status)
    throw new Unreachable(`an answer that is not ours (${response.status})`, retryAfterMs)
  }

  function readFor(token: string | null, response: Response, text: string): unknown {
    try {
      return read(response, text)
    } catch (error) {
      if (isSessionExpired(error)) noteRefusal(token, (error as ProblemError).problem)
      throw error
    }
  }

  /**
   * Records a 401 that was received without `call` or `once`, given its body: the person may have ended the session.
   */
  function noteRefusal(token: string | null, refusal: unknown): void {
    if (isProblem(refusal) && refusal.signedOut === true) endedByPerson = token
  }

  /** Returns whether the server has refused this access token: nothing more is sent with it. */
  function isRefused(token: string): boolean {
    return token === refused
  }

  async function callWith(
    key: string,
    options: CallOptions<CallKey>,
    token: string | null,
  ): Promise<unknown> {
    const { response, text } = await request(key, options, token)
    const name = keptAs(key, options)
    const cached = options.kept?.get(name)
    if (response.status === 304 && cached) return cached.answer
    const answer = readFor(token, response, text)
    const tag = response.headers.get('etag')
    if (tag) options.kept?.set(name, { tag, answer })
    return answer
  }

  /**
   * Calls the server, with types from the contract. Throws only ProblemError, OAuthError or Unreachable. A call that
   * needs a session is not sent without one, nor with a token that the server has refused; it throws the same error as
   * the server would give. After a 401 it renews the token and repeats the call once.
   */
  async function call<K extends CallKey>(key: K, options: CallOptions<K>): Promise<Answer<Named<K>>> {
    const token = (await session.get())?.accessToken ?? null
    const given = options as CallOptions<CallKey>
    if (token === null && !openCalls.test(key)) throw signedOut()
    try {
      if (token === refused && !openCalls.test(key)) throw signedOut()
      return (await callWith(key, given, token)) as Answer<Named<K>>
    } catch (error) {
      if (!isSessionExpired(error) || token === null) throw error
      const renewal = await renew(token)
      if (renewal === 'no') throw error
      // The session is not over, so the caller gets the failure of the renewal, not of the session.
      if (renewal !== 'yes') throw renewal.failed
      const renewed = (await session.get())?.accessToken ?? null
      return (await callWith(key, given, renewed)) as Answer<Named<K>>
    }
  }

  /**
   * Like `call`, but without renewal: sends once, with `given` or else the session's token. With null nothing is sent.
   * The drain decides itself what a 401 means.
   */
  async function once<K extends CallKey>(
    key: K,
    options: CallOptions<K>,
    given?: string | null,
  ): Promise<Answer<Named<K>>> {
    if (given === null || given === refused) throw signedOut()
    const token = given ?? (await session.get())?.accessToken ?? null
    return (await callWith(key, options as CallOptions<CallKey>, token)) as Answer<Named<K>>
  }

  /**
   * Replaces an access token that was refused. 'no': the session is over. Its token is deleted, but the account and its
   * stored data stay. If the person ended the session (`Session.signedOut`), a page clears them later. 'later': the
   * server could not be reached.
   */
  async function refresh(token: string | null): Promise<Refreshed> {
    const renewal = await renew(token)
    return renewal === 'yes' || renewal === 'no' ? renewal : 'later'
  }

  function renew(token: string | null): Promise<'yes' | 'no' | { failed: unknown }> {
    refused = token ?? refused
    return exclusive(async () => {
      const current = await session.get()
      if (!current?.accessToken) return 'no'
      if (current.accessToken !== token) return 'yes'
      const end = async (byPerson: boolean) => {
        await session.put({ ...current, accessToken: null, ...(byPerson && { signedOut: true }) })
        return 'no' as const
      }
      const isSignedOut = endedByPerson === token
      if (isSignedOut || !current.remember) return end(isSignedOut)
      try {
        // The old access token shows the server that this client received the last answer for the cookie.
        const body = { grant_type: 'refresh_token', ...webClient, access_token: current.accessToken }
        const answer = (await callWith('POST /oauth/v2/token', { body }, null)) as Answer<'token'>
        if (answer.user_id !== current.userId) return end(false)
        const expiresAt = now() + answer.expires_in * 1000
        await session.put({ ...current, accessToken: answer.access_token, expiresAt })
        return 'yes'
      } catch (error) {
        if (!(error instanceof OAuthError) || error.status !== 400) return { failed: error }
        return end(error.problem.signedOut === true)
      }
    })
  }

  return { call, once, prepare, refresh, noteRefusal, isRefused, request }
}

function keptAs(key: string, { params, query }: CallOptions<CallKey>): string {
  return JSON.stringify([key, params, query])
}

/** Returns JSON: text if it is short, compressed with gzip if it is long. */
async function pack(body: unknown): Promise<string | ArrayBuffer> {
  const json = JSON.stringify(body)
  if (json.length < packFrom || !('CompressionStream' in globalThis)) return json
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  // A Blob would need one line, but its bytes go through another process.
  const written = Promise.all([writer.write(new TextEncoder().encode(json)), writer.close()])
  const [packed] = await Promise.all([new Response(gzip.readable).arrayBuffer(), written])
  return packed
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && isProblemCode(body.code)
}

function isOAuthProblem(body: unknown): body is OAuthProblem {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

/**
 * Returns milliseconds. Our server sends seconds. The date form, which some proxies send, is ignored because the
 * device's clock may be wrong.
 */
function retryAfter(header: string | null): number | null {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null
}
