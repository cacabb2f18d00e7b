import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openNatsRelay } from '../../../server/live/nats-relay.ts'
import { freePort } from '../../support/app.ts'
import { newList, testServer } from '../../support/server.ts'

const deployed = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../deploy', name), 'utf8')

/** What PromQL itself brings, what Prometheus makes by itself, and labels, which are no metrics of ours. */
const words =
  'sum by max min rate increase and or le histogram_quantile min_over_time time up job route code status instance outcome'.split(
    ' ',
  )

/** The metrics that an expression reads. */
function named(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\$\w+/g, '')
  return (bare.match(/[a-z_][a-z0-9_]*/gi) ?? []).filter((word) => !words.includes(word))
}

async function metrics(server: Awaited<ReturnType<typeof testServer>>): Promise<string> {
  return (await server.call(null, 'GET', `/metrics?token=${server.app.services.startToken}`)).body
}

test('RUN-6 dashboard and alerts ask for nothing that /metrics does not answer', async () => {
  const server = await testServer()
  await metrics(server)
  const answered = new Set(
    [...(await metrics(server)).matchAll(/^([a-z_][a-z0-9_]*)(?:\{| )/gim)].map(([, name]) => name),
  )
  // Only an instance with NATS has these.
  const nobody = {
    heard() {},
    missed() {},
    away() {},
    membersOf: () => Promise.resolve([]),
    isOpen: () => false,
  }
  const relay = await openNatsRelay({ servers: [`127.0.0.1:${await freePort()}`], tls: false }, nobody)
  onTestFinished(() => relay.close())
  for (const { name } of await Promise.all(relay.metrics.map((metric) => metric.get()))) answered.add(name)
  const dashboard = JSON.parse(deployed('grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const alerts = [...deployed('alerts.yml').matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr)
  expect([shown.length, alerts.length]).toEqual([13, 13])
  const asked = [...shown, ...alerts].flatMap(named)
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !answered.has(name))).toEqual([])
})

test('RUN-6 the metrics count operations by their fate, refusals, and the room that is left', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const op = (seq: number, productName: string) => ({
    seq,
    opId: `o${seq}`,
    op: 'add',
    productId: `p${seq}`,
    value: { productName },
    ageMs: 0,
  })
  const ops = [op(1, 'Milk'), op(2, ''), op(3, 'Bread')]
  const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops }
  const reply = await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
  expect(reply.status).toBe(200)
  await server.call(null, 'GET', '/api/v3/me')
  const text = await metrics(server)
  expect(text).toContain('sync_operations_total{status="applied"} 2')
  expect(text).toContain('sync_operations_total{status="rejected"} 1')
  expect(text).toContain('problems_total{code="sessionExpired"} 1')
  expect(text).toContain('event_streams 0')
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  expect(value('data_free_bytes')).toBeGreaterThan(0)
  expect(value('data_free_bytes')).toBeLessThanOrEqual(value('data_size_bytes'))
  expect(value('database_wait_seconds')).toBeGreaterThan(0)
  // Codes are those of the contract: nothing that anybody typed becomes a label.
  expect(text).not.toContain(list)
})
