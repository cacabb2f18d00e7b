import { problem } from './problem.ts'

/** Work that takes memory and a core: some at a time, a few in line, and the rest hear that we are busy. */
export function createTurns(atOnce: number, inLine: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= inLine) throw problem('unavailable', { retryAfter: 5 })
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
