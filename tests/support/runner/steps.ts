import { Session } from 'node:inspector/promises'

/**
 * Starts to count how many blocks of code run in the files whose path contains `folder`. This measures cost without a
 * clock: the count is the same on every machine. It must begin before these files are imported, because V8 counts only
 * what it compiles afterwards. What a regular expression does by itself is not counted.
 */
export async function countSteps(folder: string): Promise<(work: () => unknown) => Promise<number>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async (work) => {
    await session.post('Profiler.takePreciseCoverage')
    work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes(folder))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0)
  }
}

/**
 * Runs these alternately and returns the shortest time of each, to compare them with one another: the machine's speed and
 * what else it does are the same for all.
 */
export function compared(...works: (() => unknown)[]): number[] {
  const shortest = works.map(() => Infinity)
  for (let round = 0; round < 100; round++)
    for (const [i, work] of works.entries()) {
      const begin = performance.now()
      work()
      shortest[i] = Math.min(shortest[i] ?? Infinity, performance.now() - begin)
    }
  return shortest
}
