import type { List } from '../../../core/contract/shapes.ts'
import { type Device, type DeviceMessage, openDevice } from '../../../device/device.ts'
import { leftKey } from '../../../device/storage/copies.ts'
import type { Shown } from '../../../device/storage/put-back.ts'
import { tellListeners, useDevice } from '../../sync/device.ts'
import { shownOf } from '../../sync/open-list.ts'
import { useOverview } from '../../sync/overview.ts'
import { storageFailed, useSync } from '../../sync/sync-status.ts'
import { notify } from '../../ui/notices.ts'
import { isUnsent } from '../../account/session/unsent.ts'
import { texts } from '../../texts/texts.ts'

let stopListening: (() => void) | null = null

/** Opens the data of another account; null closes everything. */
export async function attachDevice(userId: string | null): Promise<void> {
  const { device } = useDevice.getState()
  if (device?.userId === (userId ?? undefined)) return
  stopListening?.()
  stopListening = null
  const next: Device | null =
    userId === null ? null : openDevice(userId, { isUnsent, shown: () => shownBy(next) })
  if (next) {
    const { db, isTrial } = next
    stopListening = next.listen((message) => {
      if (message.type === 'failed') return void tryStorage(message, next)
      if (message.type === 'renewed') db.recover().catch(storageFailed)
      hear(message, next)
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

/** What this page shows of the account; see put-back.ts. */
function shownBy(device: Device | null): Shown {
  const { outbox, tray } = useSync.of(device).getState()
  const { stream, rows } = shownOf(device)
  const cards = useOverview.of(device).getState().lists ?? []
  const lists = cards.map(({ waiting: _, names: __, isWhole: ___, ...list }): List => list)
  return { outbox, tray, stream, rows: [...rows.values()], lists }
}

/** Another tab saved unwritten changes to localStorage as it was closed. It may not come back, so recover them here. */
export function watchLeftPages(): void {
  addEventListener('storage', ({ key, newValue }) => {
    const { device } = useDevice.getState()
    if (device && newValue !== null && key === leftKey(device.userId))
      device.db.recover().catch(storageFailed)
  })
}
