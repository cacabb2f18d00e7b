import { openDevice } from '../../device/device.ts'
import { tellListeners, useDevice } from './device.ts'

let stopListening: (() => void) | null = null

/** Opens the data of another account, or closes everything with null. */
export async function attachDevice(userId: string | null): Promise<void> {
  const { device } = useDevice.getState()
  if (device?.userId === (userId ?? undefined)) return
  stopListening?.()
  stopListening = null
  const next = userId === null ? null : openDevice(userId)
  if (next) stopListening = next.listen((message) => tellListeners(message, next))
  useDevice.setState({ device: next })
  await device?.close()
}
