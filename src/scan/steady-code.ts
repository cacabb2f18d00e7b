/** How long, in ms, a code must be out of sight before it counts as shown again. */
const outOfSight = 1_500
/** One frame in thousands is misread as a code with a valid check digit. Two equal reads are reliable. */
const readsNeeded = 2

/** Turns frames into scans: a code held in front of the camera is one scan, however many frames read it. */
export function createSteadyCode() {
  let seen = { code: '', at: 0, reads: 0, told: false }
  return {
    /** Returns the code when it counts as a scan, else null. */
    read(code: string | null, now: number): string | null {
      if (code === null) return null
      const again = code === seen.code && now - seen.at < outOfSight
      seen = again ? { ...seen, at: now, reads: seen.reads + 1 } : { code, at: now, reads: 1, told: false }
      if (seen.told || seen.reads < readsNeeded) return null
      seen.told = true
      return code
    },
    /** Call after a pause in reading: the last code may have been in view all the time, so it is no new scan. */
    resume(now: number): void {
      seen.at = now
    },
  }
}
