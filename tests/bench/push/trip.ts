import { fork } from 'node:child_process'
import { join } from 'node:path'
import { auth } from '../server/calls.ts'
import { Wire } from '../server/load.ts'
import type { Sent } from './bare.ts'
import type { Person } from '../server/seed.ts'
import { type Cast, large } from './people.ts'
import type { Stage } from './stage.ts'

/** Calls of strangers, in turn: so many may wait at once that one alone would reach the limit of 100 a second. */
const perSecond = 10
const beforeMs = 5_000
const rounds = 3

/** From the call until the last message was received. */
export interface Trip extends Sent {
  /** CPU seconds of PostgreSQL */
  database: number
}

export interface Trips {
  usual: Trip[]
  /** what the messages cost without the server, in turn with `usual` */
  bare: Sent[]
  /** ms of each call of a stranger: with nothing else, and during `usual` */
  before: number[]
  meanwhile: number[]
  /** with push services that take `slowMs` to answer */
  slow: Trip
}

export const slowMs = 100

/** Dora goes shopping: one message for each device of all members. */
export async function measureTrips(stage: Stage, { dora, members, strangers }: Cast): Promise<Trips> {
  const { service, call } = stage
  const path = `/api/v3/list/${dora.list}/trip`
  const trip = async (messages: number): Promise<Trip> => {
    const last = service.received.length + messages
    const [cpu, database] = [stage.server.cpu(), stage.databaseCpu()]
    const from = performance.now()
    const reached = service.reach(last, () => ({
      wall: performance.now() - from,
      cpu: stage.server.cpu() - cpu,
      database: stage.databaseCpu() - database,
    }))
    await call('POST', path, dora, { shop: 'Lidl' })
    const told = await reached
    // So that the server has the answers, and nothing is left to do.
    await new Promise((later) => setTimeout(later, 1_000 + service.delay))
    if (service.received.length !== last) throw new Error(`${service.received.length} instead of ${last}`)
    await call('DELETE', path, dora)
    return told
  }
  const all = large.members * large.devices
  const bare = startBareSender(stage, all)
  try {
    await trip(all)
    await bare.send()

    const told: Pick<Trips, 'usual' | 'bare' | 'meanwhile'> = { usual: [], bare: [], meanwhile: [] }
    const ask = (isOver: () => boolean) => askEvenly(stage.server.url, strangers, isOver)
    const until = performance.now() + beforeMs
    const before = await ask(() => performance.now() > until)
    for (let n = 0; n < rounds; n++) {
      let isOver = false
      const last = service.received.length + all
      const asked = ask(() => isOver || service.received.length >= last)
      told.usual.push(await trip(all).finally(() => (isOver = true)))
      told.meanwhile.push(...(await asked))
      told.bare.push(await bare.send())
    }

    service.delay = slowMs
    const slow = await trip(all)
    service.delay = 0

    // One of them looks at the list.
    const [looker] = members
    if (!looker) throw new Error('nobody')
    const seen = service.received.length
    const dropped = await stage.pushes('dropped')
    await call('POST', `/api/v3/list/${dora.list}/here`, looker, {})
    await trip(all - large.devices)
    await stage.untilPushes('dropped', dropped + large.devices)
    stage.mustHaveNone(looker, seen)
    return { ...told, before, slow }
  } finally {
    bare.stop()
  }
}

function startBareSender({ service }: Stage, messages: number) {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { env: { ...process.env, ...service.env } })
  const endpoints = Array.from({ length: messages }, (_, n) => service.endpoint(`/bare/${n}`, n))
  return {
    send: () =>
      new Promise<Sent>((done, failed) => {
        child.once('message', (sent) => done(sent as Sent))
        child.once('exit', (code) => failed(new Error(`the bare sender ended with ${code}`)))
        child.send(endpoints)
      }),
    stop: () => void child.kill(),
  }
}

/**
 * Asks for the overview at even intervals, whether the call before is answered or not. Returns the ms that each took;
 * no connection has two calls at a time.
 */
async function askEvenly(url: string, who: readonly Person[], isOver: () => boolean): Promise<number[]> {
  const free: Wire[] = []
  const asked: Promise<number>[] = []
  const one = async (token: string) => {
    const wire = free.pop() ?? (await Wire.open(url))
    const from = performance.now()
    const { status } = await wire.ask({ method: 'GET', path: '/api/v3/lists', headers: auth({ token }) })
    if (status !== 200) throw new Error(`a stranger's overview: ${status}`)
    free.push(wire)
    return performance.now() - from
  }
  for (let due = performance.now(); !isOver(); due += 1_000 / perSecond) {
    const early = due - performance.now()
    if (early > 0) await new Promise((later) => setTimeout(later, early))
    asked.push(one(who[asked.length % who.length]?.token ?? ''))
  }
  const took = await Promise.all(asked)
  for (const wire of free) wire.close()
  return took
}
