export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'failed'

/** Torch is in no standard that TypeScript knows. */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch: boolean
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
const awayFromPerson = { ...size, facingMode: { ideal: 'environment' } }

/** The chosen camera, or the one that looks away from the person. Throws what getUserMedia throws. */
export async function openCamera(cameraId: string | null): Promise<MediaStream> {
  // Absent where the page did not come over https.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('no camera without a secure connection', 'SecurityError')
  if (cameraId === null) return devices.getUserMedia({ video: awayFromPerson })
  try {
    return await devices.getUserMedia({ video: { ...size, deviceId: { exact: cameraId } } })
  } catch (error) {
    // Unplugged since it was chosen: another one is better than none.
    if (cameraProblem(error) !== 'missing') throw error
    return devices.getUserMedia({ video: awayFromPerson })
  }
}

export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'SecurityError') return 'insecure'
  if (name === 'NotAllowedError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Named only after the person has allowed a camera. */
export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox has no capabilities to ask for.
  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.()
  return capabilities?.torch === true
}

/** False: the camera would not. */
export async function setTorch(stream: MediaStream, torch: boolean): Promise<boolean> {
  const track = stream.getVideoTracks()[0]
  const constraint: TorchConstraint = { torch }
  const done = track?.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  )
  return (await done) ?? false
}
