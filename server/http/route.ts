import { createHash } from 'node:crypto'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteShorthandOptions,
} from 'fastify'
import {
  type Answer,
  api,
  type Api,
  type Body,
  type CallName,
  type Params,
  type Query,
} from '../../core/contract/api.ts'
import { limits } from '../../core/product/entities.ts'
import type { Call } from '../../core/contract/schemas.ts'
import { allows, type Scope } from '../../core/product/scopes.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import { hashCode } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import type { Affected } from '../db/affected.ts'
import { untilInTime } from './overtaken.ts'
import { newIv, openAnswer, sealAnswer } from '../db/kept-secret.ts'
import { invalid, problem } from '../base/problem.ts'
import {
  bytesOf,
  countingRefusals,
  quotasOf,
  refuseFull,
  spend,
  waitFor,
  writtenIn,
} from '../limits/daily-quota.ts'
import { requireSession, type SessionUser } from '../auth/session.ts'
import { network } from '../limits/throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null
  }
}

export interface Context<N extends CallName> {
  body: Body<N>
  params: Params<N>
  query: Query<N>
  user: Api[N]['session'] extends true ? SessionUser : null
  request: FastifyRequest
  reply: FastifyReply
}

/** The answer of a write, and who must be notified. */
export interface Written<N extends CallName> {
  answer: Answer<N>
  status?: number
  affected?: Affected
  /** work after the commit and before the answer, in slices; if it fails, the nightly job finishes it */
  after?: () => Promise<void>
}

type RouteOptions = Pick<RouteShorthandOptions, 'config' | 'compress'>

function define<N extends CallName>(
  app: FastifyInstance,
  services: Services,
  name: N,
  handler: (context: Context<N>) => Promise<unknown>,
  options: RouteOptions,
): void {
  const call: Call = api[name]
  const { method, path, session, guest, activated, scope, status, params, query, body, bodyBytes } = call
  const guard: onRequestAsyncHookHandler = async (request) => {
    const isAsked = session === true || request.headers.authorization
    if (isAsked) request.user = await requireSession(services, request)
    refuseGuest(request, guest === true)
    refuseToken(request, scope)
    if (activated && request.user?.status !== 'A') throw problem('accountNotActivated')
  }
  app.route({
    bodyLimit: bodyBytes ?? (body ? limits.bodyBytes : limits.smallBodyBytes),
    ...options,
    method,
    url: path,
    onRequest: session ? [guard] : [],
    preValidation: async (request) => {
      if (call.isLocal && !services.config.localLogIn) throw problem('localLogInOff')
      refuseOtherList(request)
      // A missing body counts as an empty one, so that the schema names the missing fields.
      if (body && request.body === undefined) request.body = {}
      if (body) refuseHeap(request.body, body)
      else refuseBody(request.body)
      if (query) refuseHeap(request.query, query)
      const given = { params: request.params, body: request.body, querystring: request.query }
      const wanted = { params, body, querystring: query }
      for (const part of ['params', 'body', 'querystring'] as const)
        if (wanted[part]) refuseWrong(request, part, given[part], wanted[part])
    },
    handler: async (request, reply) => {
      reply.code(status)
      const { body, params, query, user } = request
      const work = () => {
        // The client disconnected while its request was queued.
        if (request.raw.socket.destroyed) throw problem('unavailable')
        return handler({ body, params, query, user, request, reply } as Context<N>)
      }
      // Readers without an account have one queue per network.
      const whose = user?.id ?? (method === 'GET' ? network(request.ip) : null)
      return whose === null ? work() : services.inQueueOf(whose, work)
    },
  })
}

// Decision 133: a guest is an account without an address; here is what is special.
/** A guest may make a few calls, and for one list only. */
function refuseGuest({ user, params }: FastifyRequest, isForGuests: boolean): void {
  if (!user || user.guest_of === '') return
  const { id = user.guest_of } = params as { id?: string }
  if (!isForGuests || id !== user.guest_of) throw problem('forbidden')
}

// Decision 157: a token may only what the contract names.
/** A personal token may make the calls that its scope allows. */
function refuseToken({ user }: FastifyRequest, needed: Scope | undefined): void {
  if (user?.rights && (!needed || !allows(user.rights.scope, needed))) throw problem('insufficientScope')
}

/** Calls of no list that a token for some lists may make: their answers are filtered, or about nobody's lists. */
const ofNoList: ReadonlySet<string> = new Set([
  '/api/v3/me',
  '/api/v3/lists',
  '/api/v3/catalogue',
  '/api/v3/recipe',
])

/** A personal token for some lists opens no others, as if they did not exist. */
function refuseOtherList({ user, params, body, routeOptions }: FastifyRequest): void {
  const only = user?.rights?.lists ?? []
  if (only.length === 0) return
  const { url = '' } = routeOptions
  const {
    id,
    idList,
    listId = idList ?? (/\/(?:shared_)?list\/:id\b/.test(url) ? id : undefined),
  } = params as Record<string, string>
  const list = listId ?? (body as { _id?: unknown } | undefined)?._id
  if (list === undefined && !ofNoList.has(url)) throw problem('insufficientScope')
  if (list !== undefined && !only.includes(String(list))) throw problem('notFound')
}

const validators = new WeakMap<object, ReturnType<FastifyRequest['compileValidationSchema']>>()

/**
 * Validates one part of a request. Compiles a schema at its first use: Fastify would compile all schemas before the
 * server listens, which takes longer than the rest of its start.
 */
function refuseWrong(
  request: FastifyRequest,
  part: 'params' | 'body' | 'querystring',
  given: unknown,
  schema: object,
): void {
  const validate = validators.get(schema) ?? request.compileValidationSchema(schema, part)
  validators.set(schema, validate)
  if (validate(given)) return
  throw Object.assign(new Error('wrong'), { validation: validate.errors, validationContext: part })
}

/** Refuses a body with fields for a call that takes none. */
function refuseBody(body: unknown): void {
  if (body === undefined) return
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid({ body: 'invalidType' })
  const names = Object.keys(body)
  if (names.length > 0) throw unknownFields(names)
}

const mostNames = 50

/**
 * Refuses a request with more mistakes than any form has fields. Validation reports all mistakes at once, for instance
 * all 3 wrong fields of a form, so each mistake costs time.
 */
export function refuseHeap(given: unknown, schema: Schema): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return
  const { properties = {}, additionalProperties } = schema
  const names = Object.keys(given)
  if (additionalProperties === false && names.length > mostNames) throw unknownFields(names, properties)
  for (const [name, { maxItems = Infinity }] of Object.entries(properties)) {
    const value: unknown = (given as Record<string, unknown>)[name]
    if (Array.isArray(value) && value.length > maxItems) throw invalid({ [name]: 'tooLong' })
  }
}

interface Schema {
  properties?: Record<string, { maxItems?: number }>
  additionalProperties?: unknown
}

/** Returns a problem that names the first unknown fields; that is enough. */
function unknownFields(names: readonly string[], allowed: object = {}) {
  const unknown = names.slice(0, mostNames).filter((name) => !Object.hasOwn(allowed, name))
  return invalid(Object.fromEntries(unknown.map((name) => [name, 'unknownField'])))
}

/** Defines a call that changes nothing or handles its own transaction. */
export function answers<N extends CallName>(
  app: FastifyInstance,
  services: Services,
  name: N,
  handler: (context: Context<N>) => Promise<Answer<N> | FastifyReply>,
  options: RouteOptions = {},
): void {
  const { tagged }: Call = api[name]
  const withTag = async (context: Context<N>) =>
    sendTagged(context, await handler(context), tagged ?? 'no-store')
  define(app, services, name, tagged ? withTag : handler, options)
}

/**
 * Defines a call that writes: one transaction, which also stores the Idempotency-Key with the answer; after it, those
 * concerned are notified. Long work is prepared before the transaction, while nobody waits for it. If another write was
 * faster (Overtaken), it is prepared again.
 */
export function writes<N extends CallName, P = undefined>(
  app: FastifyInstance,
  services: Services,
  name: N,
  handler: (trx: Trx, context: Context<N>, prepared: P) => Promise<Written<N>>,
  { prepare, ...options }: RouteOptions & { prepare?: (context: Context<N>) => Promise<P> } = {},
): void {
  const { isSecret }: Call = api[name]
  define(
    app,
    services,
    name,
    async (context) => {
      const { request, reply } = context
      const { user, body } = request
      const key = idempotencyKey(request, isSecret === true)
      const quotas = user ? quotasOf(user, request.ip, isRemoval(name)) : []
      const sent = bytesOf([body ?? null])
      const refuseEarly = async (db: Db | Trx) => refuseFull(await waitFor(db, quotas, sent, services.now()))
      const attempt = async () => {
        // What was done before needs no preparation.
        const isDone = prepare && key && (await recall(services.db, key)) !== null
        const done = isDone && (await services.db.transaction().execute((trx) => repeat(trx, key)))
        if (done) return done
        if (prepare) await refuseEarly(services.db)
        const prepared = await prepare?.(context)
        return services.db.transaction().execute(async (trx) => {
          const before = key && (await repeat(trx, key))
          if (before) return before
          await refuseEarly(trx)
          const written = await handler(trx, context, prepared as P)
          const now = { status: written.status ?? api[name].status, json: JSON.stringify(written.answer) }
          if (key) await remember(trx, key, now, services)
          const bytes = writtenIn(trx) + sent + (key ? bytesOf([key, now]) : 0)
          await spend(trx, quotas, bytes, services.now())
          return { ...now, affected: written.affected, after: written.after }
        })
      }
      const { status, json, affected, after } = await countingRefusals(
        services.db,
        quotas,
        services.now(),
        () => untilInTime(attempt),
      )
      if (affected) tell(services, request, affected)
      services.mailer.wake()
      services.push.wake()
      services.hooks.wake()
      await after?.().catch((error: unknown) => request.log.error(error, 'the rest is left for the night'))
      reply.code(status)
      if (status === 204) return reply.send()
      return reply.type('application/json; charset=utf-8').send(json)
    },
    options,
  )
}

/**
 * Returns whether a call must work even with a full quota: deleting, leaving, and reducing the permissions of others.
 */
function isRemoval(name: CallName): boolean {
  return api[name].method === 'DELETE' || name === 'setPermission'
}

/** Notifies those concerned after the commit, without delaying the answer. */
export function tell(services: Services, request: FastifyRequest, affected: Affected): void {
  services.live.publish(affected).catch((error: unknown) => request.log.error(error, 'a poke was lost'))
}

interface Key {
  account_id: string
  key: string
  request_hash: string
  /** decrypts the stored answer; null if it is stored unencrypted */
  secret: string | null
}

/** Refuses a key that was used for another request, before work that `writes` does not do in its transaction. */
export async function refuseReusedKey({ db }: Services, request: FastifyRequest): Promise<void> {
  const key = idempotencyKey(request, false)
  if (key) await recall(db, key)
}

function idempotencyKey(request: FastifyRequest, isSecret: boolean): Key | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !request.user) return null
  if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key))
    throw invalid({ 'Idempotency-Key': 'invalidCharacters' })
  const what = JSON.stringify([request.method, addressOf(request), request.body ?? null])
  const request_hash = createHash('sha256').update(what).digest('base64url')
  // The key decrypts the answer, so only its hash is stored beside the answer.
  const keys = isSecret ? { key: hashCode(key), secret: key } : { key, secret: null }
  return { account_id: request.user.id, request_hash, ...keys }
}

/** Returns the same address for all spellings of a URL: it is made from the route, not from the raw URL. */
function addressOf({ routeOptions, params, query }: FastifyRequest): string {
  const values = params as Record<string, string>
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search === '' ? path : `${path}?${search}`
}

// A concurrent second request waits for the first one's transaction and then finds its answer.
async function recall(db: Db | Trx, { account_id, key, request_hash, secret }: Key) {
  const stored = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!stored) return null
  if (stored.request_hash !== request_hash) throw problem('idempotencyKeyReused')
  const json = secret === null ? stored.answer : openAnswer(stored.answer, secret, account_id)
  return { status: stored.status, json }
}

/**
 * Returns the stored answer of a call that was made before, or null. The first call may have been answered with 503
 * although it was committed, so a standby may lack it and nobody has been notified: both are made up for.
 */
async function repeat(trx: Trx, key: Key) {
  const done = await recall(trx, key)
  if (!done) return null
  const { account_id } = key
  // A transaction without a write would not wait for a standby. SQLite has none.
  if (!isSqlite(trx))
    await trx
      .updateTable('idempotency')
      .set(({ ref }) => ({ at: ref('at') }))
      .where('account_id', '=', account_id)
      .where('key', '=', key.key)
      .execute()
  const affected: Affected = { overview: await readersOf(trx, account_id) }
  return { ...done, affected, after: undefined }
}

/** Returns the account and all accounts that share a list with it. */
export async function readersOf(trx: Trx, id: string): Promise<string[]> {
  const owned = trx.selectFrom('list').select('id').where('owner_id', '=', id).where('deleted_at', '=', 0)
  const others = trx.selectFrom('member').select('list_id as id').where('account_id', '=', id)
  const shared = owned.union(others)
  const owners = await trx.selectFrom('list').select('owner_id').where('id', 'in', shared).execute()
  const members = await trx.selectFrom('member').select('account_id').where('list_id', 'in', shared).execute()
  return [...new Set([id, ...owners.map((row) => row.owner_id), ...members.map((row) => row.account_id)])]
}

async function remember(
  trx: Trx,
  { secret, ...key }: Key,
  { status, json }: { status: number; json: string },
  { now, randomBytes }: Services,
) {
  const answer = secret === null ? json : sealAnswer(json, secret, key.account_id, newIv(randomBytes))
  await trx
    .insertInto('idempotency')
    .values({ ...key, status, answer, at: now() })
    .execute()
}

/** Answers with a strong ETag, or 304 when the caller has it already. */
function sendTagged(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: unknown,
  cacheControl: string,
): FastifyReply {
  const text = JSON.stringify(answer)
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', tag).header('cache-control', cacheControl)
  if (isKnownTag(request, tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Returns whether the caller's If-None-Match has this tag, so that it has the answer already. */
export function isKnownTag({ headers }: FastifyRequest, tag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
