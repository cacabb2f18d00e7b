import { accountSetting } from '../account-setting.ts'
import { useDevice } from './device.ts'

const told = accountSetting('trialTold', { told: true }, (stored) => ({
  told: (stored as { told?: unknown } | undefined)?.told === true,
}))

/** Whether a user without an account was told that the browser may clear their lists. True until it has been read. */
export const useTrialTold = told.use

export function tellTrialOnce(): void {
  told.change({ told: true })
}

export function watchTrialTold(): void {
  const read = () => {
    if (useDevice.getState().device?.isTrial) void told.restore().catch(() => undefined)
  }
  useDevice.subscribe(read)
  read()
}
