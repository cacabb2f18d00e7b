import { middle } from '../figures.ts'
import { type Asked, load } from './load.ts'
import type { Running } from './processes.ts'

export interface Side {
  server: Running
  next: (n: number) => Asked
  status?: number
}

export interface Measured {
  rate: number
  /** ms of the server's CPU for one */
  cpu: number
  /** ms of PostgreSQL's CPU for one */
  database: number
  p99AtHalf: number
}

const roundMs = 1_000
const rounds = 3

/** The sides in turn, three times: what else the machine does meets all of them. The middle of the three is told. */
export async function inTurn(
  sides: readonly Side[],
  inDatabase: () => number,
  connections = 24,
): Promise<Measured[]> {
  for (const side of sides) await once(side, 500, connections)
  const told = sides.map(() => ({ rates: [] as number[], cpus: [] as number[], inside: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const [i, side] of sides.entries()) {
      const before = side.server.cpu()
      const stored = inDatabase()
      const { rate } = await once(side, roundMs, connections)
      told[i]?.rates.push(rate)
      const count = rate * (roundMs / 1_000)
      told[i]?.cpus.push(((side.server.cpu() - before) * 1_000) / count)
      told[i]?.inside.push(((inDatabase() - stored) * 1_000) / count)
    }
  const measured: Measured[] = []
  for (const [i, side] of sides.entries()) {
    const rate = middle(told[i]?.rates ?? [])
    const { p99 } = await load(side.server.url, side.next, {
      ms: roundMs,
      connections,
      rate: rate / 2,
      status: side.status ?? 200,
    })
    const [cpu, database] = [middle(told[i]?.cpus ?? []), middle(told[i]?.inside ?? [])]
    measured.push({ rate, cpu, database, p99AtHalf: p99 })
  }
  return measured
}

function once({ server, next, status = 200 }: Side, ms: number, connections: number) {
  return load(server.url, next, { ms, connections, status })
}
