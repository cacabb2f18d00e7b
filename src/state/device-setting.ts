import { create } from 'zustand'
import { getValue, putValue } from '../../device/storage/app-db.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/**
 * Creates a setting stored on this device, whoever is signed in. `read` parses the stored value, which an older version
 * may have written, and uses defaults for missing parts.
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
    /** Like `keep`, and tells the user if it cannot be stored. */
    change: (change: Partial<T>): void => {
      keep(change).catch(() => notify('warning', texts.storageFailed))
    },
  }
}
