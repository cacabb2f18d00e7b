import { deviceSetting } from './device-setting.ts'

/** How this device scans; `cameraId` null: the one that looks away from the person. */
export interface ScannerSettings {
  cameraId: string | null
  sound: boolean
  vibration: boolean
}

const initial: ScannerSettings = { cameraId: null, sound: true, vibration: true }

const settings = deviceSetting('scanner', initial, (stored) => {
  const { cameraId, sound, vibration } = (stored ?? {}) as Partial<Record<keyof ScannerSettings, unknown>>
  return {
    cameraId: typeof cameraId === 'string' ? cameraId : null,
    sound: sound !== false,
    vibration: vibration !== false,
  }
})

export const useScannerSettings = settings.use
export const changeScannerSettings = settings.change

/** A device without storage scans as it does at first. */
export async function restoreScannerSettings(): Promise<void> {
  await settings.restore().catch(() => undefined)
}
