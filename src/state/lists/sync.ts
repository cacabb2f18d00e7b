import { create } from 'zustand'
import type { TrayItem } from '../../../core/sync/replica.ts'
import type { SyncWord } from '../../../core/sync/machine.ts'
import type { Entry } from '../../../core/sync/mutation.ts'
import { StorageClosed } from '../../../device/failures.ts'
import { currentDevice, onDeviceMessage, useDevice } from '../session/device.ts'

/** `failed`: the device's storage does not keep what is typed, so nothing can be said of it */
export type SyncState = 'saved' | 'saving' | 'waiting' | 'attention' | 'signedOut' | 'outdated' | 'failed'

interface Sync {
  online: boolean
  outbox: Entry[]
  tray: TrayItem[]
  words: Record<string, SyncWord>
  /** the device's own storage refused something, or does not open */
  storage: 'fine' | 'failed' | StorageClosed['why']
}

export const useSync = create<Sync>(() => ({
  online: navigator.onLine,
  outbox: [],
  tray: [],
  words: {},
  storage: 'fine',
}))

/** The one word for everything that is under way, with the number that goes with it. */
export function syncStatus({
  outbox,
  tray,
  words,
  storage,
}: Pick<Sync, 'outbox' | 'tray' | 'words' | 'storage'>): { state: SyncState; count: number } {
  const said = Object.values(words)
  if (storage !== 'fine') return { state: 'failed', count: outbox.length }
  if (said.includes('outdated')) return { state: 'outdated', count: outbox.length }
  if (said.includes('signedOut') && outbox.length > 0) return { state: 'signedOut', count: outbox.length }
  if (tray.length > 0) return { state: 'attention', count: tray.length }
  if (outbox.length === 0) return { state: 'saved', count: 0 }
  return { state: said.includes('saving') ? 'saving' : 'waiting', count: outbox.length }
}

/** 'Keep theirs': the person has seen it and lets it go. */
export async function dismissTray(opId: string): Promise<void> {
  await currentDevice().db.dropTray(opId)
}

/** The device's storage did not do what it was asked for. */
export function storageFailed(error: unknown): void {
  useSync.setState({ storage: error instanceof StorageClosed ? error.why : 'failed' })
}

/** What is asked of it is not done yet; nothing is lost, and it may take a moment only. */
export function storageSlow(isSlow: boolean): void {
  useSync.setState(({ storage }) => {
    if (isSlow) return { storage: storage === 'fine' ? 'blocked' : storage }
    return { storage: storage === 'blocked' ? 'fine' : storage }
  })
}

export function watchSync(): void {
  onDeviceMessage((message) => {
    if (message.type === 'changed' || message.type === 'renewed')
      // Something was stored just now.
      useSync.setState(({ storage }) => (storage === 'fine' ? {} : { storage: 'fine' }))
    else if (message.type === 'slow') storageSlow(message.isSlow)
    else if (message.type === 'failed')
      useSync.setState(({ storage }) => ({ storage: storage === 'fine' ? 'failed' : storage }))
    else useSync.setState(({ words }) => ({ words: { ...words, [message.listId]: message.word } }))
  })
  useDevice.subscribe(() => useSync.setState({ outbox: [], tray: [], words: {}, storage: 'fine' }))
}

/** For guests too: what needs a connection says so. */
export function watchOnline(): void {
  const online = () => useSync.setState({ online: navigator.onLine })
  addEventListener('online', online)
  addEventListener('offline', online)
}
