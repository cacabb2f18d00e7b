import { rmSync } from 'node:fs'
import { startCluster, urlOf } from '../../support/postgres.ts'
import { usedByPostgres } from '../scale/client.ts'
import type { Line } from '../line.ts'
import { auth, reading, tick } from './calls.ts'
import { growth } from './growth.ts'
import { type Asked, Wire } from './load.ts'
import { inTurn, type Measured, type Side } from './measure.ts'
import { startBare, startOurs } from './processes.ts'
import { perPush, pushing } from './push.ts'
import { compared, plain, thousands } from './told.ts'
import { fill } from './seed.ts'
import { middle } from '../figures.ts'

/** Enough that nobody reaches the limit of 100 calls a second. */
const size = { people: 500, products: 50, lists: 3, members: 1, devices: 1 }

/** What the server costs beside its bounds, on SQLite and on PostgreSQL. */
export async function serverLines(): Promise<Line[]> {
  const onSqlite = await linesOf('SQLite')
  return [...onSqlite, ...(await linesOf('PostgreSQL'))]
}

async function linesOf(kind: 'SQLite' | 'PostgreSQL'): Promise<Line[]> {
  const cluster = kind === 'PostgreSQL' ? await startCluster({ fsync: 'on' }) : null
  const { folder, people } = await fill(cluster ? urlOf(cluster.folder, 'postgres') : 'sqlite', size)
  const database = cluster ? urlOf(cluster.folder, 'postgres') : `sqlite:${folder}/lists.sqlite`
  // The first start compiles; each after it finds that done.
  await (await startOurs(database, folder)).stop()
  const starts: number[] = []
  for (let n = 0; n < 3; n++) {
    const { up, stop } = await startOurs(database, folder)
    starts.push(up)
    await stop()
  }
  const ours = await startOurs(database, folder)
  const wire = await Wire.open(ours.url)
  const [first] = people
  if (!first) throw new Error('nobody')
  const { body } = await wire.ask(reading(first))
  if (body === '') throw new Error('no list')
  const bare = await startBare({ database, body })
  const inDatabase = () => (cluster ? usedByPostgres(cluster.folder) : 0)
  const who = (n: number) => people[n % people.length] ?? first
  const group = `server, ${kind}`
  const lines: Line[] = []
  const add = (what: string, [mine, bound]: Measured[], least: number | null) => {
    if (mine && bound) lines.push(compared(group, what, mine, bound, least))
  }
  const kept = (n: number): Asked => ({ method: 'GET', path: '/kept', headers: auth(who(n)) })
  try {
    const sides: Side[] = [
      { server: ours, next: (n) => reading(who(n)) },
      { server: bare, next: (n) => ({ method: 'GET', path: `/read/${who(n).list}`, headers: auth(who(n)) }) },
    ]
    const read = await inTurn(sides, inDatabase)
    add(`list of ${size.products} products, beside a bare route that reads the rows`, read, null)
    const overview = await inTurn(
      [
        { server: ours, next: (n) => ({ method: 'GET', path: '/api/v3/lists', headers: auth(who(n)) }) },
        { server: bare, next: kept },
      ],
      inDatabase,
    )
    add(
      `overview of ${size.lists} lists, beside a bare route that keeps ${body.length} bytes`,
      overview,
      null,
    )
    const ticks = await inTurn(
      [
        { server: ours, next: (n) => tick(who(n)) },
        {
          server: bare,
          next: (n) => ({
            method: 'POST',
            path: '/tick',
            headers: auth(who(n)),
            body: JSON.stringify({ list: who(n).list, product: `p${n % size.products}`, bought: n % 2 }),
          }),
        },
      ],
      inDatabase,
    )
    add('durable tick, beside a bare route with the least transaction', ticks, 50)
    // The bare ticks have moved the heads too.
    first.head = Number(/"head":(\d+)/.exec((await wire.ask(reading(first))).body)?.[1])
    const rates = await pushing(wire, first)
    const least = kind === 'SQLite' ? 20_000 : 10_000
    for (const [what, ms] of rates) {
      const rate = perPush / (ms / 1_000)
      lines.push({
        group,
        what: `push of ${perPush} ${what}`,
        ours: `${thousands(rate)} ops/s`,
        bound: '',
        ratio: '',
        target: what === 'adds' ? `≥ ${thousands(least)} ops/s` : '',
        met: what === 'adds' ? rate >= least : null,
      })
    }
    const memory = [ours.rss() / 2 ** 20, bare.rss() / 2 ** 20] as const
    lines.push(plain(group, 'resident memory after the load', 'MB', memory, 150))
    lines.push(plain(group, 'from start to the first answer', 'ms', [middle(starts), bare.up], 500))
  } finally {
    wire.close()
    await ours.stop()
    await bare.stop()
    if (cluster) await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return [...lines, ...(await growth(kind))]
}
