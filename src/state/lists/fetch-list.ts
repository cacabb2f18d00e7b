import { http } from '../../../device/network.ts'
import { currentDevice } from '../session/device.ts'
import { isSessionOf } from '../session/session.ts'

/** Fetches a list that this device does not know yet. Throws what the call throws. */
export async function fetchList(listId: string, device = currentDevice()): Promise<void> {
  const { products: _, ...list } = await http.call('GET /api/v3/list/:id', { params: { id: listId } })
  // With another account's session the response is that account's view of the list.
  if (isSessionOf(device.userId)) await device.db.putLists([list])
}
