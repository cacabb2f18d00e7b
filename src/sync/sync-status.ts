import type { TrayItem } from '../../core/sync/replica.ts'
import type { SyncWord } from '../../core/sync/machine.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import { StorageClosed } from '../../device/failures.ts'
import { accountStore } from './account-store.ts'
import { currentDevice, onDeviceMessage, useDevice } from './device.ts'

/**
 * `unknown`: the outbox has not been read yet; `failed`: the device's storage does not work, so the state of the changes
 * is unknown; `onDevice`: there is no account to save them in
 */
export type SyncState =
  | 'unknown'
  | 'onDevice'
  | 'saved'
  | 'saving'
  | 'waiting'
  | 'attention'
  | 'signedOut'
  | 'outdated'
  | 'failed'

interface Sync {
  online: boolean
  /** the outbox and the tray are those of the device; until then they hold what this page did */
  isRead: boolean
  outbox: Entry[]
  tray: TrayItem[]
  words: Record<string, SyncWord>
  /** `failed`: the device's storage refused something; for the other reasons see StorageClosed */
  storage: 'fine' | 'failed' | StorageClosed['why']
  /** names of the lists and products in the outbox and the tray, by id, once they were read for display */
  names: {
    lists: Readonly<Record<string, string>>
    products: Readonly<Record<string, string>>
    /** of the prices, by list */
    currencies: Readonly<Record<string, string>>
  }
}

export const useSync = accountStore<Sync>(() => ({
  online: navigator.onLine,
  isRead: false,
  outbox: [],
  tray: [],
  words: {},
  storage: 'fine',
  names: { lists: {}, products: {}, currencies: {} },
}))

/** Returns the sync state of all lists as one value, with the number of changes concerned. */
export function syncStatus({
  isRead,
  outbox,
  tray,
  words,
  storage,
}: Pick<Sync, 'isRead' | 'outbox' | 'tray' | 'words' | 'storage'>): { state: SyncState; count: number } {
  const states = Object.values(words)
  if (storage !== 'fine') return { state: 'failed', count: outbox.length }
  if (states.includes('outdated')) return { state: 'outdated', count: outbox.length }
  if (states.includes('signedOut') && outbox.length > 0) return { state: 'signedOut', count: outbox.length }
  if (tray.length > 0) return { state: 'attention', count: tray.length }
  if (outbox.length === 0) return { state: isRead ? 'saved' : 'unknown', count: 0 }
  return { state: states.includes('saving') ? 'saving' : 'waiting', count: outbox.length }
}

/** Returns whether the server has not confirmed this new list yet. */
export function isMakingList({ outbox }: Pick<Sync, 'outbox'>, listId: string): boolean {
  return outbox.some((entry) => entry.op === 'add' && entry.listId === listId && entry.rowId === listId)
}

/** Drops the user's own change from the tray ('Keep theirs'). */
export async function dismissTray(item: TrayItem): Promise<void> {
  await currentDevice().db.dropTray(item)
}

/** Records that the device's storage failed. */
export function storageFailed(error: unknown, device = useDevice.getState().device): void {
  const storage = error instanceof StorageClosed ? error.why : 'failed'
  // While the storage is full or belongs to a newer version, no other failure matters.
  useSync
    .of(device)
    .setState((before) => (before.storage === 'full' || before.storage === 'newer' ? {} : { storage }))
}

/** Records that the storage responds slowly. Nothing is lost, and it may last only a moment. */
export function storageSlow(isSlow: boolean, device = useDevice.getState().device): void {
  useSync.of(device).setState(({ storage }) => {
    if (isSlow) return { storage: storage === 'fine' ? 'blocked' : storage }
    return { storage: storage === 'blocked' ? 'fine' : storage }
  })
}

export function watchSync(): void {
  onDeviceMessage((message, device) => {
    const store = useSync.of(device)
    // What other tabs store does not open the storage for this version. Only a reload can.
    if (message.type !== 'sync' && store.getState().storage === 'newer') return
    if (message.type === 'changed' || message.type === 'renewed')
      // Something was just stored, so the storage works. While it is full, changes are only held in memory, so 'full'
      // stays.
      store.setState(({ storage }) => (storage === 'fine' || storage === 'full' ? {} : { storage: 'fine' }))
    else if (message.type === 'full') store.setState({ storage: message.isFull ? 'full' : 'fine' })
    else if (message.type === 'slow') storageSlow(message.isSlow, device)
    else if (message.type === 'failed')
      store.setState(({ storage }) => ({ storage: storage === 'fine' ? 'failed' : storage }))
    else store.setState(({ words }) => ({ words: { ...words, [message.listId]: message.word } }))
  })
}

/** Tracks the connection, for visitors too: controls that need one say so. */
export function watchOnline(): void {
  const online = () => useSync.setState({ online: navigator.onLine })
  addEventListener('online', online)
  addEventListener('offline', online)
  useDevice.subscribe(online)
}
