import { create } from 'zustand'
import { getValue, putValue } from '../../device/app-db.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/**
 * A choice that this device keeps, whoever is signed in. `read` understands what was stored, also by an older
 * version, and gives the default for the rest.
 */
export function deviceSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = create<T>(() => initial)
  return {
    use,
    restore: async (): Promise<void> => use.setState(read(await getValue(key))),
    /** It holds at once, and until the page closes where it cannot be kept. */
    change: (change: Partial<T>): void => {
      use.setState(change)
      putValue(key, use.getState()).catch(() => notify('warning', texts.storageFailed))
    },
  }
}
