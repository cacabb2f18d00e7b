import { create } from 'zustand'
import { type Device, type DeviceMessage, openDevice } from '../../device/device.ts'

/** What the signed-in account keeps on this device; null while nobody is signed in. */
export const useDevice = create<{ device: Device | null }>(() => ({ device: null }))

type Listener = (message: DeviceMessage, device: Device) => void
const listeners = new Set<Listener>()
let stopListening: (() => void) | null = null

/** Opens the data of another account, or closes everything with null. */
export async function attachDevice(userId: string | null): Promise<void> {
  const { device } = useDevice.getState()
  if (device?.userId === (userId ?? undefined)) return
  stopListening?.()
  stopListening = null
  const next = userId === null ? null : openDevice(userId)
  if (next) stopListening = next.listen((message) => listeners.forEach((heard) => heard(message, next)))
  useDevice.setState({ device: next })
  await device?.close()
}

/** Hears what page, other tabs and worker did to the account's data. */
export function onDeviceMessage(heard: Listener): void {
  listeners.add(heard)
}

export function currentDevice(): Device {
  const { device } = useDevice.getState()
  if (!device) throw new Error('nobody is signed in')
  return device
}
