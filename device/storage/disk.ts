import { StorageClosed } from '../failures.ts'
import { hasRoom, markLog, rotateLog, tearsItsLog, wasTorn } from './room.ts'

/** What the browser can tell and do about its disk, see room.ts. */
export interface DiskDeps {
  now: () => number
  /** an earlier start left the log torn */
  wasTorn: () => Promise<boolean>
  /** remembers over a restart of the browser whether the log is whole */
  mark: (isWhole: boolean) => Promise<void>
  hasRoom: () => Promise<boolean>
  rotateLog: () => Promise<void>
  /** resolves after so many ms */
  after: (ms: number) => Promise<void>
}

export type Disk = ReturnType<typeof createDisk>

/** ms until the next look for room; each look that finds none doubles it */
export const lookAgainMs = 10_000
const longestWait = 60_000
/** ms; on a full disk the browser now and then gives no answer at all */
const answerWithin = 3_000

/**
 * Whether anything may be written to the databases of this origin. A write that meets a full disk leaves a torn record
 * at the end of the log and closes every connection. What is written behind it is reported as complete, and is lost at a
 * later start, or everything is. Reading does no harm. So nothing is written until there is room and a new log.
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
    /** A write failed, or a connection was lost. */
    doubt(): void {
      if (isDoubtful) return
      isDoubtful = true
      nextLook = 0
      void mark(false)
    },
    /** Resolves when `mayWrite` is up to date: it looks for room if it has not done so lately. */
    async ready(): Promise<void> {
      await started
      if (!isDoubtful || now() < nextLook) return
      const mine = (looking ??= look().finally(() => (looking = undefined)))
      // Where the look does not come to an end, there is no room, until it does.
      await Promise.race([mine, after(answerWithin)])
      if (looking === mine && now() >= nextLook) lookLater()
    },
    mayWrite: () => !isDoubtful,
    /** Puts the mark in its place on a device that has none yet. */
    async remember(): Promise<void> {
      await started
      if (!isDoubtful) await mark(true)
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}

/** The disk as this page or worker sees it. Only Chromium's log tears; elsewhere a lost connection is just opened again. */
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
