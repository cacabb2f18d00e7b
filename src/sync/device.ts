import { create } from 'zustand'
import type { Device, DeviceMessage } from '../../device/device.ts'

/** The data of the signed-in account on this device; null while nobody is signed in. */
export const useDevice = create<{ device: Device | null }>(() => ({ device: null }))

type Listener = (message: DeviceMessage, device: Device) => void
const listeners = new Set<Listener>()

/** Listens to what this page, other tabs and the worker did to the account's data. */
export function onDeviceMessage(heard: Listener): void {
  listeners.add(heard)
}

/** Passes a device's message to the listeners. */
export function tellListeners(message: DeviceMessage, device: Device): void {
  for (const heard of listeners) heard(message, device)
}

export function currentDevice(): Device {
  const { device } = useDevice.getState()
  if (!device) throw new Error('nobody is signed in')
  return device
}
