import { useDevice } from '../session/device.ts'
import { useOpenList } from './open-list.ts'

const key = 'lastList'

/** Stores on this device which list was opened last, for the shortcut of the app's icon. */
export function watchLastList(): void {
  useOpenList.subscribe(({ listId, status }, before) => {
    if (!listId || status !== 'ready' || (before.listId === listId && before.status === status)) return
    // A convenience only: if storage is full, the shortcut opens the overview.
    void useDevice
      .getState()
      .device?.db.putValue(key, listId)
      .catch(() => undefined)
  })
}

/** The list opened last, if it is still on this device. */
export async function lastList(): Promise<string | null> {
  const { device } = useDevice.getState()
  const id = await device?.db.getValue(key)
  if (!device || typeof id !== 'string') return null
  const stream = await device.db.stream(id)
  return stream?.list ? id : null
}
