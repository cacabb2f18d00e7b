import { create } from 'zustand'
import { getValue, putValue } from '../../device/storage/app-db.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/**
 * A setting stored on this device, whoever is signed in. `read` parses the stored value, also from an older
 * version, and uses the default for the rest.
 */
export function deviceSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = create<T>(() => initial)
  /** Applies at once. Rejects if the storage refuses; the change then lasts until the page closes. */
  async function keep(change: Partial<T>): Promise<void> {
    use.setState(change)
    await putValue(key, use.getState())
  }
  return {
    use,
    restore: async (): Promise<void> => use.setState(read(await getValue(key))),
    keep,
    /** The same, and tells the user if it cannot be kept. */
    change: (change: Partial<T>): void => {
      keep(change).catch(() => notify('warning', texts.storageFailed))
    },
  }
}
