import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type Answer, api, type Api, type Body, type CallName, type Params, type Query } from '../core/api.ts'
import { limits } from '../core/entities.ts'
import type { Call } from '../core/schemas.ts'
import type { Trx } from './db/open.ts'
import type { Deps } from './deps.ts'
import type { Affected } from './live.ts'
import { invalid, problem } from './problem.ts'
import { requireSession, type SessionUser } from './session.ts'
import { network } from './throttle.ts'

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

/** What a write answers, and whom it concerns. */
export interface Written<N extends CallName> {
  answer: Answer<N>
  status?: number
  affected?: Affected
  /** what is done after the commit, in slices, before it is answered; what breaks off here is done at night */
  after?: () => Promise<void>
}

interface RouteOptions extends Pick<RouteShorthandOptions, 'config'> {
  /** works without a session too; a token that is sent must be good all the same */
  session?: 'optional'
}

function define<N extends CallName>(
  app: FastifyInstance,
  deps: Deps,
  name: N,
  handler: (context: Context<N>) => Promise<unknown>,
  { session: optional, ...options }: RouteOptions,
): void {
  const { method, path, session, status, params, query, body, bodyBytes }: Call = api[name]
  app.route({
    bodyLimit: bodyBytes ?? (body ? limits.bodyBytes : limits.smallBodyBytes),
    ...options,
    method,
    url: path,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    ...((session || optional) && {
      onRequest: async (request: FastifyRequest) => {
        if (session || request.headers.authorization) request.user = await requireSession(deps, request)
      },
    }),
    preValidation: async (request) => {
      // No body and an empty one are alike: the schema names what is missing.
      if (body && request.body === undefined) request.body = {}
      if (body) refuseHeap(request.body, body)
      else refuseBody(request.body)
      if (query) refuseHeap(request.query, query)
    },
    handler: async (request, reply) => {
      reply.code(status)
      const { body, params, query, user } = request
      const work = () => {
        // Nobody waits for the answer any more: it gave up while it stood in line.
        if (request.raw.socket.destroyed) throw problem('unavailable')
        return handler({ body, params, query, user, request, reply } as Context<N>)
      }
      // Whoever reads without an account is told from others by where they are.
      const whose = user?.id ?? (method === 'GET' ? network(request.ip) : null)
      return whose === null ? work() : deps.turnOf(whose, work)
    },
  })
}

/** What a call has no use for is refused as in any other body. */
function refuseBody(body: unknown): void {
  if (body === undefined) return
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid({ body: 'invalidType' })
  const names = Object.keys(body)
  if (names.length > 0) throw unknownFields(names)
}

const mostNames = 50

/**
 * A form with three wrong fields is told all three, so the schema is not left at the first mistake. What makes
 * more mistakes than any form has fields is judged here before, since each of them costs time.
 */
function refuseHeap(given: unknown, schema: Schema): void {
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

/** The first of them are enough to say so. */
function unknownFields(names: readonly string[], known: object = {}) {
  const unknown = names.slice(0, mostNames).filter((name) => !Object.hasOwn(known, name))
  return invalid(Object.fromEntries(unknown.map((name) => [name, 'unknownField'])))
}

/** A call that changes nothing, or sees to its own transaction. */
export function answers<N extends CallName>(
  app: FastifyInstance,
  deps: Deps,
  name: N,
  handler: (context: Context<N>) => Promise<Answer<N> | FastifyReply>,
  options: RouteOptions = {},
): void {
  define(app, deps, name, handler, options)
}

/**
 * A call that writes: one transaction, in which an Idempotency-Key is remembered together with what
 * it caused, and then those concerned are told.
 */
export function writes<N extends CallName>(
  app: FastifyInstance,
  deps: Deps,
  name: N,
  handler: (trx: Trx, context: Context<N>) => Promise<Written<N>>,
  options: RouteOptions = {},
): void {
  define(
    app,
    deps,
    name,
    async (context) => {
      const { request, reply } = context
      const key = idempotencyKey(request)
      const { status, json, affected, after } = await deps.db.transaction().execute(async (trx) => {
        const before = key && (await recall(trx, key))
        if (before) return { ...before, affected: undefined, after: undefined }
        const written = await handler(trx, context)
        const now = { status: written.status ?? api[name].status, json: JSON.stringify(written.answer) }
        if (key) await remember(trx, key, now, deps.now())
        return { ...now, affected: written.affected, after: written.after }
      })
      if (affected) tell(deps, request, affected)
      deps.mailer.wake()
      await after?.().catch((error: unknown) => request.log.error(error, 'the rest is left for the night'))
      reply.code(status)
      if (status === 204) return reply.send()
      return reply.type('application/json; charset=utf-8').send(json)
    },
    options,
  )
}

/** After the commit: whoever is told does not hold up the answer. */
export function tell(deps: Deps, request: FastifyRequest, affected: Affected): void {
  deps.live.publish(affected).catch((error: unknown) => request.log.error(error, 'a poke was lost'))
}

interface Key {
  account_id: string
  key: string
  request_hash: string
}

function idempotencyKey(request: FastifyRequest): Key | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !request.user) return null
  if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key))
    throw invalid({ 'Idempotency-Key': 'invalidCharacters' })
  const what = JSON.stringify([request.method, addressOf(request), request.body ?? null])
  const request_hash = createHash('sha256').update(what).digest('base64url')
  return { account_id: request.user.id, key, request_hash }
}

/** One address for all ways to write it, and that is the one which everybody writes. */
function addressOf({ routeOptions, params, query }: FastifyRequest): string {
  const values = params as Record<string, string>
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search === '' ? path : `${path}?${search}`
}

// A second request at the same moment waits for the first one's transaction, and then finds its answer.
async function recall(trx: Trx, { account_id, key, request_hash }: Key) {
  const found = await trx
    .selectFrom('idempotency')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!found) return null
  if (found.request_hash !== request_hash) throw problem('idempotencyKeyReused')
  return { status: found.status, json: found.answer }
}

async function remember(trx: Trx, key: Key, { status, json }: { status: number; json: string }, at: number) {
  await trx
    .insertInto('idempotency')
    .values({ ...key, status, answer: json, at })
    .execute()
}

/** Answers with a strong ETag, or 304 when the caller has it already. */
export function sendTagged(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: object,
  cacheControl = 'private, no-cache',
): FastifyReply {
  const json = JSON.stringify(answer)
  const tag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  reply.header('etag', tag).header('cache-control', cacheControl)
  const known =
    request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  if (known.includes(tag) || known.includes('*')) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
