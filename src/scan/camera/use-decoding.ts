import { type RefObject, useEffect, useRef } from 'react'
import { barcodeKey } from '../../../core/text/barcodes.ts'
import { createDecoder } from './decoder.ts'
import { createSteadyCode } from '../steady-code.ts'

/** Pause between two frames in ms, since a phone that decodes nonstop gets hot. */
const pause = 80

/** Reads codes from the video while `running`; calls `onCode` once each time a code is shown to the camera. */
export function useDecoding(
  video: RefObject<HTMLVideoElement | null>,
  running: boolean,
  onCode: (code: string) => void,
  onFailed: () => void,
): void {
  const told = useRef({ onCode, onFailed })
  useEffect(() => {
    told.current = { onCode, onFailed }
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
        if (code) told.current.onCode(code)
        timer = window.setTimeout(() => void frame(), pause)
      }
      await frame()
    }
    run().catch(() => {
      if (!over) told.current.onFailed()
    })
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [video, running])
}
