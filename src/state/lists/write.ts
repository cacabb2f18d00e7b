import { msg } from '@lingui/core/macro'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { ChangesOf } from '../../../device/storage/outbox.ts'
import { StorageClosed } from '../../../device/failures.ts'
import { deliverHeld, requestDrain } from '../../app/worker.ts'
import { notify } from '../notices.ts'
import { currentDevice } from '../session/device.ts'
import { showChange } from './open-list.ts'
import { storageFailed } from './sync.ts'

const notSaved = msg`This device has no room to save that change. Everything saved before is safe, and what you typed is still there. Free up some space, then try again.`

/**
 * Writes changes to the outbox, all of them or none, shows them and requests sending. All edits go through here.
 * Returns false if the device could not store them; the user has then been told.
 */
export async function write(parts: readonly ChangesOf[]): Promise<boolean> {
  let waits: Entry[] | null
  try {
    waits = await currentDevice().db.appendTo(parts)
  } catch (error) {
    // If the storage does not open, the banner says so as long as that lasts.
    if (error instanceof StorageClosed) storageFailed(error)
    else notify('error', notSaved)
    return false
  }
  for (const { listId } of parts) requestDrain(listId)
  // The screen shows the change before the caller continues, so that no old value flashes.
  for (const { listId } of parts)
    await showChange(listId, waits && waits.filter((entry) => entry.listId === listId))
  deliverHeld()
  return true
}
