import { create } from 'zustand'
import { getValue, putValue } from '../../device/app-db.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/**
 * A setting stored on this device, whoever is signed in. `read` parses the stored value, also from an older
 * version, and uses the default for the rest.
 */
export function deviceSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = create<T>(() => initial)
  return {
    use,
    restore: async (): Promise<void> => use.setState(read(await getValue(key))),
    /** Takes effect at once; if it cannot be stored, it lasts until the page closes. */
    change: (change: Partial<T>): void => {
      use.setState(change)
      putValue(key, use.getState()).catch(() => notify('warning', texts.storageFailed))
    },
  }
}
