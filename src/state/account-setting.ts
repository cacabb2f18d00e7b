import { accountStore } from './account-store.ts'
import { useDevice } from './session/device.ts'

/** A setting stored on this device for one account and deleted at log-out. For `read` see `deviceSetting`. */
export function accountSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = accountStore<T>(() => initial)
  return {
    use,
    restore: async (): Promise<void> => {
      const { device } = useDevice.getState()
      use.of(device).setState(read(await device?.db.getValue(key)))
    },
    /** A convenience only: if it cannot be stored, it lasts until the page closes. */
    change: (change: Partial<T>): void => {
      use.setState(change)
      void useDevice
        .getState()
        .device?.db.putValue(key, use.getState())
        .catch(() => undefined)
    },
  }
}
