import { create } from 'zustand'
import { getValue, putValue } from '../../device/app-db.ts'
import { texts } from '../texts.ts'
import { notify } from './notices.ts'

/** How this device scans; `cameraId` null: the one that looks away from the person. */
export interface ScannerSettings {
  cameraId: string | null
  sound: boolean
  vibration: boolean
}

const defaults: ScannerSettings = { cameraId: null, sound: true, vibration: true }
const key = 'scanner'

export const useScannerSettings = create<ScannerSettings>(() => defaults)

/** What cannot be understood of the stored settings is ignored. */
export async function restoreScannerSettings(): Promise<void> {
  const stored = (await getValue(key).catch(() => null)) as Partial<ScannerSettings> | null | undefined
  useScannerSettings.setState({
    cameraId: typeof stored?.cameraId === 'string' ? stored.cameraId : null,
    sound: stored?.sound !== false,
    vibration: stored?.vibration !== false,
  })
}

export function changeScannerSettings(change: Partial<ScannerSettings>): void {
  useScannerSettings.setState(change)
  putValue(key, useScannerSettings.getState()).catch(() => notify('warning', texts.storageFailed))
}
