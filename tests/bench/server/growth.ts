import { rmSync } from 'node:fs'
import { startCluster, urlOf } from '../../support/postgres.ts'
import { at } from '../figures.ts'
import type { Line } from '../line.ts'
import { Wire } from './load.ts'
import { auth, reading, tick } from './calls.ts'
import { startOurs } from './processes.ts'
import { fill, type Person, type Size } from './seed.ts'

const usual: Size = { people: 12, products: 50, lists: 5, members: 2, devices: 3 }
const times = 150
const warm = 40

const tenfold: [what: string, size: Partial<Size>][] = [
  ['products per list', { products: usual.products * 10 }],
  ['lists per account', { lists: usual.lists * 10 }],
  ['members per list', { members: usual.members * 10 }],
  ['devices per list', { devices: usual.devices * 10 }],
]

/** What a read (changed since the last one), an overview and a tick take before and after something grows tenfold. */
export async function growth(kind: 'SQLite' | 'PostgreSQL'): Promise<Line[]> {
  const before = await measured(kind, {})
  const lines: Line[] = []
  for (const [what, size] of tenfold) {
    const after = await measured(kind, size)
    const ratios = after.map((ms, i) => ms / (before[i] ?? ms))
    lines.push({
      group: `growth, ${kind}`,
      what: `ten times the ${what}: read, overview, tick`,
      ours: after.map((ms) => `${ms.toFixed(2)} ms`).join(', '),
      bound: before.map((ms) => `${ms.toFixed(2)} ms`).join(', '),
      ratio: ratios.map((ratio) => `${ratio.toFixed(1)} ×`).join(', '),
      target: '',
      met: null,
    })
  }
  return lines
}

/** The middle of what each takes, one after the other. */
async function measured(kind: 'SQLite' | 'PostgreSQL', size: Partial<Size>): Promise<number[]> {
  const cluster = kind === 'PostgreSQL' ? await startCluster({ fsync: 'on' }) : null
  const given = cluster ? urlOf(cluster.folder, 'postgres') : 'sqlite'
  const { folder, people } = await fill(given, { ...usual, ...size })
  const ours = await startOurs(cluster ? given : `sqlite:${folder}/lists.sqlite`, folder)
  const wire = await Wire.open(ours.url)
  const took = { read: [] as number[], overview: [] as number[], tick: [] as number[] }
  const timed = async (what: keyof typeof took, asked: Parameters<Wire['ask']>[0], n: number) => {
    const from = performance.now()
    const { status, body } = await wire.ask(asked)
    if (status !== 200) throw new Error(`${what}: ${status} ${body}`)
    if (n >= warm) took[what].push(performance.now() - from)
  }
  for (let n = 0; n < times; n++) {
    // In turn: nobody reaches the limit of 100 calls a second.
    const one = people[n % people.length] as Person
    await timed('tick', tick(one), n)
    await timed('read', reading(one), n)
    await timed('overview', overview(one), n)
  }
  wire.close()
  await ours.stop()
  if (cluster) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
  return [at(took.read, 0.5), at(took.overview, 0.5), at(took.tick, 0.5)]
}

const overview = (one: Person) => ({ method: 'GET', path: '/api/v3/lists', headers: auth(one) }) as const
