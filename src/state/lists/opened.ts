import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import { http } from '../../../device/network.ts'
import { useDevice } from '../session/device.ts'
import { isSessionOf } from '../session/session.ts'

const prefix = 'opened:'

/**
 * Somebody's shared list is on the screen: from now on its members and this person know one another by name. That
 * a device fetches a list by itself says nothing. What cannot be told now is told with the next look at the lists.
 */
export async function tellOpened(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  // Without room it is only told if it can be told now; opening the list once more tells it again.
  await device.db.putValue(prefix + listId, listId).catch(() => undefined)
  await tell(device, listId)
}

/** Tells what was opened while there was no connection. */
export async function tellAllOpened(device: Device): Promise<void> {
  for (const listId of await device.db.getValues(prefix)) await tell(device, String(listId))
}

async function tell(device: Device, listId: string): Promise<void> {
  // Under somebody else's session it would be that person who opened it.
  if (!isSessionOf(device.userId)) return
  try {
    await http.call('PUT /api/v3/list/:id/accepted', { params: { id: listId } })
  } catch (error) {
    // A list that is gone is not asked about again; anything else may pass.
    if (!(error instanceof ProblemError) || error.problem.status !== 404) return
  }
  await device.db.changeValue(prefix + listId, () => undefined).catch(() => undefined)
}
