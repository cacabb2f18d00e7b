import { rmSync } from 'node:fs'
import { startCluster, urlOf } from '../../support/postgres.ts'
import { usedByPostgres, watched } from '../scale/client.ts'
import { auth } from '../server/calls.ts'
import { type Running, startWithPush } from '../server/processes.ts'
import { seed } from '../server/seed.ts'
import { type Cast, makeCast, type Reader } from './people.ts'
import { type PushService, startPushService } from './service.ts'

type Outcome = 'sent' | 'dropped'

/** The built server on one database, and the push services that it reaches. */
export interface Stage {
  server: Running
  service: PushService
  cast: Cast
  /** CPU seconds of PostgreSQL until now; 0 with SQLite */
  databaseCpu: () => number
  /** Makes a call that is not measured. */
  call: (method: string, path: string, who: { token: string }, body?: object) => Promise<void>
  /** Returns how many messages the server counted with this outcome. */
  pushes: (outcome: Outcome) => Promise<number>
  untilPushes: (outcome: Outcome, count: number) => Promise<void>
  /** Throws if a device of this reader got a message; `from`: after this many messages. */
  mustHaveNone: (reader: Reader, from: number) => void
  stop: () => Promise<void>
}

export async function openStage(kind: 'SQLite' | 'PostgreSQL'): Promise<Stage> {
  const cluster = kind === 'PostgreSQL' ? await startCluster({ fsync: 'on' }) : null
  const service = await startPushService()
  const given = cluster ? urlOf(cluster.folder, 'postgres') : 'sqlite'
  const { folder, made: cast } = await seed(given, (services) => makeCast(services, service))
  const database = cluster ? given : `sqlite:${folder}/lists.sqlite`
  const server = await startWithPush(database, folder, service.network, { ...service.env, ...watched })

  const pushes = async (outcome: Outcome) => {
    const headers = { authorization: `Bearer ${watched.METRICS_TOKEN}` }
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return Number(new RegExp(`pushes_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1])
  }
  return {
    server,
    service,
    cast,
    databaseCpu: () => (cluster ? usedByPostgres(cluster.folder) : 0),
    async call(method, path, who, body) {
      const response = await fetch(server.url + path, {
        method,
        headers: { ...auth(who), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    },
    pushes,
    async untilPushes(outcome, count) {
      for (const end = performance.now() + 10_000; performance.now() < end;) {
        const found = await pushes(outcome)
        if (found === count) return
        if (found > count) throw new Error(`${found} ${outcome} instead of ${count}`)
        await new Promise((later) => setTimeout(later, 100))
      }
      throw new Error(`${await pushes(outcome)} ${outcome} instead of ${count}`)
    },
    mustHaveNone({ id }, from) {
      const got = service.received.slice(from).filter(({ path }) => path.startsWith(`/${id}/`)).length
      if (got > 0) throw new Error(`${got} messages to somebody who looks at the list`)
    },
    async stop() {
      await server.stop()
      service.close()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
