import { problem } from '../base/problem.ts'
import { yieldToEventLoop } from '../db/chunks.ts'

/**
 * Limits work that takes memory and a core: `atOnce` run at a time, `inLine` wait, all others are refused as `busy`.
 */
export function createQueue(
  atOnce: number,
  inLine: number,
  busy = () => problem('unavailable', { retryAfter: 5 }),
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= inLine) throw busy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The next in line takes over the place; `running` stays, so that no newcomer can take it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Makes one queue for each key, so that a caller with many requests waits only for its own and delays no others. */
export function createQueuesBy(atOnce: number, inLine: number) {
  const busy = () => problem('tooManyRequests', { retryAfter: 1 })
  const lines = new Map<string, { turn: ReturnType<typeof createQueue>; count: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { turn: createQueue(atOnce, inLine, busy), count: 0 }
    lines.set(key, line)
    line.count++
    const isAlone = line.count === 1
    try {
      // Working off a full queue without a pause would block all other requests.
      return await line.turn(async () => (isAlone || (await yieldToEventLoop()), work()))
    } finally {
      line.count--
      if (line.count === 0) lines.delete(key)
    }
  }
}
