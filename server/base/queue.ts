import { problem } from './problem.ts'
import { yieldToEventLoop } from '../db/chunks.ts'

/** For work that takes memory and a core: so many run at once, some wait in line, and the rest are refused as busy. */
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
      // The place passes on to the next in line without becoming free in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** One queue for each key: a caller with many requests waits for its own and takes nobody else's place. */
export function createQueuesBy(atOnce: number, inLine: number) {
  const busy = () => problem('tooManyRequests', { retryAfter: 1 })
  const lines = new Map<string, { turn: ReturnType<typeof createQueue>; count: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { turn: createQueue(atOnce, inLine, busy), count: 0 }
    lines.set(key, line)
    line.count++
    const isAlone = line.count === 1
    try {
      // A full queue worked off in one go would hold everybody else up.
      return await line.turn(async () => (isAlone || (await yieldToEventLoop()), work()))
    } finally {
      line.count--
      if (line.count === 0) lines.delete(key)
    }
  }
}
