import { type Device, type DeviceMessage, openDevice } from '../../../device/device.ts'
import { StorageClosed } from '../../../device/failures.ts'
import { leftKey } from '../../../device/storage/copies.ts'
import type { OnDevice } from '../../../device/storage/reads.ts'
import { ofAccount } from '../account-store.ts'
import { tellListeners, useDevice } from './device.ts'
import { shownOf } from '../lists/open-list.ts'
import { storageFailed, useSync } from '../lists/sync.ts'
import { notify } from '../notices.ts'
import { isUnsent } from './unsent.ts'
import { texts } from '../../texts/texts.ts'

let stopListening: (() => void) | null = null
/** What the page showed when its storage was renewed, until it is stored again. */
const unstored = ofAccount((): { shown: OnDevice | null } => ({ shown: null }))

/** Opens the data of another account; null closes everything. */
export async function attachDevice(userId: string | null): Promise<void> {
  const { device } = useDevice.getState()
  if (device?.userId === (userId ?? undefined)) return
  stopListening?.()
  stopListening = null
  const next = userId === null ? null : openDevice(userId, isUnsent)
  if (next) {
    const { db, isTrial } = next
    stopListening = next.listen((message) => {
      if (message.type === 'failed') return void tryStorage(message, next)
      if (message.type !== 'renewed') return hear(message, next)
      // What is on screen must be stored again before the screen reads the storage.
      putBackShown(next).then(
        () => hear(message, next),
        (error: unknown) => {
          storageFailed(error)
          // 'renewed' comes again when a blocked storage opens.
          if (!(error instanceof StorageClosed && error.why === 'blocked')) hear(message, next)
        },
      )
    })
    db.recover()
      .then((lost) => {
        if (lost > 0) notify('warning', texts.storageLost, undefined, true)
        return isTrial ? db.tidy() : undefined
      })
      .catch(storageFailed)
  }
  useDevice.setState({ device: next })
  await device?.close()
}

function hear(message: DeviceMessage, device: Device): void {
  tellListeners(message, device)
  // Answered or superseded entries, here or in the worker, no longer need a second copy.
  if (message.type === 'changed' && !message.added) device.db.settle().catch(() => undefined) // the next one does it
}

/** The worker could not write. If this page cannot either, it sends from memory and looks for room. */
async function tryStorage(failed: DeviceMessage, device: Device): Promise<void> {
  const works = await device.db.recover().then(
    () => true,
    () => false,
  )
  hear(works ? { type: 'full', isFull: false } : failed, device)
}

/**
 * The browser may have emptied the storage, including the second copies. Then this page has the only copy of what it
 * shows.
 */
async function putBackShown(device: Device): Promise<void> {
  const { outbox, tray } = useSync.of(device).getState()
  const { stream, rows } = shownOf(device)
  const own = unstored(device)
  own.shown ??= { outbox, tray, stream, rows: [...rows.values()] }
  await device.db.putBack(own.shown)
  own.shown = null
  await device.db.recover()
}

/** Another tab saved unwritten changes to localStorage as it was closed. It may not come back, so recover them here. */
export function watchLeftPages(): void {
  addEventListener('storage', ({ key, newValue }) => {
    const { device } = useDevice.getState()
    if (device && newValue !== null && key === leftKey(device.userId))
      device.db.recover().catch(storageFailed)
  })
}
