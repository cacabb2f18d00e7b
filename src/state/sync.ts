import { create } from 'zustand'
import type { TrayItem } from '../../core/replica.ts'
import type { SyncWord } from '../../core/sync.ts'
import type { Entry } from '../../core/mutation.ts'
import { StorageClosed } from '../../device/failures.ts'
import { currentDevice, onDeviceMessage, useDevice } from './device.ts'

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

let reading: Promise<void> | null = null
let readAgain = false

/** Many changes at once are read once. */
async function readCounts(): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return useSync.setState({ outbox: [], tray: [], words: {} })
  if (reading) {
    readAgain = true
    return reading
  }
  reading = Promise.all([device.db.outbox(), device.db.tray()])
    .then(([outbox, tray]) => {
      if (useDevice.getState().device === device) useSync.setState({ outbox, tray })
    })
    .finally(() => {
      reading = null
      if (!readAgain) return
      readAgain = false
      return readCounts()
    })
  return reading
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
  const read = () => void readCounts().catch(storageFailed)
  onDeviceMessage((message) => {
    if (message.type === 'changed' || message.type === 'renewed') {
      // Something was stored just now.
      useSync.setState({ storage: 'fine' })
      read()
    } else if (message.type === 'slow') storageSlow(message.isSlow)
    else if (message.type === 'failed')
      useSync.setState(({ storage }) => ({ storage: storage === 'fine' ? 'failed' : storage }))
    else useSync.setState(({ words }) => ({ words: { ...words, [message.listId]: message.word } }))
  })
  useDevice.subscribe(() => {
    useSync.setState({ words: {}, storage: 'fine' })
    read()
  })
  read()
}

/** For guests too: what needs a connection says so. */
export function watchOnline(): void {
  const online = () => useSync.setState({ online: navigator.onLine })
  addEventListener('online', online)
  addEventListener('offline', online)
}
