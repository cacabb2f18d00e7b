import { type RefObject, useEffect, useRef } from 'react'
import { barcodeKey } from '../../../core/text/barcodes.ts'
import { createDecoder } from './decoder.ts'

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

/** Pause between two frames in ms, since a phone that decodes nonstop gets hot. */
const pause = 80

/** Reads codes from the video while `running`; calls `onCode` once each time a code is shown to the camera. */
export function useDecoding(
  video: RefObject<HTMLVideoElement | null>,
  running: boolean,
  onCode: (code: string) => void,
  onFailed: () => void,
): void {
  const callbacks = useRef({ onCode, onFailed })
  useEffect(() => {
    callbacks.current = { onCode, onFailed }
  })
  const steady = useRef(createSteadyCode())

  useEffect(() => {
    if (!running) return
    let over = false
    let timer = 0
    async function run() {
      const decode = await createDecoder()
      steady.current.resume(performance.now())
      const frame = async () => {
        if (over) return
        const source = video.current
        // Decoding a single frame may fail, for example while the camera is switched.
        const digits = source && source.readyState >= 2 ? await decode(source).catch(() => null) : null
        if (over) return
        const code = steady.current.read(digits === null ? null : barcodeKey(digits), performance.now())
        if (code) callbacks.current.onCode(code)
        timer = window.setTimeout(() => void frame(), pause)
      }
      await frame()
    }
    run().catch(() => {
      if (!over) callbacks.current.onFailed()
    })
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [video, running])
}
