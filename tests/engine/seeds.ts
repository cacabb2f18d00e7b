import 'fake-indexeddb/auto'
import { SimServer } from './server.ts'
import { Simulation, type SimulationKind, users } from './simulation.ts'

/** The number of steps in one run before the faults stop. */
export const steps = 50

/** Runs seeds one after the other; stops at the first bad one when asked to. */
export async function violationsOf(
  seeds: Iterable<number>,
  { stopEarly = false, ...kind }: { stopEarly?: boolean } & SimulationKind = {},
): Promise<Map<number, string[]>> {
  const server = await SimServer.open(users)
  const found = new Map<number, string[]>()
  for (const seed of seeds) {
    const violations = await new Simulation(seed, server, kind).run(steps)
    if (violations.length > 0) found.set(seed, violations)
    if (violations.length > 0 && stopEarly) break
  }
  await server.db.destroy()
  return found
}

export function* range(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count; seed++) yield seed
}
