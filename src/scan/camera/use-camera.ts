import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraProblem, cameraProblem, hasTorch, listCameras, openCamera, stopCamera } from './camera.ts'

export interface Camera {
  video: RefObject<HTMLVideoElement | null>
  stream: MediaStream | null
  problem: CameraProblem | null
  /** the cameras to choose from */
  cameras: readonly MediaDeviceInfo[]
  torch: boolean
  retry: () => void
}

const none = { stream: null, problem: null, cameras: [], torch: false }

/** Shows the camera in the video while the page is visible. Stops it and its light when the page is hidden or left. */
export function useCamera(cameraId: string | null): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const again = useRef(() => {})
  const [state, setState] = useState<Omit<Camera, 'video' | 'retry'>>(none)

  useEffect(() => {
    let wanted = false
    let stream: MediaStream | null = null

    async function start() {
      if (wanted || document.visibilityState === 'hidden') return
      wanted = true
      try {
        const opened = await openCamera(cameraId)
        if (!wanted || stream) return stopCamera(opened)
        stream = opened
        // Fires if another app takes the camera or it is unplugged.
        stream.getVideoTracks()[0]?.addEventListener('ended', () => fail('busy'))
        if (video.current) {
          video.current.srcObject = stream
          await video.current.play().catch(() => undefined) // rejects if the page is left before the first frame
        }
        const cameras = await listCameras()
        if (stream === opened) setState({ stream, problem: null, cameras, torch: hasTorch(opened) })
      } catch (error) {
        if (wanted) fail(cameraProblem(error))
      }
    }
    function stop() {
      wanted = false
      if (stream) stopCamera(stream)
      stream = null
      setState(none)
    }
    function fail(problem: CameraProblem) {
      stop()
      setState({ ...none, problem })
    }
    const seen = () => (document.visibilityState === 'hidden' ? stop() : void start())
    again.current = () => void start()
    void start()
    document.addEventListener('visibilitychange', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      stop()
    }
  }, [cameraId])

  return { ...state, video, retry: () => again.current() }
}
