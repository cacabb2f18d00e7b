import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
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
import { limits } from '../core/entities.ts'
import { accountRoutes } from './account.ts'
import { authRoutes } from './auth.ts'
import { barcodeRoutes } from './barcodes.ts'
import { categoryRoutes } from './categories.ts'
import type { Config } from './config.ts'
import { type Db, signingKey } from './db/open.ts'
import type { Deps } from './deps.ts'
import { devMailRoutes } from './dev-mail.ts'
import { eventRoutes } from './events.ts'
import { fileRoutes } from './files.ts'
import { listRoutes } from './lists.ts'
import { createLive } from './live.ts'
import { safeError } from './log-safe.ts'
import { createMailer } from './mail.ts'
import { metricsRoutes } from './metrics.ts'
import { contractRoutes } from './openapi.ts'
import { isOwnOrigin } from './origin.ts'
import { asProblem, problem, problemBody } from './problem.ts'
import { productRoutes } from './products.ts'
import { sharingRoutes } from './sharing.ts'
import { contentPolicy, staticRoutes } from './static.ts'
import { tallies } from './tally.ts'
import { suggestionRoutes } from './suggestions.ts'
import { templateRoutes } from './templates.ts'
import { network } from './throttle.ts'

export interface AppOptions {
  db: Db
  config: Config
  /** the folder of the built page */
  dist?: string
  now?: () => number
  randomBytes?: (length: number) => Buffer
  /** requests of one user (or address) in each window of four seconds */
  requestsPerWindow?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
  }
}

// Whatever is handed to the log, now or later: never what people typed, a token, or an address with its query.
const serializers = {
  err: safeError,
  error: safeError,
  req: ({ method }: { method?: string }) => ({ method }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
}

/** The whole server without a port: `inject` answers, `listen` serves. Mails wait until `deps.mailer` is started. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config } = options
  const app = Fastify({
    loggerInstance: pino({ level: config.logLevel, serializers }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit: limits.bodyBytes,
    // Product names travel in paths.
    routerOptions: { maxParamLength: 2_000 },
    genReqId: () => randomBytes(9).toString('base64url'),
    return503OnClosing: false,
    // An address that cannot be decoded would be answered before any hook, and so without the headers.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/undecodable'),
    frameworkErrors: (_error, request, reply) => sendProblem(problem('notFound'), request, reply),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  })
  const deps = await createDeps(app, options)
  app.decorate('deps', deps)
  app.decorateRequest('user', null)
  app.decorateRequest('bodyBytes', 0)

  bodies(app)
  errors(app)
  log(app)
  await headers(app, config)
  // Answers are lists of much the same rows: higher levels take twice the time and more for a tenth of the size.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isWrite(request) && !isOwnOrigin(config, request)) throw problem('foreignOrigin')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (/^\/(api|oauth)\//.test(request.url) && isMaintained(config))
      throw problem('maintenance', { retryAfter: 5 })
  })
  // After the session is known and before a body is read.
  await app.register(rateLimit, {
    hook: 'preParsing',
    store: tallies(deps.db, deps.now),
    max: options.requestsPerWindow ?? 400,
    timeWindow: 4_000,
    allowList: (request) => !/^\/(api|oauth)\//.test(request.url),
    errorResponseBuilder: (_request, { ttl }) =>
      problem('tooManyRequests', { retryAfter: Math.ceil(ttl / 1_000) }),
    keyGenerator: (request) => request.user?.id ?? network(request.ip),
  })

  await metricsRoutes(app, deps)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (deps.draining.now) throw problem('unavailable', { retryAfter: 5 })
    await deps.db.selectFrom('meta').select('key').limit(1).execute()
    return reply.send({ status: 'ok' })
  })
  await app.register(async (oauth) => authRoutes(oauth, deps))
  await accountRoutes(app, deps)
  await listRoutes(app, deps)
  await productRoutes(app, deps)
  await sharingRoutes(app, deps)
  await templateRoutes(app, deps)
  await categoryRoutes(app, deps)
  await suggestionRoutes(app, deps)
  await barcodeRoutes(app, deps)
  await contractRoutes(app, deps)
  await eventRoutes(app, deps)
  await fileRoutes(app, deps)
  await devMailRoutes(app, deps)
  await staticRoutes(app, deps, resolve(options.dist ?? 'dist'))
  app.addHook('onClose', () => deps.mailer.stop())
  app.addHook('onClose', () => deps.live.close())
  return app
}

async function createDeps(app: FastifyInstance, options: AppOptions): Promise<Deps> {
  const { db, config, now = Date.now, randomBytes: bytes = randomBytes } = options
  const random = () => bytes(4).readUInt32BE() / 2 ** 32
  // Ids made in the same millisecond keep their order too.
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
    onFailure: (failure) => app.log.warn(failure, 'a mail could not be sent'),
  })
  const live = await createLive(db, config.database, random)
  const key = await signingKey(db)
  return {
    db,
    config,
    now,
    randomBytes: bytes,
    random,
    newId,
    key,
    live,
    mailer,
    draining: { now: false },
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

/** While the operator's file is there; looked for at each call, so that it works without a restart. */
function isMaintained({ dataDir }: Config): boolean {
  return existsSync(join(dataDir, 'maintenance'))
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function bodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    request.bodyBytes = Buffer.byteLength(body)
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
  // The body is read first, so that its size is judged before its type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw problem('unsupportedMediaType')
    return undefined
  })
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asProblem(error)
  if (known.status === 500) request.log.error(error, 'an unexpected error')
  if (known.code === 'storageFull') request.log.error({ code: known.code }, 'nothing can be stored')
  if (known.extras.retryAfter !== undefined) reply.header('retry-after', known.extras.retryAfter)
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(known, request.id)))
}

function errors(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(async () => {
    throw problem('notFound')
  })
}

/** One line for each answer. The route stands for the path: codes and links in paths are secrets. */
function log(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

async function headers(app: FastifyInstance, config: Config): Promise<void> {
  const isHttps = config.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentPolicy())
    // The scanner needs the camera; nothing needs the rest.
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
  })
}
