import { accountStore } from './account-store.ts'
import { useDevice } from './session/device.ts'

/** A choice that this device keeps for the account, and forgets when it logs out. `read` as in `deviceSetting`. */
export function accountSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = accountStore<T>(() => initial)
  return {
    use,
    restore: async (): Promise<void> => {
      const { device } = useDevice.getState()
      use.of(device).setState(read(await device?.db.getValue(key)))
    },
    /** Only a convenience: where it cannot be kept, it holds until the page closes. */
    change: (change: Partial<T>): void => {
      use.setState(change)
      void useDevice
        .getState()
        .device?.db.putValue(key, use.getState())
        .catch(() => undefined)
    },
  }
}
