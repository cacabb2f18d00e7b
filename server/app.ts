import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '../core/product/entities.ts'
import { accountRoutes } from './account/account.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { authRoutes } from './account/log-in.ts'
import { providerRoutes } from './account/provider.ts'
import { barcodeRoutes } from './catalogue/barcodes.ts'
import { bodies, readOn, stopUnpacking } from './http/bodies.ts'
import { caldavRoutes } from './caldav/routes.ts'
import { categoryRoutes } from './catalogue/categories.ts'
import type { Config } from './base/config.ts'
import {
  connectionOptions,
  timeouts as usualTimeouts,
  type Timeouts,
  endConnections,
  refuseExpectations,
} from './http/connection.ts'
import { type Db, isSqlite } from './db/open.ts'
import { secret } from './db/codes.ts'
import { type Services, newRequestId } from './services/services.ts'
import { devMailRoutes, isForwarded } from './mail/dev-mail.ts'
import { eventRoutes } from './lists/rest/events.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { fileRoutes } from './files/files.ts'
import { brotliOptions, compressFrom } from './http/compression.ts'
import { safeHeaders } from './base/headers.ts'
import { inviteRoutes } from './lists/rest/invites.ts'
import { guestRoutes } from './account/guests.ts'
import { listRoutes } from './lists/rest/lists.ts'
import { createLive } from './live/live.ts'
import { createSecurityEvents } from './services/security-events.ts'
import { wellKnownRoutes } from './page/well-known.ts'
import { safeError } from './base/log-safe.ts'
import { watchDescriptors } from './services/descriptors.ts'
import { createMailer } from './mail/mail.ts'
import { createHooks } from './hooks/send-hooks.ts'
import { createPush } from './push/push.ts'
import type { PushNetwork } from './push/transport.ts'
import type { PageNetwork } from './recipe/fetch-page.ts'
import { recipeRoutes } from './recipe/recipe.ts'
import { metricsRoutes } from './http/metrics.ts'
import { contractRoutes } from './http/openapi.ts'
import { isOwnOrigin } from './base/origin.ts'
import { asProblem, problem, problemBody } from './base/problem.ts'
import { productRoutes } from './lists/rest/products.ts'
import { sharingRoutes } from './lists/rest/sharing.ts'
import { staticRoutes } from './page/static.ts'
import { moneyRoutes } from './lists/rest/money.ts'
import { suggestionRoutes } from './lists/rest/suggestions.ts'
import { togetherRoutes } from './lists/rest/together.ts'
import { templateRoutes } from './templates/templates.ts'
import { countHere, createSharedThrottle, rateLimitStore } from './limits/tally.ts'
import { createThrottle, network } from './limits/throttle.ts'
import { createQueuesBy } from './limits/queue.ts'
import { inTime } from './base/in-time.ts'

export interface AppOptions {
  db: Db
  config: Config
  /** the folder of the built page */
  dist?: string
  now?: () => number
  randomBytes?: (length: number) => Buffer
  /** the most requests of one account (or network) in each window of 4 s */
  requestsPerWindow?: number
  timeouts?: Timeouts
  /** what notifications may reach, where it is not the public internet */
  pushNetwork?: Partial<PushNetwork>
  /** what the pages of recipes may be read from, where it is not the public internet */
  pageNetwork?: Partial<PageNetwork>
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

// Whatever code passes to the log, these keep out typed texts, tokens and URLs with their queries.
const serializers = {
  err: safeError,
  error: safeError,
  req: ({ method }: { method?: string }) => ({ method }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
}

/** how long /readyz waits for the database, in ms; a load balancer asks every few seconds */
const readyMs = 700

/** how long /readyz says that something could not be stored, in ms: devices and people try again after as long */
const saidFullMs = 60_000
const storageFull =
  'The database could not store something in the last minute: its disk is full or cannot be written. People can read, but ' +
  'not log in or register, and edits wait on their devices.'

/** the window in which calls are counted, in ms */
const windowMs = 4_000
/** how many accounts and networks are counted at a time */
const mostCallers = 20_000

/**
 * Builds the whole server without a port: use `inject` or `listen`. Mails and notifications wait until
 * `services.mailer` and `services.push` are started.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, timeouts = usualTimeouts } = options
  const headers = safeHeaders(config)
  const app = Fastify({
    ...connectionOptions(headers, timeouts),
    loggerInstance: pino({ level: config.logLevel, serializers }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit: limits.bodyBytes,
    // No parameter reaches this length, because Node limits the head to 16 KiB. The routes validate their parameters.
    routerOptions: { maxParamLength: 16 << 10 },
    genReqId: newRequestId,
    return503OnClosing: false,
    // Fastify answers a URL that cannot be decoded before any hook, and so without the headers.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/undecodable'),
    frameworkErrors: (_error, request, reply) =>
      sendProblem(problem('notFound'), request, reply.headers(headers).header('x-request-id', request.id)),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  })
  const perWindow = options.requestsPerWindow ?? 400
  const now = options.now ?? Date.now
  const calls = createThrottle(now, mostCallers)
  const services = {
    ...(await createDeps(app, options)),
    countCall: (key: string) => ({ ...countHere(calls, key, windowMs, now()), most: perWindow }),
  }
  app.decorate('services', services)
  app.decorateRequest('user', null)

  endConnections(app, timeouts)
  refuseExpectations(app, headers)
  bodies(app)
  readOn(app)
  app.setErrorHandler(sendProblem)
  log(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  await app.register(compress, {
    threshold: compressFrom,
    encodings: ['br', 'gzip'],
    brotliOptions,
    requestEncodings: ['gzip'],
  })
  stopUnpacking(app)
  rules(app, config)
  // Runs after the session is known and before the body is read.
  await app.register(rateLimit, {
    hook: 'preParsing',
    store: rateLimitStore(options.db, calls, now),
    max: perWindow,
    timeWindow: windowMs,
    allowList: (request) => !isCall(request),
    errorResponseBuilder: (_request, { ttl }) =>
      problem('tooManyRequests', { retryAfter: Math.ceil(ttl / 1_000) }),
    keyGenerator: (request) => request.user?.id ?? network(request.ip),
  })

  app.addHook('onError', async (request, _reply, error) => {
    if (asProblem(error).code !== 'storageFull') return
    services.storageFull.at = services.now()
    request.log.error({ code: 'storageFull' }, 'nothing can be stored')
  })
  await metricsRoutes(app, services)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (services.draining.now) throw problem('unavailable', { retryAfter: 5 })
    const asked = services.db.selectFrom('meta').select('key').limit(1).execute()
    if (!(await inTime(asked, readyMs))) throw problem('unavailable', { retryAfter: 5 })
    // Still ready: reading works, and a load balancer that took every instance away would end that too.
    const isFull = services.now() < services.storageFull.at + saidFullMs
    return reply.send({ status: 'ok', ...(isFull && { storage: 'full', detail: storageFull }) })
  })
  await app.register(async (oauth) => authRoutes(oauth, services))
  await app.register(async (guests) => guestRoutes(guests, services))
  await app.register(async (provider) => providerRoutes(provider, services))
  await accountRoutes(app, services)
  await listRoutes(app, services)
  await productRoutes(app, services)
  await sharingRoutes(app, services)
  await inviteRoutes(app, services)
  await togetherRoutes(app, services)
  await templateRoutes(app, services)
  await categoryRoutes(app, services)
  await suggestionRoutes(app, services)
  await exchangeRoutes(app, services)
  await assistantRoutes(app, services)
  await caldavRoutes(app, services)
  await recipeRoutes(app, services, options.pageNetwork)
  await moneyRoutes(app, services)
  await barcodeRoutes(app, services)
  await contractRoutes(app, services)
  await eventRoutes(app, services)
  await fileRoutes(app, services)
  await devMailRoutes(app, services)
  await wellKnownRoutes(app, services)
  await staticRoutes(app, services, resolve(options.dist ?? 'dist'))
  unknown(app)
  app.addHook('onClose', () => services.mailer.stop())
  app.addHook('onClose', () => services.push.stop())
  app.addHook('onClose', () => services.hooks.stop())
  app.addHook('onClose', () => services.live.close())
  app.addHook('onClose', () => services.throttle.close())
  app.addHook('onClose', async () => services.descriptors.stop())
  return app
}

const natsAway =
  'NATS (NATS_URL) does not answer or refuses. No change is lost: people at other instances see it when their page next ' +
  'looks, within 5 minutes. The server tries again every 5 s.'

async function createDeps(app: FastifyInstance, options: AppOptions): Promise<Omit<Services, 'countCall'>> {
  const { db, config, now = Date.now, randomBytes: bytes = randomBytes } = options
  // Buffered, because a product's position takes about 30 numbers, and one system call for each 4 bytes is slow.
  let supply: Buffer = Buffer.alloc(0)
  const random = () => {
    if (supply.length === 0) supply = bytes(4_096)
    const value = supply.readUInt32BE() / 2 ** 32
    supply = supply.subarray(4)
    return value
  }
  // The sequence keeps ids of the same millisecond in order.
  let sequence = 0
  const newId = () => {
    sequence = (sequence + 1) & 0x7fffffff
    return uuidv7({ msecs: now(), seq: sequence, random: bytes(16) })
  }
  const mailer = createMailer({
    db,
    config,
    now,
    newId,
    onFailure: (failure, message) => app.log.warn(failure, message),
  })
  const live = await createLive(db, config, {
    random,
    now,
    away: (error) => app.log.warn({ err: error }, natsAway),
  })
  const throttleHere = createThrottle(now)
  const push = await createPush({
    db,
    config,
    now,
    newId,
    randomBytes: bytes,
    isOpen: live.isOpen,
    onFailure: (failure) => app.log.warn(failure, 'a notification could not be sent'),
    network: options.pushNetwork,
  })
  return {
    db,
    config,
    now,
    randomBytes: bytes,
    random,
    newId,
    security: createSecurityEvents((event) => app.log.info({ event }, 'security')),
    startToken: secret({ randomBytes: bytes }),
    throttle: createSharedThrottle(config.database, now, throttleHere),
    throttleHere,
    live,
    mailer,
    push,
    hooks: createHooks({
      db,
      now,
      onFailure: (failure) => app.log.warn(failure, 'a webhook could not be told'),
      network: options.pushNetwork,
    }),
    // SQLite has one writer, so each account may run only 2 calls at a time; other accounts would wait otherwise.
    inQueueOf: createQueuesBy(isSqlite(db) ? 2 : 4, 100),
    draining: { now: false },
    storageFull: { at: -Infinity },
    descriptors: watchDescriptors(app.log),
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

function trusted(proxies: Config['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/**
 * Returns a function that tells whether the operator's file `maintenance` exists. It checks once per turn of the event
 * loop, so no restart is needed.
 */
function maintenance({ dataDir }: Config): () => boolean {
  const file = join(dataDir, 'maintenance')
  let isThere: boolean | null = null
  const forget = () => (isThere = null)
  return () => {
    if (isThere === null) setImmediate(forget)
    return (isThere ??= existsSync(file))
  }
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * Returns whether a request is anything but reading a page or a file. Looks at the matched route, never at the URL:
 * '/%61pi/v3/me' and 'http://any.where/api/v3/me' lead to '/api/v3/me' as well.
 */
function isCall(request: FastifyRequest): boolean {
  const { url: route } = request.routeOptions
  return isWrite(request) || route === undefined || /^\/(api|oauth|auth\/oidc|dav)\//.test(route)
}

function rules(app: FastifyInstance, config: Config): void {
  let isWarned = config.trustProxy !== false
  const isMaintained = maintenance(config)
  const check = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isWarned && isForwarded(request)) {
      isWarned = true
      request.log.warn(
        'A proxy passes requests on (they carry X-Forwarded-For or the like), but TRUST_PROXY is not set. So everybody ' +
          'seems to come from one address: five wrong passwords of anybody make all others wait. Set TRUST_PROXY.',
      )
    }
    // HTTP/1.1 requires a Host header.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw problem('invalidRequest')
    if (isWrite(request) && !isOwnOrigin(config, request)) throw problem('foreignOrigin')
    if (!isCall(request)) return
    reply.header('cache-control', 'no-store')
    if (isMaintained()) throw problem('maintenance', { retryAfter: 5 })
  }
  // A callback, because an async hook costs a round of microtasks at each request.
  app.addHook('onRequest', (request, reply, done) => {
    try {
      check(request, reply)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Answers unknown addresses with notFound. They are rate-limited too, and their bodies must be small. */
function unknown(app: FastifyInstance): void {
  const notFound = async () => {
    throw problem('notFound')
  }
  const bodyLimit = limits.smallBodyBytes
  for (const url of ['/api/*', '/oauth/*']) app.all(url, { bodyLimit }, notFound)
  const method = app.supportedMethods.filter((name) => name !== 'GET' && name !== 'HEAD')
  app.route({ method, url: '/*', bodyLimit, handler: notFound })
  // Only requests with unsupported methods get here.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, notFound)
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asProblem(error)
  if (failure.status === 500) request.log.error(error, 'an unexpected error')
  if (failure.extras.retryAfter !== undefined) reply.header('retry-after', failure.extras.retryAfter)
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(failure, request.id)))
}

/**
 * Logs one line for each answer. It has the route instead of the path, because paths contain secret codes and links.
 */
function log(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isNoted) note(request, reply)
    done()
  })
  const isNoted = ['info', 'debug', 'trace'].includes(app.log.level ?? '')
  const note = (request: FastifyRequest, reply: FastifyReply) =>
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
}
