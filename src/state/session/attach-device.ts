import { openDevice } from '../../../device/device.ts'
import { unwrittenKey } from '../../../device/unwritten.ts'
import { tellListeners, useDevice } from './device.ts'
import { storageFailed } from '../lists/sync.ts'

let stopListening: (() => void) | null = null

/** Opens the data of another account, or closes everything with null. */
export async function attachDevice(userId: string | null): Promise<void> {
  const { device } = useDevice.getState()
  if (device?.userId === (userId ?? undefined)) return
  stopListening?.()
  stopListening = null
  const next = userId === null ? null : openDevice(userId, spareOfPage())
  if (next) {
    stopListening = next.listen((message) => tellListeners(message, next))
    const { db, isTrial } = next
    db.recover()
      .then(() => (isTrial ? db.tidy() : undefined))
      .catch(storageFailed)
  }
  useDevice.setState({ device: next })
  await device?.close()
}

/** Another tab saved unwritten changes to localStorage as it was closed. It may not come back, so recover them here. */
export function watchLeftPages(): void {
  addEventListener('storage', ({ key, newValue }) => {
    const { device } = useDevice.getState()
    if (device && newValue !== null && key === unwrittenKey(device.userId))
      device.db.recover().catch(storageFailed)
  })
}

/** Null where the browser blocks storage: reading `localStorage` throws then. */
export function spareOfPage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
