import { problem } from './problem.ts'
import { breath } from './slices.ts'

/** Work that takes memory and a core: some at a time, a few in line, and the rest hear that we are busy. */
export function createTurns(
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

/** A line of its own for each key: whoever asks for much waits for himself, and takes no place of others. */
export function createTurnsBy(atOnce: number, inLine: number) {
  const busy = () => problem('tooManyRequests', { retryAfter: 1 })
  const lines = new Map<string, { turn: ReturnType<typeof createTurns>; count: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { turn: createTurns(atOnce, inLine, busy), count: 0 }
    lines.set(key, line)
    line.count++
    const isAlone = line.count === 1
    try {
      // A whole line that is answered one after the other would be one long work for everybody else.
      return await line.turn(async () => (isAlone || (await breath()), work()))
    } finally {
      line.count--
      if (line.count === 0) lines.delete(key)
    }
  }
}
