import { at, line, middle } from '../figures.ts'
import type { Line } from '../line.ts'
import { Wire } from '../server/load.ts'
import type { Sent } from './bare.ts'
import { measureFirefox } from './firefox.ts'
import { measureAdds } from './latency.ts'
import { large } from './people.ts'
import { openStage } from './stage.ts'
import { measureTrips, slowMs, type Trip, type Trips } from './trip.ts'

/** The server waits this long for more products, see server/push/push-outbox.ts. */
const quietMs = 2_000

/** How soon a notification comes, and what many of them cost, on both databases. */
export async function pushLines(): Promise<Line[]> {
  const lines = [...(await linesOf('SQLite')), ...(await linesOf('PostgreSQL'))]
  return [...lines, ...(await firefoxLines())]
}

async function firefoxLines(): Promise<Line[]> {
  const what = 'from the push service until the notification is shown'
  return [told('push, Firefox', what, spread(await measureFirefox()))]
}

async function linesOf(kind: 'SQLite' | 'PostgreSQL'): Promise<Line[]> {
  const stage = await openStage(kind)
  try {
    const wire = await Wire.open(stage.server.url)
    const adds = await measureAdds(stage, wire, stage.cast)
    wire.close()
    const group = `push, ${kind}`
    return [...addLines(group, adds), ...tripLines(group, await measureTrips(stage, stage.cast))]
  } finally {
    await stage.stop()
  }
}

function addLines(group: string, took: readonly number[]): Line[] {
  return [
    told(group, 'from an add until the push service has the message', spread(took)),
    told(group, 'of that, beyond the 2 s of collecting', spread(took.map((ms) => ms - quietMs))),
  ]
}

function tripLines(group: string, { usual, bare, before, meanwhile, slow }: Trips): Line[] {
  const messages = `a trip with ${large.members * large.devices} messages`
  const overview = (what: string, take: (some: readonly number[]) => number) =>
    line(group, `a stranger’s overview meanwhile, beside before, ${what}`, 'ms', take(meanwhile), {
      bound: take(before),
    })
  const ratio = `${(cpuOf(usual) / cpuOf(bare)).toFixed(1)} × CPU`
  return [
    { ...told(group, messages, cost(usual)), bound: cost(bare), ratio },
    told(group, `the same, push services answer after ${slowMs} ms`, cost([slow])),
    overview('p50', middle),
    overview('p95', (some) => at(some, 0.95)),
    overview('longest', (some) => Math.max(...some)),
    // The measurement throws if it is more.
    line(group, 'messages to those who look at the list', '', 0, { most: 0 }),
  ]
}

function told(group: string, what: string, ours: string): Line {
  return { group, what, ours, bound: '', ratio: '', target: '', met: null }
}

function spread(took: readonly number[]): string {
  return `p50 ${middle(took).toFixed(0)} ms, p95 ${at(took, 0.95).toFixed(0)} ms`
}

function cpuOf(sent: readonly (Sent & Partial<Trip>)[]): number {
  return middle(sent.map(({ cpu, database = 0 }) => cpu + database))
}

function cost(sent: readonly (Sent & Partial<Trip>)[]): string {
  const inside = middle(sent.map(({ database = 0 }) => database))
  const cpu = `${middle(sent.map((one) => one.cpu)).toFixed(2)}${inside > 0 ? ` + ${inside.toFixed(2)}` : ''}`
  return `${cpu} s CPU, ${(middle(sent.map(({ wall }) => wall)) / 1_000).toFixed(2)} s`
}
