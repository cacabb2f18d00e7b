import { deviceSetting } from './device-setting.ts'

/** Whether a single letter does something. Those whose hands slip, or who dictate, can do without. */
const singleKeys = deviceSetting('singleKeys', { on: true }, (stored) => ({
  // Once it was stored as a bare yes or no.
  on: stored !== false && (stored as { on?: unknown } | null | undefined)?.on !== false,
}))

export const useSingleKeys = singleKeys.use
export const restoreSingleKeys = singleKeys.restore

export function switchSingleKeys(on: boolean): void {
  singleKeys.change({ on })
}
