/** How long a code must be out of sight before it counts as shown again. */
const outOfSight = 1_500
/** One misread frame in thousands has a valid check digit; two equal reads are right. */
const readsNeeded = 2

/** Turns frames into scans: a code held before the camera is one scan, however many frames read it. */
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
    /** After a pause in reading: the code may have been in view all the time. */
    resume(now: number): void {
      seen.at = now
    },
  }
}
