import { StorageClosed } from '../failures.ts'
import { hasRoom, markLog, rotateLog, tearsItsLog, wasTorn } from './room.ts'

/** What the browser can find out and do about its disk, see room.ts. */
export interface DiskDeps {
  now: () => number
  /** an earlier start left the log torn */
  wasTorn: () => Promise<boolean>
  /** stores, across restarts of the browser, whether the log is whole */
  mark: (isWhole: boolean) => Promise<void>
  hasRoom: () => Promise<boolean>
  rotateLog: () => Promise<void>
  /** resolves after `ms` */
  after: (ms: number) => Promise<void>
}

export type Disk = ReturnType<typeof createDisk>

/** ms until the next check for room; doubled after each check that finds none */
export const lookAgainMs = 10_000
/** Short, because the first check after room was made may still find none (room.ts), so people wait for two of them. */
const longestWait = 30_000
/** ms; on a full disk the browser sometimes never answers */
const answerWithin = 3_000
/**
 * ms after a lost connection until the log is marked as torn. The browser may be clearing the site's data: a change of
 * Cache Storage in the middle of that leaves Chromium 156 without an answer from any storage, for minutes (2 of 5
 * runs).
 */
const markAfter = 1_000

/**
 * Decides whether the databases of this origin may be written. A write that meets a full disk leaves a torn record at
 * the end of the log and closes every connection. What is written behind it is reported as complete, but a later start
 * loses it, or loses everything. Reading does no harm. So nothing is written until there is room and a new log.
 */
export function createDisk({ now, wasTorn, mark, hasRoom, rotateLog, after }: DiskDeps) {
  let isDoubtful = false
  let nextLook = 0
  let wait = lookAgainMs
  let isAsking = true
  const asked = wasTorn().then((isTorn) => {
    isAsking = false
    if (isTorn) isDoubtful = true
  })
  const noAnswer = after(answerWithin).then(() => {
    if (isAsking) isDoubtful = true
  })
  const started = Promise.race([asked, noAnswer])
  let looking: Promise<void> | undefined

  function lookLater(): void {
    nextLook = now() + wait
    wait = Math.min(longestWait, wait * 2)
  }

  async function look(): Promise<void> {
    try {
      if (!(await hasRoom())) throw new StorageClosed('full')
      await rotateLog()
    } catch {
      return lookLater()
    }
    wait = lookAgainMs
    isDoubtful = false
    await mark(true)
  }

  return {
    /** Called when a request failed (the default), or when a connection was lost although none had failed. */
    doubt(hasFailed = true): void {
      if (!isDoubtful) {
        isDoubtful = true
        nextLook = 0
      }
      if (hasFailed) void mark(false)
      else void after(markAfter).then(() => (isDoubtful ? mark(false) : undefined))
    },
    /** Resolves when `mayWrite` is up to date. Checks for room first, unless it did so recently. */
    async ready(): Promise<void> {
      await started
      if (!isDoubtful || now() < nextLook) return
      const mine = (looking ??= look().finally(() => (looking = undefined)))
      // If the check does not end, there is no room until it does.
      await Promise.race([mine, after(answerWithin)])
      if (looking === mine && now() >= nextLook) lookLater()
    },
    mayWrite: () => !isDoubtful,
    /** Writes the mark on a device that has none yet. */
    async remember(): Promise<void> {
      await started
      if (!isDoubtful) await mark(true)
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}

/**
 * The disk as this page or worker sees it. Only Chromium tears its log; other browsers just reopen a lost connection.
 */
export const diskHere = createDisk(
  tearsItsLog
    ? { now: Date.now, wasTorn, mark: markLog, hasRoom, rotateLog, after }
    : {
        now: Date.now,
        wasTorn: () => Promise.resolve(false),
        mark: () => Promise.resolve(),
        hasRoom: () => Promise.resolve(true),
        rotateLog: () => Promise.resolve(),
        after,
      },
)
