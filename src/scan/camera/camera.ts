import { useDocumentVisibility } from '@mantine/hooks'
import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'failed'

/** TypeScript's DOM types do not have `torch`. */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch: boolean
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
const awayFromPerson = { ...size, facingMode: { ideal: 'environment' } }

/** Opens the chosen camera, or else the rear one. Throws what getUserMedia throws. */
async function openCamera(cameraId: string | null): Promise<MediaStream> {
  // Undefined if the page was not loaded over https.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('no camera without a secure connection', 'SecurityError')
  if (cameraId === null) return devices.getUserMedia({ video: awayFromPerson })
  try {
    return await devices.getUserMedia({ video: { ...size, deviceId: { exact: cameraId } } })
  } catch (error) {
    // If the chosen camera is no longer connected, use another one.
    if (cameraProblem(error) !== 'missing') throw error
    return devices.getUserMedia({ video: awayFromPerson })
  }
}

function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'SecurityError') return 'insecure'
  if (name === 'NotAllowedError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Returns the cameras; empty until the user has allowed one, because browsers hide the ids before. */
async function listCameras(): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox may lack getCapabilities.
  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.()
  return capabilities?.torch === true
}

/** Switches the light. Returns false if the camera refused. */
export async function setTorch(stream: MediaStream, torch: boolean): Promise<boolean> {
  const track = stream.getVideoTracks()[0]
  const constraint: TorchConstraint = { torch }
  const done = track?.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  )
  return (await done) ?? false
}

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
  const isVisible = useDocumentVisibility() === 'visible'

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
    again.current = () => void start()
    if (isVisible) void start()
    return stop
  }, [cameraId, isVisible])

  return { ...state, video, retry: () => again.current() }
}
