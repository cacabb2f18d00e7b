import { http } from '../../../device/network.ts'
import { currentDevice, useDevice } from '../session/device.ts'
import { isAccountOf, isSessionOf } from '../session/session.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'

/** Returns a list with its products as the server has it. Throws what the call throws. */
export function askList(id: string) {
  return http.call('GET /api/v3/list/:id', { params: { id } })
}

/** Fetches a list that this device does not know yet. Throws what the call throws. */
export async function fetchList(listId: string, device = currentDevice()): Promise<void> {
  const { products: _, ...list } = await askList(listId)
  // With another account's session the response is that account's view of the list.
  if (isSessionOf(device.userId)) await device.db.putLists([list])
}

const prefix = 'opened:'

/**
 * Tells the server that the user has opened a shared list, so that from now on the members and the user see each
 * other's names. A background fetch does not count. What cannot be sent now is sent with the next overview pull.
 */
export async function tellOpened(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  // If the storage is full, it is sent now or not at all. Opening the list again sends it again.
  await device.db.putValue(prefix + listId, listId).catch(() => undefined)
  await tell(device, listId)
}

/** Sends the openings that happened while offline. */
export async function tellAllOpened(device: Device): Promise<void> {
  for (const listId of await device.db.getValues(prefix)) await tell(device, String(listId))
}

async function tell(device: Device, listId: string): Promise<void> {
  // With another account's session the server would record that account.
  if (!isAccountOf(device.userId)) return
  try {
    await http.call('PUT /api/v3/list/:id/accepted', { params: { id: listId } })
  } catch (error) {
    // 404: the list is gone, so it is not sent again. Other errors may pass, so they are retried.
    if (!(error instanceof ProblemError) || error.problem.status !== 404) return
  }
  await device.db.changeValue(prefix + listId, () => undefined).catch(() => undefined)
}
