import { deviceSetting } from './device-setting.ts'

/** Whether single-key shortcuts are on. Users who press keys by accident, or dictate, can switch them off. */
const singleKeys = deviceSetting('singleKeys', { on: true }, (stored) => ({
  // An older version stored a plain boolean.
  on: stored !== false && (stored as { on?: unknown } | null | undefined)?.on !== false,
}))

export const useSingleKeys = singleKeys.use
export const restoreSingleKeys = singleKeys.restore

export function switchSingleKeys(on: boolean): void {
  singleKeys.change({ on })
}
