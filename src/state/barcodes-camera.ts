import { deviceSetting } from './device-setting.ts'

/** Scanner settings of this device. `cameraId` null: the rear camera. */
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

/** Without storage the defaults stay. */
export async function restoreScannerSettings(): Promise<void> {
  await settings.restore().catch(() => undefined)
}
