import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Answer, api, type Body } from '../../core/contract/api.ts'
import { hasStartToken } from '../mail/dev-mail.ts'
import { isSameSecret, type Services } from '../services/services.ts'
import { asProblem, problem } from '../base/problem.ts'
import { workMetrics } from './work-metrics.ts'

/**
 * Serves GET /metrics: response times, queues and the process. Labels are routes, not paths, so no ids or codes leak.
 */
export async function metricsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config } = services
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const mails = new Gauge({
    name: 'mails_waiting',
    help: 'Mails that have not left yet',
    registers: [registry],
    async collect() {
      const { count } = await db
        .selectFrom('mail')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      mails.set(count)
    },
  })
  registry.registerMetric(services.security.counter)
  registry.registerMetric(services.push.counter)
  registry.registerMetric(services.hooks.counter)
  registry.registerMetric(services.descriptors.counter)
  for (const metric of services.live.metrics) registry.registerMetric(metric)
  const work = workMetrics(registry, services)
  let isObserved = false

  // Caches the series of each label set: looking it up takes longer than counting.
  const series = new Map<string, ReturnType<typeof seconds.labels>>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const { statusCode } = reply
    const key = `${method} ${statusCode} ${route}`
    let counted = series.get(key)
    if (!counted) series.set(key, (counted = seconds.labels({ method, route, status: String(statusCode) })))
    counted.observe(reply.elapsedTime / 1_000)
    done()
  })

  app.addHook('onError', async (_request, _reply, error) => {
    work.problems.inc({ code: asProblem(error).code })
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.routeOptions.url === api.sync.path && request.method === api.sync.method)
      work.count(request.body as Body<'sync'>, payload as Partial<Answer<'sync'>>)
    return payload
  })

  app.get('/metrics', async (request, reply) => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSameSecret(bearer, config.metricsToken) && !hasStartToken(services, request))
      throw problem('notFound')
    // Observing the process has a cost, so it begins with the first request for metrics.
    if (!isObserved) collectDefaultMetrics({ register: registry })
    isObserved = true
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
